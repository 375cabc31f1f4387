//! Console blocks run as they stand.

use super::blocks::{Block, blocks, line_matches};
use super::shell::shell;

/// Whether lines are what a document says, where `...` matches any lines.
pub(crate) fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => line_matches(first, line) && lines_match(rest, others),
        _ => false,
    }
}

/// Runs the commands of a document, of which there are at least so many.
pub(crate) fn run_blocks(document: &str, least: usize) {
    let blocks = blocks(document);
    assert!(blocks.len() >= least, "only {} commands found", blocks.len());
    let folder = tempfile::tempdir().expect("a temporary folder");
    for Block { command, status, expected } in blocks {
        let output = shell(&command, folder.path());
        let text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat();
        assert_eq!(output.status.code(), Some(status), "{command}\n{text}");
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        let found: Vec<&str> = text.trim_end().lines().collect();
        assert!(lines_match(&expected, &found), "{command} printed\n{text}");
    }
}
