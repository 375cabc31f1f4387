//! Certificates as people make them: interrupted, and checked by another program.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyground_arena::certificate::Certificate;

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

/// Whether Python is there. Without it a test is skipped, but continuous integration has it.
fn has_python() -> bool {
    let has_python =
        Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_python {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "python3 is missing");
    }
    has_python
}

/// Certificates with right sums that may be wrong: another winner, a choice too few or too many, other choices.
fn changes(right: &Certificate) -> Vec<Certificate> {
    let mut changed = vec![right.clone(); 4];
    let other = if right.claim.winner == "white" { "black" } else { "white" };
    other.clone_into(&mut changed[0].claim.winner);
    changed[1].choices.pop();
    changed[2].choices.push(0);
    changed[3].choices.clear();
    for at in (0..right.choices.len()).step_by(right.choices.len() / 8 + 1) {
        let mut other = right.clone();
        other.choices[at] = other.choices[at].wrapping_add(1) % 4;
        changed.push(other);
    }
    changed
}

/// The verifier that was written from the page on the format, in Python.
#[test]
fn a_second_verifier_agrees() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/proofs/verify.py");
    let verify = |file: &str| {
        let mut command = Command::new("python3");
        command.arg(&script).arg(file).current_dir(folder.path());
        command.output().expect("python3 runs")
    };
    for (options, winner) in [
        ("--size 3x5", "black wins bbb/bbb/---/www/www/w\n"),
        ("--size 3x6", "white wins bbb/bbb/---/---/www/www/w\n"),
        (
            "bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w",
            "white wins bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w\n",
        ),
    ] {
        let status = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(["solve", "breakthrough", "--proof", "it.proof"])
            .args(options.split(' '))
            .current_dir(folder.path())
            .output()
            .expect("the program runs")
            .status;
        assert!(status.success(), "{options}");
        let output = verify("it.proof");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((String::from_utf8_lossy(&output.stdout).as_ref(), told.as_str()), (winner, ""));
        let path = folder.path().join("it.proof");
        let right = Certificate::parse(std::fs::read(&path).expect("a file")).expect("a certificate");
        let mut refused = 0;
        for changed in changes(&right) {
            std::fs::write(&path, changed.to_bytes()).expect("a place for it");
            let first = Command::new(env!("CARGO_BIN_EXE_plyground"))
                .args(["verify-proof", "it.proof"])
                .current_dir(folder.path())
                .output()
                .expect("the program runs");
            assert_eq!(verify("it.proof").status.success(), first.status.success(), "{:?}", changed.claim);
            refused += u32::from(!first.status.success());
        }
        assert!(refused >= 3, "{options}: {refused} refused");
    }
}
