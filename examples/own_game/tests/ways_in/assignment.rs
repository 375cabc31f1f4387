//! What an assignment has with nothing but its folder and its line in `main`: the menu, a file to change, a doctor for
//! one's own program, cases, and marks.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{document, ended};

/// A program that takes the first empty cell, which is now and then the best.
const FIRST_EMPTY: &str = "i=1
while [ \"$(printf %s \"$1\" | cut -c $i)\" != . ]; do i=$((i + 1)); done
echo $i
";

/// A program that plays perfectly: it tries every line to its end.
const PERFECT: &str = include_str!("perfect.sh");

/// What a command prints. It must end with this status.
fn run(folder: &Path, status: i32, words: &[&str]) -> String {
    let [out, _] = ended(folder, status, words);
    out
}

#[test]
fn the_menu_lists_it_with_the_others() {
    let menu = document(&["assignments", "--json"]);
    assert_eq!(menu.as_array().map(Vec::len), Some(6));
    assert_eq!((&menu[5]["name"], &menu[5]["game"]), (&"tic-tac-toe-best".into(), &"tic-tac-toe".into()));
}

#[test]
fn a_course_changes_its_file_and_errors_name_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), 0, &["assignments", "new", "autumn", "--from", "tic-tac-toe-best", "--seed", "4"]);
    let file = folder.path().join("autumn/assignment.toml");
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.contains("hidden_seed = 4\n"), "{text}");
    let no_part = "nodes: no part of this task's answers; expected one of cell";
    let other_game = "expected tic-tac-toe with task = \"best-cell\"";
    for (old, new, message) in [
        ("[cases]", "[search]\nwin = 3\n\n[cases]", "search: this task has no settings"),
        ("cases = 10", "cases = 10\nnodes = 1", no_part),
        ("XX.OO.... X", "XX.OO.... Y", "position: "),
        ("game = \"tic-tac-toe\"", "game = \"breakthrough\"", other_game),
    ] {
        fs::write(&file, text.replace(old, new)).expect("a file");
        let [_, err] = ended(folder.path(), 2, &["mark", "autumn", ".", "--list"]);
        assert!(err.contains(message) && err.contains("assignment.toml: line "), "{new}: {err}");
    }
}

// The programs are our own: where there is no sandbox, none is needed.
#[test]
fn students_can_check_their_program() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("first.sh"), FIRST_EMPTY).expect("a file");
    fs::write(folder.path().join("perfect.sh"), PERFECT).expect("a file");
    let check = ["check", "tic-tac-toe-best", "--allow-root", "--trust-agents", "--json", "--"];
    let first = run(folder.path(), 1, &[&check[..], &["sh", "./first.sh"]].concat());
    let first: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(first["asked"], 6, "{first}");
    assert!(first["right"].as_u64() < Some(6), "{first}");
    let given = &first["cases"][0];
    assert_eq!((&given["question"], &given["position"]), (&"XX.OO.... X".into(), &"XX.OO.... X".into()));
    assert_eq!((&given["expected"], &given["verdict"]), (&"3".into(), &"right".into()));
    // The mistake is named, and how to mend it.
    let diagnosis = &first["diagnosis"];
    assert_eq!(diagnosis["mistakes"], serde_json::json!(["first-empty"]), "{diagnosis}");
    assert_eq!(diagnosis["explains"], 6, "{diagnosis}");
    let words = diagnosis["words"].to_string();
    assert!(words.contains("plays the first empty cell") && words.contains("To mend it: "), "{words}");
    let perfect = run(folder.path(), 0, &[&check[..], &["sh", "./perfect.sh"]].concat());
    assert!(perfect.contains("\"passed\": true"), "{perfect}");
}

#[test]
fn a_class_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("handed-in")).expect("a folder");
    for (student, text) in [("ada", PERFECT), ("bob", FIRST_EMPTY), ("eve", "echo nine\n")] {
        let program = folder.path().join("handed-in").join(student).with_extension("sh");
        fs::write(program, text).expect("a file");
    }
    let words = ["mark", "tic-tac-toe-best", "handed-in", "--out", "marks", "--allow-root", "--trust-agents"];
    run(folder.path(), 0, &words);
    let marks = fs::read_to_string(folder.path().join("marks/marks.csv")).expect("marks");
    let mut rows = marks.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let total = rows.next().and_then(|head| head.iter().position(|&name| name == "total")).expect("totals");
    let totals: Vec<f64> = rows.map(|row| row[total].parse().expect("a number")).collect();
    assert_eq!((totals.len(), totals[0], totals[2]), (3, 10.0, 0.0), "{marks}");
    // The first empty cell is the best now and then.
    assert!(totals[1] > 0.0 && totals[1] < 6.0, "{marks}");
}
