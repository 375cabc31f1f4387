//! The subcommands, run in memory.

mod bad_input;
mod games;
mod help;
mod matches;
mod reports;
mod searches;
mod solves;

use std::ffi::OsStr;

use crate::Program;
use crate::exit::{Exit, Ran, in_memory};

/// Runs `plyground` with these arguments and this standard input.
fn run_with(args: &[impl AsRef<OsStr>], input: &[u8]) -> Ran {
    let args = args.iter().map(|word| word.as_ref().to_owned()).collect();
    in_memory(input, |streams| Program::new().run_on(args, streams))
}

/// Runs `plyground` on words separated by spaces.
fn run(words: &str, input: &str) -> Ran {
    run_with(&words.split_whitespace().collect::<Vec<_>>(), input.as_bytes())
}

/// The standard output of a run that must succeed.
#[track_caller]
fn output(words: &str) -> String {
    let ran = run(words, "");
    assert_eq!(ran.exit, Exit::Done, "{words}: {}", ran.err);
    ran.out
}

/// Fails, and shows the text, unless it has all these parts.
#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

/// Command lines that are refused after the words `before`, and a part of their message.
fn are_refused(before: &str, rows: &str) {
    for row in rows.trim().lines() {
        let (words, message) = row.trim().split_once(" | ").expect("words and a message");
        let message = message.replace("\\n", "\n");
        let ran = run(&format!("{before} {words}"), "");
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{words}");
        // Where a line is broken.
        assert!(ran.err.replace("\n    ", " ").contains(&message), "{words}: {}", ran.err);
    }
}

#[track_caller]
fn document(words: &str) -> serde_json::Value {
    serde_json::from_str(&output(words)).expect("valid JSON")
}

fn fields(document: &serde_json::Value) -> String {
    let fields = document.as_object().expect("an object").keys();
    fields.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The worked example of COMP3608.
const EXAMPLE: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
/// A board on which red has four in the bottom row.
const WON: &str = "rrrryyy,.......,.......,.......,.......,.......";
