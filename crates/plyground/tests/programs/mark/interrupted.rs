//! Runs that end early, and go on; programs that would hold one up.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::class::{Class, assignment, right, source};
use crate::interrupt::{endless, until};
use crate::run::{has, interrupted_at};

/// An assignment of games, with programs that are late.
fn games(late_in_a_row: &str, time: &str) -> Class {
    Class::with(
        &assignment("max-connect-four")
            .replace("late_in_a_row = 3", &format!("late_in_a_row = {late_in_a_row}"))
            .replace("time_ms = 20000", &format!("time_ms = {time}"))
            .replace("public = 8", "public = 1")
            .replace("hidden = 8", "hidden = 0")
            .replace("\"minimax:depth=2\"", "\"first\""),
    )
}

#[test]
#[ignore = "long: programs that are late"]
fn programs_that_are_late_are_not_asked_for_ever() {
    let class = games("2", "500");
    class.file("subs/ann.sh", "sleep 60\n");
    // Late now and then, when few pieces are on the board, and otherwise out of order.
    let now_and_then =
        "n=$(tr -cd 0 < \"$2\" | wc -c)\n[ $n -gt 36 ] && [ $((n % 4)) -gt 1 ] && sleep 60\nexit 1\n";
    class.file("subs/ben.sh", now_and_then);
    // An answer is there at once, but the program does not end.
    class.file("subs/cleo.sh", "sed '0,/0/s/0/X/' \"$2\" > \"$3\"\nsleep 60\n");
    let marks = class.mark("out", "");
    assert_eq!(marks["ann"]["total"], "0");
    let problems = |student: &str| -> Vec<String> {
        let text = class.text("out/marks.jsonl");
        let line = text.lines().find(|line| line.contains(&format!("\"student\":\"{student}\"")));
        let line: Value = serde_json::from_str(line.expect("a line")).expect("JSON");
        let answers = line["answers"].as_array().expect("answers").iter();
        answers.map(|answer| answer["problem"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let is_not_asked = |problem: &String| problem == "not asked: the 2 answers before were late";
    let all = problems("ann");
    assert!(all[..2].iter().all(|problem| problem.starts_with("late: killed after 500 ms; ")), "{all:?}");
    assert_eq!(all.len(), 6);
    assert!(all[2..].iter().all(is_not_asked), "{all:?}");
    let slow = problems("cleo");
    assert!(slow[2..].iter().all(is_not_asked), "{slow:?}");
    let played = problems("ben");
    assert!(played.iter().any(|problem| problem.contains("the first: killed after 500 ms; ")), "{played:?}");
    for student in ["ann", "ben"] {
        has(&class.text(&format!("out/logs/{student}.txt")), &["\nlate: allowed 500 ms, used "]);
    }
    // The students' pages have these figures too. All else that is written is the same when it is marked again.
    class.mark("again", "");
    let but_clocks = |out: &str| {
        let mut reports = class.reports(out);
        for student in ["ann", "ben", "cleo"] {
            let page = Path::new("students").join(format!("{student}.html"));
            let page = reports.get_mut(&page).expect("a page");
            let text = String::from_utf8(page.clone()).expect("text");
            let mut parts = text.split("<dt>its clock</dt><dd>allowed 500 ms, used ");
            let first = parts.next().unwrap_or_default().to_owned();
            let rest: Vec<&str> = parts.map(|part| part.split_once("</dd>").expect("an end").1).collect();
            assert!(!rest.is_empty(), "{student}: {text}");
            *page = (first + &rest.concat()).into_bytes();
        }
        reports
    };
    assert!(but_clocks("out") == but_clocks("again"));
}

#[test]
fn an_interrupted_run_does_not_wait_for_the_end_of_a_game() {
    let class = games("1000", "3600000");
    // It answers boards, wrongly, and waits at the first turn of a game.
    let waits = endless();
    let program = format!("n=$(tr -cd 0 < \"$2\" | wc -c)\n[ $n -gt 36 ] && exec {waits}\nexit 1\n");
    class.file("subs/ann.sh", &program);
    let err = interrupted_at(&waits, &mut class.command("work subs --out out")).refused(130);
    assert!(err.starts_with("isolation of programs: "), "{err}");
    assert!(err.contains("interrupted; every finished submission is kept"), "{err}");
}

#[test]
fn a_killed_run_can_be_continued_and_loses_nothing() {
    let class = Class::small();
    for number in 0..8 {
        let text = if number % 2 == 0 { right() } else { source("comp3608/right_to_left.py") };
        class.file(&format!("subs/s{number}.py"), &format!("import time\ntime.sleep(0.05)\n{text}"));
    }
    let whole = class.mark("whole", " --jobs 2");
    let outcomes =
        || fs::read_to_string(class.path("out/outcomes.jsonl")).map_or(0, |text| text.lines().count());
    let mut kills = 0;
    for most in [1, 3] {
        let mut command = class.command("work subs --out out --jobs 2");
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        until("outcomes are kept", || outcomes() > most);
        kills += usize::from(child.try_wait().expect("a child").is_none());
        child.kill().expect("a signal");
        child.wait().expect("an end");
        assert!(!class.path("out/marks.csv").exists(), "no marks before all is done");
    }
    assert_eq!(kills, 2);
    let before = outcomes();
    assert!((2..9).contains(&before), "{before}");
    assert_eq!(class.mark("out", " --jobs 2"), whole);
    assert!(class.reports("out") == class.reports("whole"));
    assert_eq!(outcomes(), 9, "a header, and every submission once");
    // A new submission alone is tried; one that has changed is another one.
    class.file("subs/s8.py", &right());
    class.file("subs/s1.py", &right());
    let marks = class.mark("out", "");
    assert_eq!((marks.len(), marks["s1"]["total"].as_str(), outcomes()), (9, "8", 11));
}
