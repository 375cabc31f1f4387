//! Marks of a class: tables for spreadsheets and programs, files that other systems read, and pages for
//! browsers. Nothing here depends on when or how fast it was made, so that equal outcomes give equal files;
//! measured times stand in a file of their own and in the logs.

mod behaviour;
mod forms;
mod log;
mod overview;
mod student;
mod tables;
#[cfg(test)]
mod tests;

use maud::Markup;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::diagnose::Confidence;
use plyground_courses::engine::grade::{Grade, best_of_tournament, best_total};
use plyground_courses::engine::intake::Submission;
use plyground_courses::engine::outcome::Outcome;
use plyground_courses::engine::overrides::Override;
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_league::standings::Points;

pub(crate) use behaviour::Alike;

use super::page::{Page, Section};

/// A student with the submission that counts and its marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StudentMarks {
    /// The submission that counts.
    pub submission: Submission,
    /// How many submissions the student has.
    pub submissions: usize,
    /// What became of it.
    pub outcome: Outcome,
    /// What it earned.
    pub grade: Grade,
    /// What staff have decided and remarked; it is in outcome and grade already.
    pub staff: Vec<Override>,
}

/// Everything that reports are made from.
#[derive(Clone, Debug)]
pub(crate) struct MarkSheet<'a> {
    /// The assignment.
    pub assignment: &'a Assignment,
    /// Its cases.
    pub cases: &'a [Case],
    /// The students in the order of their names.
    pub students: Vec<StudentMarks>,
}

impl MarkSheet<'_> {
    /// A case with what became of it, in order; nothing of a submission that could not be asked.
    fn answers<'a>(&'a self, marked: &'a StudentMarks) -> impl Iterator<Item = (&'a Case, &'a CaseAnswer)> {
        self.cases.iter().zip(&marked.outcome.answers)
    }

    /// Cases that were answered wholly right.
    fn right(marked: &StudentMarks) -> usize {
        marked.outcome.answers.iter().filter(|answered| answered.is_right()).count()
    }

    /// The mistakes that explain a program's answers, with a word before them if that is not practically certain.
    fn named(marked: &StudentMarks) -> String {
        let outcome = &marked.outcome;
        let names = outcome.mistakes.join(", ");
        let is_certain = outcome.confidence == Confidence::Certain.word();
        if names.is_empty() || is_certain { names } else { format!("{}: {names}", outcome.confidence) }
    }

    /// The most that can be earned.
    fn best(&self) -> Points {
        best_total(self.assignment)
    }

    /// The most that a tournament can still give, if there are marks for one and none has been counted.
    pub(crate) fn pending(&self) -> Option<Points> {
        let is_counted = self.students.iter().any(|marked| marked.grade.tournament.is_some());
        best_of_tournament(self.assignment).filter(|_| !is_counted)
    }

    /// The share of a case in the marks for all of them, and what was earned of it, in marks.
    fn worth(&self, answered: &CaseAnswer) -> (f64, f64) {
        let weights = &self.assignment.marks.parts;
        let of = |answered: &CaseAnswer, full: bool| -> u64 {
            let parts = answered.earned.iter().zip(weights);
            parts
                .filter_map(|(earned, weight)| {
                    earned.map(|earned| u64::from(if full { 100 } else { earned }) * u64::from(*weight))
                })
                .sum()
        };
        // All outcomes have the same cases, so the whole is that of any of them.
        let whole: u64 = self
            .students
            .iter()
            .map(|marked| &marked.outcome.answers)
            .find(|answers| !answers.is_empty())
            .map_or(0, |answers| answers.iter().map(|answered| of(answered, true)).sum());
        let marks = |part: u64| {
            if whole == 0 {
                return 0.0;
            }
            let all = self.assignment.marks.cases.in_hundredths();
            // Small numbers, exact as 64-bit floats; four decimals are enough for people and add up nearly.
            #[expect(clippy::cast_precision_loss, reason = "marks and weights are small")]
            let value = all as f64 / 100.0 * part as f64 / whole as f64;
            (value * 1e4).round() / 1e4
        };
        (marks(of(answered, true)), marks(of(answered, false)))
    }

    /// What every case of a student is worth, and what was earned of it, in marks. They add up to the marks for cases: other
    /// systems show the sums beside the score.
    fn shares(&self, marked: &StudentMarks) -> Vec<(f64, f64)> {
        let mut shares: Vec<(f64, f64)> =
            self.answers(marked).map(|(_, answered)| self.worth(answered)).collect();
        let decimals = |value: f64| (value * 1e4).round() / 1e4;
        let whole: f64 = shares.iter().map(|(most, _)| most).sum();
        // What is lost by rounding is less than a step of the last decimal for each case: the first ones take it up.
        let mut steps = ((number(self.assignment.marks.cases) - whole) * 1e4).round();
        for ((most, earned), (_, answered)) in shares.iter_mut().zip(self.answers(marked)) {
            if steps.abs() < 0.5 {
                break;
            }
            *most = decimals(*most + steps.signum() / 1e4);
            if answered.is_right() {
                *earned = *most;
            }
            steps -= steps.signum();
        }
        let sum: f64 = shares.iter().map(|(_, earned)| earned).sum();
        let left = decimals(number(marked.grade.cases) - sum);
        // More than rounding is not of the cases.
        let has_room = |(most, earned): &&mut (f64, f64)| {
            left.abs() < 0.02 && (0.0..=*most).contains(&decimals(*earned + left))
        };
        if let Some((_, earned)) = shares.iter_mut().find(has_room) {
            *earned = decimals(*earned + left);
        }
        shares
    }
}

/// Points as a number.
fn number(points: Points) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "marks are small")]
    let value = points.in_hundredths() as f64 / 100.0;
    value
}

/// What pages of marks have besides the style of all.
const STYLE: &str = include_str!("marks.css");

/// A page. It loads nothing, runs nothing and sends nothing.
fn page(title: &str, lead: Markup, sections: &[Section<'_>]) -> String {
    Page { title, lead, sections, style: STYLE, script: None }.html()
}

/// The characters that are percent-encoded in an address: all but the unreserved ones (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A file's name as part of an address.
fn address(name: &str) -> String {
    utf8_percent_encode(name, ESCAPED).to_string()
}
