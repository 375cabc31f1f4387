//! `plyground-lab measure` as people run it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::interrupt::interrupted;
use crate::{LAB, is_long, lab, needs};

/// Whether a program of the assignments lies next to ours, as it does where the workspace is built.
fn is_there(program: &str) -> bool {
    Path::new(LAB).with_file_name(program).to_str().is_some_and(needs::program)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn at_the_same_time_on_random_boards_every_move_is_legal() {
    if !is_there("breakthrough") {
        return;
    }
    let words = "measure cold breakthrough --boards 12 --unbalanced --jobs 4 --json";
    let ran = lab(words).output().expect("a run");
    let found: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((&found["boards"], &found["wrong"]), (&12.into(), &serde_json::json!([])), "{found}");
    let most = if is_long() { 3000.0 } else { f64::MAX };
    assert!(found["maximum_milliseconds"].as_f64().is_some_and(|ms| ms > 0.0 && ms < most), "{found}");
}

#[test]
fn an_interrupted_measurement_reports_its_result_and_can_be_continued() {
    if !is_there("breakthrough") {
        return;
    }
    let mut from = 0;
    for _ in 0..2 {
        let words = format!("measure cold breakthrough --unbalanced --json --boards 1000000 --from {from}");
        let ran = interrupted(lab(&words).stdout(Stdio::piped()), Duration::from_secs(1));
        assert_eq!(ran.status.code(), Some(130), "{}", text(&ran.stderr));
        let found: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        from += found["boards"].as_u64().expect("a number");
        assert!(from > 0, "some have been begun");
        let goes_on =
            format!("interrupted at board {from} of 1000000; the same command with --from {from} goes on");
        assert!(text(&ran.stderr).contains(&goes_on), "{}", text(&ran.stderr));
    }
}

/// Without a word on children that end, no program could be waited for.
#[test]
fn starts_are_measured_where_ends_of_children_are_ignored() {
    let line = format!("trap '' CHLD; {LAB} measure starts --runs 2");
    let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
