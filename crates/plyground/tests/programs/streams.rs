//! What all the programs have in common: streams that nobody holds and Ctrl-C do no harm.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::shell::shell;

const PROGRAMS: [&str; 3] = ["ConnectFour", "maxconnect4", "breakthrough"];

#[test]
fn every_program_prints_its_version() {
    let folder = tempfile::tempdir().unwrap();
    for program in PROGRAMS {
        let output = shell(&format!("{program} --version"), folder.path());
        let version = format!("{program} {}, of Plyground\n", env!("CARGO_PKG_VERSION"));
        assert_eq!((output.status.code(), output.stdout), (Some(0), version.into_bytes()));
    }
}

#[test]
fn a_full_disk_is_reported_as_an_error_of_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let output = shell("plyground games > /dev/full", folder.path());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    let told =
        "plyground: standard output: No space left on device (os error 28); expected room for the result\n";
    assert_eq!(message, told);
}

#[test]
fn what_a_shell_hands_down_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let output = shell("ulimit -f 0; plyground games > games.txt", folder.path());
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    let told = "plyground: standard output: File too large (os error 27); expected room for the result\n";
    assert_eq!(message, told);

    let output = shell(
        "ulimit -s 64; ConnectFour .......,.......,.......,.......,.......,....... red A 6",
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
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
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
    let output = command.args(["perft", "connect-four", "2"]).stderr(nobody()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "depth  sequences\n    1          7\n    2         49\n"
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_maxconnect4"));
    command.args(["interactive", "none", "computer-next", "2"]).current_dir(folder.path());
    let output = command.stdin(Stdio::null()).stderr(nobody()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(folder.path().join("computer.txt").exists());
    let refused = Command::new(env!("CARGO_BIN_EXE_ConnectFour")).arg("x").stderr(nobody()).output().unwrap();
    assert_eq!((refused.status.code(), refused.stdout.as_slice()), (Some(2), &b""[..]));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for args in [&["games"][..], &["play", "connect-four", "--first", "first", "--second", "first"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
        let output = command.args(args).stdin(Stdio::null()).stdout(nobody()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn the_board_is_seen_before_an_agent_thinks() {
    // Nobody lives to see this move.
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyground"))
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

#[test]
#[cfg(target_os = "linux")]
fn control_c_ends_a_game_with_what_is_saved() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempfile::tempdir().unwrap();
    // A script's background job ignores Ctrl-C and so would all that it starts: `env` mends that.
    let mut child = Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_maxconnect4")])
        .args(["interactive", "none", "computer-next", "2"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
    let mut out = child.stdout.take().unwrap();
    let (mut seen, mut byte) = (Vec::new(), [0]);
    while seen.windows(6).filter(|text| text == b"(1-7):").count() < 2 {
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    assert!(shell(&format!("kill -INT {}", child.id()), folder.path()).status.success());
    // A shell reports this as 130.
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["computer.txt", "human.txt"]);
    let saved = std::fs::read_to_string(folder.path().join("computer.txt")).unwrap();
    assert_eq!(saved.lines().count(), 7, "{saved}");
    assert_eq!(saved.matches(['1', '2']).count(), 3 + 1, "three pieces and the side to move: {saved}");
}
