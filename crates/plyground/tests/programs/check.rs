//! `plyground check` on programs with each kind of fault that it distinguishes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::interrupt::endless;
use crate::needs;
use crate::run::{PLYGROUND, Ran, TRUST, has, interrupted_at, open_folder, plyground, table};
use crate::variants::source;

/// A folder with the programs of this project.
fn folder() -> tempfile::TempDir {
    let folder = open_folder();
    for program in ["ConnectFour", "maxconnect4", "breakthrough"] {
        let built = Path::new(PLYGROUND).with_file_name(program);
        fs::copy(built, folder.path().join(program)).expect("a program");
    }
    folder
}

fn run(folder: &Path, assignment: &str, options: &[&str], command: &[&str]) -> Ran {
    plyground(folder, &[&["check", assignment][..], &TRUST, options, &["--"], command].concat())
}

/// Exit status and document of a check of a script.
fn script(assignment: &str, options: &[&str], script: &str) -> (Option<i32>, Value) {
    let options = [options, &["--json"]].concat();
    let ran = run(folder().path(), assignment, &options, &["sh", "-c", script, "sh"]);
    (ran.status, ran.json())
}

/// Checks a file as a submission.
fn hand_in(folder: &Path, file: &str) -> Ran {
    plyground(folder, &[&["check", "comp3608", file][..], &TRUST].concat())
}

#[test]
fn a_submission_is_built_and_checked() {
    let folder = folder();
    let mine = folder.path().join("all/mine");
    fs::create_dir_all(&mine).expect("folders");
    for (from, to) in [("right.c", "ConnectFour.c"), ("base.h", "base.h")] {
        fs::write(mine.join(to), source(&format!("comp3608/{from}"))).expect("a source");
    }
    fs::write(folder.path().join("all/report.pdf"), "").expect("a file");
    let found = hand_in(folder.path(), "all");
    let left_out =
        "note: 'report.pdf' left out: only what lies with the main program, in 'mine', is taken; expected";
    assert!(found.err.contains(left_out), "{}", found.err);
    assert!(found.done().starts_with("comp3608: 28 of 28 answers are right"));

    fs::write(mine.join("ConnectFour.c"), "int main(void) { return }").expect("a source");
    has(&hand_in(folder.path(), "all/mine").refused(1), &["error:", "mine: building it as c failed"]);

    has(&hand_in(folder.path(), "nothing.py").refused(2), &["nothing.py", "a command goes after --"]);
}

fn cases(document: &Value) -> std::slice::Iter<'_, Value> {
    document["cases"].as_array().expect("cases").iter()
}

/// The words under a key, each once.
fn once<'a>(values: impl Iterator<Item = &'a Value>, key: &str) -> Vec<&'a str> {
    let words: BTreeSet<&str> = values.map(|value| value[key].as_str().expect("a word")).collect();
    words.into_iter().collect()
}

fn verdicts(document: &Value) -> Vec<&str> {
    once(cases(document), "verdict")
}

#[test]
fn each_form_of_an_output_is_judged_and_named() {
    for (assignment, text, status, verdict, kinds) in [
        ("comp3608", "./ConnectFour \"$@\"", 0, "right", &[][..]),
        ("comp3608", "./ConnectFour \"$@\" | sed 's/^/ /'", 0, "right", &["leading-blanks"]),
        ("comp3608", "./ConnectFour \"$@\"; exit 3", 0, "right", &["end"]),
        ("comp3608", "echo Thinking; ./ConnectFour \"$@\"", 1, "unreadable", &["extra-output"]),
        ("comp3608", "./ConnectFour \"$@\" | sed 's/^/Answer: /'", 1, "unreadable", &["not-a-number"]),
        ("comp3608", "./ConnectFour \"$@\" | head -n 1", 1, "unreadable", &["missing-line"]),
        ("comp3608", ":", 1, "unreadable", &["no-output"]),
        ("comp3608", "./ConnectFour \"$@\" | xargs", 1, "unreadable", &["one-line"]),
        ("comp3608", "./ConnectFour \"$@\" | sed 's/.*/\x1b[32m&\x1b[0m/'", 1, "unreadable", &["colours"]),
        ("comp3608", "echo 1; echo; echo", 1, "unreadable", &["empty-lines", "missing-line"]),
        ("cs3243", "echo A1A3", 1, "illegal", &["no-piece", "onto-own", "too-far"]),
        ("cs431", "echo left", 1, "unreadable", &[]),
    ] {
        let (found, document) = script(assignment, &[], text);
        let remarks = cases(&document).flat_map(|case| case["remarks"].as_array().expect("remarks"));
        let found = (found, verdicts(&document), once(remarks, "kind"));
        assert_eq!(found, (Some(status), vec![verdict], kinds.to_vec()), "{assignment}: {text}: {document}");
    }
}

#[test]
fn what_is_said_of_a_form_does_not_contradict_the_answers() {
    let rows = r#"
        ./ConnectFour "$@" | sed 's/$/\r/' => (accepted, also where it is marked)
        echo Thinking; ./ConnectFour "$@" => 28 answers have the right numbers, and are wrong by their form alone.
        [ "$*" != ".......,.......,.......,.......,.......,....... red M 3" ] || echo Thinking; ./ConnectFour "$@" => One answer has the right numbers, and is wrong by its form alone.
        ./ConnectFour "$@" | head -n 1 => Right in 'column': all 28 answers. + In all 28 answers that are wrong in 'nodes', the number is missing.
    "#;
    for [text, words] in table(rows) {
        let out = run(folder().path(), "comp3608", &[], &["sh", "-c", text, "sh"]).out.replace('\n', " ");
        has(&out, &words.split(" + ").collect::<Vec<_>>());
        for never in ["No mistake", "All answers are right", "gave no answer"] {
            assert!(!out.contains(never), "{text}: {out}");
        }
    }
}

#[test]
fn what_earns_no_marks_is_said_apart() {
    let rows = r#"
        cs3243 => read -r line; [ $line = identify ] || (echo $line; cat) | ./breakthrough => asked for its name (identify), standard output, line 1: missing;
        max-connect-four => ./maxconnect4 "$@" | sed 's/[0-9]*, green [0-9]*/9, green 7/' => found scores of 9 and 7, the numbers of runs; expected 14 and 13 quadruples
    "#;
    for [assignment, text, words] in table(rows) {
        let (status, document) = script(assignment, &[], text);
        assert_eq!((status, &document["passed"]), (Some(0), &true.into()), "{document}");
        has(document["beyond"].as_str().expect("what is wrong"), &[words]);
    }
}

#[test]
fn the_board_of_a_question_is_shown_with_it() {
    for (assignment, command, row) in [
        ("cs3243", &["echo", "A1A3"][..], "A  B  C  D  E  F"),
        ("max-connect-four", &["false"], "3  .  .  .  g  .  .  ."),
    ] {
        has(&run(folder().path(), assignment, &[], command).out, &[row]);
    }
}

/// The project's own game as a program could print it, whole and half of it.
#[test]
fn games_of_a_program_against_itself_are_checked() {
    let folder = folder();
    let game = plyground(folder.path(), &["report", "cs4750", "--json"]).json();
    let moves = game["moves"].as_array().expect("moves").iter();
    let lines: Vec<String> = moves
        .map(|mv| format!("{} {}\n", mv["move"].as_str().expect("a cell"), mv["nodes_generated"]))
        .collect();
    for (count, status, right, asked) in [(lines.len(), 0, 28, 28), (12, 1, 10, 11)] {
        fs::write(folder.path().join("game.txt"), lines[..count].concat()).expect("a file");
        let ran = run(folder.path(), "cs4750", &["--json"], &["cat", "game.txt"]);
        let document = ran.json();
        let found = (ran.status, &document["right"], &document["asked"]);
        assert_eq!(found, (Some(status), &right.into(), &asked.into()), "{document}");
    }
}

#[test]
fn what_cannot_be_asked_has_a_status_of_its_own() {
    let folder = folder();
    for (assignment, command, status, words) in [
        ("comp3608", &["./nothing"][..], 3, "the program could not be run: "),
        ("comp3608", &["no-such-program"], 3, "the program could not be run: "),
        (
            "comp9999",
            &["true"],
            2,
            "comp9999: No such file or directory (os error 2); expected one of comp3608,",
        ),
        ("comp3608", &[], 2, "no program; expected FILE, what would be handed in, or a command after --"),
    ] {
        run(folder.path(), assignment, &[], command).refused_with(status, words);
    }
}

#[test]
fn after_three_late_answers_no_more_is_asked() {
    let (status, late) = script("comp3608", &["--time", "60"], "sleep 9");
    assert_eq!((status, verdicts(&late)), (Some(1), vec!["late", "not asked"]));
    let clock = cases(&late).find_map(|case| case["clock"].as_str()).expect("a late answer");
    assert!(clock.starts_with("allowed 60 ms, used "), "{clock}");
    has(clock, &["kept waiting by the machine"]);
    // The marker does so even if the answers were right.
    let (status, endless) = script("comp3608", &["--time", "2000"], "./ConnectFour \"$@\"; sleep 9");
    assert_eq!((status, verdicts(&endless)), (Some(1), vec!["not asked", "right"]));
    assert_eq!(cases(&endless).filter(|case| case["verdict"] == "right").count(), 3);
}

#[test]
fn a_program_that_answers_differently_each_time_is_told_so() {
    let by_lot = "n=$(od -An -N4 -tu4 /dev/urandom); echo $((n % 7)); echo $((n % 99991))";
    let (status, report) = script("comp3608", &[], by_lot);
    assert_eq!(status, Some(1));
    has(&report["diagnosis"].to_string(), &["Asked twice, the program answers differently: "]);
    let by_question = "n=$(echo \"$@\" | cksum | cut -d' ' -f1); echo $((n % 7)); echo $((n % 99991))";
    let (_, report) = script("comp3608", &[], by_question);
    let diagnosis = report["diagnosis"].to_string();
    assert!(diagnosis.contains("small questions more") && !diagnosis.contains("Asked twice"), "{diagnosis}");
}

#[test]
fn what_a_program_prints_cannot_command_a_terminal() {
    let text = r"printf '\033[2Jboo\n\233\n'; printf '\033]0;x\007' >&2; exit 1";
    let ran = run(folder().path(), "comp3608", &[], &["sh", "-c", text, "sh"]);
    assert_eq!(ran.status, Some(1));
    assert!(!(ran.out + &ran.err).contains(['\x1b', '\u{9b}', '\x07']));
}

/// It is not asked what it cannot answer.
#[test]
fn a_file_that_the_program_cannot_see_has_status_2() {
    let (folder, elsewhere) = (folder(), open_folder());
    for place in [elsewhere.path(), folder.path()] {
        let script = place.join("mine.sh");
        fs::write(&script, "echo 3\n").expect("a file");
        let ran = run(folder.path(), "comp3608", &[], &["sh", script.to_str().expect("plain names")]);
        let is_boxed = ran.err.contains("isolation of programs: bwrap");
        // Without a box the folder keeps its path.
        if place == folder.path() && !is_boxed {
            continue;
        }
        if needs::available("a sandbox", !ran.err.contains("isolation of programs: none")) {
            ran.refused_with(2, "mine.sh: this file exists here, but the program cannot see it; ");
        }
    }
    assert_eq!(run(folder.path(), "comp3608", &[], &["sh", "mine.sh"]).status, Some(1), "it is wrong");
}

/// Two mistakes are two findings, each of its part.
#[test]
fn a_program_that_is_wrong_in_two_parts_is_asked_more() {
    let wrong = "./ConnectFour \"$@\" | awk 'NR == 1 { print $1 + 1; next } { print $1 - 1 }'";
    let (_, document) = script("comp3608", &[], wrong);
    let diagnosis = &document["diagnosis"];
    assert_eq!(diagnosis["mistakes"], serde_json::json!(["root-not-counted", "columns-from-one"]));
    assert_eq!((&diagnosis["explains"], &diagnosis["answered"]), (&28.into(), &28.into()), "{diagnosis}");
    let asked = diagnosis["inquiry"]["asked"].as_u64().expect("a number");
    assert!((1..=60).contains(&asked) && document["asked"] == 28, "{diagnosis}");
    for part in diagnosis["inquiry"]["parts"].as_array().expect("parts") {
        let name = part["name"].as_str().expect("a name");
        let is_wrong = name.starts_with("reading") || name.starts_with("depth");
        assert_eq!(part["state"], if is_wrong { "wrong" } else { "right" }, "{diagnosis}");
    }
    let words = "Wrong: depth and counting. The smallest question that shows it: ";
    has(&diagnosis["words"].to_string(), &[words]);
}

/// A course that has changed an assignment has its own public cases.
#[test]
fn a_changed_assignment_is_checked() {
    let folder = folder();
    let text = include_str!("../../../../assignments/comp3608/assignment.toml")
        .replace("public = 14", "public = 3")
        .replace("first_column = 0", "first_column = 1")
        .replace("win = 10000", "win = 10001");
    fs::create_dir(folder.path().join("autumn")).expect("a folder");
    fs::write(folder.path().join("autumn/assignment.toml"), text).expect("a file");
    // The value of a win changes no answer here, but columns are counted from 1.
    let shifted = "./ConnectFour \"$@\" | awk 'NR == 1 { print $1 + 1; next } 1'";
    for name in ["autumn", "autumn/assignment.toml"] {
        let ran = run(folder.path(), name, &["--json"], &["sh", "-c", shifted, "sh"]);
        let document = ran.json();
        assert_eq!(ran.status, Some(0), "{document}");
        assert_eq!((&document["assignment"], &document["right"]), (&name.into(), &4.into()));
        assert!(document["diagnosis"].is_null(), "no mistakes are known for these numbers");
    }
    let Ran { status, out: page, .. } = run(folder.path(), "autumn", &[], &["./ConnectFour"]);
    assert_eq!(status, Some(1), "{page}");
    has(&page, &["expected column 2, 297 nodes\n    found    column 1, 297 nodes"]);
    has(&page, &["No mistakes are known for this evaluation or rule of pruning"]);
}

/// Traces come from programs of any language; this one is in Python.
#[test]
fn a_trace_shows_the_first_node_that_differs() {
    if !needs::program("python3") {
        return;
    }
    let folder = folder();
    for (file, is_right) in [("right.py", true), ("cut_on_greater.py", false)] {
        let program = source(&format!("comp3608/{file}"));
        // The search under another name, and a function around it that writes the line.
        let program = program.replace("def search(", "def inner(").replace(
            "state, side,",
            "path = ''\n\n\ndef search(board, red, depth, alpha, beta, prune):\n    \
             value, column = inner(board, red, depth, alpha, beta, prune)\n    \
             print('node', path or '-', alpha, beta, value, file=sys.stderr)\n    \
             return value, column\n\n\nstate, side,",
        );
        let undone = "        board[row][col] = \".\"\n";
        let program = program
            .replace("global nodes\n", "global nodes, path\n")
            .replace("        value, _ = search(", "        path += str(col)\n        value, _ = search(")
            .replace(undone, &format!("        path = path[:-1]\n{undone}"));
        fs::write(folder.path().join(file), program).expect("a file");
        let Ran { status, out: page, .. } = run(folder.path(), "comp3608", &[], &["python3", "-S", file]);
        assert_eq!(status, Some(i32::from(!is_right)), "{page}");
        assert_eq!(page.contains("first differs from the right"), !is_right, "{page}");
        if !is_right {
            assert!(page.contains("the rest is pruned.") && page.contains(" to move, alpha "), "{page}");
        }
    }
}

/// The first Ctrl-C ends a check with what was found so far.
#[test]
fn an_interrupted_check_reports_what_it_found() {
    let folder = folder();
    let waits = endless();
    let program = format!("[ \"$4\" = 4 ] && exec {waits}; ./ConnectFour \"$@\"");
    let mut command = Command::new(PLYGROUND);
    command.args(["check", "comp3608", "--json"]).args(TRUST).args(["--", "sh", "-c", &program, "sh"]);
    let ran = interrupted_at(&waits, command.current_dir(folder.path()));
    assert_eq!(ran.status, Some(130));
    let document = ran.json();
    let asked = document["asked"].as_u64().expect("a number");
    assert!((1..28).contains(&asked), "{document}");
    assert_eq!((&document["right"], &document["interrupted"]), (&asked.into(), &true.into()), "{document}");
    assert_eq!(document["passed"], false, "nobody knows");
    let summary = format!(
        "plyground: comp3608: {asked} of {asked} answers are right; interrupted, the other questions were not asked\n"
    );
    let (isolation, said) = ran.err.split_once('\n').expect("lines");
    assert!(isolation.starts_with("isolation of programs: ") && said == summary, "{}", ran.err);
}
