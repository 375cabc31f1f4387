//! Interrupting a program as Ctrl-C does.

use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Starts a program, and interrupts it so much later than it has taken charge of interrupts. Where its standard output
/// goes is the command's.
pub(crate) fn interrupted(command: &mut Command, after: Duration) -> Output {
    let command = command.stdin(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    for _ in 0..3000 {
        if catches_interrupts(child.id()) {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    sleep(after);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    child.wait_with_output().expect("it ends")
}

/// Whether a process has taken charge of its interrupts.
fn catches_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}
