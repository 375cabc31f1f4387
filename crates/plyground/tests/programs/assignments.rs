//! `breakthrough` and `ConnectFour` as processes, as a driver, a marker and a tournament call them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use plyground_core::Notation;
use plyground_core::games::breakthrough::Standard;
use plyground_core::games::breakthrough::notation::Request;

use crate::interrupt::{GRACE, interrupted};
use crate::run::{is_long, ran};

/// Its sender keeps the pipe open.
#[test]
fn the_first_move_comes_without_the_end_of_the_input() {
    let request = Request.write(&Standard::START).expect("White is to move");
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_breakthrough"));
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(request.as_bytes()).expect("a reader");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    out.read_line(&mut answer).expect("an answer");
    let taken = start.elapsed();
    assert!(!is_long() || taken < Duration::from_secs(3), "{taken:?}");
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the end of the output");
    assert_eq!(rest, "", "one line is the whole answer");
    assert!(child.wait().expect("the end of the process").success());
    drop(input);
    let step = Request.parse_move(&Standard::START, answer.trim_end_matches('\n'));
    assert!(step.is_ok(), "{answer}");
}

const CONNECT_FOUR: &str = env!("CARGO_BIN_EXE_ConnectFour");

/// Two players of the tournament are asked at the same time, and answer in the second that COMP3608 allows. The long run
/// holds that, alone on the machine.
#[test]
#[ignore = "long: the second of a turn"]
fn two_tournament_players_side_by_side_keep_their_time() {
    let start = Instant::now();
    let spawn = |side| -> Child {
        let mut command = Command::new(CONNECT_FOUR);
        command.args([".......,.......,.......,.......,.......,.......", side]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("a process")
    };
    for child in ["red", "yellow"].map(spawn) {
        let output = child.wait_with_output().expect("the end of the process");
        assert!(output.status.success() && output.stderr.is_empty());
        assert!(matches!(output.stdout[..], [b'0'..=b'6', b'\n']), "{:?}", output.stdout);
    }
    let took = start.elapsed();
    assert!(took.as_secs() == 0, "{took:?}");
}

#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let binary = OsStr::from_bytes(b"\xff\xfe");
    let err = ran(Command::new(CONNECT_FOUR).args([binary; 4])).refused(2);
    assert_eq!(err.lines().count(), 5);
}

/// Nobody reads what it prints, so that it cannot come back.
#[test]
fn a_server_that_does_not_come_back_says_so_under_its_own_name() {
    let (reader, mut full) = std::io::pipe().expect("a pipe");
    let flags = rustix::fs::fcntl_getfl(&full).expect("flags");
    rustix::fs::fcntl_setfl(&full, flags | rustix::fs::OFlags::NONBLOCK).expect("a pipe that does not wait");
    while full.write(&[b'x'; 4096]).is_ok() {}
    rustix::fs::fcntl_setfl(&full, flags).expect("a pipe that waits");
    let mut server = Command::new(CONNECT_FOUR);
    let output = interrupted(server.env(GRACE, "500").stdout(full), Duration::ZERO);
    drop(reader);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.starts_with("ConnectFour: "), "{told}");
}
