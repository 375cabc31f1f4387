//! Files that Plyground 0.1 wrote are read, or refused with what to do.
//!
//! `kept/0.1` is what the program wrote in November 2026, before games could be added: nothing there is ever made anew.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::run::plyground;

/// A copy of what was kept.
fn kept(name: &str) -> TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/0.1").join(name);
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    copy(&from, folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder that was kept") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a file and room for it");
        }
    }
}

/// What a command prints. It must succeed.
fn printed(folder: &TempDir, words: &[&str]) -> String {
    let output = plyground(folder.path(), words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn tournaments_go_on() {
    let folder = kept("tournament");
    let plan = fs::read(folder.path().join("plan.jsonl")).expect("a plan");
    let records = fs::read(folder.path().join("records/games.jsonl")).expect("records");
    let ran = printed(&folder, &["tournament", "run", "."]);
    assert!(ran.contains("Depth 2"), "{ran}");
    assert_eq!(fs::read(folder.path().join("plan.jsonl")).expect("a plan"), plan, "nothing is planned anew");
    assert_eq!(
        fs::read(folder.path().join("records/games.jsonl")).expect("records"),
        records,
        "nothing is played again"
    );
    assert!(printed(&folder, &["tournament", "replay", ".", "0"]).contains("Depth 2"));
}

#[test]
fn records_of_a_match_count() {
    let folder = kept("match");
    let standings = printed(&folder, &["tournament", "standings", "."]);
    assert!(standings.contains("2 games; first, second"), "{standings}");
}

#[test]
fn answers_of_a_class_are_refused_with_what_to_do() {
    let folder = kept("marking");
    let journal = folder.path().join("marks/outcomes.jsonl");
    let before = fs::read(&journal).expect("a journal");
    let words = ["mark", "assignment", "submissions", "--out", "marks", "--allow-root", "--trust-agents"];
    let output = plyground(folder.path(), &words);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("an older Plyground wrote it"), "{message}");
    assert!(message.contains("expected another --out, so that every program is asked anew"), "{message}");
    assert_eq!(fs::read(&journal).expect("a journal"), before, "nothing is lost");
}
