//! What tests need of the machine beyond Rust and a C compiler.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::Command;
use std::sync::Mutex;

/// Says once what is not tested, past the test harness, which keeps what passing tests print to itself.
pub(crate) fn skipped(what: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    if SAID.lock().expect("no thread panics here").insert(what.to_owned()) {
        #[allow(clippy::disallowed_methods, reason = "the test itself speaks, not the program")]
        let _ = writeln!(std::io::stderr(), "skipped: {what}");
    }
}

/// Whether it is there. Without it a test is skipped, but continuous integration has it.
pub(crate) fn available(what: &str, is_there: bool) -> bool {
    if !is_there {
        let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
        let is_gate = std::env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!is_long && !is_gate, "{what} is missing");
        skipped(&format!("what needs {what}"));
    }
    is_there
}

/// Whether there is this program, which knows `--version`.
pub(crate) fn program(name: &str) -> bool {
    let output = Command::new(name).arg("--version").output();
    available(name, output.is_ok_and(|output| output.status.success()))
}
