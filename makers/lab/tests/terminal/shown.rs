//! Every example of the help, and all that the documents tell people to type.

use super::examples::Fate::{LeftOut, Run};
use super::examples::{self, End, Group, Line, folder, groups};
use super::session::USUAL;

use End::{Interrupted, Status};

/// Every line of the documents' blocks of `sh` that calls one of our programs.
const LINES: [Line; 16] = [
    ("docs/connect-four-solver.md", "plyground-lab book build --class balanced", Run(Interrupted)),
    ("docs/connect-four-solver.md", "plyground-lab book build --class extra", Run(Interrupted)),
    (
        "docs/connect-four-solver.md",
        "plyground-lab book build --class balanced --kind scores",
        Run(Interrupted),
    ),
    ("docs/connect-four-solver.md", "plyground-lab book check", Run(Status(0))),
    ("docs/connect-four-solver.md", "plyground-lab measure set FILE", LeftOut("FILE is the reader's")),
    ("docs/proofs.md", "plyground-lab prove breakthrough --size 5x6", Run(Interrupted)),
    (
        "docs/proofs.md",
        "plyground-lab verify-proof five-six.proof",
        LeftOut("the line before it takes too long"),
    ),
    ("docs/proofs.md", "plyground-lab solve-job plan b2c3", Run(Status(0))),
    ("docs/proofs.md", "plyground-lab solve-job run b2c3", Run(Interrupted)),
    ("docs/proofs.md", "plyground-lab solve-job openings b2c3", Run(Status(0))),
    ("docs/proofs.md", "plyground-lab solve-job plan a2b3", Run(Status(0))),
    ("docs/proofs.md", "plyground-lab solve-job run a2b3", Run(Interrupted)),
    ("docs/proofs.md", "plyground-lab solve-job openings a2b3", Run(Status(0))),
    ("docs/values.md", "plyground-lab solve-job plan JOB", Run(Status(0))),
    ("docs/values.md", "plyground-lab solve-job run JOB", Run(Interrupted)),
    // Not all of it is done.
    ("docs/values.md", "plyground-lab solve-job merge JOB", Run(Status(1))),
];

#[test]
fn every_line_is_known() {
    examples::all_are_known(&LINES);
}

#[test]
#[ignore = "long: the commands of documents, as they stand"]
fn lines_of_documents_run_unchanged() {
    let documents = ["docs/connect-four-solver.md", "docs/proofs.md", "docs/values.md"];
    let problems: Vec<String> =
        documents.into_iter().flat_map(|document| examples::run_lines(document, &LINES, &|_| {})).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
#[ignore = "long: half a minute of examples"]
fn examples_of_the_help_run() {
    let mut problems = Vec::new();
    for Group { command, lines } in groups(plyground_lab::program().command()) {
        let folder = folder();
        for line in lines.into_iter().filter(|line| line.starts_with("plyground-lab ") && !command.is_empty())
        {
            let found = examples::run(&line, folder.path(), USUAL, End::of(&line));
            problems.extend(found.err().map(|problem| format!("help of '{command}': {problem}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}
