//! Marks as CSV and as JSON lines, measured times apart from them, and who answers alike: programs that give the same answers,
//! wrong ones above all. People decide what it means; a mistake that many make has many alike.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{MarkSheet, StudentMarks, decided, number};
use crate::report::standings::csv::{first_line, line, text};
use crate::shown::lines;

/// Two students whose programs share wrong answers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Alike {
    /// Cases that both answered wrongly in the same way.
    pub same_wrong: usize,
    /// Cases that both answered, and alike.
    pub same: usize,
    /// Wrong answers of each.
    pub wrong: [usize; 2],
    /// Their places among the students.
    pub students: [usize; 2],
}

/// Fewer equal wrong answers than this are chance.
const LEAST: usize = 3;

/// Pairs that are reported, those with most in common.
const MOST_PAIRS: usize = 500;

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
            out += &line(&[
                text(&marked.submission.student),
                text(&marked.submission.label),
                marked.submissions.to_string(),
                marked.submission.time().map(|time| time.to_string()).unwrap_or_default(),
                outcome.language.clone(),
                Self::right(marked).to_string(),
                self.cases.len().to_string(),
                grade.cases.to_string(),
                grade.days_late.map(|days| days.to_string()).unwrap_or_default(),
                grade.penalty.to_string(),
                grade.tournament.map(|marks| marks.to_string()).unwrap_or_default(),
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
            let answers = self.answers(marked).map(|(case, answered)| {
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
            });
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
                "cases_most": number(self.assignment.marks.cases),
                "days_late": grade.days_late,
                "late_penalty": number(grade.penalty),
                "tournament_marks": grade.tournament.map(number),
                "total": number(grade.total()),
                "pending": self.pending().map(number),
                "mistakes": outcome.mistakes,
                "confidence": outcome.confidence,
                "staff": outcome.staff,
                "overrides": overrides(marked),
                "diagnosis": outcome.diagnosis,
                "answers": answers.collect::<Value>(),
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

    /// Pairs of students with several wrong answers in common, those with most first.
    pub(crate) fn alike(&self) -> Vec<Alike> {
        // Programs that answer everything alike are one behaviour: compared once, however many have it.
        let mut behaviours: BTreeMap<Vec<(&str, bool)>, Vec<usize>> = BTreeMap::new();
        for (number, marked) in self.students.iter().enumerate() {
            // Only an answer that is not right has a problem, so later decisions of staff change nothing. An empty
            // answer means that there is none.
            let answers = marked.outcome.answers.iter();
            let answers: Vec<_> = answers.map(|one| (one.got.as_str(), one.problem.is_empty())).collect();
            if !answers.is_empty() {
                behaviours.entry(answers).or_default().push(number);
            }
        }
        let behaviours: Vec<_> = behaviours.into_iter().collect();
        let mut pairs: Vec<Alike> = Vec::new();
        for (at, (one, ones)) in behaviours.iter().enumerate() {
            for (other, others) in &behaviours[at..] {
                let wrong = [one, other].map(|answers| answers.iter().filter(|(_, right)| !right).count());
                let equal = one.iter().zip(other).filter(|(a, b)| a == b && !a.0.is_empty());
                let same: Vec<bool> = equal.map(|(a, _)| a.1).collect();
                let same_wrong = same.iter().filter(|right| !**right).count();
                if same_wrong < LEAST {
                    continue;
                }
                for &a in ones {
                    for &b in others.iter().filter(|&&b| !std::ptr::eq(ones, others) || b > a) {
                        let is_in_order = a < b;
                        let students = if is_in_order { [a, b] } else { [b, a] };
                        let wrong = if is_in_order { wrong } else { [wrong[1], wrong[0]] };
                        pairs.push(Alike { same_wrong, same: same.len(), wrong, students });
                        if pairs.len() >= 100 * MOST_PAIRS {
                            keep_most(&mut pairs);
                        }
                    }
                }
            }
        }
        keep_most(&mut pairs);
        pairs
    }

    /// The pairs as CSV: `student`, `other`, `same_wrong_answers`, `wrong_answers`, `others_wrong_answers`,
    /// `same_answers`, `mistakes` (of the first).
    pub(crate) fn behaviour_csv(&self) -> String {
        let mut out = first_line(
            "student,other,same_wrong_answers,wrong_answers,others_wrong_answers,same_answers,mistakes",
        );
        for Alike { same_wrong, same, wrong, students } in self.alike() {
            let [one, other] = students.map(|number| &self.students[number]);
            out += &line(&[
                text(&one.submission.student),
                text(&other.submission.student),
                same_wrong.to_string(),
                wrong[0].to_string(),
                wrong[1].to_string(),
                same.to_string(),
                one.outcome.mistakes.join(" "),
            ]);
        }
        out
    }
}

/// What staff have decided about a student, each with the case that it is about.
fn overrides(marked: &StudentMarks) -> Vec<String> {
    marked.staff.iter().map(|one| decided(one, ": ")).collect()
}

/// Keeps the pairs with most in common, in order.
fn keep_most(pairs: &mut Vec<Alike>) {
    pairs.sort_by(|a, b| (b.same_wrong, b.same, a.students).cmp(&(a.same_wrong, a.same, b.students)));
    pairs.truncate(MOST_PAIRS);
}
