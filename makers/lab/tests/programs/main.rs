//! `plyground-lab` as people run it: interrupted, killed, twice at once, and checked by another program.

#![cfg(target_os = "linux")]

mod book;
mod coq;
#[path = "../../../../crates/plyground/tests/interrupt/mod.rs"]
mod interrupt;
mod measure;
#[path = "../../../../crates/sandbox/tests/needs/mod.rs"]
mod needs;
mod proofs;
mod solve_job;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use interrupt::GRACE;

const LAB: &str = env!("CARGO_BIN_EXE_plyground-lab");

/// The program, to be run on these words.
fn lab(words: &str) -> Command {
    let mut command = Command::new(LAB);
    command.args(words.split(' '));
    command
}

/// Starts it, with nothing to read and a long grace.
fn start(words: &str, path: &Path) -> Child {
    let mut command = lab(words);
    command.arg(path).stdin(Stdio::null()).env(GRACE, "60000").stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Sends a signal such as `-INT`.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Whether everything is tried, not a sample of it: continuous integration sets `PLYGROUND_LONG`.
fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some()
}
