//! Marks of a class: tables for spreadsheets and programs, files that other systems read, and pages for
//! browsers. Nothing here depends on when it was made, so that equal outcomes give equal files. Measured times stand
//! in a file of their own, in the logs and, of late answers, on students' pages.

mod forms;
mod overview;
mod student;
mod tables;
mod talk;
#[cfg(test)]
mod tests;

use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use plyground_core::BoardView;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::diagnose::Confidence;
use plyground_courses::engine::grade::{Grade, best_of_tournament, best_total};
use plyground_courses::engine::intake::Submission;
use plyground_courses::engine::outcome::Outcome;
use plyground_courses::engine::overrides::{Change, Override};
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_drawing::{board, svg};
use plyground_league::standings::Points;

pub(crate) use tables::Alike;

use super::page::{Page, Section};
use crate::present::layout::real;

/// A student with the submission that counts and its marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StudentMarks {
    pub submission: Submission,
    /// How many submissions the student has.
    pub submissions: usize,
    /// What became of it.
    pub outcome: Outcome,
    pub grade: Grade,
    /// What staff have decided and remarked; it is in outcome and grade already.
    pub staff: Vec<Override>,
}

/// Everything that reports are made from.
#[derive(Clone, Debug)]
pub(crate) struct MarkSheet<'a> {
    pub assignment: &'a Assignment,
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

    /// The board of a case, or of a part of it.
    fn board(&self, view: &BoardView) -> Markup {
        let game = self.assignment.task.kind.game();
        let drawn = board::drawing(game, view, format!("Board:{}", board::words(view, game.sides())), None);
        html! { figure { (svg::inline(&drawn, "board")) } }
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

    /// What every case of a student is worth, and what was earned of it, in marks with four decimals.
    fn worths(&self, marked: &StudentMarks) -> Vec<(f64, f64)> {
        let worths = self.exact_worths(marked).into_iter();
        worths.map(|[most, earned]| (in_marks(most), in_marks(earned))).collect()
    }

    /// The marks for the cases as those for each case add up, in marks with four decimals: `marks.csv` has them
    /// rounded to hundredths. If they were set, what they were set to.
    fn added_up(&self, marked: &StudentMarks) -> f64 {
        if is_set(marked) {
            return number(marked.grade.cases);
        }
        in_marks(self.exact_worths(marked).iter().map(|[_, earned]| earned).sum())
    }

    /// What every case of a student weighs, and what was earned of it, in percent of the weights of its parts.
    fn weights(&self, marked: &StudentMarks) -> Vec<[u64; 2]> {
        let weigh = |answered: &CaseAnswer| -> [u64; 2] {
            let (mut full, mut got) = (0, 0);
            for (earned, weight) in answered.earned.iter().zip(&self.assignment.marks.parts) {
                if let Some(earned) = *earned {
                    full += 100 * u64::from(*weight);
                    got += u64::from(earned) * u64::from(*weight);
                }
            }
            [full, got]
        };
        marked.outcome.answers.iter().map(weigh).collect()
    }

    /// What every case of a student is worth, and what was earned of it, in ten-thousandths of a mark. What cases are
    /// worth adds up to the marks for all of them exactly, and a case that is wholly right has earned what it is worth.
    fn exact_worths(&self, marked: &StudentMarks) -> Vec<[u64; 2]> {
        let weights = self.weights(marked);
        let whole = weights.iter().map(|[full, _]| full).sum::<u64>().max(1);
        // Rounded is what a case and all before it are worth together.
        let hundredths = u64::try_from(self.assignment.marks.cases.in_hundredths()).unwrap_or(0);
        let up_to = |part: u64| (100 * hundredths * part + whole / 2) / whole;
        let mut before = 0;
        let worth = |[full, got]: [u64; 2]| {
            let most = up_to(before + full) - up_to(before);
            before += full;
            [most, (most * got + full / 2) / full.max(1)]
        };
        weights.into_iter().map(worth).collect()
    }
}

/// Whether the marks for all cases together were set: by staff, or by a regrade that lowers none.
fn is_set(marked: &StudentMarks) -> bool {
    marked.staff.iter().any(|one| matches!(one.change, Some(Change::Marks(_))))
}

/// What staff have decided, after the case that it is about.
fn decided(one: &Override, between: &str) -> String {
    let case = one.case.as_ref();
    case.map_or_else(|| one.words(), |case| format!("{case}{between}{}", one.words()))
}

#[expect(clippy::cast_precision_loss, reason = "marks are small")]
fn number(points: Points) -> f64 {
    points.in_hundredths() as f64 / 100.0
}

/// Ten-thousandths of a mark in marks.
fn in_marks(parts: u64) -> f64 {
    real(parts) / 1e4
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
