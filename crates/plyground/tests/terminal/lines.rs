//! What documents tell people to type in blocks of `sh`, on a terminal.

use std::path::Path;

use super::examples::{self, End, folder};
use super::session::USUAL;
use crate::blocks::{documents, text};

/// What becomes of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    Run(End),
    LeftOut(&'static str),
}

/// A line: its document, how it begins, and what becomes of it.
pub(crate) type Line = (&'static str, &'static str, Fate);

/// Documents whose lines call `plyground-lab`: tests of that program run them.
const OF_LAB: [&str; 3] = ["docs/connect-four-solver.md", "docs/proofs.md", "docs/values.md"];

/// The lines of a document's `sh` blocks that call one of our programs, with those that go on after a backslash.
fn lines(document: &str) -> Vec<String> {
    let text = text(document).replace("\\\n", " ");
    let mut is_inside = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_inside = line == "```sh";
        } else if is_inside && !line.contains("cargo ") {
            // Not every shell knows `time`.
            lines.push(line.strip_prefix("time ").unwrap_or(line).to_owned());
        }
    }
    let calls = |line: &String| {
        line.contains("plyground ") || line.contains("plyground-lab ") || line.contains("ConnectFour")
    };
    lines.into_iter().filter(calls).collect()
}

/// Fails unless these are all lines, of documents of the same program, that call one of our programs.
pub(crate) fn all_are_known(known: &[Line]) {
    let is_of_lab = |document: &str| OF_LAB.contains(&document);
    let mut left = known.iter().map(|(document, begin, _)| (*document, *begin));
    for document in documents().iter().filter(|document| is_of_lab(document) == is_of_lab(known[0].0)) {
        for line in lines(document) {
            let expected = left.next();
            let is_it = expected.is_some_and(|(known, begin)| known == document && line.starts_with(begin));
            assert!(is_it, "{document}: {line}; expected {expected:?}");
        }
    }
    assert_eq!(left.next(), None);
}

/// As the documents say, root needs another option.
fn for_root(line: String) -> String {
    let starts_programs = line.contains("--program") || line.contains("plyground mark ");
    let is_needed = rustix::process::geteuid().is_root() && !line.contains("--allow-root");
    if starts_programs && is_needed { line + " --allow-root" } else { line }
}

/// Runs the lines of a document in a folder that is prepared for them, and lists what is wrong.
pub(crate) fn run(document: &str, known: &[Line], prepare: &dyn Fn(&Path)) -> Vec<String> {
    let folder = folder();
    prepare(folder.path());
    let fates = known.iter().filter(|(known, ..)| *known == document);
    let mut problems = Vec::new();
    for (line, (.., fate)) in lines(document).into_iter().zip(fates) {
        match fate {
            Fate::Run(end) => {
                let found = examples::run(&for_root(line), folder.path(), USUAL, *end);
                problems.extend(found.err().map(|problem| format!("{document}: {problem}")));
            }
            Fate::LeftOut(why) => assert!(!why.is_empty(), "{document}: {line}"),
        }
    }
    problems
}
