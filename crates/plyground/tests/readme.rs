//! The console blocks of the README and of other documents, run as they stand.

#[macro_use]
mod blocks;
mod shell;

use blocks::{Block, blocks, line_matches};
use shell::shell;

documents!(run_blocks);

fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => line_matches(first, line) && lines_match(rest, others),
        _ => false,
    }
}

/// Runs the commands of a document, of which there are at least so many.
fn run_blocks(document: &str, least: usize) {
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

/// What tests need to know stands where readers do not see it.
#[test]
fn documents_have_no_marks_of_tests() {
    for document in blocks::documents() {
        let is_mark = |line: &str| {
            line.contains("[..]") || line.strip_prefix("? ").is_some_and(|rest| rest.parse::<u8>().is_ok())
        };
        let text = blocks::text(&document);
        assert_eq!(text.lines().find(|line| is_mark(line)), None, "{document}");
    }
    for topic in ["students", "exit-status"] {
        let help = shell(&format!("plyground help {topic}"), &blocks::root());
        assert!(!String::from_utf8_lossy(&help.stdout).contains("<!--"), "{topic}");
    }
}

#[test]
fn wildcards_match_what_they_should() {
    assert!(line_matches("a … c", "a b c") && !line_matches("a … c", "a b d"));
    assert!(lines_match(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(!lines_match(&["a", "...", "c"], &["a", "b"]) && !lines_match(&["a"], &["a", "b"]));
}
