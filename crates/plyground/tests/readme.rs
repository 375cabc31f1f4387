//! The console blocks of the README and of other documents, run as they stand.
//!
//! A line that begins with `$` is a command for the shell, run in one folder that is empty at the
//! beginning of a document, and lines after it that begin with `>` are more of it; the lines below are what it
//! prints, standard error after standard output. `? N` as the first of them is the exit status, otherwise 0; `...` stands for any lines and `[..]` for anything in a line.

mod shell;

use std::path::Path;

use shell::shell;

/// The commands of the console blocks, each with its expected lines.
fn commands(text: &str) -> Vec<(String, Vec<&str>)> {
    let mut commands: Vec<(String, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            commands.push((command.to_owned(), Vec::new()));
        } else if let Some((command, expected)) = commands.last_mut().filter(|_| inside) {
            match line.strip_prefix("> ").filter(|_| expected.is_empty()) {
                Some(more) => command.extend(["\n", more]),
                None => expected.push(line),
            }
        }
    }
    commands
}

fn line_matches(expected: &str, found: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == found,
        Some((before, after)) => {
            let Some(rest) = found.strip_prefix(before) else { return false };
            (0..=rest.len()).filter_map(|skipped| rest.get(skipped..)).any(|rest| line_matches(after, rest))
        }
    }
}

fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => line_matches(first, line) && lines_match(rest, others),
        _ => false,
    }
}

/// A test for each document, with the least number of commands that it has.
macro_rules! documents {
    ($($test:ident: $document:literal, $least:literal;)+) => {
        $(
            #[test]
            fn $test() {
                run_blocks($document, $least);
            }
        )+

        /// The documents that are run.
        const DOCUMENTS: &[&str] = &[$($document),+];
    };
}

documents! {
    readme: "README.md", 8;
    page_for_students: "docs/students.md", 4;
    page_for_teachers: "docs/teachers.md", 6;
    page_for_players: "docs/players.md", 2;
    page_for_engine_authors: "docs/engine-authors.md", 3;
    page_on_assignments: "docs/assignments.md", 9;
    page_on_notations: "docs/notations.md", 3;
    page_on_agents: "docs/agents.md", 3;
    page_on_protocols: "docs/protocols.md", 5;
    page_on_records: "docs/records.md", 6;
    page_on_exit_status: "docs/exit-status.md", 4;
    page_on_tournaments: "docs/tournaments.md", 7;
    page_on_values: "docs/values.md", 4;
    page_on_proofs: "docs/proofs.md", 6;
    page_on_many_machines: "docs/scale-out.md", 9;
    page_on_marking: "docs/marking.md", 4;
    page_on_reports: "docs/reports.md", 8;
}

#[test]
fn no_page_with_console_blocks_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "ARCHITECTURE.md".to_owned()];
    for entry in std::fs::read_dir(root.join("docs")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("plain names");
        if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
            pages.push(format!("docs/{name}"));
        }
    }
    for page in pages {
        let text = std::fs::read_to_string(root.join(&page)).expect("a page");
        let is_run = DOCUMENTS.contains(&page.as_str());
        let has_blocks = text.lines().any(|line| line.starts_with("```console"));
        assert_eq!(has_blocks, is_run, "{page}: has console blocks, or is run");
    }
}

/// Runs the commands of a document, of which there are at least so many.
fn run_blocks(document: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = std::fs::read_to_string(path).expect("the document");
    let commands = commands(&text);
    assert!(commands.len() >= least, "only {} commands found", commands.len());
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (command, mut expected) in commands {
        let output = shell(&command, folder.path());
        let status = match expected.first().and_then(|line| line.strip_prefix("? ")) {
            Some(status) => {
                let status = status.parse().expect("an exit status");
                expected.remove(0);
                status
            }
            None => 0,
        };
        let text =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat();
        assert_eq!(output.status.code(), Some(status), "{command}\n{text}");
        while expected.last().is_some_and(|line| line.is_empty()) {
            expected.pop();
        }
        let found: Vec<&str> = text.trim_end().lines().collect();
        assert!(lines_match(&expected, &found), "{command} printed\n{text}");
    }
}

#[test]
fn wildcards_match_what_they_should() {
    assert!(line_matches("a [..] c", "a b c") && !line_matches("a [..] c", "a b d"));
    assert!(lines_match(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(!lines_match(&["a", "...", "c"], &["a", "b"]) && !lines_match(&["a"], &["a", "b"]));
}
