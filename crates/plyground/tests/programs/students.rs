//! Wrong programs as students write them from the texts, which `plyground check` explains: how many of each assignment
//! get a true explanation is counted, and none may get a false one. `submissions/students/expected.txt` is the table. With
//! `PLYGROUND_LONG` all are checked, otherwise every sixth.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::needs;
use crate::run::{TRUST, has, is_long, open_folder, plyground, ran};
use crate::variants::{programs, rows, source, two_at_a_time};

/// A program, what is found out about it, and whether that explains what is wrong.
struct Row {
    assignment: String,
    file: String,
    /// A word for the finding.
    finding: String,
    /// Names of mistakes, or words that must be said.
    said: String,
    is_explained: bool,
}

/// Lines of `PATH FINDING yes|no WORDS`.
fn table() -> Vec<Row> {
    let row = |words: Vec<String>| {
        let [path, finding, explained, said @ ..] = &words[..] else { panic!("{words:?}") };
        let (assignment, file) = path.split_once('/').expect("a folder and a file");
        assert!(["yes", "no"].contains(&&**explained), "{words:?}");
        let (assignment, file, finding) = (assignment.to_owned(), file.to_owned(), finding.clone());
        Row { assignment, file, finding, said: said.join(" "), is_explained: explained == "yes" }
    };
    rows("students/expected.txt").into_iter().map(row).collect()
}

/// Checks a program and compares what is said with the table.
fn check(row: &Row) {
    let folder = open_folder();
    let text = source(&format!("students/{}/{}", row.assignment, row.file));
    fs::write(folder.path().join(&row.file), text).expect("a file");
    let command: &[&str] = if Path::new(&row.file).extension().is_some_and(|extension| extension == "c") {
        let words = ["-O2", "-w", "-o", "program", &row.file, "-lm"];
        ran(Command::new("cc").args(words).current_dir(folder.path())).done();
        &["./program"]
    } else {
        &["python3", "-S", &row.file]
    };
    let words = ["check", &row.assignment, "--json"];
    let checked = plyground(folder.path(), &[&words[..], &TRUST, &["--"], command].concat());
    let (name, document) = (&row.file, checked.json());
    assert_eq!(checked.status, Some(1), "{name}");
    let diagnosis = &document["diagnosis"];
    let finding = diagnosis["finding"].as_str().unwrap_or("-");
    assert_eq!(finding, row.finding, "{name}: {diagnosis}");
    if let Value::Array(ids) = &diagnosis["mistakes"] {
        let said = ids.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ");
        assert_eq!(said, row.said, "{name}: {diagnosis}");
    } else {
        has(&document.to_string(), &[&row.said]);
    }
}

#[test]
fn programs_of_students_are_explained_as_the_table_says() {
    if !needs::program("python3") || !needs::program("cc") {
        return;
    }
    // One of each assignment at least.
    let every = if is_long() { 1 } else { 6 };
    two_at_a_time(table().into_iter().step_by(every).collect(), |row| check(&row));
}

#[test]
fn every_program_is_in_the_table_and_the_manual_counts_them() {
    let all = table();
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for row in &all {
        let [explained, count] = counts.entry(&row.assignment).or_default();
        *explained += usize::from(row.is_explained);
        *count += 1;
    }
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/marking.md");
    let manual = fs::read_to_string(manual).expect("the manual").replace('\n', " ");
    for (assignment, [explained, count]) in counts {
        let listed = all.iter().filter(|row| row.assignment == assignment).map(|row| row.file.clone());
        assert_eq!(programs(&format!("students/{assignment}")), listed.collect(), "{assignment}");
        assert!(4 * explained >= 3 * count, "{assignment}: {explained} of {count}");
        let counted = format!(" {explained} of {count} for `{assignment}`");
        assert!(manual.contains(&counted), "{counted}");
    }
}
