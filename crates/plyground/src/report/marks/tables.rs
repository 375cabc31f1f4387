//! Marks as CSV and as JSON lines, and measured times apart from them.

use plyground_courses::engine::overrides::Override;
use serde_json::json;

use super::{MarkSheet, StudentMarks, number};
use crate::report::standings::csv::{first_line, line, text};
use crate::shown::lines;

impl MarkSheet<'_> {
    /// The marks, a line for each student (RFC 4180, but lines end in LF).
    ///
    /// Columns: `student`, `submission`, `submissions`, `submitted`, `language`, `cases_right`, `cases`,
    /// `cases_marks`, `days_late`, `late_penalty`, `tournament_marks`, `total`, `mistakes`, `confidence`,
    /// `refused`, `staff` (what is to be looked at), `overrides` (what staff have decided). What is not known is empty.
    pub(crate) fn csv(&self) -> String {
        let mut out = first_line(
            "student,submission,submissions,submitted,language,cases_right,cases,cases_marks,days_late,late_penalty,\
             tournament_marks,total,mistakes,confidence,refused,staff,overrides",
        );
        for marked in &self.students {
            let (outcome, grade) = (&marked.outcome, &marked.grade);
            let optional = |value: Option<String>| value.unwrap_or_default();
            out += &line(&[
                text(&marked.submission.student),
                text(&marked.submission.label),
                marked.submissions.to_string(),
                optional(marked.submission.time().map(|time| time.to_string())),
                outcome.language.clone(),
                Self::right(marked).to_string(),
                self.cases.len().to_string(),
                grade.cases.to_string(),
                optional(grade.days_late.map(|days| days.to_string())),
                grade.penalty.to_string(),
                optional(grade.tournament.map(|marks| marks.to_string())),
                grade.total().to_string(),
                outcome.mistakes.join(" "),
                outcome.confidence.clone(),
                text(&outcome.refused),
                text(&outcome.staff.join("; ")),
                text(&overrides(marked).join("; ")),
            ]);
        }
        out
    }

    /// The marks with every answer, a JSON document on a line for each student. Times are left out.
    pub(crate) fn json_lines(&self) -> String {
        let mut out = String::new();
        for marked in &self.students {
            let (outcome, grade) = (&marked.outcome, &marked.grade);
            let answers: Vec<_> = self
                .answers(marked)
                .map(|(case, answered)| {
                    json!({
                        "case": case.id,
                        "visibility": case.visibility.word(),
                        "question": case.question(),
                        "expected": case.expected(),
                        "got": answered.got,
                        "earned": answered.earned,
                        "problem": answered.problem,
                        "stdout": answered.said,
                        "stderr": lines(&answered.stderr),
                    })
                })
                .collect();
            let document = json!({
                "student": marked.submission.student,
                "submission": marked.submission.label,
                "submissions": marked.submissions,
                "submitted": marked.submission.time().map(|time| time.to_string()),
                "digest": outcome.digest,
                "language": outcome.language,
                "notes": outcome.notes,
                "refused": outcome.refused,
                "messages": outcome.messages,
                "isolation": outcome.isolation,
                "cases_marks": number(grade.cases),
                "days_late": grade.days_late,
                "late_penalty": number(grade.penalty),
                "tournament_marks": grade.tournament.map(number),
                "total": number(grade.total()),
                "mistakes": outcome.mistakes,
                "confidence": outcome.confidence,
                "staff": outcome.staff,
                "overrides": overrides(marked),
                "diagnosis": outcome.diagnosis,
                "answers": answers,
            });
            out += &document.to_string();
            out.push('\n');
        }
        out
    }

    /// How long every answer took, in microseconds: columns `student`, `case`, `wall_us` (less what the
    /// machine kept the program waiting), `waited_us`, `cpu_us`, `unexcused_us` (how long it waited besides, which counts: something of it
    /// may have run unseen).
    pub(crate) fn times_csv(&self) -> String {
        let mut out = first_line("student,case,wall_us,waited_us,cpu_us,unexcused_us");
        for marked in &self.students {
            for (case, answered) in self.answers(marked) {
                out += &line(&[
                    text(&marked.submission.student),
                    case.id.clone(),
                    answered.wall_us.to_string(),
                    answered.waited_us.to_string(),
                    answered.cpu_us.map_or_else(String::new, |time| time.to_string()),
                    answered.unexcused_us.to_string(),
                ]);
            }
        }
        out
    }
}

/// What staff have decided about a student, each with the case that it is about.
fn overrides(marked: &StudentMarks) -> Vec<String> {
    let words = |one: &Override| match &one.case {
        Some(case) => format!("{case}: {}", one.words()),
        None => one.words(),
    };
    marked.staff.iter().map(words).collect()
}
