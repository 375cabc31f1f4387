use std::path::PathBuf;

use plyground_courses::engine::case::{Visibility, cases};
use plyground_courses::engine::grade::grade;
use plyground_courses::engine::intake::Mark;
use plyground_courses::engine::outcome::VERSION;
use scraper::{Html, Selector};

use super::*;

const COMP3608: &str = include_str!("../../../embedded/assignments/comp3608/assignment.toml");

/// An assignment of four cases. It needs no more, because its value of a win is not the usual one.
fn small() -> Assignment {
    let text = COMP3608.replace("win = 10000", "win = 10001").replace("public = 14", "public = 1");
    let text = text.replace("hidden = 10", "hidden = 1").replace("after_due = 5", "after_due = 1");
    Assignment::parse(&text.replace("depths = [1, 6]", "depths = [1, 2]")).expect("an assignment")
}

/// A student whose program answered in this way: `r` right, `w` wrong like others, `x` wrong in its own way.
fn marked(student: &str, answers: &str, assignment: &Assignment, cases: &[Case]) -> StudentMarks {
    let answered = |(case, letter): (&Case, char)| {
        let is_right = letter == 'r';
        let earned = if is_right { 100 } else { 0 };
        let own = if letter == 'x' { student } else { "" };
        CaseAnswer {
            case: case.id.clone(),
            earned: vec![Some(100), Some(earned)],
            numbers: vec![Some(0), Some(1)],
            got: format!("column 0, {letter} nodes{own}"),
            problem: if is_right { String::new() } else { "<b>1</b> nodes\u{1b}[2J, expected 2".to_owned() },
            said: "</pre><script>alert(1)</script>\u{0}".to_owned(),
            stderr: "\u{202e}]]>".to_owned(),
            wall_us: 5,
            waited_us: 15,
            unexcused_us: 2_000,
            ..CaseAnswer::default()
        }
    };
    let outcome = Outcome {
        version: VERSION,
        student: student.to_owned(),
        digest: "d".to_owned(),
        language: "python".to_owned(),
        notes: vec!["<i>noted</i>".to_owned()],
        refused: if answers.is_empty() { "no <main>".to_owned() } else { String::new() },
        messages: "error: <iostream>".to_owned(),
        isolation: "bwrap".to_owned(),
        answers: cases.iter().zip(answers.chars()).map(answered).collect(),
        diagnosis: vec!["<u>diagnosis</u>".to_owned()],
        staff: vec!["<u>look</u>".to_owned()],
        ..Outcome::default()
    };
    let label = format!("{student}.py");
    let submission =
        Submission { student: student.to_owned(), label, path: PathBuf::new(), mark: Mark::None };
    let grade = grade(&outcome, None, assignment, &[]);
    StudentMarks { submission, submissions: 1, outcome, grade, staff: Vec::new() }
}

#[test]
fn marks_of_a_tournament_that_is_not_counted_are_said_to_be_pending() {
    let sheet = sheet(&[("ann", "rrrr")]);
    assert_eq!(sheet.pending(), Some(Points::hundredths(200)));
    let page = sheet.student_page(&sheet.students[0]);
    assert!(page.contains("2 of the 10 marks are for the tournament, which has not been counted yet."));
    assert!(page.contains("pending, 2 marks at most"));
    assert!(sheet.overview().contains("2 of them are for the tournament, which has not been counted"));
    let mut counted = sheet.clone();
    counted.students[0].grade.tournament = Some(Points::hundredths(20));
    assert_eq!(counted.pending(), None);
    let page = counted.student_page(&counted.students[0]);
    assert!(!page.contains("has not been counted") && !page.contains("pending"));
    assert!(!counted.overview().contains("has not been counted"));
}

#[test]
fn staff_read_why_there_are_no_questions_for_a_talk() {
    let sheet = sheet(&[("ann", "wwww")]);
    let said = "There are no questions for a talk: ";
    assert!(!sheet.talk(&sheet.students[0]).is_empty() && !sheet.overview().contains(said));
    let mut cases = sheet.cases.to_vec();
    for case in &mut cases {
        case.visibility = Visibility::Hidden;
    }
    assert!(MarkSheet { cases: &cases, ..sheet }.overview().contains(said));
}

/// The marks of students whose programs answered in these ways.
fn sheet(students: &[(&str, &str)]) -> MarkSheet<'static> {
    let assignment: &Assignment = Box::leak(Box::new(small()));
    let cases: &[Case] = cases(assignment, &mut |_, _| {}).expect("cases").leak();
    assert_eq!(cases.len(), 4);
    let students = students.iter().map(|(name, answers)| marked(name, answers, assignment, cases));
    MarkSheet { assignment, cases, students: students.collect() }
}

#[test]
fn text_of_strangers_stays_text() {
    let sheet = sheet(&[("<script>alert(1)</script>", "wwww"), ("=1+1", ""), ("a\"&b", "rrrr")]);
    for page in
        [sheet.overview(), sheet.student_page(&sheet.students[0]), sheet.student_page(&sheet.students[1])]
    {
        let document = Html::parse_document(&page);
        let all = |selector| document.select(&Selector::parse(selector).expect("a selector")).count();
        assert_eq!((all("script"), all("i"), all("u"), all("b")), (0, 0, 0, 0));
        assert!(!page.contains(['\u{1b}', '\u{0}', '\u{202e}']));
        assert!(document.errors.is_empty(), "{:?}", document.errors);
    }
    let csv = sheet.csv();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.contains("\n'=1+1,'=1+1.py,1,"), "{csv}");
    let row = "\n\"a\"\"&b\",\"a\"\"&b.py\",1,,python,4,4,8,,0,,8,,,,<u>look</u>,\n";
    assert!(csv.contains(row), "{csv}");
    let junit = sheet.junit();
    for part in [
        "<testsuites name=\"COMP3608: Playing Connect 4\" tests=\"12\" failures=\"8\">",
        "<testcase classname=\"a&quot;&amp;b\" name=\"public-01\"/>",
        "<failure message=\"&lt;b&gt;1&lt;/b&gt; nodes\\u{1b}[2J, expected 2\"/>",
        "name=\"hidden-01\"><failure message=\"no &lt;main&gt;\"/>",
    ] {
        assert!(junit.contains(part), "{part}: {junit}");
    }
    assert!(junit.chars().all(|c| c == '\n' || !c.is_control()));
}

/// What is only possible is no fact, and what staff should look at is on their page alone.
#[test]
fn unsure_diagnoses_are_shown_as_likely_or_possible() {
    let mut sheet = sheet(&[("ann", "wwww"), ("ben", "wwww"), ("cleo", "wwww")]);
    let confidences = ["practically certain", "likely", "possible"];
    for (marked, confidence) in sheet.students.iter_mut().zip(confidences) {
        marked.outcome.mistakes = vec!["child-index".to_owned(), "exactly-four".to_owned()];
        marked.outcome.confidence = confidence.to_owned();
    }
    let page = sheet.overview();
    for words in [
        "<td>child-index, exactly-four</td>",
        "<td>likely: child-index, exactly-four</td>",
        "<td>possible: child-index, exactly-four</td>",
        "child-index (likely)",
        "child-index (possible)",
        "To be looked at",
        "&lt;u&gt;look",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let csv = sheet.csv();
    for (student, confidence) in [("ann", "practically certain"), ("cleo", "possible")] {
        let known = format!("0,4,3.2,,0,,3.2,child-index exactly-four,{confidence},");
        assert!(csv.contains(&format!("\n{student},{student}.py,1,,python,{known}")), "{csv}");
    }
    for marked in &sheet.students {
        assert!(!sheet.student_page(marked).contains("look&lt;"), "not for students");
        assert!(!sheet.gradescope(marked).to_string().contains("<u>look"), "not for students");
    }
}

#[test]
fn pages_of_students_do_not_tell_of_hidden_cases() {
    let sheet = sheet(&[("ann", "wwww")]);
    let page = sheet.student_page(&sheet.students[0]);
    let hidden =
        sheet.cases.iter().find(|case| case.visibility == Visibility::Hidden).expect("a hidden case");
    assert!(!page.contains(&hidden.id) && !page.contains(&hidden.question()));
    assert!(page.contains("Hidden cases: 0 of 1 wholly right."));
    let shown = Html::parse_document(&page);
    let boards = shown.select(&Selector::parse("svg.board").expect("a selector")).count();
    assert_eq!(boards, 3);
    let results = sheet.gradescope(&sheet.students[0]);
    assert_eq!(results["score"], 3.2);
    let test = &results["tests"][0];
    assert_eq!((&test["score"], &test["max_score"]), (&0.8.into(), &2.0.into()));
    assert_eq!(test["status"], "failed");
    let words: Vec<_> = (0..4).map(|at| results["tests"][at]["visibility"].clone()).collect();
    assert_eq!(words, ["visible", "visible", "hidden", "after_due_date"]);
}

#[test]
fn what_cases_are_worth_adds_up_to_their_marks() {
    // 8 marks for the three cases that were answered: 2.6667 each would be 8.0001.
    for answers in ["rrr", "rrw", "wrw", "www"] {
        let mut sheet = sheet(&[("ann", answers)]);
        for answered in &mut sheet.students[0].outcome.answers {
            // Wrong in both parts.
            if !answered.is_right() {
                answered.earned = vec![Some(0), Some(0)];
            }
        }
        let ann = &mut sheet.students[0];
        ann.grade = grade(&ann.outcome, None, sheet.assignment, &[]);
        let results = sheet.gradescope(&sheet.students[0]);
        let tests = results["tests"].as_array().expect("tests");
        let all = |name: &str| -> Vec<f64> {
            tests.iter().map(|test| test[name].as_f64().expect("a number")).collect()
        };
        let most = all("max_score");
        assert_eq!(most, [2.6667, 2.6666, 2.6667]);
        let earned = |(letter, most): (char, &f64)| if letter == 'r' { *most } else { 0.0 };
        let earned: Vec<f64> = answers.chars().zip(&most).map(earned).collect();
        assert_eq!(all("score"), earned);
        let sum: f64 = earned.iter().sum();
        assert!((results["score"].as_f64().expect("a number") - sum).abs() < 1e-9, "{results}");
        let share = sheet.prairielearn(&sheet.students[0])["score"].as_f64().expect("a number");
        assert!((share - sum / 8.0).abs() < 1e-9, "{share}");
        // Nothing is left over, and nothing is missing, where being late costs everything.
        let mut late = sheet.clone();
        late.students[0].grade.penalty = Points::hundredths(-late.students[0].grade.cases.in_hundredths());
        assert_eq!(late.gradescope(&late.students[0])["score"], 0.0);
        // In whole points, too: they add up to those of all, which are the marks for cases, whatever being late costs.
        let results = late.classroom50(&late.students[0]);
        assert_eq!(results["score"], sheet.students[0].grade.cases.in_hundredths(), "{results}");
        let tests = results["tests"].as_array().expect("tests");
        for test in tests {
            let expected = if test["passed"] == true { test["max-score"].clone() } else { 0.into() };
            assert_eq!(test["score"], expected, "{results}");
        }
        for (name, whole) in [("score", &results["score"]), ("max-score", &800.into())] {
            let sum: u64 = tests.iter().filter_map(|test| test[name].as_u64()).sum();
            assert_eq!((&sum.into(), whole), (whole, &results[name]), "{results}");
        }
    }
}

#[test]
fn programs_alike_share_wrong_answers() {
    let students =
        [("a", "wwww"), ("b", "rrrr"), ("c", "wwww"), ("d", "xxxx"), ("e", "rwww"), ("f", "rrrr"), ("g", "")];
    let sheet = sheet(&students);
    let pairs: Vec<_> =
        sheet.alike().into_iter().map(|pair| (pair.same_wrong, pair.wrong, pair.students)).collect();
    // Right answers are alike anyway, and own mistakes are nobody else's.
    assert_eq!(pairs, [(4, [4, 4], [0, 2]), (3, [4, 3], [0, 4]), (3, [4, 3], [2, 4])]);
    let csv = sheet.behaviour_csv();
    assert!(csv.contains("\na,c,4,4,4,4,\na,e,3,4,3,3,\n"), "{csv}");
    assert!(sheet.overview().contains("Programs alike"));
}

#[test]
fn a_log_has_every_case_and_how_much_of_a_processor_the_program_had() {
    let sheet = sheet(&[("ann", "rwrw")]);
    let log = sheet.log(&sheet.students[0]);
    assert!(log.starts_with("student: ann\nsubmission: ann.py\ndigest: d\n"), "{log}");
    for case in sheet.cases {
        assert!(log.contains(&format!("\n== {}\nquestion: {}\n", case.id, case.question())), "{log}");
    }
    let time = "\ntime: 0.0 ms, 25 % of a processor, 2.0 ms of waiting for a processor count: processes of its own \
                that nobody saw may have had it\noutput:\n| </pre><script>";
    assert!(log.contains(time), "{log}");
    assert!(!log.contains("\nlate: "), "{log}");
    let mut late = sheet.clone();
    let spent =
        serde_json::json!({ "wall_us": 9_000, "corrected_us": 9_000, "timeout": { "allowed_us": 8_000 } });
    late.students[0].outcome.answers[0].late = serde_json::from_value(spent).expect("times");
    let words = "\nlate: allowed 8 ms, used 9 ms, kept waiting by the machine for 0 ms more\n";
    assert!(late.log(&late.students[0]).contains(words));
    // Nothing of a program's is taken for a line of the log, or for a command to a terminal.
    assert!(!log.contains(['\u{1b}', '\u{0}', '\u{202e}']), "{log}");
    // Nor where other systems show it.
    let ann = &sheet.students[0];
    for (results, has_errors) in
        [(sheet.gradescope(ann), true), (sheet.prairielearn(ann), true), (sheet.classroom50(ann), false)]
    {
        let text = results.to_string();
        assert!(!text.contains("\\u001b") && !text.contains('\u{202e}'), "{text}");
        assert_eq!(text.contains("\\\\u{202e}]]>"), has_errors, "{text}");
    }
    assert!(!sheet.json_lines().contains('\u{202e}'));
}

#[test]
fn times_are_in_a_separate_file() {
    let sheet = sheet(&[("ann", "rwrw")]);
    assert_eq!(sheet.times_csv().lines().nth(1), Some("ann,public-01,5,15,,2000"));
    let mut later = sheet.clone();
    later.students[0].outcome.answers.iter_mut().for_each(|answered| answered.wall_us = 999);
    assert_ne!(later.times_csv(), sheet.times_csv());
    let untimed = |of: &MarkSheet<'_>| [of.csv(), of.json_lines(), of.junit(), of.overview()];
    assert_eq!(untimed(&later), untimed(&sheet));
    let line: serde_json::Value = serde_json::from_str(&sheet.json_lines()).expect("a document");
    let earned = &line["answers"][1]["earned"];
    assert_eq!((&line["total"], earned), (&5.6.into(), &serde_json::json!([100, 0])));
}

#[test]
fn names_are_parts_of_addresses() {
    assert_eq!(address("a b/ä%.py"), "a%20b%2F%C3%A4%25.py");
}
