//! `breakthrough` as a process, as a driver calls it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use plyground_core::games::breakthrough::Standard;
use plyground_core::games::breakthrough::notation::{Grid, Request};
use plyground_core::{Notation, Outcome, Player, Position};

use crate::run::is_long;
#[cfg(target_os = "linux")]
use crate::run::{text, with_input};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_breakthrough"))
}

fn run(args: &[&str], input: &str) -> Output {
    with_input(program().args(args), input.as_bytes())
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
fn the_first_move_comes_without_the_end_of_the_input() {
    let request = Request.write(&Standard::START).expect("White is to move");
    let (answer, taken) = answer_through_open_pipe(&request);
    let step = Request.parse_move(&Standard::START, answer.trim_end_matches('\n'));
    assert!(step.is_ok(), "{answer}");
    assert!(!is_long() || taken < Duration::from_secs(3), "{taken:?}");
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
    for (args, input, message) in [
        (&["move"][..], "", "found the argument 'move'; expected none"),
        (&[], "go\n", "line 1: found 'go'; expected identify or move"),
    ] {
        let ran = run(args, input);
        let err = text(&ran.stderr);
        assert_eq!((ran.status.code(), text(&ran.stdout)), (Some(2), ""), "{err}");
        assert!(err.starts_with(&format!("breakthrough: {message}")), "{err}");
    }
}
