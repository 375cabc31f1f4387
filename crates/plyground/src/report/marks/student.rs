//! The page of one student: marks, what is wrong with the program, and every case that may be shown once the
//! deadline is over. Hidden cases are only counted: what a program printed could reveal their questions.

use maud::{Markup, html};
use plyground_courses::engine::case::{Case, Visibility};
use plyground_courses::engine::verdict::CaseAnswer;

use super::{MarkSheet, StudentMarks, decided, page};
use crate::report::tournament::cut;
use crate::shown::{lines, printable};

impl MarkSheet<'_> {
    /// The page of a student. It is meant for after the deadline.
    pub(crate) fn student_page(&self, marked: &StudentMarks) -> String {
        let (outcome, grade) = (&marked.outcome, &marked.grade);
        let lead = html! {
            p { (self.assignment.title) }
            p.sum { strong { (grade.total()) } " of " (self.best()) " marks" }
            @if let Some(marks) = self.pending() {
                p { (marks) " of the " (self.best()) " marks are for the tournament, which has not been counted yet." }
            }
        };
        let refused = html! { @if !outcome.refused.is_empty() { p.wrong { (printable(&outcome.refused)) } } };
        let staff = html! { @for remark in self.remarks(marked) { p { (remark) } } };
        let diagnosis = html! { @for sentence in &outcome.diagnosis { p { (printable(sentence)) } } };
        let notes = html! { @for note in &outcome.notes { li { (printable(note)) } } };
        let compiler = html! {
            @if !outcome.messages.is_empty() { pre tabindex="0" { (lines(&outcome.messages)) } }
        };
        let sections = [
            ("marks", "Marks", self.marks_section(marked)),
            ("refused", "Why it was not run", refused),
            ("staff", "From staff", staff),
            ("diagnosis", "What the answers say", diagnosis),
            ("intake", "How it was handed in", html! { @if !outcome.notes.is_empty() { ul { (notes) } } }),
            ("compiler", "What the compiler said", compiler),
            ("cases", "Cases", self.cases_section(marked)),
        ];
        // What there is nothing to say about has no section.
        let sections = sections.into_iter().filter(|(.., text)| !text.0.is_empty());
        page(&cut(&marked.submission.student), lead, &sections.collect::<Vec<_>>())
    }

    /// What staff say about the student as a whole, and about cases that are not shown.
    pub(super) fn remarks(&self, marked: &StudentMarks) -> Vec<String> {
        let is_shown = |id: &String| {
            let is_it = |case: &Case| case.id == *id && case.visibility != Visibility::Hidden;
            !marked.outcome.answers.is_empty() && self.cases.iter().any(is_it)
        };
        let others = marked.staff.iter().filter(|one| !one.case.as_ref().is_some_and(is_shown));
        others.map(|one| printable(&decided(one, " "))).collect()
    }

    fn marks_section(&self, marked: &StudentMarks) -> Markup {
        let (outcome, grade) = (&marked.outcome, &marked.grade);
        let right = Self::right(marked);
        html! {
            dl {
                dt { "submission" } dd { (printable(&marked.submission.label)) }
                @if marked.submissions > 1 { dt { "submissions" } dd { (marked.submissions) ", of which this one counts" } }
                @if let Some(time) = marked.submission.time() { dt { "handed in" } dd { (time) } }
                @if !outcome.language.is_empty() { dt { "language" } dd { (outcome.language) } }
                dt { "cases" } dd {
                    (grade.cases) " of " (self.assignment.marks.cases) " marks; "
                    (right) " of " (self.cases.len()) " cases wholly right"
                }
                @if let Some(days) = grade.days_late { dt { "late" } dd { (days) " days, " (grade.penalty) " marks" } }
                @if let Some(marks) = grade.tournament { dt { "tournament" } dd { (marks) " marks" } }
                @if let Some(marks) = self.pending() { dt { "tournament" } dd { "pending, " (marks) " marks at most" } }
            }
        }
    }

    fn cases_section(&self, marked: &StudentMarks) -> Markup {
        let hidden: Vec<_> =
            self.answers(marked).filter(|(case, _)| case.visibility == Visibility::Hidden).collect();
        let right = hidden.iter().filter(|(_, answered)| answered.is_right()).count();
        html! {
            @if !hidden.is_empty() {
                p { "Hidden cases: " (right) " of " (hidden.len()) " wholly right." }
            }
            @for ((case, answered), worth) in self.answers(marked).zip(self.worths(marked)) {
                @if case.visibility != Visibility::Hidden { (self.case(case, answered, worth, marked)) }
            }
        }
    }

    fn case(
        &self,
        case: &Case,
        answered: &CaseAnswer,
        (most, earned): (f64, f64),
        marked: &StudentMarks,
    ) -> Markup {
        let (class, word) = if answered.is_right() { ("right", "right") } else { ("wrong", "wrong") };
        let drawn = case.view().map(|view| self.board(&view));
        html! {
            details open[!answered.is_right()] {
                summary { span class=(class) { (case.id) ": " (word) } ", " (earned) " of " (most) }
                div class=(if drawn.is_some() { "case drawn" } else { "case" }) {
                    @if let Some(drawn) = &drawn { (drawn) }
                    dl {
                        dt { "question" } dd { code { (case.question()) } }
                        dt { "expected" } dd { (case.expected()) }
                        dt { "got" } dd { @if answered.got.is_empty() { "no answer" } @else { (printable(&answered.got)) } }
                        @for one in marked.staff.iter().filter(|one| one.case.as_ref() == Some(&case.id)) {
                            dt { "staff" } dd { (printable(&one.words())) }
                        }
                        @if !answered.problem.is_empty() { dt { "problem" } dd { (printable(&answered.problem)) } }
                        @if let Some(clock) = answered.late.and_then(|spent| spent.timeout_words()) {
                            dt { "its clock" } dd { (clock) }
                        }
                        @if !answered.is_right() && !answered.said.is_empty() {
                            dt { "output" } dd { pre tabindex="0" { (lines(&answered.said)) } }
                        }
                        @if !answered.is_right() && !answered.stderr.is_empty() {
                            dt { "errors" } dd { pre tabindex="0" { (lines(&answered.stderr)) } }
                        }
                    }
                }
            }
        }
    }
}
