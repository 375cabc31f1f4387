//! Decisions of staff.

use plyground_courses::engine::overrides::{Override, apply, parse};
use plyground_league::standings::Points;

use super::{answered, outcome};

const CASES: [&str; 2] = ["public-01", "hidden-01"];

fn read(text: &str) -> Result<Vec<Override>, String> {
    parse(text, &CASES, Points::hundredths(800)).map_err(|error| error.to_string())
}

#[test]
fn decisions_and_remarks_are_read() {
    let text = r#"
        [[override]]
        student = "ann"
        case = "hidden-01"
        percent = 50
        remark = " the board was ambiguous "
        [[override]]
        student = "ann"
        marks = 7.25
        remark = "appeal"
        [[override]]
        student = "ann"
        not_late = true
        remark = "was ill"
        [[override]]
        student = "ben"
        remark = "well done"
    "#;
    let words: Vec<String> = read(text).unwrap().iter().map(Override::words).collect();
    let expected = [
        "set to 50 %: the board was ambiguous",
        "marks for the cases set to 7.25: appeal",
        "being late costs nothing: was ill",
        "well done",
    ];
    assert_eq!(words, expected);
    assert_eq!(read(""), Ok(Vec::new()));
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let rows = r#"
        case = "hidden-02"\nremark = "x" | line 3, column 8: case: found 'hidden-02'; expected a case of plyground mark --list
        case = "hidden-01"\npercent = 101\nremark = "x" | line 4, column 11: percent: found 101; expected 0
        case = "hidden-01"\npercent = -1\nremark = "x" | line 4, column 11: percent: found -1; expected 0
        percent = 1\nremark = "x" | line 3, column 11: percent: expected only with a case
        case = "hidden-01"\nmarks = 1.0\nremark = "x" | line 4, column 9: marks: expected only without
        marks = 8.01\nremark = "x" | line 3, column 9: marks: expected 0 to 8
        marks = nan\nremark = "x" | line 3, column 9: marks: expected 0 to 8
        marks = 1.0\nnot_late = true\nremark = "x" | line 1, column 1: found several of percent
        case = "hidden-01"\nnot_late = true\nremark = "x" | line 1, column 1: not_late: expected only
        remark = " " | line 3, column 10: remark: expected why
        mark = 1.0\nremark = "x" | line 3, column 1: unknown key 'mark'; did you mean marks?
    "#;
    for row in rows.trim().lines() {
        let (rest, expected) = row.trim().split_once(" | ").expect("keys, and how the error begins");
        let rest = rest.replace("\\n", "\n");
        let error = read(&format!("[[override]]\nstudent = \"ann\"\n{rest}")).unwrap_err();
        assert!(error.starts_with(expected), "{rest}: {error}");
    }
    let twice = "[[override]]\nstudent = \"a\"\nmarks = 1.0\nremark = \"x\"\n".repeat(2);
    assert!(read(&twice).unwrap_err().starts_with("line 5, column 1: the same was decided above"));
}

#[test]
fn a_case_earns_what_was_decided_and_nothing_else_changes() {
    let answers = [("public-01", [Some(100), Some(0)]), ("hidden-01", [None, Some(0)])];
    let mut outcome = outcome(answers.map(|(case, earned)| answered(case, &earned, "")));
    let text = "[[override]]\nstudent = \"ann\"\ncase = \"hidden-01\"\npercent = 50\nremark = \"x\"\n";
    let overrides = read(text).unwrap();
    assert_eq!(apply(&overrides, &mut outcome), Vec::<&Override>::new());
    let earned: Vec<_> = outcome.answers.iter().map(|answered| answered.earned.clone()).collect();
    assert_eq!(earned, [vec![Some(100), Some(0)], vec![None, Some(50)]]);
    outcome.answers.clear();
    assert_eq!(apply(&overrides, &mut outcome).len(), 1);
}
