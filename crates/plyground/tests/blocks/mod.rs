//! The console blocks of the README and of other documents.
//!
//! A line that begins with `$` is a command for the shell. Lines after it that begin with `>` continue it. All commands
//! of a document run in one folder, which is empty at the beginning. The lines below a command are what it prints,
//! standard error after standard output. `...` matches any lines, and the character `…` anything in a line. Readers
//! need not see exit statuses: a line `<!-- exit status: 0 1 -->` before a block has those of its commands in their
//! order, and those left out are 0.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A command of a console block.
pub(crate) struct Block {
    /// What is typed.
    pub(crate) command: String,
    /// The exit status.
    pub(crate) status: i32,
    /// What it prints, with wildcards.
    pub(crate) expected: Vec<String>,
}

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn text(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The commands of a document.
pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    let mut statuses = Vec::new().into_iter();
    for line in text(document).lines() {
        if line.starts_with("```") {
            inside = line == "```console";
            assert!(inside || statuses.next().is_none(), "{document}: more exit statuses than commands");
        } else if let Some(list) = line.strip_prefix("<!-- exit status: ").filter(|_| !inside) {
            let list = list.strip_suffix(" -->").expect("the end of a comment");
            let read = |status: &str| status.parse().expect("an exit status");
            statuses = list.split(' ').map(read).collect::<Vec<i32>>().into_iter();
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let status = statuses.next().unwrap_or(0);
            blocks.push(Block { command: command.to_owned(), status, expected: Vec::new() });
        } else if let Some(block) = blocks.last_mut().filter(|_| inside) {
            match line.strip_prefix("> ") {
                Some(more) if block.expected.is_empty() => block.command.extend(["\n", more]),
                _ => block.expected.push(line.to_owned()),
            }
        }
    }
    for Block { expected, .. } in &mut blocks {
        while expected.last().is_some_and(String::is_empty) {
            expected.pop();
        }
    }
    blocks
}

/// Whether a line is what a document says, where `…` matches anything. The mark before a table is not seen.
fn line_matches(expected: &str, found: &str) -> bool {
    let found = found.trim_start_matches('\u{feff}');
    match expected.split_once('…') {
        None => expected == found,
        Some((before, after)) => {
            let Some(rest) = found.strip_prefix(before) else { return false };
            (0..=rest.len()).filter_map(|skipped| rest.get(skipped..)).any(|rest| line_matches(after, rest))
        }
    }
}

/// The program of the package that these tests belong to.
pub(crate) const PROGRAM: &str =
    match (option_env!("CARGO_BIN_EXE_plyground"), option_env!("CARGO_BIN_EXE_plyground-lab")) {
        (Some(program), _) | (None, Some(program)) => program,
        (None, None) => panic!("cargo names the program"),
    };

/// A line of shell that runs in a folder. `HOME` is that folder, our programs are on the path, standard input is empty,
/// and `COLUMNS` is not set.
pub(crate) fn command(line: &str, folder: &Path) -> Command {
    let programs = Path::new(PROGRAM).parent().expect("a program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", programs.display())).env("HOME", folder).env_remove("COLUMNS");
    command
}

/// Runs a line of shell to its end.
pub(crate) fn shell(line: &str, folder: &Path) -> Output {
    command(line, folder).output().expect("a shell")
}

/// Whether lines are what a document says, where `...` matches any lines.
fn lines_match(expected: &[&str], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..])),
        ([first, rest @ ..], [line, others @ ..]) => line_matches(first, line) && lines_match(rest, others),
        _ => false,
    }
}

/// Runs the commands of a document, of which there are at least so many, if they can be run here.
pub(crate) fn run_blocks(document: &str, least: usize) {
    if OF_BOXES.contains(&document) && !crate::needs::program("bwrap") {
        return;
    }
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

/// The README, the pages of the folder `docs`, and the other documents at the top.
pub(crate) fn documents() -> Vec<String> {
    let mut documents = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(str::to_owned).to_vec();
    for entry in std::fs::read_dir(root().join("docs")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("plain names");
        if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
            documents.push(format!("docs/{name}"));
        }
    }
    documents.sort();
    documents
}

/// Documents that show `plyground-lab`: tests of that program run them.
const OF_LAB: [&str; 2] = ["docs/values.md", "docs/proofs.md"];

/// Documents that mark, which nothing less than a box will do for.
const OF_BOXES: [&str; 3] = ["docs/marking.md", "docs/security.md", "docs/teachers.md"];

/// Fails unless exactly the documents with console blocks are among those that are run, of the same program.
pub(crate) fn none_is_left_out(run: &[&str]) {
    let is_ours = |document: &str| OF_LAB.contains(&document) == OF_LAB.contains(&run[0]);
    let has_blocks = |document: &str| text(document).lines().any(|line| line.starts_with("```console"));
    let found = documents().into_iter().filter(|document| is_ours(document) && has_blocks(document));
    assert_eq!(found.collect::<BTreeSet<_>>(), run.iter().map(|&document| document.to_owned()).collect());
}

/// A test for each document of a program, of which the least number of commands is known.
macro_rules! documents {
    () => {
        documents! {
            readme: "README.md", 6;
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
            page_on_tournaments: "docs/tournaments.md", 9;
            page_on_many_machines: "docs/scale-out.md", 9;
            page_on_marking: "docs/marking.md", 4;
            page_on_security: "docs/security.md", 1;
            page_on_reports: "docs/reports.md", 8;
            page_on_sites: "docs/site.md", 1;
            page_on_search_trees: "docs/search-tree.md", 2;
        }
    };
    (of_lab) => {
        documents! {
            page_on_values: "docs/values.md", 3;
            page_on_proofs: "docs/proofs.md", 6;
        }
    };
    ($($test:ident: $document:literal, $least:literal;)+) => {
        $(
            #[test]
            fn $test() {
                $crate::blocks::run_blocks($document, $least);
            }
        )+

        #[test]
        fn no_page_with_console_blocks_is_left_out() {
            $crate::blocks::none_is_left_out(&[$($document),+]);
        }
    };
}
