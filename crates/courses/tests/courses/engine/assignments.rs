//! What files of assignments say, and what is said of those that are wrong.

use std::time::Duration;

use plyground_courses::comp3608::{BoardStyle, RunScore, Search};
use plyground_courses::engine::assignment::Assignment;
use plyground_league::standings::{MarkRule, Points};
use serde_json::Value;

use super::{ALL, COMP3608, CS431, CS3243, MAX_CONNECT_FOUR, parsed};

#[test]
fn assignments_say_what_their_texts_say() {
    let mains = ALL.map(|text| parsed(text).main);
    assert_eq!(mains, ["ConnectFour", "ComputerConnectFourPlayer", "maxconnect4", "breakthrough", "main"]);
    let comp3608 = parsed(COMP3608);
    let task = comp3608.task.typed::<Search>().unwrap();
    assert_eq!((task.board.clone(), task.evaluation), (BoardStyle::default(), RunScore::default()));
    let extensions: Vec<&str> =
        comp3608.languages.iter().flat_map(|language| &language.extensions).map(String::as_str).collect();
    // The six of the text, Python for functions too, and scripts.
    assert_eq!(extensions, ["py", "py", "java", "c", "cpp", "cc", "m", "sh"]);
    // Eight of ten marks for the answers and two for the tournament; 5 % a day, three days at most.
    assert_eq!(comp3608.marks.cases, Points::hundredths(800));
    let best = Points::hundredths(200);
    assert!(matches!(&comp3608.marks.tournament, Some((MarkRule::Linear { best: b, .. }, _)) if *b == best));
    assert_eq!((comp3608.late.percent_a_day, comp3608.late.most_days), (5, 3));
    assert_eq!(comp3608.late.zone.to_string(), "+10:00");
    assert_eq!(parsed(CS3243).time(), Duration::from_secs(3));
}

#[test]
fn marks_and_lateness_are_no_part_of_what_answers_depend_on() {
    let identity = |text: &str| parsed(text).identity();
    let usual = identity(COMP3608);
    for (old, new) in [
        ("title = \"COMP3608", "title = \"Autumn"),
        ("cases = 8", "cases = 80"),
        ("\nnodes = 3", "\nnodes = 4"),
        ("percent_a_day = 5", "percent_a_day = 10\ndue = \"2027-04-05T23:59\""),
    ] {
        assert_ne!(COMP3608.replacen(old, new, 1), COMP3608);
        assert_eq!(identity(&COMP3608.replacen(old, new, 1)), usual, "{new}");
    }
    for (old, new) in [
        ("hidden_seed = 2019", "hidden_seed = 1"),
        ("depths = [1, 6]", "depths = [1, 5]"),
        ("win = 10000", "win = 1000"),
        ("time_ms = 10000", "time_ms = 10001"),
        ("-std=c99", "-std=c11"),
        ("mend = true", "mend = false"),
        ("late_in_a_row = 3", "late_in_a_row = 4"),
        ("public = 14", "public = 13"),
    ] {
        assert_ne!(identity(&COMP3608.replacen(old, new, 1)), usual, "{new}");
    }
}

/// What is replaced in the file of COMP3608, by what, and how the error begins.
const WRONG: &str = r#"
title = | titel = | line 4, column 1: unknown key 'titel'; did you mean title? Expected one of title, game,
"COMP3608: Playing Connect 4" | "" | line 4, column 9: title: found ''; expected 1 to 200 bytes
game = "connect-four" | game = "breakthrough" | line 5, column 8: game: found 'breakthrough'; expected connect-four with task = "search"
game = "connect-four" | game = "chess" | line 5, column 8: game: found 'chess'; expected one of connect-four,
task = "search" | task = "serch" | line 6, column 8: task: found 'serch'; did you mean search? Expected one of search, column, state-file, request, match
main = "ConnectFour" | main = "../x" | line 7, column 8: main: found '../x'; expected 1 to 100 letters, digits,
depths = [1, 6] | depths = [6, 1] | line 9, column 10: depths: found [6, 1]; expected two depths from 1 to 42, the smaller first
depths = [1, 6] | depths = [5, 6] | line 9, column 10: depths: found [5, 6]; minimax examines more than 3000 nodes of an empty board at depth 5; expected a smaller first depth or a greater most_nodes
late_in_a_row = 3 | late_in_a_row = 0 | line 29, column 17: late_in_a_row: found 0; expected 1 to 1000
".ryyrry,.rryry.,..y.r..,..y....,.......,....... red" | "rrrr...,yyy....,.......,.......,.......,....... yellow" | line 42, column 12: position: found 'rrrr...,yyy....,.......,.......,.......,...', where the game is over; expected one that goes on
depth = 4 | depth = 5 | line 44, column 9: depth: found 5; minimax examines more than 3000 nodes of '.ryyrry,.rryry.,..y.r..,..y....,.......,...' then; expected a smaller one or a greater most_nodes
depths = [1, 6] | depths = [0, 1] | line 9, column 10: depths: found [0, 1]; expected
most_nodes = 3000 | most_nodes = 3 | line 14, column 14: most_nodes: found 3; expected 8 to 1000000
rows = "bottom-first" | rows = "up" | line 15, column 8: rows: found 'up'; expected one of bottom-first, top-first
cells = "ry." | cells = "rr." | line 16, column 9: cells: found 'rr.'; expected three different characters
cells = "ry." | cells = "r,." | line 16, column 9: cells: found 'r,.'; expected three different characters
"red", "yellow" | "red", "red" | line 17, column 9: sides: expected two different words of letters and digits
first_column = 0 | first_column = 2 | line 18, column 16: first_column: found 2; expected 0 to 1
runs = [10, 100, 1000] | runs = [10, 100, 9999999] | line 20, column 8: runs: found 9999999; expected -1000000 to 1000000
win = 10000 | win = 10.5 | line 21, column 7: invalid type: floating point
time_ms = 10000 | time_ms = 0 | line 25, column 11: time_ms: found 0; expected 1 to 3600000
memory_mib = 1024 | memory_mib = 1 | line 26, column 14: memory_mib: found 1; expected 16 to 1048576
public = 14 | public = 501 | line 33, column 1: cases: found 501; expected at most 500 of a kind
position = ".ryyrry | position = ".ryyrr | line 42, column 12: position: state, row0
algorithm = "A" | algorithm = "B" | line 43, column 13: algorithm: found 'B'; expected one of M, A
algorithm = "A"\n |  | line 42, column 12: given: expected an algorithm, M or A
depth = 4 | depth = 0 | line 44, column 9: depth: found 0; expected 1 to 42
cases = 8 | cases = -1 | line 49, column 9: cases: found -1; expected 0 to 10000
column = 2\nnodes = 3 | column = 0\nnodes = 0 | line 48, column 1: marks: nothing that cases have weighs anything; expected a weight above 0
column = 2 | move = 2 | line 50, column 8: move: no part of this task's answers; expected one of column, nodes
shared = "best" | shared = "worst" | line 56, column 10: shared: found 'worst'; expected one of best, mean
"+10:00" | "10" | line 62, column 14: utc_offset: found '10'; expected an offset from UTC such as +10:00
percent_a_day = 5 | due = "soon" | line 63, column 7: due: found 'soon'; expected a date and a time
percent_a_day = 5 | percent_a_day = 101 | line 63, column 17: percent_a_day: found 101; expected 0 to 100
extensions = ["py"] | extensions = [".py"] | line 76, column 14: extensions: expected at least one of letters and digits
"{main}.py", "{args}"] | "{main}.py"] | line 121, column 7: run: expected a program and its arguments with "{args}" at the end
built = "program.jar"\n |  | line 126, column 9: build: expected together with built
"#;

/// The same of any file, without the place.
const WRONG_IN: &str = r#"
cs431 | depths = [1, 4] | depths = [6, 9] | depths: found [6, 9]; minimax examines more than 3000 nodes of an empty board at depth 6; expected a smaller first depth or a greater most_nodes
cs431 | depth = 1 | depth = 6 | depth: found 6; minimax examines more than 3000 nodes of '.......,.......,.......,.......,.......,...' then; expected a smaller one or a greater most_nodes
max-connect-four | main = | search = {}\nmain = | search: this task has no settings; expected no such table
cs431 | main = | search = { most_nodes = 400, win = 3 }\nmain = | unknown key 'win'; expected one of most_nodes
comp3608 | win = 10000 | cut = "above" | cut: found 'above'; expected one of equal, beyond
cs3243 | late_in_a_row = 3 | fault = "lost-trun" | fault: found 'lost-trun'; did you mean lost-turn? Expected one of random, lost-turn, lost-game
cs431 | late_in_a_row = 3 | fault = "random" | fault: expected only with a task of playing programs
comp3608 | lacks = ["argv", "argparse"] | lacks = [""] | lacks: expected at least one text, and none that is empty
cs3243 | "random:seed=1" | "engine" | opponents: found engine; it plays by time, and as well as the machine is fast; expected one with
cs3243 | "random:seed=1" | "mcts" | opponents: found mcts; it plays by time
cs3243 | "random:seed=1" | "engine:depth=3,time=9s" | opponents: found engine:depth=3,time=9s; it plays by time
cs3243 | alpha-beta:depth=2 | alpha-beta:depth=7 | opponents: found alpha-beta:depth=7; it searches 7 plies; expected at most 6
cs3243 | "random:seed=1" | "mcts:simulations=100001" | opponents: found mcts:simulations=100001; it makes 100001 simulations a move; expected at most 100000
cs3243 | opponents = ["random:seed=1", "alpha-beta:depth=2"] | opponents = [] | strength: only games earn it, and there are none; expected opponents in [cases], or 0
cs3243 | mend = true | depths = [1, 2] | depths: expected only with a task that tells a depth
cs431 | seed = 431 | seed = 431\nopponents = ["random"] | opponents: expected only with a task of playing
cs3243 | "random:seed=1" | "perfekt" | agent 'perfekt': no agent is called 'perfekt'; expected
cs4750 | [cases] | [cases]\npublic = 1 | cases: expected none with task = "match"
cs4750 | "{main}.sh", "{args}" | "{call}" | run: expected "{args}": only the arguments of
comp3608 | "{main}.sh", "{args}" | "{args}", "{main}.sh" | run: expected a program and its
"#;

fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    table.trim().lines().map(|row| {
        let fields: Vec<String> = row.split(" | ").map(|field| field.replace("\\n", "\n")).collect();
        fields.try_into().unwrap_or_else(|fields| panic!("{fields:?}"))
    })
}

#[test]
fn errors_name_line_column_and_remedy() {
    for [old, new, message] in rows(WRONG) {
        let text = COMP3608.replacen(&old, &new, 1);
        assert_ne!(text, COMP3608, "{old}");
        let found = Assignment::parse(&text).map(|_| ()).expect_err(&new).to_string();
        assert!(found.starts_with(&message), "{new}\n  found    {found}\n  expected {message}");
    }
    let with = |text: &str, old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        Assignment::parse(&text.replacen(old, new, 1)).map_err(|error| error.message)
    };
    let refused = |text: &str, old: &str, new: &str, message: &str| {
        let found = with(text, old, new).map(|_| ()).expect_err(new);
        assert!(found.starts_with(message), "{new}: {found}");
    };
    let names = ["comp3608", "cs431", "max-connect-four", "cs3243", "cs4750"];
    for [name, old, new, message] in rows(WRONG_IN) {
        let at = names.iter().position(|known| *known == name).expect("an assignment");
        refused(ALL[at], &old, &new, &message);
    }
    let at = |text: &str| MAX_CONNECT_FOUR.find(text).unwrap();
    let given = &MAX_CONNECT_FOUR[at("0000000")..at("depth = 2")];
    let full = "1212121\n1212121\n1212121\n2121212\n2121212\n2121212\n1\n\"\"\"\n";
    let message = "position: found '1212121\\n1212121\\n1212121\\n2121212\\n2121212\\n...', where the game \
                   is over; expected one that goes on";
    refused(MAX_CONNECT_FOUR, given, full, message);
    let message = "marks: nothing that cases have weighs anything; expected a weight above 0";
    refused(&CS3243.replace("strength = 2", "strength = 0"), "move = 1", "move = 0", message);
    for (text, old, new) in [
        (CS431, "main =", "search = { most_nodes = 400 }\nmain ="),
        (CS3243, "\"random:seed=1\"", "\"graded:level=5\", \"mcts:simulations=100\", \"engine:depth=6\""),
        (COMP3608, "public = 14\nhidden = 10\nafter_due = 5", ""),
    ] {
        assert!(with(text, old, new).is_ok(), "{new}");
    }
}

/// These texts identify journals. A change of one requires a change of `IDENTITY`.
#[test]
fn identities_are_frozen() {
    let comp3608 = parsed(COMP3608).identity();
    let keys_of =
        |value: &Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>().join(" ");
    let keys =
        "identity task main mends languages build run late_in_a_row fault seeds counts given opponents";
    assert_eq!(keys_of(&comp3608), keys);
    let tasks = ALL.map(|text| parsed(text).identity()["task"].to_string());
    assert_eq!(
        tasks,
        [
            r#"{"name":"search","depths":[1,6],"most_nodes":3000,"cut":"equal","board":{"bottom_first":true,"cells":["r","y","."],"sides":["red","yellow"],"first_column":0},"evaluation":{"token":1,"runs":[10,100,1000],"win":10000}}"#,
            r#"{"name":"column","depths":[1,4],"most_nodes":3000}"#,
            r#"{"name":"state-file","depths":[1,4]}"#,
            r#"{"name":"request"}"#,
            r#"{"name":"match"}"#,
        ]
    );
    assert_eq!(comp3608["identity"], 3);
    assert_eq!(keys_of(&comp3608["run"]), "wall_ms memory_bytes processes file_bytes output_bytes");
    assert_eq!(keys_of(&comp3608["languages"][0]), "name extensions has lacks build built run harness");
    assert_eq!(keys_of(&parsed(CS431).identity()["given"][0]), "position algorithm depth");
}
