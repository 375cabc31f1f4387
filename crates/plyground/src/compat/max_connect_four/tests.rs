//! The program driven in memory; whole games between processes are in the crate's own tests.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use plyground_core::games::max_connect_four::Quadruples;
use plyground_core::rng::Rng;
use plyground_core::search::textbook;
use plyground_core::{Counts, Notation};

use super::*;
use crate::exit::{Exit, Ran, in_memory};

fn run_with(args: &[&str], input: &str) -> Ran {
    in_memory(input.as_bytes(), |streams| run(args.iter().map(OsString::from).collect(), streams))
}

const USAGE: &str = "usage: maxconnect4 interactive INPUT computer-next|human-next DEPTH\n\
                     usage: maxconnect4 one-move INPUT OUTPUT DEPTH";

const SAMPLE: &str = "0000000\n0000000\n0200000\n0100002\n0200111\n1100222\n1\n";

/// Runs one-move mode on this text; the second value is what OUTPUT holds afterwards.
fn one_move_on(text: &str, depth: &str) -> (Ran, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    fs::write(path("input.txt"), text).unwrap();
    let ran = run_with(&["one-move", &path("input.txt"), &path("output.txt"), depth], "");
    (ran, fs::read_to_string(path("output.txt")).ok())
}

/// The text without the folder of the test in front of the file names.
fn without_folder(message: &str) -> String {
    let line = |line: &str| line.rsplit_once('/').map_or(line, |(_, rest)| rest).to_owned();
    message.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_wrong_argument_has_its_own_message() {
    let refused = |args: &[&str], message: &str| {
        assert_eq!(run_with(args, "").refused(), format!("{message}\n{USAGE}"), "{args:?}");
    };
    refused(&[], "MODE: missing; expected interactive or one-move");
    refused(&["both"], "MODE: found 'both'; expected interactive or one-move");
    let three = "interactive: 2 arguments after it; expected 3: INPUT, computer-next or human-next, DEPTH";
    refused(&["interactive", "in", "4"], three);
    let three = "one-move: 4 arguments after it; expected 3: INPUT, OUTPUT, DEPTH";
    refused(&["one-move", "in", "out", "4", "5"], three);
    let next = "NEXT: found 'next'; expected computer-next or human-next";
    let depth = "DEPTH: found 'deep'; expected a whole number of plies, such as 6";
    refused(&["interactive", "in", "next", "4"], next);
    refused(&["interactive", "in", "human-next", "deep"], depth);
    refused(&["interactive", "in", "next", "deep"], &format!("{next}\n{depth}"));
    for zero in ["0", "000"] {
        refused(&["one-move", "in", "out", zero], "DEPTH: found 0; expected at least 1 ply");
    }
    for none in ["", "-1", "+1", "1.5", "0x2", "4 "] {
        refused(&["one-move", "in", "out", none], &depth.replace("deep", none));
    }
}

#[test]
fn the_side_that_the_file_names_moves_even_if_the_pieces_disagree() {
    let (ran, saved) = one_move_on(&format!("{}0002222\n2\n", "0000000\n".repeat(5)), "2");
    assert!(ran.done().contains("\nScore: red 0, green 1\nMove: green, column "));
    let saved = StateFile.parse(&saved.expect("a written file")).unwrap();
    assert_eq!((saved.board().stones(Player::First), saved.turn()), (0, Player::First));
}

#[test]
fn a_full_board_is_written_unchanged_with_its_result() {
    let row = |pair: &str| format!("{}{}\n", pair.repeat(3), &pair[..1]);
    let draw = [row("12"), row("12"), row("21"), row("21"), row("12"), row("12")].concat();
    for (rows, result) in [
        (draw, "Score: red 0, green 0\nResult: draw, 0 to 0\n"),
        ("1111111\n".repeat(6), "Score: red 69, green 0\nResult: red wins 69 to 0\n"),
        ("2222222\n".repeat(6), "Score: red 0, green 69\nResult: green wins 69 to 0\n"),
    ] {
        let text = format!("{rows}2");
        let (ran, saved) = one_move_on(&text, "4");
        assert_eq!(ran.err, "");
        let out = ran.done();
        assert!(out.ends_with(result), "{out}");
        assert_eq!(out.lines().filter(|line| line.starts_with("Score")).count(), 1);
        assert_eq!(saved, Some(format!("{text}\n")));
    }
}

#[test]
fn searching_beyond_the_end_of_the_game_is_searching_to_its_end() {
    let row = "1212120\n";
    let text = format!("{}{}2\n", row.repeat(3), "2121212\n".repeat(3));
    let (to_the_end, saved) = one_move_on(&text, "3");
    let to_the_end = to_the_end.done();
    for depth in ["4", "4294967295", "99999999999999999999"] {
        let (beyond, saved_beyond) = one_move_on(&text, depth);
        assert_eq!((&saved, &to_the_end), (&saved_beyond, &beyond.done()), "{depth}");
    }
    assert!(one_move_on(&text, "42").0.err.starts_with("maxconnect4: depth 3, moves explored 3, "));
}

#[test]
fn the_column_chosen_is_the_first_of_the_best() {
    let mut rng = Rng::new(1758);
    for _ in 0..20 {
        let plies = rng.below(41);
        let position = rng.play(Standard::EMPTY, plies, 0);
        let me = position.turn();
        let (found, _) = choose(&position, 3).expect("the board is not full");
        let Ok(choice) = textbook::minimax(&position, 3, &Quadruples, me, &mut plyground_core::Silent);
        assert_eq!(Some(found), choice.best);
        // Deep enough that positions are remembered.
        let (deep, about) = choose(&position, 6).expect("the board is not full");
        let mut counts = Counts::default();
        let Ok(choice) = textbook::alpha_beta(&position, 6, &Quadruples, me, CutRule::AtEqual, &mut counts);
        assert_eq!(Some(deep), choice.best);
        assert!(about.contains(&format!(", moves explored {}, ", counts.generated())), "{about}");
    }
}

#[test]
fn malformed_files_are_refused_and_nothing_is_written() {
    let row = "0000000\n";
    for (text, message) in [
        (row.repeat(6), "line 7: missing; expected the side to move, 1 or 2, after the rows"),
        (
            format!("000000\n00x0000\n{}1\n", row.repeat(4)),
            "line 1: 6 characters; expected 7\n\
             input.txt: line 2, column 3: found 'x'; expected 0 (empty), 1 (red) or 2 (green)",
        ),
        ("0".repeat(5000), "longer than 4096 bytes; expected a readable state file"),
    ] {
        let (ran, saved) = one_move_on(&text, "2");
        assert_eq!(saved, None);
        assert_eq!(without_folder(&ran.refused()), format!("input.txt: {message}"));
    }
    // Whatever is edited, there is OUTPUT exactly if a move was made.
    let mut rng = Rng::new(4);
    for _ in 0..60 {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        let at = rng.below(text.len());
        text[at] = rng.pick("0127 \n\r\u{1b}\u{e9}".chars()).expect("a character");
        let (ran, saved) = one_move_on(&text.iter().collect::<String>(), "1");
        assert_eq!(ran.exit == Exit::Done, saved.is_some(), "{text:?}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).into_os_string().into_string().unwrap();
    fs::write(path("input"), SAMPLE).unwrap();
    fs::write(path("bytes"), b"\xff").unwrap();
    let refused = |input: &str, output: &str| {
        let message = run_with(&["one-move", &path(input), &path(output), "2"], "").refused();
        without_folder(&message)
    };
    assert_eq!(refused("none", "output"), "none: no such file; expected a state file");
    for (input, output, begin, end) in [
        ("bytes", "output", "bytes: not UTF-8 text; ", "; expected a readable state file"),
        (".", "output", "", "; expected a readable state file"),
        ("input", "missing/output", "output: ", "; expected a file name in a writable folder"),
    ] {
        let message = refused(input, output);
        assert!(message.starts_with(begin) && message.ends_with(end), "{message}");
    }
    assert!(!Path::new(&path("output")).exists());
    let message = run_with(&["one-move", &path("input"), "", "2"], "").refused();
    assert!(message.starts_with("'': not the name of a file; expected"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
