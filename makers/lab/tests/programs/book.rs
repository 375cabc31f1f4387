//! `plyground-lab book build` as people run it: interrupted, and twice at once.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::interrupt::{GRACE, until};

/// Starts solving openings that take hours, 128 to an item, so that none is finished meanwhile.
fn start(journal: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyground-lab"));
    command.args("book build --class balanced --pieces 4 --threads 2 --journal".split(' ')).arg(journal);
    command.stdin(Stdio::null()).env(GRACE, "60000").stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Status, standard output and standard error.
fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_interrupted_build_keeps_its_journal_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for signal in ["-INT", "-TERM"] {
        let journal = folder.path().join(format!("journal{signal}"));
        let name = journal.display();
        let lines = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
        let child = start(&journal);
        // The process that has written the header has the lock.
        until("the journal begins", || lines() > 0);
        let other = start(&journal).wait_with_output().expect("it ends");
        let locked = "another process is writing it; wait for it or choose another file";
        assert_eq!(told(&other), (Some(2), String::new(), format!("plyground-lab: {name}: {locked}\n")));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        let how = format!("interrupted; what is done is in {name}, the same command goes on");
        assert_eq!(told(&output), (Some(130), String::new(), format!("plyground-lab: {how}\n")));
        assert_eq!(lines(), 1, "the header alone");
    }
}
