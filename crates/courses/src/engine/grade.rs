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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::local_time::Offset;
    use crate::engine::verdict::CaseAnswer;

    const COMP3608: &str = include_str!("../../embedded/assignments/comp3608/assignment.toml");

    fn comp3608() -> Assignment {
        let text = COMP3608.replace("percent_a_day = 5", "percent_a_day = 5\ndue = \"2019-04-05T23:59\"");
        Assignment::parse(&text).unwrap()
    }

    /// An outcome whose cases earned this.
    fn outcome(earned: &[[u8; 2]]) -> Outcome {
        let answered = |[column, nodes]: &[u8; 2]| CaseAnswer {
            case: String::new(),
            earned: vec![Some(*column), Some(*nodes)],
            numbers: Vec::new(),
            got: String::new(),
            problem: String::new(),
            fault: None,
            cause: None,
            said: String::new(),
            stderr: String::new(),
            wall_us: 0,
            waited_us: 0,
            unexcused_us: 0,
            cpu_us: None,
        };
        Outcome {
            version: crate::engine::outcome::VERSION,
            student: String::new(),
            digest: String::new(),
            language: String::new(),
            notes: Vec::new(),
            refused: String::new(),
            messages: String::new(),
            isolation: String::new(),
            answers: earned.iter().map(answered).collect(),
            mistakes: Vec::new(),
            confidence: String::new(),
            diagnosis: Vec::new(),
            staff: Vec::new(),
        }
    }

    fn graded(earned: &[[u8; 2]], at: Option<&str>) -> (String, String, String) {
        let assignment = comp3608();
        let at = at.map(|at| LocalTime::parse(at, Offset::default()).unwrap());
        let grade = grade(&outcome(earned), at, &assignment, &[]);
        (grade.cases.to_string(), grade.penalty.to_string(), grade.total().to_string())
    }

    #[test]
    fn parts_of_answers_have_their_weights() {
        let of = |earned: &[[u8; 2]]| graded(earned, None).0;
        assert_eq!(of(&[[100, 100]; 30]), "8");
        assert_eq!(of(&[[100, 0]; 30]), "3.2");
        assert_eq!(of(&[[0, 100]; 30]), "4.8");
        assert_eq!(of(&[[100, 100], [0, 0], [0, 0]]), "2.67");
        assert_eq!((of(&[]), of(&[[0, 0]])), ("0".to_owned(), "0".to_owned()));
    }

    #[test]
    fn a_day_late_costs_five_percent_and_three_days_are_the_most() {
        let all = [[100, 100]; 4];
        for (at, penalty, total) in [
            ("2019-04-05T23:59:59", "0", "8"),
            ("2019-04-06T00:00:00", "-0.4", "7.6"),
            ("2019-04-06T23:59:59", "-0.4", "7.6"),
            ("2019-04-07T00:00:00", "-0.8", "7.2"),
            ("2019-04-08T23:59:59", "-1.2", "6.8"),
            ("2019-04-09T00:00:00", "-8", "0"),
        ] {
            let found = graded(&all, Some(at));
            assert_eq!((found.1.as_str(), found.2.as_str()), (penalty, total), "{at}");
        }
        // Nobody falls below nothing.
        assert_eq!(graded(&[[0, 0], [0, 0]], Some("2019-04-08T12:00")).2, "0");
        assert_eq!(graded(&[[100, 0], [0, 0], [0, 0], [0, 0]], Some("2019-04-08T12:00")).2, "0");
    }

    #[test]
    fn what_staff_decide_about_a_student_goes_before_the_rules() {
        let of = |changes: &[Change]| {
            let decide = |&change: &Change| Override {
                student: "a".to_owned(),
                case: None,
                change: Some(change),
                remark: "x".to_owned(),
            };
            let staff: Vec<Override> = changes.iter().map(decide).collect();
            let at = LocalTime::parse("2019-04-06T12:00", Offset::default()).ok();
            let grade = grade(&outcome(&[[100, 100], [0, 0]]), at, &comp3608(), &staff);
            [grade.cases, grade.penalty, grade.total()].map(|points| points.to_string())
        };
        assert_eq!(of(&[]), ["4", "-0.4", "3.6"]);
        assert_eq!(of(&[Change::NotLate]), ["4", "0", "4"]);
        assert_eq!(of(&[Change::Marks(Points::hundredths(650))]), ["6.5", "-0.4", "6.1"]);
        assert_eq!(of(&[Change::Marks(Points::ZERO), Change::NotLate]), ["0", "0", "0"]);
        // Those about a case are in the outcome already.
        assert_eq!(of(&[Change::Percent(100)]), ["4", "-0.4", "3.6"]);
    }

    #[test]
    fn the_tournament_is_never_late_and_ranks_students_only() {
        let assignment = comp3608();
        let rule = assignment.marks.tournament.as_ref().unwrap();
        let ranks = [("House", 1), ("ann", 2), ("ben", 3), ("cleo", 3), ("dan", 5)];
        let ranks = ranks.map(|(name, rank)| (name.to_owned(), rank)).into();
        let marks = tournament_marks(&["ann", "ben", "cleo", "dan", "eve"], &ranks, rule);
        let found: Vec<String> = marks.iter().map(|(name, marks)| format!("{name} {marks}")).collect();
        assert_eq!(found, ["ann 2", "ben 1.4", "cleo 1.4", "dan 0.2", "eve 0"]);
        let mut late = grade(
            &outcome(&[[100, 100]]),
            LocalTime::parse("2019-05-01T00:00", Offset::default()).ok(),
            &assignment,
            &[],
        );
        late.tournament = Some(marks["ann"]);
        assert_eq!(late.total(), Points::hundredths(200));
        assert_eq!(best_total(&assignment), Points::hundredths(1000));
    }

    #[test]
    fn on_a_ladder_everybody_has_marks_of_their_own() {
        let rule = comp3608().marks.ladder.unwrap();
        assert_eq!((rule.game(), rule.best()), ("connect-four", Points::hundredths(200)));
        let rungs = plyground_league::ladder::of("connect-four").unwrap();
        let (low, high) = (rungs[0].rating, rungs[rungs.len() - 1].rating);
        let ratings = |names: &[(&str, f64)]| -> BTreeMap<String, f64> {
            names.iter().map(|&(name, rating)| (name.to_owned(), rating)).collect()
        };
        let all = ratings(&[("ann", high + 50.0), ("ben", low.midpoint(high)), ("cleo", low - 900.0)]);
        let marks = ladder_marks(&["ann", "ben", "cleo", "dan"], &all, &rule);
        let found: Vec<String> = marks.iter().map(|(name, marks)| format!("{name} {marks}")).collect();
        assert_eq!(found, ["ann 2", "ben 1.1", "cleo 0.2", "dan 0"]);
        let alone = ladder_marks(&["ben"], &ratings(&[("ben", low.midpoint(high))]), &rule);
        assert_eq!(alone["ben"], marks["ben"]);
    }
}
