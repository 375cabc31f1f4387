//! What all the programs have in common: streams that nobody holds do no harm.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::run::{PLYGROUND, Ran, ran};
use crate::shell::{command, shell};

const PROGRAMS: [&str; 3] = ["ConnectFour", "maxconnect4", "breakthrough"];

/// Runs a line of shell in a folder of its own.
fn run(line: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    shell(line, folder.path()).into()
}

#[test]
fn every_program_prints_its_version() {
    for program in PROGRAMS {
        let version = format!("{program} {}, of Plyground\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(run(&format!("{program} --version")).done(), version);
    }
}

#[test]
fn help_is_as_wide_as_columns_say_and_no_colour_reaches_a_file() {
    // Where nothing says how wide the terminal is, and none is there, the width is 100.
    for (told, columns) in [(None, 100), (Some("57"), 57), (Some("80"), 80)] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = command("plyground profile --help", folder.path());
        match told {
            Some(told) => command.env("COLUMNS", told),
            None => command.env_remove("COLUMNS"),
        };
        let help = ran(&mut command).done();
        // clap leaves usage on one line.
        let prose = help.lines().filter(|line| !line.starts_with("Usage: "));
        let longest = prose.map(|line| line.chars().count()).max().unwrap_or_default();
        assert!(longest <= columns && longest + 5 > columns, "COLUMNS={columns}: {help}");
    }
    for line in ["plyground --help", "plyground example", "plyground show connect-four 4453"] {
        let out = run(line).done();
        assert!(!out.is_empty() && !out.contains('\x1b'), "{line}");
    }
}

#[test]
fn what_a_shell_hands_down_does_no_harm() {
    for (line, told) in [
        ("plyground games > /dev/full", "No space left on device (os error 28)"),
        ("ulimit -f 0; plyground games > games.txt", "File too large (os error 27)"),
    ] {
        let told = format!("plyground: standard output: {told}; expected room for the result\n");
        assert_eq!(run(line).refused(2), told);
    }
    run("ulimit -s 64; ConnectFour .......,.......,.......,.......,.......,....... red A 6").done();
}

/// A stream whose reader has gone.
fn nobody() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn results_come_even_if_nobody_reads_standard_error() {
    let folder = tempfile::tempdir().unwrap();
    let perft = ran(Command::new(PLYGROUND).args(["perft", "connect-four", "2"]).stderr(nobody()));
    assert_eq!(perft.done(), "depth  sequences\n    1          7\n    2         49\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_maxconnect4"));
    command.args(["interactive", "none", "computer-next", "2"]).current_dir(folder.path());
    ran(command.stderr(nobody())).done();
    assert!(folder.path().join("computer.txt").exists());
    ran(Command::new(env!("CARGO_BIN_EXE_ConnectFour")).arg("x").stderr(nobody())).refused(2);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["games"][..], &["play", "connect-four", "--first", "first", "--second", "first"]] {
        let ran = ran(Command::new(PLYGROUND).args(args).stdout(nobody()));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn the_board_is_seen_before_an_agent_thinks() {
    // Nobody lives to see this move.
    let mut child = Command::new(PLYGROUND)
        .args(["play", "breakthrough", "--first", "minimax:depth=30", "--second", "first"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut board = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(board.any(|line| line.ends_with("A  B  C  D  E  F")));
    child.kill().unwrap();
    child.wait().unwrap();
}
