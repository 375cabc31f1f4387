//! From outcomes to marks.

use std::collections::BTreeMap;

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::grade::{best_total, grade, ladder_marks, tournament_marks};
use plyground_courses::engine::local_time::{LocalTime, Zone};
use plyground_courses::engine::outcome::Outcome;
use plyground_courses::engine::overrides::{Change, Override};
use plyground_league::standings::Points;

use super::{COMP3608, answered, outcome, parsed};

fn comp3608() -> Assignment {
    let text = COMP3608.replace("percent_a_day = 5", "percent_a_day = 5\ndue = \"2019-04-05T23:59\"");
    parsed(&text)
}

fn tried(earned: &[[u8; 2]]) -> Outcome {
    outcome(earned.iter().map(|earned| answered("", &earned.map(Some), "")))
}

fn graded(earned: &[[u8; 2]], at: Option<&str>) -> (String, String, String) {
    let assignment = comp3608();
    let at = at.map(|at| LocalTime::parse(at, &Zone::default()).expect("a time"));
    let grade = grade(&tried(earned), at, &assignment, &[]);
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
        let decide = |&change: &Change| {
            let [student, remark] = ["a", "x"].map(str::to_owned);
            Override { student, case: None, change: Some(change), remark }
        };
        let staff: Vec<Override> = changes.iter().map(decide).collect();
        let at = LocalTime::parse("2019-04-06T12:00", &Zone::default()).ok();
        let grade = grade(&tried(&[[100, 100], [0, 0]]), at, &comp3608(), &staff);
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
    let at = LocalTime::parse("2019-05-01T00:00", &Zone::default()).ok();
    let mut late = grade(&tried(&[[100, 100]]), at, &assignment, &[]);
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
