//! From outcomes to marks, exactly, in hundredths. Nothing here is kept: marks follow from outcomes, the
//! assignment and the time of handing in, and may be worked out again under other rules at any time.

use std::collections::BTreeMap;

use super::assignment::{Assignment, Late};
use super::local_time::LocalTime;
use super::outcome::Outcome;
use super::overrides::{Change, Override};
use plyground_league::ladder::RungMarks;
use plyground_league::standings::{MarkRule, Points, SharedRank};

/// The grade of a student.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// For the cases, before anything is taken off.
    pub cases: Points,
    /// What being late costs, as a number below zero or zero.
    pub penalty: Points,
    /// For the tournament, if it counts.
    pub tournament: Option<Points>,
    /// Days late, if there is a deadline and the time is known.
    pub days_late: Option<u32>,
}

impl Grade {
    /// All together.
    pub fn total(&self) -> Points {
        self.cases + self.penalty + self.tournament.unwrap_or(Points::ZERO)
    }
}

/// The most that can be earned.
pub fn best_total(assignment: &Assignment) -> Points {
    assignment.marks.cases + best_of_tournament(assignment).unwrap_or(Points::ZERO)
}

/// The most that can be earned in the tournament, if the assignment has marks for one.
pub fn best_of_tournament(assignment: &Assignment) -> Option<Points> {
    let (rule, _) = assignment.marks.tournament.as_ref()?;
    Some(match rule {
        MarkRule::Linear { best, .. } => *best,
        MarkRule::Steps { steps, rest } => steps.first().map_or(*rest, |step| step.1),
    })
}

/// What a program's answers earn: `(earned, possible)` in weights of parts times hundredths.
pub fn share(outcome: &Outcome, assignment: &Assignment) -> (u64, u64) {
    let weights = &assignment.marks.parts;
    outcome.answers.iter().fold((0, 0), |sum, answered| {
        let parts =
            answered.earned.iter().zip(weights).filter_map(|(earned, weight)| Some(((*earned)?, *weight)));
        parts.fold(sum, |(earned, possible), (hundredths, weight)| {
            (earned + u64::from(hundredths) * u64::from(weight), possible + 100 * u64::from(weight))
        })
    })
}

/// The grade of an outcome that was submitted at this time, without a tournament. Decisions of staff about single cases
/// are in the outcome already: see [`apply`](super::overrides::apply).
pub fn grade(outcome: &Outcome, at: Option<LocalTime>, assignment: &Assignment, staff: &[Override]) -> Grade {
    let (earned, possible) = share(outcome, assignment);
    let most = assignment.marks.cases.in_hundredths();
    let mut cases = Points::hundredths(rounded(i128::from(most) * i128::from(earned), i128::from(possible)));
    let mut days_late = at.zip(assignment.late.due).map(|(at, due)| at.days_late(due));
    for change in staff.iter().filter_map(|one| one.change) {
        match change {
            Change::Marks(marks) => cases = marks,
            Change::NotLate => days_late = days_late.map(|_| 0),
            Change::Percent(_) => {}
        }
    }
    let penalty = penalty(&assignment.late, days_late.unwrap_or(0), assignment.marks.cases, cases);
    Grade { cases, penalty, tournament: None, days_late }
}

/// What being late takes off: percent of all marks for cases a day, everything after the last day, and never
/// more than there is.
fn penalty(late: &Late, days: u32, most: Points, earned: Points) -> Points {
    if days == 0 {
        return Points::ZERO;
    }
    let percent = i128::from(late.percent_a_day) * i128::from(days);
    let off = rounded(i128::from(most.in_hundredths()) * percent, 100);
    let off = if days > late.most_days { earned.in_hundredths() } else { off.min(earned.in_hundredths()) };
    Points::hundredths(-off)
}

/// A fraction of numbers that are not negative, halves up; 0 over nothing is 0.
fn rounded(number: i128, over: i128) -> i64 {
    if over == 0 {
        return 0;
    }
    i64::try_from((2 * number + over) / (2 * over)).unwrap_or(i64::MAX)
}

/// Marks for the tournament by name. Places are counted among these students only, best first. A student who is not
/// among the entrants gets nothing. `ranks` has the rank of every entrant in the tournament.
pub fn tournament_marks(
    students: &[&str],
    ranks: &BTreeMap<String, usize>,
    rule: &(MarkRule, SharedRank),
) -> BTreeMap<String, Points> {
    let mut entered: Vec<(usize, &str)> =
        students.iter().filter_map(|name| Some((*ranks.get(*name)?, *name))).collect();
    entered.sort_unstable();
    let places: Vec<usize> = entered
        .iter()
        .map(|(rank, _)| 1 + entered.iter().filter(|(other, _)| other < rank).count())
        .collect();
    let marks = rule.0.marks(&places, rule.1);
    let mut all: BTreeMap<String, Points> =
        students.iter().map(|name| ((*name).to_owned(), Points::ZERO)).collect();
    all.extend(entered.into_iter().map(|(_, name)| name.to_owned()).zip(marks));
    all
}

/// Marks for a ladder by name: each by the student's own rating alone. A student without a rating gets nothing.
pub fn ladder_marks(
    students: &[&str],
    ratings: &BTreeMap<String, f64>,
    rule: &RungMarks,
) -> BTreeMap<String, Points> {
    let mark = |name: &str| ratings.get(name).map_or(Points::ZERO, |&rating| rule.mark(rating));
    students.iter().map(|name| ((*name).to_owned(), mark(name))).collect()
}
