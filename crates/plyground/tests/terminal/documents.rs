//! The console blocks of documents on a terminal.

use super::examples::{self, End};
use super::session::{NARROW, USUAL, Width};
use crate::blocks::{Block, blocks, line_matches};

documents!(run_usual);

fn run_usual(document: &str, least: usize) {
    run(document, least, USUAL);
}

#[test]
fn readme_on_a_narrow_terminal() {
    run("README.md", 1, NARROW);
}

#[test]
fn readme_on_a_terminal_of_no_known_size() {
    run("README.md", 1, Width::Unknown);
}

#[test]
fn page_for_players_on_a_narrow_terminal() {
    run("docs/players.md", 1, NARROW);
}

#[test]
fn page_for_players_on_a_terminal_of_no_known_size() {
    run("docs/players.md", 1, Width::Unknown);
}

/// Runs the commands of a document. What they print must stand whole on the screen, where standard output and standard
/// error come together in any order.
fn run(document: &str, least: usize, width: Width) {
    let blocks = blocks(document);
    assert!(blocks.len() >= least, "only {} commands found", blocks.len());
    let folder = tempfile::tempdir().expect("a temporary folder");
    for Block { command, status, expected } in blocks {
        let ended = examples::run(&command, folder.path(), width, End::Status(status));
        let ended = ended.unwrap_or_else(|problem| panic!("{problem}"));
        for expected in expected.iter().filter(|line| *line != "...") {
            let is_it = |found: &str| line_matches(expected.trim_end(), found.trim_end());
            // On a terminal `ls` writes several names on a line.
            let is_there = ended.text.lines().any(is_it)
                || command.starts_with("ls ") && ended.text.split_whitespace().any(is_it);
            assert!(is_there, "{}", ended.problem(&format!("no line is: {expected}")));
        }
    }
}
