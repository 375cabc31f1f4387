//! A class to be marked: an assignment, submissions, and what came of them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::interrupt::GRACE;
use crate::run::{PLYGROUND, Ran, TRUST, open_folder, plyground, ran};
pub(crate) use crate::variants::source;

pub(crate) const COMP3608: &str = include_str!("../../../../../assignments/comp3608/assignment.toml");

/// The file of an assignment.
pub(crate) fn assignment(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assignments").join(name);
    fs::read_to_string(folder.join("assignment.toml")).expect("an assignment")
}

/// The same with two public and two hidden cases.
pub(crate) fn few(name: &str) -> String {
    let line = |line: &str| match line.split_once(" = ") {
        Some((key @ ("public" | "hidden"), _)) => format!("{key} = 2\n"),
        Some(("after_due", _)) => "after_due = 0\n".to_owned(),
        _ => format!("{line}\n"),
    };
    assignment(name).lines().map(line).collect()
}

/// A folder with an assignment of a few small cases, `work/assignment.toml`, and submissions in `subs`.
pub(crate) struct Class {
    pub(crate) folder: tempfile::TempDir,
}

impl Class {
    /// Four small cases.
    pub(crate) fn small() -> Self {
        Self::with(&small())
    }

    pub(crate) fn with(assignment: &str) -> Self {
        let class = Self { folder: open_folder() };
        class.file("work/assignment.toml", assignment);
        class
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, folders above it included.
    pub(crate) fn file(&self, name: &str, content: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }

    pub(crate) fn zip(&self, name: &str, files: &[(&str, &str)]) {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a file");
            zip.write_all(content.as_bytes()).expect("memory");
        }
        let bytes = zip.finish().expect("a zip").into_inner();
        fs::write(self.path(name), bytes).expect("a file");
    }

    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(PLYGROUND);
        command.arg("mark").args(words.split(' ')).args(TRUST);
        command.current_dir(self.folder.path()).stdin(Stdio::null()).env(GRACE, "60000");
        command
    }

    pub(crate) fn run(&self, words: &str) -> Ran {
        ran(&mut self.command(words))
    }

    /// Another command of `plyground` in the folder.
    pub(crate) fn plyground(&self, words: &[&str]) -> Ran {
        plyground(self.folder.path(), words)
    }

    /// Marks into a folder; the rows of `marks.csv` by student, as cells by column.
    pub(crate) fn mark(&self, out: &str, more: &str) -> BTreeMap<String, BTreeMap<String, String>> {
        self.run(&format!("work subs --out {out}{more}")).done();
        rows(&self.text(&format!("{out}/marks.csv")))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// All files of marks that hold nothing of when they were made.
    pub(crate) fn reports(&self, out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let out = self.path(out);
        let files = below(&out).into_iter().filter(|path| path.is_file()).map(|path| {
            let content = fs::read(&path).expect("a file");
            (path.strip_prefix(&out).expect("inside").to_owned(), content)
        });
        let of_now = ["times.csv", "outcomes.jsonl", "logs"];
        files.filter(|(path, _)| !of_now.iter().any(|name| path.starts_with(name))).collect()
    }
}

/// Everything below a folder, folders and files.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let with_content =
        |path: PathBuf| if path.is_dir() { [below(&path), vec![path]].concat() } else { vec![path] };
    paths.flat_map(with_content).collect()
}

/// An assignment of four small cases. It needs no more, because its value of a win is not the usual one.
pub(crate) fn small() -> String {
    COMP3608
        .replace("win = 10000", "win = 10001")
        .replace("public = 14", "public = 1")
        .replace("hidden = 10", "hidden = 1")
        .replace("after_due = 5", "after_due = 1")
        .replace("depths = [1, 6]", "depths = [2, 3]")
        .replace("time_ms = 10000", "time_ms = 2000")
}

/// Rows of a CSV file without line ends in cells, by their first cell.
pub(crate) fn rows(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let cells = |line: &str| {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                c => cells.last_mut().expect("a cell").push(c),
            }
        }
        cells
    };
    let mut lines = text.strip_prefix('\u{feff}').expect("the mark of UTF-8").lines();
    let head = cells(lines.next().expect("a head"));
    lines
        .map(|line| {
            let cells = cells(line);
            assert_eq!(cells.len(), head.len(), "{line}");
            (cells[0].clone(), head.iter().cloned().zip(cells).collect())
        })
        .collect()
}

pub(crate) fn right() -> String {
    source("comp3608/right.py")
}
