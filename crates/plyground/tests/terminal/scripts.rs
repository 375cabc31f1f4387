//! What documents tell people to type in blocks of `sh`, on a terminal.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::examples::{self, End, folder};
use super::session::USUAL;
use crate::blocks::{documents, root, text};
use crate::needs;

/// What becomes of a line.
enum Fate {
    /// It is run, and ends so.
    Run(End),
    /// It is not run, for this reason.
    LeftOut(&'static str),
}

use End::{Interrupted, Left, Served, Status};
use Fate::{LeftOut, Run};

/// Every line of these blocks that calls one of our programs: the document, how the line begins, and what becomes of
/// it.
const LINES: [(&str, &str, Fate); 26] = [
    ("docs/connect-four-solver.md", "plyground book build --class balanced", Run(Interrupted)),
    ("docs/connect-four-solver.md", "plyground book build --class extra", Run(Interrupted)),
    ("docs/connect-four-solver.md", "plyground book check", Run(Status(0))),
    (
        "docs/connect-four-solver.md",
        "plyground bench connect-four --set FILE",
        LeftOut("FILE is the reader's"),
    ),
    ("docs/engine-authors.md", "plyground match mine engine:time=100ms", Run(Interrupted)),
    ("docs/engine-authors.md", "plyground serve --program mine=lines:", Run(Served)),
    ("docs/marking.md", "mkdir many", Run(Status(0))),
    ("docs/marking.md", "plyground mark comp3608 many", Run(Interrupted)),
    ("docs/players.md", "plyground play connect-four", Run(Left)),
    ("docs/players.md", "plyground play breakthrough", Run(Left)),
    ("docs/proofs.md", "plyground solve breakthrough --size 5x6", Run(Interrupted)),
    ("docs/proofs.md", "plyground verify-proof five-six.proof", LeftOut("the line before it takes too long")),
    ("docs/proofs.md", "plyground solve-job plan b2c3", Run(Status(0))),
    ("docs/proofs.md", "plyground solve-job run b2c3", Run(Interrupted)),
    ("docs/proofs.md", "plyground solve-job openings b2c3", Run(Status(0))),
    ("docs/proofs.md", "plyground solve-job plan a2b3", Run(Status(0))),
    ("docs/proofs.md", "plyground solve-job run a2b3", Run(Interrupted)),
    ("docs/proofs.md", "plyground solve-job openings a2b3", Run(Status(0))),
    ("docs/scale-out.md", "parallel", LeftOut("GNU parallel is needed")),
    ("docs/scale-out.md", "hq submit", LeftOut("a cluster is needed")),
    ("docs/students.md", "plyground match mine graded:level=3", Run(Interrupted)),
    ("docs/students.md", "plyground serve --program 'mine=python3", Run(Served)),
    ("docs/tournaments.md", "plyground serve --tournament class", Run(Served)),
    ("docs/values.md", "plyground solve-job plan JOB", Run(Status(0))),
    ("docs/values.md", "plyground solve-job run JOB", Run(Interrupted)),
    // Not all of it is done.
    ("docs/values.md", "plyground solve-job merge JOB", Run(Status(1))),
];

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
    let calls = |line: &String| line.contains("plyground ") || line.contains("ConnectFour");
    lines.into_iter().filter(calls).collect()
}

#[test]
fn every_line_is_known() {
    let mut known = LINES.iter().map(|(document, begin, _)| (*document, *begin)).peekable();
    for document in documents() {
        for line in lines(&document) {
            let expected = known.next();
            let is_it = expected.is_some_and(|(known, begin)| known == document && line.starts_with(begin));
            assert!(is_it, "{document}: {line}; expected {expected:?}");
        }
    }
    assert_eq!(known.next(), None);
}

/// What the reader of a document has already.
fn prepare(document: &str, folder: &Path) {
    match document {
        "docs/engine-authors.md" => {
            let engine = folder.join("my-engine");
            fs::copy(root().join("examples/agents/python/random_agent.py"), &engine).expect("a program");
            fs::set_permissions(engine, fs::Permissions::from_mode(0o755)).expect("our own file");
        }
        "docs/students.md" | "docs/marking.md" => {
            let path = root().join("crates/plyground/tests/submissions/comp3608/right.py");
            let program = fs::read_to_string(path).expect("a program");
            // It plays in tournaments too.
            let program = program.replace("sys.argv[1:5]", "(sys.argv[1:] + ['A', '3'])[:4]");
            fs::write(folder.join("ConnectFour.py"), program).expect("a file");
        }
        "docs/tournaments.md" => {
            let line = "plyground tournament init class --assignment comp3608";
            examples::run(line, folder, USUAL, Status(0)).unwrap_or_else(|problem| panic!("{problem}"));
        }
        _ => {}
    }
}

/// As the documents say, root needs another option.
fn for_root(line: String) -> String {
    let starts_programs = line.contains("--program") || line.contains("plyground mark ");
    let is_needed = rustix::process::geteuid().is_root() && !line.contains("--allow-root");
    if starts_programs && is_needed { line + " --allow-root" } else { line }
}

#[test]
fn lines_run_as_they_stand() {
    let all: BTreeSet<&str> = LINES.iter().map(|(document, ..)| *document).collect();
    let mut problems = Vec::new();
    for document in all {
        let needs_python =
            ["docs/engine-authors.md", "docs/students.md", "docs/marking.md", "docs/tournaments.md"];
        if needs_python.contains(&document) && !needs::program("python3") {
            continue;
        }
        let folder = folder();
        prepare(document, folder.path());
        let fates = LINES.iter().filter(|(known, ..)| *known == document);
        for (line, (.., fate)) in lines(document).into_iter().zip(fates) {
            match fate {
                Run(end) => {
                    let found = examples::run(&for_root(line), folder.path(), USUAL, *end);
                    problems.extend(found.err().map(|problem| format!("{document}: {problem}")));
                }
                LeftOut(why) => assert!(!why.is_empty(), "{document}: {line}"),
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
