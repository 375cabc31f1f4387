//! What console blocks print on a terminal.

use super::examples::{self, End};
use super::session::{EVERY, Width};
use crate::blocks::{self, Block, blocks, line_matches};

/// Documents take turns with the widths.
pub(crate) fn run_at_its_width(document: &str) {
    let number = blocks::documents().iter().position(|one| one == document).expect("a document");
    run(document, EVERY[number % EVERY.len()]);
}

/// Runs the commands of a document. What they print must stand whole on the screen, where standard output and standard
/// error come together in any order.
fn run(document: &str, width: Width) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for Block { command, status, expected } in blocks(document) {
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
