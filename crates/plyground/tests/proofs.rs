//! A proof that is interrupted leaves no file.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Whether a process has taken charge of its interrupts.
fn catches_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

#[test]
fn an_interrupted_proof_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Nobody lives to see this proof.
    let child = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args(["solve", "breakthrough", "--table", "1", "--proof", "six.proof"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    for _ in 0..3000 {
        if catches_interrupts(child.id()) {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("interrupted; nothing was written"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}
