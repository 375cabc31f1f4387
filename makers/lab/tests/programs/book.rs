//! `plyground-lab book build` as people run it: interrupted, and twice at once.

use std::fs;
use std::process::Output;

use crate::interrupt::until;
use crate::start;

/// Openings that take hours, 128 to an item, so that none is finished meanwhile.
const BUILD: &str = "book build --class balanced --pieces 4 --threads 2 --journal";

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
        let child = start(BUILD, &journal);
        // The process that has written the header has the lock.
        until("the journal begins", || lines() > 0);
        let other = start(BUILD, &journal).wait_with_output().expect("it ends");
        let locked = "another process is writing it; wait for it, or name another place";
        assert_eq!(told(&other), (Some(2), String::new(), format!("plyground-lab: {name}: {locked}\n")));
        crate::signal(&child, signal);
        let output = child.wait_with_output().expect("it ends");
        let how = format!("interrupted; what is done is in {name}, the same command goes on");
        assert_eq!(told(&output), (Some(130), String::new(), format!("plyground-lab: {how}\n")));
        assert_eq!(lines(), 1, "the header alone");
    }
}
