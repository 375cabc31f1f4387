//! Certificates as people make them: interrupted, and checked by another program.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::interrupt::interrupted;
use crate::{is_long, lab, needs};
use plyground_arena::certificate::Certificate;

#[test]
fn an_interrupted_proof_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    // Nobody lives to see this proof.
    let mut command = lab("prove breakthrough --table 1 --proof six.proof");
    let output = interrupted(command.current_dir(folder.path()).stdout(Stdio::piped()), Duration::ZERO);
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("interrupted; nothing was written"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

/// Certificates with right sums that may be wrong: another winner, a choice too few or too many, other choices.
fn changes(right: &Certificate) -> Vec<Certificate> {
    let mut changed = vec![right.clone(); 4];
    let other = if right.claim.winner == "white" { "black" } else { "white" };
    other.clone_into(&mut changed[0].claim.winner);
    changed[1].choices.pop();
    changed[2].choices.push(0);
    changed[3].choices.clear();
    for at in (0..right.choices.len()).step_by(right.choices.len() / 4 + 1) {
        let mut other = right.clone();
        other.choices[at] = other.choices[at].wrapping_add(1) % 4;
        changed.push(other);
    }
    changed
}

/// The verifier that was written from the page on the format, in Python.
#[test]
fn a_second_verifier_agrees() {
    if !needs::program("python3") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/proofs/verify.py");
    let verify = |file: &str| {
        let mut command = Command::new("python3");
        command.arg(&script).arg(file).current_dir(folder.path());
        command.output().expect("python3 runs")
    };
    let certificates = [
        ("--size 3x5", "black wins bbb/bbb/---/www/www/w\n"),
        ("--size 3x6", "white wins bbb/bbb/---/---/www/www/w\n"),
        (
            "bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w",
            "white wins bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w\n",
        ),
    ];
    for (options, winner) in certificates.into_iter().take(if is_long() { 3 } else { 1 }) {
        let ours = |words: &str| {
            lab(words).current_dir(folder.path()).output().expect("the program runs").status.success()
        };
        assert!(ours(&format!("prove breakthrough --proof it.proof {options}")), "{options}");
        let output = verify("it.proof");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((String::from_utf8_lossy(&output.stdout).as_ref(), told.as_str()), (winner, ""));
        let path = folder.path().join("it.proof");
        let right = Certificate::parse(std::fs::read(&path).expect("a file")).expect("a certificate");
        let mut refused = 0;
        for changed in changes(&right) {
            std::fs::write(&path, changed.to_bytes()).expect("a place for it");
            let accepted = ours("verify-proof it.proof");
            assert_eq!(verify("it.proof").status.success(), accepted, "{:?}", changed.claim);
            refused += u32::from(!accepted);
        }
        assert!(refused >= 3, "{options}: {refused} refused");
    }
}
