//! The log of a student, for staff: all that is known of every case, hidden ones too.

use std::fmt::Write as _;
use std::time::Duration;

use plyground_courses::engine::case::Case;
use plyground_courses::engine::verdict::CaseAnswer;

use super::{MarkSheet, StudentMarks};
use crate::shown::printable;

impl MarkSheet<'_> {
    /// What became of each case of a student, as plain text; untrusted text with its control characters spelled out.
    pub(crate) fn log(&self, marked: &StudentMarks) -> String {
        let outcome = &marked.outcome;
        let mut out = String::new();
        let mut line = |name: &str, text: &str| {
            if !text.is_empty() {
                // A string takes everything.
                let _ = writeln!(out, "{name}: {}", printable(text));
            }
        };
        line("student", &marked.submission.student);
        line("submission", &marked.submission.label);
        line("digest", &outcome.digest);
        line("language", &outcome.language);
        line("isolation", &outcome.isolation);
        line("not run", &outcome.refused);
        for note in &outcome.notes {
            line("note", note);
        }
        line("allowed", &format!("{} ms for an answer", self.assignment.time().as_millis()));
        for one in marked.staff.iter().filter(|one| one.case.is_none()) {
            line("staff", &one.words());
        }
        block(&mut out, "compiler", &outcome.messages);
        for ((case, answered), worth) in self.answers(marked).zip(self.worths(marked)) {
            log_case(&mut out, case, answered, worth, marked);
        }
        out
    }
}

fn log_case(
    out: &mut String,
    case: &Case,
    answered: &CaseAnswer,
    (most, earned): (f64, f64),
    marked: &StudentMarks,
) {
    let milliseconds = |us: u64| format!("{:.1} ms", Duration::from_micros(us).as_secs_f64() * 1e3);
    let cpu = answered.cpu_us.map_or_else(String::new, |cpu| format!(", CPU {}", milliseconds(cpu)));
    let (wall, percent) = (milliseconds(answered.wall_us), answered.processor_percent());
    // A game takes many answers, of which no times are kept.
    let is_known = answered.wall_us > 0;
    let waiting = answered.waiting_words().map_or_else(String::new, |words| format!(", {words}"));
    let time =
        if is_known { format!("{wall}{cpu}, {percent} % of a processor{waiting}") } else { String::new() };
    let got = if answered.got.is_empty() { "no answer" } else { &answered.got };
    let facts = [
        ("question", case.question()),
        ("expected", case.expected()),
        ("got", got.to_owned()),
        ("earned", format!("{earned} of {most}")),
        ("problem", answered.problem.clone()),
        ("time", time),
    ];
    let _ = writeln!(out, "\n== {}", case.id);
    for (name, text) in facts.iter().filter(|(_, text)| !text.is_empty()) {
        let _ = writeln!(out, "{name}: {}", printable(text));
    }
    for one in marked.staff.iter().filter(|one| one.case.as_ref() == Some(&case.id)) {
        let _ = writeln!(out, "staff: {}", printable(&one.words()));
    }
    block(out, "output", &answered.said);
    block(out, "errors", &answered.stderr);
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
