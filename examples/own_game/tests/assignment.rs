//! What an assignment has with nothing but its folder and its line in `main`: the menu, a file to change, a doctor for
//! one's own program, cases, marks, and a tournament to begin with.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// A program that takes the first empty cell, which is now and then the best.
const FIRST_EMPTY: &str = "i=1
while [ \"$(printf %s \"$1\" | cut -c $i)\" != . ]; do i=$((i + 1)); done
echo $i
";

/// A program that plays perfectly: it tries every line to its end.
const PERFECT: &str = include_str!("perfect.sh");

fn output(folder: &Path, words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_plyground-own-game");
    Command::new(program).args(words).current_dir(folder).output().expect("a program")
}

/// The help of a command, on one line.
fn help(folder: &Path, words: &[&str]) -> String {
    let text = run(folder, 0, &[words, &["--help"]].concat());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a command prints. It must end with this status.
fn run(folder: &Path, status: i32, words: &[&str]) -> String {
    let output = output(folder, words);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        output.status.code(),
        Some(status),
        "{words:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

#[test]
fn the_menu_lists_it_with_the_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let menu: Value = serde_json::from_str(&run(folder.path(), 0, &["assignments", "--json"])).expect("JSON");
    let menu = menu.as_array().expect("a list");
    assert_eq!(menu[0]["name"], "comp3608");
    let own = menu.last().expect("an assignment");
    assert_eq!((&own["name"], &own["game"]), (&"tic-tac-toe-best".into(), &"tic-tac-toe".into()));
}

#[test]
fn a_course_changes_its_file_and_errors_name_the_place() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), 0, &["assignments", "new", "autumn", "--from", "tic-tac-toe-best", "--seed", "4"]);
    let file = folder.path().join("autumn/assignment.toml");
    let text = fs::read_to_string(&file).expect("a file");
    assert!(text.contains("hidden_seed = 4\n"), "{text}");
    for (old, new, message) in [
        ("[cases]", "[search]\nwin = 3\n\n[cases]", "search: this task has no settings"),
        (
            "cases = 10",
            "cases = 10\nnodes = 1",
            "nodes: no part of this task's answers; expected one of cell",
        ),
        ("XX.OO.... X", "XX.OO.... Y", "position: "),
        (
            "game = \"tic-tac-toe\"",
            "game = \"breakthrough\"",
            "expected tic-tac-toe with task = \"best-cell\"",
        ),
    ] {
        fs::write(&file, text.replace(old, new)).expect("a file");
        let refused = output(folder.path(), &["mark", "autumn", ".", "--list"]);
        assert_eq!(refused.status.code(), Some(2), "{new}");
        let err = String::from_utf8_lossy(&refused.stderr);
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
    let help = help(folder.path(), &["check"]);
    assert!(help.contains("cs4750, tic-tac-toe-best, or a folder"), "{help}");
    assert!(help.contains("tic-tac-toe-best: cells on a few boards; any best one is right."), "{help}");
}

#[test]
fn its_tournament_can_be_begun_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let help = help(folder.path(), &["tournament", "init"]);
    assert!(help.contains("`tic-tac-toe-best` (tic-tac-toe by the line protocol)"), "{help}");
    run(folder.path(), 0, &["tournament", "init", "class", "--assignment", "tic-tac-toe-best"]);
    run(folder.path(), 0, &["tournament", "run", "class", "--allow-root", "--trust-agents"]);
    let standings = run(folder.path(), 0, &["tournament", "standings", "class"]);
    let place = |name| standings.find(name).unwrap_or_else(|| panic!("no {name}: {standings}"));
    assert!(place("Engine") < place("Last"), "{standings}");
    let refused = output(folder.path(), &["tournament", "init", "other", "--assignment", "cs431"]);
    let err = String::from_utf8_lossy(&refused.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("expected comp3608, cs3243, max-connect-four or tic-tac-toe-best"), "{err}");
}

#[test]
fn a_class_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    for (student, name, text) in
        [("ada", "best.sh", PERFECT), ("bob", "best.sh", FIRST_EMPTY), ("eve", "best.sh", "echo nine\n")]
    {
        let folder = folder.path().join("handed-in").join(student);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(name), text).expect("a file");
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

#[test]
fn programs_of_a_class_play_against_agents() {
    let folder = tempfile::tempdir().expect("a folder");
    run(folder.path(), 0, &["assignments", "new", "autumn", "--from", "tic-tac-toe-best"]);
    let file = folder.path().join("autumn/assignment.toml");
    let text = fs::read_to_string(&file).expect("a file");
    fs::write(&file, text.replace("public = 5\n", "public = 5\nopponents = [\"random:seed=1\"]\n"))
        .expect("a file");
    let handed_in = folder.path().join("handed-in/ada");
    fs::create_dir_all(&handed_in).expect("a folder");
    fs::write(handed_in.join("best.sh"), PERFECT).expect("a file");
    let words = ["mark", "autumn", "handed-in", "--out", "marks", "--allow-root", "--trust-agents"];
    run(folder.path(), 0, &words);
    let marks = fs::read_to_string(folder.path().join("marks/marks.csv")).expect("marks");
    let [head, ada] =
        [0, 1].map(|row| marks.lines().nth(row).unwrap_or_default().split(',').collect::<Vec<_>>());
    let of = |name| head.iter().position(|&column| column == name).map(|column| ada[column]);
    // Eleven boards and two games, of which a perfect player loses none.
    assert_eq!((of("cases"), of("cases_right")), (Some("13"), Some("13")), "{marks}");
}
