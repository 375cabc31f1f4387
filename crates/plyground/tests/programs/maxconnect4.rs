//! `maxconnect4` as a process: files, and a human at the keyboard.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use plyground_core::games::max_connect_four::{Standard, notation};
use plyground_core::rng::Rng;
use plyground_core::{Notation, Player, Position};

use crate::interrupt::interrupt;
use crate::run::{Ran, with_input};

fn run(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_maxconnect4"));
    with_input(command.args(args).current_dir(folder), input.as_bytes())
}

/// What it says on its streams; it ends well.
fn said(folder: &Path, args: &[&str], input: &str) -> (String, String) {
    let Ran { status, out, err } = run(folder, args, input);
    assert_eq!(status, Some(0), "{err}");
    (out, err)
}

fn state(folder: &Path, name: &str) -> Standard {
    let text = fs::read_to_string(folder.join(name)).expect("a readable file");
    notation::StateFile.parse(&text).expect("a state file")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn input_and_output_may_be_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game"), "0000000\n".repeat(6) + "2\n").unwrap();
    for pieces in 1..=3 {
        said(folder.path(), &["one-move", "game", "game", "1"], "");
        assert_eq!(state(folder.path(), "game").plies_left(), 42 - pieces);
    }
    assert_eq!(state(folder.path(), "game").turn(), Player::First);
    assert_eq!(names(folder.path()), ["game"]);
}

#[test]
fn a_human_plays_the_computer_to_the_end() {
    // Random answers, full columns and worse among them, and more than the game needs.
    let folder = tempfile::tempdir().unwrap();
    let mut rng = Rng::new(3);
    let answers: Vec<String> = (0..400).map(|_| rng.below(9).to_string()).collect();
    let input = answers.join("\n");
    let (out, err) = said(folder.path(), &["interactive", "none", "human-next", "2"], &input);
    assert!(err.starts_with("maxconnect4: none: no such file; starting on an empty board, red to move\n"));
    assert_eq!(err.matches("moves explored").count(), 21);
    assert_eq!(out.matches("Score: ").count(), 43);
    assert_eq!(out.matches("Move: green, column ").count(), 21);
    let full = out.matches(" is full; the open columns are ").count();
    let unknown = out.matches(" is not a column; enter a number from 1 to 7.\n").count();
    assert!(full > 0 && unknown > 0, "the answers must include wrong ones");
    assert_eq!(out.matches("red, your column (1-7): ").count(), 21 + full + unknown);
    assert!(out.lines().next_back().is_some_and(|line| line.starts_with("Result: ")), "{out}");
    let (computer, human) = (state(folder.path(), "computer.txt"), state(folder.path(), "human.txt"));
    assert_eq!((computer.plies_left(), human.plies_left()), (0, 1));
    assert_eq!((computer.turn(), human.turn()), (Player::First, Player::Second));
    assert_eq!(names(folder.path()), ["computer.txt", "human.txt"]);
}

#[test]
fn the_computer_plays_the_side_to_move_when_it_is_next() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("start"), "0000000\n".repeat(6) + "2\n").unwrap();
    let (out, err) = said(folder.path(), &["interactive", "start", "computer-next", "3"], "");
    assert_eq!(out.matches("Score: ").count(), 2);
    assert!(out.contains("\nMove: green, column "), "{out}");
    assert!(out.ends_with("red, your column (1-7): \n"), "{out}");
    assert!(err.ends_with("end of input; the game is in computer.txt\n"), "{err}");
    let saved = state(folder.path(), "computer.txt");
    assert_eq!((saved.plies_left(), saved.turn()), (41, Player::First));
    assert_eq!(names(folder.path()), ["computer.txt", "start"]);
}

#[test]
fn answers_that_are_no_columns_are_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let start = "1000000\n2000000\n".repeat(3) + "1\n";
    fs::write(folder.path().join("start"), start).unwrap();
    let endless = "7".repeat(1_000_000);
    let input = format!("0\n8\n\n-1\nfour\n1\n2 3\n\x1b[2J\0\n{endless}\n 5 \r\n");
    let (out, _) = said(folder.path(), &["interactive", "start", "human-next", "1"], &input);
    let cut_short = format!("'{}...'", "7".repeat(40));
    for answer in ["'0'", "'8'", "''", "'-1'", "'four'", "'2 3'", &cut_short] {
        let message = format!(": \n{answer} is not a column; enter a number from 1 to 7.\n");
        assert_eq!(out.matches(&message).count(), 1, "{answer}: {out}");
    }
    assert!(!out.contains(['\x1b', '\0', '\r']), "{out:?}");
    assert!(out.contains(": \nColumn 1 is full; the open columns are 2, 3, 4, 5, 6, 7.\n"), "{out}");
    let human = fs::read_to_string(folder.path().join("human.txt")).unwrap();
    assert!(human.ends_with("\n2000100\n2\n"), "{human}");
}

#[test]
fn a_last_answer_without_line_end_counts_and_nothing_is_saved_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["interactive", "none", "human-next", "1"];
    let (_, err) = said(folder.path(), &words, "");
    assert!(err.ends_with("end of input; nothing was played\n"), "{err}");
    assert!(names(folder.path()).is_empty());
    run(folder.path(), &words, "4");
    assert_eq!(names(folder.path()), ["computer.txt", "human.txt"]);
}

#[test]
fn a_position_that_cannot_be_saved_ends_the_game_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("human.txt")).unwrap();
    let Ran { status, out, err } = run(folder.path(), &["interactive", "none", "human-next", "1"], "4\n4\n");
    assert_eq!((status, out.matches("Score: ").count()), (Some(2), 1), "{err}");
    let last = err.lines().next_back().unwrap();
    assert!(last.starts_with("maxconnect4: human.txt: "), "{err}");
    assert!(last.ends_with("; expected a file name in a writable folder"), "{err}");
    assert_eq!(names(folder.path()), ["human.txt"]);
}

#[test]
fn the_question_is_seen_before_the_answer_is_awaited_and_control_c_loses_nothing() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().unwrap();
    // A script's background job ignores Ctrl-C and so would all that it starts: `env` mends that.
    let mut child = Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_maxconnect4")])
        .args(["interactive", "none", "human-next", "1"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // Would wait for ever for a colon that is still in a buffer.
    let mut up_to_two_colons = |expected: &str| {
        let mut seen = Vec::new();
        out.read_until(b':', &mut seen).unwrap();
        out.read_until(b':', &mut seen).unwrap();
        assert!(seen.ends_with(expected.as_bytes()), "{}", String::from_utf8_lossy(&seen));
    };
    up_to_two_colons("\nred, your column (1-7):");
    child.stdin.as_mut().unwrap().write_all(b"4\n").unwrap();
    up_to_two_colons("\nMove:");
    up_to_two_colons("\nred, your column (1-7):");
    interrupt(&child);
    // A shell reports this as 130.
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    // By the time of the question both moves were saved.
    assert_eq!(names(folder.path()), ["computer.txt", "human.txt"]);
    let plies_left = ["computer.txt", "human.txt"].map(|name| state(folder.path(), name).plies_left());
    assert_eq!(plies_left, [40, 41]);
}
