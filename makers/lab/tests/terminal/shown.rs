//! Every example of the help, and all that the documents tell people to type.

use super::examples::{self, End, Group, Line, folder, groups};
use super::session::USUAL;

use End::{Interrupted, Status};

const SOLVER: &str = "docs/connect-four-solver.md";
const PROOFS: &str = "docs/proofs.md";
const VALUES: &str = "docs/values.md";

/// Every line of the documents' blocks of `sh` that calls one of our programs.
const LINES: [Line; 15] = [
    (SOLVER, "plyground-lab book build --class balanced", Interrupted),
    (SOLVER, "plyground-lab book build --class extra", Interrupted),
    (SOLVER, "plyground-lab book build --class balanced --kind scores", Interrupted),
    (SOLVER, "plyground-lab book check", Status(0)),
    (PROOFS, "plyground-lab prove breakthrough --size 5x6", Interrupted),
    // The line before it was interrupted: there is no such file.
    (PROOFS, "plyground-lab verify-proof five-six.proof", Status(2)),
    (PROOFS, "plyground-lab solve-job plan b2c3", Status(0)),
    (PROOFS, "plyground-lab solve-job run b2c3", Interrupted),
    (PROOFS, "plyground-lab solve-job openings b2c3", Status(0)),
    (PROOFS, "plyground-lab solve-job plan a2b3", Status(0)),
    (PROOFS, "plyground-lab solve-job run a2b3", Interrupted),
    (PROOFS, "plyground-lab solve-job openings a2b3", Status(0)),
    (VALUES, "plyground-lab solve-job plan JOB", Status(0)),
    (VALUES, "plyground-lab solve-job run JOB", Interrupted),
    // Not all of it is done.
    (VALUES, "plyground-lab solve-job merge JOB", Status(1)),
];

#[test]
fn every_line_is_known() {
    examples::all_are_known(&LINES);
}

#[test]
#[ignore = "long: the commands of documents, as they stand"]
fn lines_of_documents_run_unchanged() {
    let problems =
        [SOLVER, PROOFS, VALUES].map(|document| examples::run_lines(document, &LINES, &|_| {})).concat();
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
