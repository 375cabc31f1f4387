//! What console blocks print on a terminal.

use super::examples::{self, End};
use super::session::{EVERY, Width};
use crate::blocks::{self, Block, blocks, line_matches};

/// Documents take turns with the widths; `PLYGROUND_LONG` has each of them run at every width.
pub(crate) fn run_at_its_width(document: &str, least: usize) {
    let number = blocks::documents().iter().position(|one| one == document).expect("a document");
    let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
    for (at, width) in EVERY.into_iter().enumerate() {
        if is_long || number % EVERY.len() == at {
            run(document, least, width);
        }
    }
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
