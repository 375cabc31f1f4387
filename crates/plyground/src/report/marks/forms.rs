//! Marks in forms that other systems read: `results.json` of Gradescope and of `PrairieLearn`, `result.json` of Classroom 50, and
//! `JUnit`'s XML.
//! And the log of a student, for staff: all that is known of every case, hidden ones too.

use std::cmp::Reverse;
use std::fmt::Write;
use std::time::Duration;

use plyground_core::counted;
use plyground_courses::engine::case::{Case, Visibility};
use plyground_league::standings::Points;
use serde_json::{Value, json};

use super::{CaseAnswer, MarkSheet, StudentMarks, is_set, number};
use crate::shown::{lines, printable};

impl MarkSheet<'_> {
    /// `results.json` of Gradescope for a student. The score is the total; cases have their share of it, and
    /// hidden ones show nothing to students.
    pub(crate) fn gradescope(&self, marked: &StudentMarks) -> Value {
        let (outcome, grade) = (&marked.outcome, &marked.grade);
        let mut said: Vec<String> = Vec::new();
        if !outcome.refused.is_empty() {
            said.push(format!("Not marked: {}.", outcome.refused.trim_end_matches('.')));
        }
        said.extend(outcome.notes.iter().map(|note| format!("Noted: {note}.")));
        said.extend(outcome.diagnosis.iter().cloned());
        if let Some(days) = grade.days_late.filter(|days| *days > 0) {
            said.push(format!("{} late: {}.", counted(days, "day"), counted(grade.penalty, "mark")));
        }
        if let Some(marks) = grade.tournament {
            said.push(format!("Tournament: {}.", counted(marks, "mark")));
        } else if let Some(marks) = self.pending() {
            said.push(format!("Tournament: not counted yet, {} at most.", counted(marks, "mark")));
        }
        said.extend(self.remarks(marked).into_iter().map(|remark| format!("Staff: {remark}")));
        if !outcome.messages.is_empty() {
            said.push(format!("The compiler said:\n{}", outcome.messages));
        }
        let mut tests = Vec::new();
        for ((case, answered), (most, earned)) in self.answers(marked).zip(self.worths(marked)) {
            let mut told = vec![case.question(), shown_answer(case, answered)];
            if !answered.is_right() && !answered.stderr.is_empty() {
                told.push(format!("standard error ended with:\n{}", answered.stderr));
            }
            let remarks = marked.staff.iter().filter(|one| one.case.as_ref() == Some(&case.id));
            told.extend(remarks.map(|one| format!("staff: {}", one.words())));
            tests.push(json!({
                "name": case.id,
                "number": (tests.len() + 1).to_string(),
                "score": earned,
                "max_score": most,
                "status": if answered.is_right() { "passed" } else { "failed" },
                "output": lines(&told.join("\n")),
                "output_format": "text",
                "visibility": match case.visibility {
                    Visibility::Public => "visible",
                    Visibility::Hidden => "hidden",
                    Visibility::AfterDue => "after_due_date",
                },
            }));
        }
        let tournament = number(grade.tournament.unwrap_or(Points::ZERO));
        // What being late costs is in hundredths, and so is a total that it is taken from.
        let score = match grade.penalty {
            Points::ZERO => self.added_up(marked) + tournament,
            _ => number(grade.total()),
        };
        json!({
            "score": (score * 1e4).round() / 1e4,
            "output": lines(&said.join("\n")),
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
            "tests": tests,
            "extra_data": { "digest": outcome.digest, "mistakes": outcome.mistakes, "confidence": outcome.confidence },
        })
    }

    /// `results.json` of `PrairieLearn` for a student. The score is the share of the marks for cases; what being late
    /// costs and places in tournaments are `PrairieLearn`'s own affair. It shows all tests to students, so cases that
    /// they may not see are one test together.
    pub(crate) fn prairielearn(&self, marked: &StudentMarks) -> Value {
        let outcome = &marked.outcome;
        if !outcome.refused.is_empty() && !is_set(marked) {
            let said = [&outcome.refused, &outcome.messages].into_iter().filter(|text| !text.is_empty());
            return json!({ "gradable": false, "format_errors": said.map(|text| inert(text)).collect::<Vec<_>>() });
        }
        let mut tests = Vec::new();
        let (mut unseen, mut right) = (0, 0);
        let (mut most_unseen, mut earned_unseen) = (0.0, 0.0);
        for ((case, answered), (most, earned)) in self.answers(marked).zip(self.worths(marked)) {
            if case.visibility != Visibility::Public {
                unseen += 1;
                right += usize::from(answered.is_right());
                most_unseen += most;
                earned_unseen += earned;
                continue;
            }
            tests.push(json!({
                "name": case.id,
                "description": case.question(),
                "points": earned,
                "max_points": most,
                "message": lines(&shown_answer(case, answered)),
                "output": lines(&answered.stderr),
            }));
        }
        if unseen > 0 {
            let round = |marks: f64| (marks * 1e4).round() / 1e4;
            tests.push(json!({
                "name": "hidden cases",
                "points": round(earned_unseen),
                "max_points": round(most_unseen),
                "message": format!("{right} of {unseen} are right"),
            }));
        }
        let mut said: Vec<String> = outcome.notes.iter().map(|note| format!("Noted: {note}.")).collect();
        if !outcome.refused.is_empty() {
            said.push(format!("Not run: {}.", outcome.refused.trim_end_matches('.')));
        }
        said.extend(self.remarks(marked).into_iter().map(|remark| format!("Staff: {remark}")));
        let (earned, most) = (self.added_up(marked), number(self.assignment.marks.cases));
        json!({
            "gradable": true,
            "score": if most > 0.0 { (earned / most).clamp(0.0, 1.0) } else { 0.0 },
            "message": lines(&outcome.diagnosis.join("\n")),
            "output": lines(&said.join("\n")),
            "tests": tests,
        })
    }

    /// What `result.json` of Classroom 50 says of a student's program; whose it is, the kit adds. Points are whole: hundredths of
    /// a mark, for the cases alone. All who see the repository read it, so cases that students may not see are one test.
    pub(crate) fn classroom50(&self, marked: &StudentMarks) -> Value {
        let outcome = &marked.outcome;
        let hundredths = |marks: Points| u64::try_from(marks.in_hundredths()).unwrap_or(0);
        let most = hundredths(self.assignment.marks.cases);
        let score = hundredths(marked.grade.cases).min(most);
        // Name, whether it is passed, message, and weight with what was earned of it.
        let mut tests: Vec<(&str, bool, String, [u64; 2])> = Vec::new();
        let (mut unseen, mut right, mut hidden) = (0, 0, [0, 0]);
        for ((case, answered), [full, got]) in self.answers(marked).zip(self.weights(marked)) {
            if case.visibility == Visibility::Public {
                let message = shown_answer(case, answered);
                tests.push((case.id.as_str(), answered.is_right(), message, [full, got]));
            } else {
                unseen += 1;
                right += usize::from(answered.is_right());
                hidden = [hidden[0] + full, hidden[1] + got];
            }
        }
        if unseen > 0 {
            let message = format!("{right} of {unseen} are right");
            tests.push(("hidden cases", right == unseen, message, hidden));
        }
        if is_set(marked) {
            let more = [&outcome.refused, &outcome.messages].into_iter().filter(|text| !text.is_empty());
            let told: Vec<String> = self.remarks(marked).into_iter().chain(more.cloned()).collect();
            tests = vec![("all cases together", score == most, told.join("\n"), [most, score])];
        } else if !outcome.refused.is_empty() {
            let message = format!("{}\n{}", outcome.refused, outcome.messages);
            tests = vec![("submission", false, message, [most, score])];
        }
        // Both add up, so a test that is wholly right has its maximum, and one that is wholly wrong nothing.
        let (got, lost): (Vec<u64>, Vec<u64>) =
            tests.iter().map(|&(.., [full, got])| (got, full.saturating_sub(got))).unzip();
        let points = split(score, &got).into_iter().zip(split(most - score, &lost));
        let tests = tests.into_iter().zip(points).map(|((name, is_passed, message, _), (earned, missed))| {
            json!({
                "test-name": name,
                "passed": is_passed,
                "score": earned,
                "max-score": earned + missed,
                "message": lines(&message),
            })
        });
        let said = outcome.notes.iter().chain(&outcome.diagnosis).map(|text| printable(text));
        json!({
            "score": score,
            "max-score": most,
            "tests": tests.collect::<Vec<_>>(),
            "said": said.collect::<Vec<_>>(),
        })
    }

    /// All cases of all students as a report of `JUnit`: a suite for each student.
    pub(crate) fn junit(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let failed = |marked: &StudentMarks| self.cases.len() - Self::right(marked);
        let failure = |problem: &str| format!("><failure message=\"{}\"/></testcase>", escaped(problem));
        let (title, tests) = (escaped(&self.assignment.title), self.cases.len() * self.students.len());
        let all: usize = self.students.iter().map(failed).sum();
        // Writing to memory does not fail.
        let _ = writeln!(out, "<testsuites name=\"{title}\" tests=\"{tests}\" failures=\"{all}\">");
        for marked in &self.students {
            let student = escaped(&marked.submission.student);
            let (cases, failures) = (self.cases.len(), failed(marked));
            let _ =
                writeln!(out, "  <testsuite name=\"{student}\" tests=\"{cases}\" failures=\"{failures}\">");
            for (number, case) in self.cases.iter().enumerate() {
                let id = escaped(&case.id);
                let end = match marked.outcome.answers.get(number) {
                    Some(answered) if answered.is_right() => "/>".to_owned(),
                    Some(answered) => failure(&answered.problem),
                    None => failure(&marked.outcome.refused),
                };
                let _ = writeln!(out, "    <testcase classname=\"{student}\" name=\"{id}\"{end}");
            }
            let _ = writeln!(out, "  </testsuite>");
        }
        out + "</testsuites>\n"
    }

    /// What became of each case of a student, as plain text; untrusted text with its control characters spelled out.
    pub(crate) fn log(&self, marked: &StudentMarks) -> String {
        let outcome = &marked.outcome;
        let mut out = String::new();
        fact(&mut out, "student", &marked.submission.student);
        fact(&mut out, "submission", &marked.submission.label);
        fact(&mut out, "digest", &outcome.digest);
        fact(&mut out, "language", &outcome.language);
        fact(&mut out, "isolation", &outcome.isolation);
        fact(&mut out, "not run", &outcome.refused);
        for note in &outcome.notes {
            fact(&mut out, "note", note);
        }
        fact(&mut out, "allowed", &format!("{} ms for an answer", self.assignment.time().as_millis()));
        for one in marked.staff.iter().filter(|one| one.case.is_none()) {
            fact(&mut out, "staff", &one.words());
        }
        block(&mut out, "compiler", &outcome.messages);
        let milliseconds = |us: u64| format!("{:.1} ms", Duration::from_micros(us).as_secs_f64() * 1e3);
        for ((case, answered), (most, earned)) in self.answers(marked).zip(self.worths(marked)) {
            let cpu = answered.cpu_us.map_or_else(String::new, |cpu| format!(", CPU {}", milliseconds(cpu)));
            let (wall, percent) = (milliseconds(answered.wall_us), answered.processor_percent());
            let waiting = answered.waiting_words().map_or_else(String::new, |words| format!(", {words}"));
            let time = format!("{wall}{cpu}, {percent} % of a processor{waiting}");
            let late = answered.late.and_then(|spent| spent.timeout_words()).unwrap_or_default();
            // Writing to memory does not fail.
            let _ = writeln!(out, "\n== {}", case.id);
            fact(&mut out, "question", &case.question());
            fact(&mut out, "expected", &case.expected());
            fact(&mut out, "got", if answered.got.is_empty() { "no answer" } else { &answered.got });
            fact(&mut out, "earned", &format!("{earned} of {most}"));
            fact(&mut out, "problem", &answered.problem);
            // A game takes many answers, of which no times are kept.
            fact(&mut out, "time", if answered.wall_us == 0 { "" } else { &time });
            fact(&mut out, "late", &late);
            for one in marked.staff.iter().filter(|one| one.case.as_ref() == Some(&case.id)) {
                fact(&mut out, "staff", &one.words());
            }
            block(&mut out, "output", &answered.said);
            block(&mut out, "errors", &answered.stderr);
        }
        out
    }
}

/// What is said of an answer to a case that students may see.
fn shown_answer(case: &Case, answered: &CaseAnswer) -> String {
    if answered.is_right() {
        format!("right: {}", answered.got)
    } else {
        format!("expected: {}\n{}", case.expected(), answered.problem)
    }
}

/// Splits points by weight into whole ones: those with the largest remainders are rounded up, of equal ones the first.
fn split(points: u64, weights: &[u64]) -> Vec<u64> {
    // Where nothing weighs anything, all weigh the same.
    let weigh = |weight: u64| if weights.iter().all(|&weight| weight == 0) { 1 } else { weight };
    let weights: Vec<u64> = weights.iter().map(|&weight| weigh(weight)).collect();
    let whole = weights.iter().sum::<u64>().max(1);
    let mut shares: Vec<u64> = weights.iter().map(|weight| points * weight / whole).collect();
    let left = points.saturating_sub(shares.iter().sum());
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&at| Reverse(points * weights[at] % whole));
    for (at, _) in order.into_iter().zip(0..left) {
        shares[at] += 1;
    }
    shares
}

/// Text that no page takes for HTML: `PrairieLearn` does not say that it escapes errors of form, and a student's files
/// have names of any kind.
fn inert(text: &str) -> String {
    printable(text).replace('<', "\u{2039}").replace('>', "\u{203a}").replace('&', "\u{ff06}")
}

/// Text for XML, in which most control characters may not stand in any form.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in printable(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A fact on a line after its name, if there is one.
fn fact(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "{name}: {}", printable(text));
    }
}

/// Text of several lines, each after a bar.
fn block(out: &mut String, name: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "{name}:");
        for line in text.lines() {
            let _ = writeln!(out, "| {}", printable(line));
        }
    }
}
