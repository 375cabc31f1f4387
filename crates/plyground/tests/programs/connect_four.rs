//! `ConnectFour` as a process, as a marker and a tournament call it.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::interrupt::{GRACE, interrupted};
use crate::run::is_long;

const EMPTY: &str = ".......,.......,.......,.......,.......,.......";

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ConnectFour"));
    command.args(args).stdin(Stdio::null());
    command
}

#[test]
fn two_tournament_players_side_by_side_answer() {
    let start = Instant::now();
    let spawn = |side| -> Child {
        program(&[EMPTY, side]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
    };
    for child in ["red", "yellow"].map(spawn) {
        let output = child.wait_with_output().expect("the end of the process");
        assert!(!is_long() || start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert!(output.status.success() && output.stderr.is_empty());
        let column = String::from_utf8(output.stdout).expect("text");
        assert!(matches!(column.as_bytes(), [b'0'..=b'6', b'\n']), "{column:?}");
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let binary = OsStr::from_bytes(b"\xff\xfe");
    let Output { status, stdout, stderr } = program(&[]).args([binary; 4]).output().expect("a run");
    assert_eq!((status.code(), stdout.as_slice()), (Some(2), &b""[..]));
    assert_eq!(String::from_utf8(stderr).expect("text").lines().count(), 5);
}

/// Nobody reads what it prints, so that it cannot come back.
#[test]
#[cfg(target_os = "linux")]
fn a_server_that_does_not_come_back_says_so_under_its_own_name() {
    use std::io::Write;

    let (reader, mut full) = std::io::pipe().expect("a pipe");
    let flags = rustix::fs::fcntl_getfl(&full).expect("flags");
    rustix::fs::fcntl_setfl(&full, flags | rustix::fs::OFlags::NONBLOCK).expect("a pipe that does not wait");
    while full.write(&[b'x'; 4096]).is_ok() {}
    rustix::fs::fcntl_setfl(&full, flags).expect("a pipe that waits");
    let mut server = Command::new(env!("CARGO_BIN_EXE_ConnectFour"));
    let output = interrupted(server.env(GRACE, "500").stdout(full), Duration::ZERO);
    drop(reader);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.starts_with("ConnectFour: "), "{told}");
}
