//! What documents tell people to type in blocks of `sh`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::examples::{self, End};
use super::lines::{self, Fate, Line};
use super::session::USUAL;
use crate::blocks::root;
use crate::needs;

use End::{Interrupted, Left, Served, Status};
use Fate::{LeftOut, Run};

/// Every line of these blocks that calls one of our programs.
const LINES: [Line; 12] = [
    ("docs/engine-authors.md", "plyground match mine engine:time=100ms", Run(Interrupted)),
    ("docs/engine-authors.md", "plyground serve --program mine=lines:", Run(Served)),
    ("docs/marking.md", "mkdir many", Run(Status(0))),
    ("docs/marking.md", "plyground mark comp3608 many", Run(Interrupted)),
    ("docs/players.md", "plyground play connect-four", Run(Left)),
    ("docs/players.md", "plyground play breakthrough", Run(Left)),
    ("docs/scale-out.md", "parallel", LeftOut("GNU parallel is needed")),
    ("docs/scale-out.md", "hq submit", LeftOut("a cluster is needed")),
    ("docs/site.md", "plyground site --out plyground", Run(Status(0))),
    ("docs/students.md", "plyground match mine graded:level=3", Run(Interrupted)),
    ("docs/students.md", "plyground serve --program 'mine=python3", Run(Served)),
    ("docs/tournaments.md", "plyground serve --tournament class", Run(Served)),
];

#[test]
fn every_line_is_known() {
    lines::all_are_known(&LINES);
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
        "docs/site.md" => {
            let line = "plyground match random graded:level=1 --game connect-four -n 2 --out class";
            examples::run(line, folder, USUAL, Status(0)).unwrap_or_else(|problem| panic!("{problem}"));
        }
        "docs/tournaments.md" => {
            let line = "plyground tournament init class --assignment comp3608";
            examples::run(line, folder, USUAL, Status(0)).unwrap_or_else(|problem| panic!("{problem}"));
        }
        _ => {}
    }
}

#[test]
#[ignore = "long: the commands of documents, as they stand"]
fn lines_of_documents_run_unchanged() {
    let all: BTreeSet<&str> = LINES.iter().map(|(document, ..)| *document).collect();
    let mut problems = Vec::new();
    for document in all {
        let needs_python =
            ["docs/engine-authors.md", "docs/students.md", "docs/marking.md", "docs/tournaments.md"];
        if needs_python.contains(&document) && !needs::program("python3") {
            continue;
        }
        problems.extend(lines::run(document, &LINES, &|folder| prepare(document, folder)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
