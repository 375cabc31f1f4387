//! The page of the whole class, for those who mark.

use std::collections::BTreeMap;

use maud::{Markup, html};
use plyground_courses::engine::case::Visibility;
use plyground_courses::engine::diagnose::Confidence;
use plyground_league::standings::Points;

use super::{Alike, Case, MarkSheet, StudentMarks, address};
use crate::plots::small::{share, upright};
use crate::report::page;
use crate::report::tournament::cut;
use crate::shown::printable;
use plyground_drawing::svg;

/// Bars of the distribution of marks.
const BINS: i64 = 20;

/// Pairs of programs alike that the page shows; the table has more.
const MOST_PAIRS: usize = 50;

impl MarkSheet<'_> {
    /// The overview, with links to the students' pages in `students/`.
    pub(crate) fn overview(&self) -> String {
        let lead = html! {
            p { (self.students.len()) " students, " (self.cases.len()) " cases, " (self.best()) " marks at most" }
            @if let Some(marks) = self.pending() {
                p { (marks) " of them are for the tournament, which has not been counted: no total has any of these." }
            }
            @if self.cases.iter().all(|case| case.visibility == Visibility::Hidden || case.asked().is_none()) {
                p {
                    "There are no questions for a talk: no case with a question is public or shown after the due date. Ask for \
                     some by " code { "public" } " or " code { "after_due" } " in " code { "[cases]" } "."
                }
            }
        };
        let mut sections = vec![
            ("distribution", "Marks", self.distribution()),
            ("students", "Students", self.table()),
            ("cases", "Cases by failures", self.failures()),
            ("mistakes", "Mistakes", self.mistakes()),
            ("alike", "Programs alike", self.alike_section()),
        ];
        if self.students.iter().any(|marked| !marked.outcome.staff.is_empty()) {
            sections.insert(0, ("look", "To be looked at", self.to_be_looked_at()));
        }
        super::page(&self.assignment.title, lead, &sections)
    }

    fn to_be_looked_at(&self) -> Markup {
        html! {
            p { "This is on no student's page, and costs no marks." }
            dl {
                @for marked in self.students.iter().filter(|marked| !marked.outcome.staff.is_empty()) {
                    dt { bdi { (cut(&marked.submission.student)) } }
                    @for sentence in &marked.outcome.staff { dd { (printable(sentence)) } }
                }
            }
        }
    }

    fn distribution(&self) -> Markup {
        let best = self.best().in_hundredths().max(1);
        let mut totals: Vec<i64> =
            self.students.iter().map(|marked| marked.grade.total().in_hundredths()).collect();
        totals.sort_unstable();
        let bar = |bin: i64| {
            let is_in = |total: &&i64| (**total * BINS / best).clamp(0, BINS - 1) == bin;
            let label = Points::hundredths(best * bin / BINS).to_string();
            (label, totals.iter().filter(is_in).count())
        };
        let all: Vec<_> = (0..BINS).map(bar).collect();
        let title = "Students by marks, each bar from its number up";
        let middle = totals.len() / 2;
        let mean = totals.iter().sum::<i64>().checked_div(i64::try_from(totals.len()).unwrap_or(1));
        html! {
            figure {
                figcaption { (title) }
                div.scroll role="region" tabindex="0" aria-label=(title) {
                    (svg::inline(&upright(title, &all), "bars"))
                }
            }
            @if let (Some(median), Some(mean)) = (totals.get(middle), mean) {
                p { "Median " (Points::hundredths(*median)) ", mean " (Points::hundredths(mean)) "." }
            }
        }
    }

    fn table(&self) -> Markup {
        let numbers = ["total", "cases", "right", "days late", "penalty", "tournament"];
        let rows = html! {
            @for marked in &self.students {
                @let (outcome, grade) = (&marked.outcome, &marked.grade);
                tr {
                    th scope="row" {
                        a href=(format!("students/{}.html", address(&marked.submission.student))) {
                            bdi { (cut(&marked.submission.student)) }
                        }
                        @if !self.talk(marked).is_empty() {
                            " ("
                            a href=(format!("talks/{}.html", address(&marked.submission.student))) { "questions" }
                            ")"
                        }
                    }
                    td.number { (grade.total()) }
                    td.number { (grade.cases) }
                    td.number { (Self::right(marked)) }
                    td.number { @if let Some(days) = grade.days_late { (days) } }
                    td.number { (grade.penalty) }
                    td.number { @if let Some(marks) = grade.tournament { (marks) } }
                    td { (outcome.language) }
                    td { (wrong(marked)) @if !marked.staff.is_empty() { " (changed or remarked by staff)" } }
                }
            }
        };
        table("Students", [&["student"], &numbers, &["language", "what is wrong"]], &rows)
    }

    fn failures(&self) -> Markup {
        let with_answers: Vec<&StudentMarks> =
            self.students.iter().filter(|marked| !marked.outcome.answers.is_empty()).collect();
        let share = |(number, case): (usize, &Case)| {
            let answers = with_answers.iter().filter_map(|marked| marked.outcome.answers.get(number));
            let count = answers.filter(|answered| !answered.is_right()).count();
            Share { name: case.id.clone(), count, about: case.question() }
        };
        let all = self.cases.iter().enumerate().map(share).collect();
        html! {
            p { (with_answers.len()) " programs were run; for each case, how many did not answer it wholly right." }
            (rows(["case", "failures"], all, with_answers.len()))
        }
    }

    fn mistakes(&self) -> Markup {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for outcome in self.students.iter().map(|marked| &marked.outcome) {
            let is_certain = outcome.confidence == Confidence::Certain.word();
            for mistake in &outcome.mistakes {
                let name =
                    if is_certain { mistake.clone() } else { format!("{mistake} ({})", outcome.confidence) };
                *counts.entry(name).or_default() += 1;
            }
        }
        let share = |(name, count)| Share { name, count, about: String::new() };
        let all: Vec<Share> = counts.into_iter().map(share).collect();
        html! {
            @if all.is_empty() { p { "No mistake was found that is known." } }
            @else { (rows(["mistake", "programs"], all, self.students.len())) }
        }
    }

    fn alike_section(&self) -> Markup {
        let pairs = self.alike();
        let name = |number: usize| cut(&self.students[number].submission.student);
        let numbers = ["same wrong answers", "wrong answers", "the other's"];
        let rows = html! {
            @for Alike { same_wrong, wrong, students: [one, other], .. } in pairs.iter().take(MOST_PAIRS) {
                tr {
                    th scope="row" { bdi { (name(*one)) } }
                    td { bdi { (name(*other)) } }
                    td.number { (same_wrong) }
                    td.number { (wrong[0]) }
                    td.number { (wrong[1]) }
                    td { (Self::named(&self.students[*one])) }
                }
            }
        };
        html! {
            p {
                "Pairs of programs that gave the same wrong answers to several cases. A mistake that many make has \
                 many alike: read the programs before you decide anything."
            }
            @if pairs.is_empty() { p { "There are none." } }
            @else {
                (table("Programs alike", [&["student", "other"], &numbers, &["mistakes"]], &rows))
                @if pairs.len() > MOST_PAIRS { p { "behaviour.csv has more of them." } }
            }
        }
    }
}

/// How many of all something is true of, and where there is room more about it.
struct Share {
    name: String,
    count: usize,
    about: String,
}

/// Shares below each other, the largest first, with their names before them.
fn rows(head: [&str; 2], mut shares: Vec<Share>, of: usize) -> Markup {
    shares.sort_by_key(|share| std::cmp::Reverse(share.count));
    let has_more = shares.iter().any(|share| !share.about.is_empty());
    let rows = html! {
        @for Share { name, count, about } in &shares {
            tr {
                th scope="row" { (name) }
                td.number { (count) }
                td { (svg::inline(&share(*count, of), "share")) }
                @if has_more { td.line-of-code { code { (about) } } }
            }
        }
    };
    let last: &[&str] = if has_more { &["of all", "question"] } else { &["of all"] };
    table(&head.join(", "), [&head[..1], &head[1..], last], &rows)
}

/// A table whose columns hold words, then numbers, then words again.
fn table(label: &str, [first, numbers, last]: [&[&str]; 3], rows: &Markup) -> Markup {
    let head = html! {
        @for head in first { th scope="col" { (head) } }
        @for head in numbers { th.number scope="col" { (head) } }
        @for head in last { th scope="col" { (head) } }
    };
    page::table(label, false, &head, rows)
}

/// What is wrong with a submission, in a few words.
fn wrong(marked: &StudentMarks) -> String {
    let outcome = &marked.outcome;
    if !outcome.refused.is_empty() {
        return cut(&printable(&outcome.refused));
    }
    if !outcome.mistakes.is_empty() {
        return MarkSheet::named(marked);
    }
    let first = outcome.answers.iter().find(|answered| !answered.is_right());
    first.map_or_else(String::new, |answered| cut(&format!("{}: {}", answered.case, answered.problem)))
}
