//! `plyground check` on programs with each kind of fault that it distinguishes.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::interrupt::long_sleep;
use crate::needs;
use crate::run::{PLYGROUND, Ran, TRUST, interrupted_at, open_folder, plyground};
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
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    for (from, to) in [("right.c", "ConnectFour.c"), ("base.h", "base.h")] {
        fs::write(mine.join(to), source(&format!("comp3608/{from}"))).expect("a source");
    }
    fs::create_dir(folder.path().join("all")).expect("a folder");
    fs::rename(&mine, folder.path().join("all/mine")).expect("folders");
    fs::write(folder.path().join("all/report.pdf"), "").expect("a file");
    let found = hand_in(folder.path(), "all");
    let left_out =
        "note: 'report.pdf' left out: only what lies with the main program, in 'mine', is taken; expected";
    assert!(found.err.contains(left_out), "{}", found.err);
    fs::rename(folder.path().join("all/mine"), &mine).expect("folders");
    assert!(found.done().starts_with("comp3608: 28 of 28 answers are right"));

    fs::write(mine.join("ConnectFour.c"), "int main(void) { return }").expect("a source");
    let err = hand_in(folder.path(), "mine").refused(1);
    assert!(err.contains("error:") && err.contains("mine: building it as c failed"), "{err}");

    let err = hand_in(folder.path(), "nothing.py").refused(2);
    assert!(err.contains("nothing.py") && err.contains("a command goes after --"), "{err}");
}

/// The kinds of remarks in a document, each once.
fn remarks(document: &Value) -> Vec<&str> {
    let cases = document["cases"].as_array().expect("cases").iter();
    let remarks = cases.flat_map(|case| case["remarks"].as_array().expect("remarks"));
    let kinds: BTreeSet<&str> = remarks.map(|remark| remark["kind"].as_str().expect("a word")).collect();
    kinds.into_iter().collect()
}

/// The verdicts in a document, each once.
fn verdicts(document: &Value) -> Vec<&str> {
    let cases = document["cases"].as_array().expect("cases").iter();
    let verdicts: BTreeSet<&str> = cases.map(|case| case["verdict"].as_str().expect("a word")).collect();
    verdicts.into_iter().collect()
}

#[test]
fn each_wrong_form_of_an_output_is_named() {
    for (text, status, verdict, kinds) in [
        ("./ConnectFour \"$@\"", 0, "right", &[][..]),
        ("./ConnectFour \"$@\" | sed 's/^/ /'", 0, "right", &["leading-blanks"]),
        ("./ConnectFour \"$@\"; exit 3", 0, "right", &["end"]),
        ("echo Thinking; ./ConnectFour \"$@\"", 1, "unreadable", &["extra-output"]),
        ("./ConnectFour \"$@\" | sed 's/^/Answer: /'", 1, "unreadable", &["not-a-number"]),
        ("./ConnectFour \"$@\" | head -n 1", 1, "unreadable", &["missing-line"]),
        (":", 1, "unreadable", &["no-output"]),
        ("./ConnectFour \"$@\" | xargs", 1, "unreadable", &["one-line"]),
        ("./ConnectFour \"$@\" | sed 's/.*/\x1b[32m&\x1b[0m/'", 1, "unreadable", &["colours"]),
        ("echo 1; echo; echo", 1, "unreadable", &["empty-lines", "missing-line"]),
    ] {
        let (found, document) = script("comp3608", &[], text);
        assert_eq!(verdicts(&document), [verdict], "{text}: {document}");
        assert_eq!((found, remarks(&document)), (Some(status), kinds.to_vec()), "{text}");
        let finding = &document["diagnosis"]["finding"];
        let answers = if ["missing-line", "no-output"].iter().any(|kind| kinds.contains(kind)) {
            "no-answer"
        } else {
            "right"
        };
        assert_eq!(finding, answers, "{text}");
    }
}

#[test]
fn what_is_said_of_a_form_does_not_contradict_the_answers() {
    for (text, words) in [
        (
            "./ConnectFour \"$@\" | sed 's/$/\\r/'",
            "28 x line ends of carriage return and line feed; expected line feeds alone (accepted, also where it is \
             marked)",
        ),
        (
            "echo Thinking; ./ConnectFour \"$@\"",
            "28 answers have the right numbers, and are wrong by their form alone.",
        ),
        (
            "[ \"$*\" != \".......,.......,.......,.......,.......,....... red M 3\" ] || echo Thinking; ./ConnectFour \"$@\"",
            "One answer has the right numbers, and is wrong by its form alone.",
        ),
    ] {
        let out = run(folder().path(), "comp3608", &[], &["sh", "-c", text, "sh"]).out;
        assert!(out.contains(words), "{text}: {out}");
        assert!(!out.contains("No mistake") && !out.contains("All answers are right"), "{text}: {out}");
    }
}

#[test]
fn after_three_late_answers_no_more_is_asked() {
    let (status, late) = script("comp3608", &["--time", "60"], "sleep 9");
    assert_eq!((status, verdicts(&late)), (Some(1), vec!["late", "not asked"]));
    // The marker does so even if the answers were right.
    let (status, endless) = script("comp3608", &["--time", "2000"], "./ConnectFour \"$@\"; sleep 9");
    assert_eq!((status, verdicts(&endless)), (Some(1), vec!["not asked", "right"]));
    let cases = endless["cases"].as_array().expect("cases");
    assert_eq!(cases.iter().filter(|case| case["verdict"] == "right").count(), 3);
    assert_eq!(cases[3]["problem"], "not asked: the 3 answers before were late");
}

#[test]
fn what_a_program_prints_cannot_command_a_terminal() {
    let text = r"printf '\033[2Jboo\n\233\n'; printf '\033]0;x\007' >&2; exit 1";
    let ran = run(folder().path(), "comp3608", &[], &["sh", "-c", text, "sh"]);
    assert_eq!(ran.status, Some(1));
    assert!(!(ran.out + &ran.err).contains(['\x1b', '\u{9b}', '\x07']));
}

#[test]
fn a_program_that_is_not_there_has_status_3() {
    let folder = folder();
    for command in ["./nothing", "no-such-program"] {
        let err = run(folder.path(), "comp3608", &[], &[command]).refused(3);
        assert!(err.contains("the program could not be run: "), "{err}");
    }
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
            let err = ran.refused(2);
            assert!(err.contains("mine.sh: this file exists here, but the program cannot see it; "), "{err}");
        }
    }
    assert_eq!(run(folder.path(), "comp3608", &[], &["sh", "mine.sh"]).status, Some(1), "it is wrong");
}

#[test]
fn bad_usage_has_status_2() {
    let folder = folder();
    let unknown = "comp9999: No such file or directory (os error 2); expected one of comp3608,";
    let nothing = "no program; expected FILE, what would be handed in, or a command after --";
    for (assignment, command, wanted) in [("comp9999", &["true"][..], unknown), ("comp3608", &[], nothing)] {
        let err = run(folder.path(), assignment, &[], command).refused(2);
        assert!(err.contains(wanted), "{err}");
    }
}

#[test]
fn breakthrough_programs_are_checked() {
    let (status, document) = script("cs3243", &[], "./breakthrough");
    assert_eq!((status, verdicts(&document)), (Some(0), vec!["right"]), "{document}");
    // Of forms a program that does not search says as much.
    if !needs::program("python3") {
        return;
    }
    let first = include_str!("../submissions/others/first_step.py").replace('\'', r"'\''");
    let stepping =
        |form: &str| script("cs3243", &[], &form.replace("STEP", &format!("python3 -S -c '{first}'")));
    let (status, document) = stepping("STEP | tr A-Z a-z");
    assert_eq!((status, remarks(&document)), (Some(1), vec!["wrong-case"]));
    assert_eq!((&document["right"], &document["asked"]), (&0.into(), &10.into()));
    assert!(document["beyond"].is_null(), "the name may be in small letters: {document}");
    let remark = document["cases"][1]["remarks"][0]["text"].as_str().expect("a remark");
    assert!(remark.contains("; expected capitals: "), "{remark}");
    let (status, document) = script("cs3243", &[], "echo A1A3");
    assert_eq!((status, verdicts(&document)), (Some(1), vec!["illegal"]), "{document}");
    // The board of a question is shown with it.
    let position = document["cases"][0]["position"].as_str().expect("a position");
    assert!(position.contains('w') && position.contains('b'), "{position}");
    let page = run(folder().path(), "cs3243", &[], &["echo", "A1A3"]).out;
    let question = page.find("  move, ").expect("a question");
    let board = &page[question..question + page[question..].find("expected").expect("what is expected")];
    let words: Vec<&str> = board.split_whitespace().collect();
    assert!(words.ends_with(&["A", "B", "C", "D", "E", "F"]) && words.contains(&"w"), "{board}");
    // A name is not asked for marks.
    let (status, document) = stepping("read -r line; [ $line = identify ] || (echo $line; cat) | STEP");
    assert_eq!((status, &document["passed"]), (Some(0), &true.into()), "{document}");
    let beyond = document["beyond"].as_str().expect("a sentence");
    assert!(
        beyond.starts_with("asked for its name (identify), standard output, line 1: missing;"),
        "{beyond}"
    );
    let (status, document) = stepping("STEP; echo done");
    assert_eq!((status, &document["right"]), (Some(1), &0.into()));
}

#[test]
fn max_connect_four_programs_are_checked() {
    let (status, document) = script("max-connect-four", &[], "./maxconnect4 \"$@\"");
    assert_eq!((status, verdicts(&document)), (Some(0), vec!["right"]), "{document}");
    let problem = |script_text: &str| {
        let (status, document) = script("max-connect-four", &[], script_text);
        assert_eq!(status, Some(1), "{script_text}: {document}");
        let cases = document["cases"].as_array().expect("cases");
        cases.iter().filter_map(|case| case["problem"].as_str()).collect::<Vec<_>>().join("\n")
    };
    let upside_down = "the rows stand upside down; expected the top row first, as in the input";
    let turned = "./maxconnect4 \"$@\"; (head -n 6 \"$3\" | tac; tail -n 1 \"$3\") > new; cat new > \"$3\"";
    let turned = turned.replace("new", "${3%/*}/new");
    assert!(problem(&turned).contains(upside_down));
    // The piece falls to the bottom of a board that was read upside down: it hangs from the top, as one that does not fall.
    let hanging =
        "sed '1s/0/3/; 7y/12/21/' \"$2\" > \"$3\"; s=$(tail -n 1 \"$2\"); sed -i \"1s/3/$s/\" \"$3\"";
    assert!(
        problem(hanging).contains("the new piece hangs in the top row; expected it on the lowest empty cell")
    );
    let (status, document) =
        script("max-connect-four", &[], "./maxconnect4 \"$@\" | sed 's/[0-9]*, green [0-9]*/9, green 7/'");
    // It is said, but the marker reads the output file alone.
    assert_eq!(status, Some(0), "{document}");
    let beyond = document["beyond"].as_str().expect("a sentence");
    assert!(
        beyond.contains("found scores of 9 and 7, the numbers of runs; expected 14 and 13 quadruples"),
        "{beyond}"
    );
    // The board of a question is shown with it.
    let (_, document) = script("max-connect-four", &[], "false");
    assert!(document["cases"][0]["position"].as_str().is_some_and(|text| !text.is_empty()), "{document}");
    let page = run(folder().path(), "max-connect-four", &[], &["false"]).out;
    assert!(page.contains("3  .  .  .  g  .  .  ."), "{page}");
}

#[test]
fn columns_are_checked() {
    let (status, document) = script("cs431", &[], "echo 3");
    assert_eq!((status, &document["asked"]), (Some(1), &60.into()));
    assert_eq!(document["diagnosis"]["finding"], "constant", "{document}");
    assert_eq!(document["diagnosis"]["mistakes"], Value::Null);
    let problem = |case: &Value| case["problem"].as_str().unwrap_or_default().to_owned();
    let cases = document["cases"].as_array().expect("cases");
    let is_wrong = |case: &&Value| case["verdict"] == "wrong" && case["found"] == "column 3";
    let wrong = cases.iter().find(is_wrong).expect("a wrong column");
    assert!(wrong["expected"].as_str().is_some_and(|text| text.starts_with("column ")), "{wrong}");
    let (status, document) = script("cs431", &[], "echo left");
    assert_eq!((status, verdicts(&document)), (Some(1), vec!["unreadable"]));
    let left = "standard output, line 1: found 'left'; expected a line with a column from 0 to 6";
    assert_eq!(problem(&document["cases"][0]), left);
}

#[test]
fn games_of_a_program_against_itself_are_checked() {
    let folder = folder();
    // The project's own game, as a program could print it.
    let game = plyground(folder.path(), &["report", "cs4750", "--json"]).json();
    let moves = game["moves"].as_array().expect("moves");
    let line = |mv: &Value, more: u64| {
        let nodes = mv["nodes_generated"].as_u64().expect("a number");
        let nodes = if nodes == 0 { 0 } else { nodes + more };
        format!("{} {nodes}\n", mv["move"].as_str().expect("a cell"))
    };
    let check = |more: u64, count: usize| {
        let text: String = moves.iter().take(count).map(|mv| line(mv, more)).collect();
        fs::write(folder.path().join("game.txt"), text).expect("a file");
        let ran = run(folder.path(), "cs4750", &["--json"], &["cat", "game.txt"]);
        (ran.status, ran.json())
    };
    let (status, document) = check(0, 30);
    assert_eq!((status, &document["right"], &document["asked"]), (Some(0), &28.into(), &28.into()));
    let (status, document) = check(1, 30);
    assert_eq!((status, &document["right"]), (Some(1), &0.into()), "{document}");
    assert_eq!(document["diagnosis"]["mistakes"], serde_json::json!(["examined-counted"]));
    // A different first move is reported in the marker's words, and no mistake is looked for in it.
    let other = "1. X [2,3]\n2. O [3,3]\n";
    fs::write(folder.path().join("game.txt"), other).expect("a file");
    let page = run(folder.path(), "cs4750", &[], &["cat", "game.txt"]).out;
    let wrong = "  move 1, X, not searched\n    expected [3,4]\n    found    [2,3]\n";
    assert!(page.to_lowercase().contains(&wrong.to_lowercase()), "{page}");
    assert!(!page.contains("ractically certain") && !page.contains("ikely"), "{page}");
    // A game that stops half way is not right.
    let (status, document) = check(0, 12);
    assert_eq!((status, &document["right"], &document["asked"]), (Some(1), &10.into(), &11.into()));
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
    let words = diagnosis["words"].to_string();
    assert!(words.contains("Wrong: depth and counting. The smallest question that shows it: "), "{words}");
}

/// Here columns count from the right at depths above 2, which no known mistake is like.
#[test]
fn of_a_program_that_nothing_explains_it_is_said_what_it_does_right() {
    let wrong =
        "./ConnectFour \"$@\" | awk -v depth=$4 'NR == 1 && depth > 2 { print 6 - $1; next } { print }'";
    let (_, document) = script("comp3608", &[], wrong);
    let diagnosis = &document["diagnosis"];
    assert_eq!(diagnosis["mistakes"], Value::Null, "{diagnosis}");
    let words = diagnosis["words"].to_string();
    assert!(words.contains("Right: nodes at depth 1 (6 of 6); "), "{words}");
    assert!(words.contains("Begin with the first of these, the column of M at depth 3. "), "{words}");
}

#[test]
fn of_a_program_that_prints_one_line_it_is_said_which_is_missing() {
    let (_, document) = script("comp3608", &[], "./ConnectFour \"$@\" | head -n 1");
    let words = document["diagnosis"]["words"].to_string();
    assert!(words.contains("Right in 'column': all 28 answers."), "{words}");
    assert!(!words.contains("gave no answer"), "{words}");
    assert!(words.contains("In all 28 answers that are wrong in 'nodes', the number is missing."), "{words}");
}

#[test]
fn answers_by_lot_are_explained_by_no_part() {
    let (_, document) = script("comp3608", &[], "shuf -i 0-6 -n 1; shuf -i 1-500 -n 1");
    assert_eq!(document["diagnosis"]["mistakes"], Value::Null, "{document}");
    assert_eq!(document["diagnosis"]["inquiry"]["parts"], serde_json::json!([]), "{document}");
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
    assert!(page.contains("expected column 2, 297 nodes\n    found    column 1, 297 nodes"), "{page}");
    assert!(page.contains("No mistakes are known for this evaluation or rule of pruning"), "{page}");
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
        let program = program
            .replace("global nodes\n", "global nodes, path\n")
            .replace("        value, _ = search(", "        path += str(col)\n        value, _ = search(")
            .replace(
                "        board[row][col] = \".\"\n",
                "        path = path[:-1]\n        board[row][col] = \".\"\n",
            );
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
    let sleep = long_sleep();
    let program = format!("[ \"$4\" = 4 ] && exec {sleep}; ./ConnectFour \"$@\"");
    let mut command = Command::new(PLYGROUND);
    command.args(["check", "comp3608", "--json"]).args(TRUST).args(["--", "sh", "-c", &program, "sh"]);
    let ran = interrupted_at(&sleep, command.current_dir(folder.path()));
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
