//! Every target on the kept corpus, and on mutations of it.
//!
//! `PLYGROUND_FUZZ=100` takes a hundred times as many mutations, and `PLYGROUND_FUZZ_SEED` others.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use plyground_arena::tournament::Config;
use plyground_core::rng::Rng;
use plyground_courses::engine::assignment::Assignment;
use plyground_fuzz_targets::mutation::mutated;
use plyground_fuzz_targets::{TARGETS, Target};

/// Nothing takes so long but what never ends.
const LONGEST: Duration = Duration::from_secs(60);

/// Inputs that are kept for a target, in the order of their names.
fn kept(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a kept input")).collect()
}

/// Runs a target and says which input it was that broke a law.
fn run(target: &Target, input: &[u8]) {
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    assert!(result.is_ok(), "target {}, input b\"{}\"", target.name, input.escape_ascii());
}

/// A number of the environment, or another if there is none.
fn number(variable: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(variable) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{variable} is '{text}'; expected a number"))
}

fn named(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target")
}

fn check(name: &str) {
    let target = named(name);
    let kept = kept(target);
    assert!(kept.len() >= 3, "{name}: {} inputs are kept; expected some for each reader", kept.len());
    let mut rng = Rng::new(number("PLYGROUND_FUZZ_SEED", 1));
    let times = usize::try_from(number("PLYGROUND_FUZZ", 1)).expect("a number of times");
    // If an input never ends, the test does not wait for it, but names it.
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        let mutations = (0..target.cases * times).map(|_| mutated(&kept, &mut rng));
        for input in kept.iter().cloned().chain(mutations) {
            sender.send(input.clone()).expect("somebody waits");
            run(target, &input);
        }
    });
    let mut last = Vec::new();
    loop {
        match receiver.recv_timeout(LONGEST) {
            Ok(input) => last = input,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                panic!("{name}: no end after {LONGEST:?} of b\"{}\"", last.escape_ascii())
            }
        }
    }
    if let Err(panic) = worker.join() {
        resume_unwind(panic);
    }
}

/// Kept files of settings reach what follows when they are accepted.
#[test]
fn kept_settings_are_accepted() {
    let texts =
        |name: &str| kept(named(name)).into_iter().map(|bytes| String::from_utf8(bytes).expect("text"));
    for text in texts("tournament") {
        Config::parse(&text, Path::new("folder")).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    for text in texts("assignment") {
        Assignment::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

macro_rules! targets {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })+

        #[test]
        fn every_target_is_tested_and_every_corpus_belongs_to_one() {
            let names = [$(stringify!($name)),+];
            assert_eq!(TARGETS.map(|target| target.name), names);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
            assert_eq!(fs::read_dir(folder).unwrap().count(), names.len());
        }
    };
}

targets!(
    positions,
    moves,
    words,
    book,
    certificate,
    record,
    journal,
    tournament,
    assignment,
    answers,
    trace,
    submission,
    gradebook,
    solve_job,
);
