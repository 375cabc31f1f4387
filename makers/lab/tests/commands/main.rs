//! The subcommands, run in memory. Here and not beside the code, which would be compiled for all boards once more.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod books;
mod measures;
mod proofs;
mod solve_jobs;
mod strategies;
mod table;

use std::ffi::OsString;

use plyground::{Exit, Streams};

/// How a run ended: status, standard output, standard error with the failure's message at its end.
struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

/// Runs `plyground-lab` on words separated by spaces.
fn run(words: &str) -> Ran {
    let args = words.split_whitespace().map(OsString::from).collect();
    let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
    let result = plyground_lab::program().run_on(args, &mut Streams::plain(&mut input, &mut out, &mut err));
    let text = |bytes| String::from_utf8(bytes).expect("only text is written");
    let (exit, message) = match result {
        Ok(()) => (Exit::Done, String::new()),
        Err(failure) => (failure.exit, failure.message),
    };
    Ran { exit, out: text(out), err: text(err) + &message }
}

/// The standard output of a run that must succeed.
fn output(words: &str) -> String {
    let ran = run(words);
    assert_eq!(ran.exit, Exit::Done, "{words}: {}", ran.err);
    ran.out
}

/// A run that must be refused, with this in its message and nothing on standard output.
#[track_caller]
fn refused(words: &str, message: &str) {
    let ran = run(words);
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{words}");
    assert!(ran.err.contains(message), "{words}: {}; expected {message}", ran.err);
}

fn document(words: &str) -> serde_json::Value {
    serde_json::from_str(&output(words)).expect("valid JSON")
}
