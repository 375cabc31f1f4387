//! `breakthrough` as a process, as a driver calls it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use plyground_core::games::breakthrough::Standard;
use plyground_core::games::breakthrough::notation::{Grid, Request};
use plyground_core::{Notation, Outcome, Player, Position};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("breakthrough"))
}

fn run(args: &[&str], input: &str) -> Output {
    assert_cmd::Command::from_std(program()).args(args).write_stdin(input).output().expect("a run")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The answer to a request whose sender keeps the pipe open, and the time it took.
fn answer_through_open_pipe(request: &str) -> (String, Duration) {
    let start = Instant::now();
    let mut child = program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(request.as_bytes()).expect("a reader");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    out.read_line(&mut answer).expect("an answer");
    let taken = start.elapsed();
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the end of the output");
    assert_eq!(rest, "", "one line is the whole answer");
    assert!(child.wait().expect("the end of the process").success());
    drop(input);
    (answer, taken)
}

#[test]
fn the_program_names_itself() {
    let (name, _) = answer_through_open_pipe("identify\n");
    assert!(name.ends_with('\n') && (2..=81).contains(&name.len()), "{name:?}");
    assert!(name.trim_end_matches('\n').bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{name:?}");
    assert_eq!(text(&run(&[], "identify\r\n").stdout), name);
}

#[test]
fn the_first_move_comes_within_three_seconds_and_without_the_end_of_the_input() {
    let request = Request.write(&Standard::START).expect("White is to move");
    let (answer, taken) = answer_through_open_pipe(&request);
    let step = Request.parse_move(&Standard::START, answer.trim_end_matches('\n'));
    assert!(step.is_ok(), "{answer}");
    assert!(taken < Duration::from_secs(3), "{taken:?}");
}

/// Boards on which White wins soon: every answer is the first step of the quickest win, and the
/// programs that play on, both as White on boards turned for them, bring the game home.
#[test]
fn won_games_are_won() {
    for (grid, plies) in [
        ("bbb-bb\nb-w--b\n------\n-----b\nww--ww\nww--ww\nw", 1),
        ("b-----\n------\nw---b-\n------\n------\n------\nw", 3),
        ("b----b\n------\nb-w---\n------\n------\n-----w\nw", 3),
        ("-b-b--\n------\n------\n---w--\n------\nw----w\nw", 5),
        ("bb--bb\n-----b\n------\n--ww--\n--w---\nw----w\nw", 9),
    ] {
        let mut position = Grid.parse(grid).expect("a valid grid");
        for left in (1..=plies).rev() {
            let seen = if position.turn() == Player::First { position } else { position.turned() };
            let ran = run(&[], &Request.write(&seen).expect("White is to move"));
            let answer = text(&ran.stdout).strip_suffix('\n').expect("a line");
            let step = Request.parse_move(&seen, answer).expect("a legal move");
            position = if position.turn() == Player::First {
                position.play(step)
            } else {
                position.play(Standard::turned_step(step))
            };
            assert_eq!(position.outcome().is_some(), left == 1, "{answer}: {position:?}");
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    }
}

#[test]
fn bad_input_gets_a_message_and_leaves_standard_output_empty() {
    let request = Request.write(&Standard::START).expect("White is to move");
    let with = |from: &str, to: &str| request.replacen(from, to, 1);
    for (args, input, message) in [
        (&["move"][..], request.clone(), "found the argument 'move'; expected none"),
        (&[], String::new(), "line 1: missing; expected identify or move"),
        (&[], with("move", "go"), "line 1: found 'go'; expected identify or move"),
        (&[], with("1", "one"), "line 2: found 'one'; expected the number of turns elapsed"),
        (&[], with("6 6", "7 7"), "line 3: found '7 7'; expected the dimensions 6 6"),
        (&[], with("bbbbbb", "bbbbb"), "line 4 (row 6): 5 characters; expected 6"),
        (&[], with("------", "--.---"), "line 6, column 3 (C4): found '.'; expected b, w or -"),
        (&[], with("------", "w-----"), "board: 13 white pawns; expected at most 12"),
        (&[], with("\nwwwwww\n", "\n"), "line 9: missing; expected row 1, six characters b w -"),
        (&[], with("wwwwww\nwwwwww\n", "wwwwww\nwwwwwb\n"), "board: 13 black pawns; expected at most 12"),
        (
            &[],
            with("bbbbbb", "bbbb-w").replacen("wwwwww", "wwwww-", 1),
            "board: the game is over, white has won",
        ),
        (&[], "x".repeat(1 << 20), "line 1: longer than 4096 bytes; expected a request"),
    ] {
        let ran = run(args, &input);
        let err = text(&ran.stderr);
        assert_eq!((ran.status.code(), text(&ran.stdout)), (Some(2), ""), "{err}");
        assert!(err.starts_with(&format!("breakthrough: {message}")), "{err}");
    }
}

#[test]
fn help_goes_to_standard_output() {
    let ran = run(&["--help"], "");
    assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(0), ""));
    assert!(text(&ran.stdout).contains("\nusage: breakthrough < REQUEST\n"));
}
