//! Commands that search or count.

use serde_json::json;

use super::{EXAMPLE, WON, contain, document, output, run};
use crate::exit::Exit;

#[test]
fn the_worked_example_is_solved() {
    let text = output("example");
    for part in [
        "  0  .  r  y  y  r  r  y\n     0  1  2  3  4  5  6\n\nevaluation comp3608: ",
        "  value for red: 157 - 67 = 90\n\nSearched to depth 4:\n\n              column  value  nodes           by ply\n",
        "  minimax          1  10000   2084  1 7 42 293 1741\n  alpha-beta       1  10000    297    1 7 18 88 183\n",
        "minimax: Columns 1 and 4 tie at 10000; the first examined wins: column 1.\n\nalpha-beta: 'At most' (columns 2,",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, commands) = text.split_once("What to try next:\n\n").expect("commands");
    assert!(
        commands.lines().count() > 4 && commands.lines().all(|line| line.starts_with("  plyground ")),
        "{text}"
    );
}

#[test]
fn values_bounds_ties_and_counts_are_explained() {
    let search = |words: &str, parts: &[&str]| {
        let (options, side) = words.rsplit_once(' ').expect("a side");
        contain(&[(&format!("search connect-four {options} {EXAMPLE} {side}"), parts)]);
    };
    search(
        "--algorithm M --depth 4 red",
        &[
            "Columns 1 and 4 tie at 10000; the first examined wins: column 1.\n",
            "  4       exactly 10000  ties with column 1\n",
            "worse than column 1",
        ],
    );
    search(
        "--algorithm A --depth 3 yellow",
        &[
            "values are for red",
            "  5       at least 179    no better than column 4\n",
            "'At least' (columns 1, 2, 3, 5 and 6): yellow was already sure",
        ],
    );
    search(
        "--algorithm A --depth 4 --explain red",
        &[
            "    ply  nodes  by minimax\n      0      1           1\n",
            "  total    297        2084\n",
            "depth\nlimit, gets its evaluation; every other node is expanded. Generated are all examined nodes but the\nroot.\n",
            "Values are for red: where red is to move the highest value counts, where yellow is to move the\nlowest,",
            "Alpha is the value that red is already sure of",
            "As soon as alpha >= beta",
            "Minimax examines 2084 nodes here, so alpha-beta left out 1787.\n",
        ],
    );
    search(
        "--algorithm A --depth 4 --cut beyond --explain red",
        &["nodes   606 examined", "As soon as alpha > beta"],
    );
    search("--algorithm M --depth 2 --explain red", &["Minimax examines every child"]);
    let minimax = output(&format!("search connect-four --algorithm M --depth 2 --explain {EXAMPLE} red"));
    assert!(!minimax.contains("by minimax"), "{minimax}");
    let minimax = document(&format!("search connect-four --algorithm M --depth 3 --json {EXAMPLE} yellow"));
    assert_eq!((&minimax["move"], &minimax["examined"]), (&json!("4"), &json!(357)));
}

#[test]
fn search_as_json() {
    let found = document(&format!("search connect-four --algorithm A --depth 4 --json {EXAMPLE} red"));
    let fields: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "game",
            "position",
            "to_move",
            "outcome",
            "algorithm",
            "cut",
            "depth",
            "evaluation",
            "maximiser",
            "move",
            "value",
            "examined",
            "generated",
            "by_ply",
            "root_moves",
            "not_examined",
            "notes"
        ]
    );
    assert_eq!(found["by_ply"], json!([1, 7, 18, 88, 183]));
    assert_eq!(found["root_moves"][2], json!({ "move": "2", "value": 10000, "bound": "at-most" }));
    assert_eq!((&found["cut"], &found["maximiser"]), (&json!("equal"), &json!("red")));
    let explained = document("search connect-four --algorithm M --depth 1 --eval cs431 --explain --json");
    assert_eq!((&explained["move"], &explained["cut"]), (&json!("3"), &json!(null)));
    assert!(explained["explanation"].as_array().unwrap().len() >= 3);
}

#[test]
fn counts_beyond_64_bits_are_exact() {
    // Far beyond the end of the game, on a board with two open columns.
    let deep = "search connect-four --algorithm M --depth 1000 --json";
    let found = document(&format!("{deep} yyryryr,yryrrry,yyyryrr,ryrryry,ryryryr,r.ry.yy red"));
    assert_eq!(found["by_ply"], json!([1, 2, 2]));
    let note = "Every line examined ends within 2 plies: a greater depth changes nothing.";
    assert!(found["notes"].as_array().unwrap().contains(&json!(note)), "{}", found["notes"]);
    assert_eq!(crate::present::json::count(u128::from(u64::MAX)), json!(u64::MAX));
    assert_eq!(crate::present::json::count(1 << 64), json!("18446744073709551616"));
}

#[test]
fn a_finished_root_is_one_node() {
    let text = output(&format!("search connect-four --algorithm A --depth 4 {WON} yellow"));
    assert!(
        text.contains("column  none\nvalue   10000 for red\nnodes   1 examined, 0 generated\n"),
        "{text}"
    );
    assert!(text.contains("The game is over (red has won): the root alone is examined"), "{text}");
}

#[test]
fn move_reports_value_nodes_and_line() {
    let text = output("move connect-four --agent first 1");
    assert!(text.starts_with("column  0\nnodes   0\nline    0\ntime    "), "{text}");
    assert!(text.ends_with(" s CPU\n"), "{text}");
    assert_eq!(output(&format!("move connect-four --agent first {WON} red")), "no move: red has won\n");
}

#[test]
fn move_as_json() {
    let found =
        document(&format!("move connect-four --agent minimax:depth=3,eval=cs431 --json {EXAMPLE} yellow"));
    let fields: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "game",
            "position",
            "to_move",
            "agent",
            "outcome",
            "move",
            "value",
            "value_for",
            "proof",
            "depth",
            "nodes",
            "line",
            "wall_seconds",
            "cpu_seconds"
        ]
    );
    assert_eq!(found["value_for"], "yellow", "CS431's values are for the side that searches");
    assert_eq!(found["agent"], "minimax:depth=3,eval=cs431");
    assert_eq!((&found["depth"], &found["nodes"]), (&json!(3), &json!(357)));
    assert_eq!(found["line"][0], found["move"]);
    assert!(found["wall_seconds"].as_f64().unwrap() >= 0.0);
    let over = document(&format!("move connect-four --agent minimax --json {WON} red"));
    assert_eq!(
        (&over["move"], &over["value"], &over["value_for"]),
        (&json!(null), &json!(null), &json!(null))
    );
    assert_eq!(over["outcome"], json!({ "winner": "red" }));
}

#[test]
fn what_is_proved_is_said_in_words() {
    let text = output(&format!("move connect-four --agent engine:depth=6 {EXAMPLE} red"));
    assert!(text.starts_with("column  4\nvalue   proved: red wins within 1 ply\ndepth   1\n"), "{text}");
    let found = document(&format!("move connect-four --agent engine:depth=6 --json {EXAMPLE} red"));
    assert_eq!(found["proof"], json!({ "result": "win", "plies": 1, "bound": "at-most" }));
    assert_eq!((&found["value"], &found["value_for"]), (&json!(null), &json!(null)));
    let found = document("move connect-four --agent engine:depth=4,eval=comp3608 --json 4");
    assert_eq!((&found["proof"], &found["value_for"]), (&json!(null), &json!("yellow")));
    // Red loses after 36 plies, and what is found in the time that there is says no more than that.
    let found = document("move connect-four --agent perfect 4453 --json");
    assert_eq!((&found["proof"]["result"], &found["proof"]["bound"]), (&json!("loss"), &json!("at-least")));
    assert!((2..=36).contains(&found["proof"]["plies"].as_u64().unwrap()), "{found}");
}

#[test]
fn time_is_kept() {
    let found = document("move breakthrough --agent engine:time=60ms --json");
    assert!(found["wall_seconds"].as_f64().unwrap() > 0.03, "the time is used: {found}");
    // On a busy machine nothing is seen in that time.
    let least = if std::env::var_os("PLYGROUND_LONG").is_some() { 2 } else { 0 };
    assert!(found["depth"].as_u64().unwrap_or(0) >= least, "{found}");
}

#[test]
fn perft_counts_and_divides() {
    let ran = run("perft connect-four 4 --divide", "");
    assert_eq!(
        ran.out,
        "depth  sequences\n    1          7\n    2         49\n    3        343\n    4       2401\n\n\
         column  sequences\n0             343\n1             343\n2             343\n3             343\n\
         4             343\n5             343\n6             343\n"
    );
    assert!(ran.err.starts_with("depth 1: ") && ran.err.ends_with(" million sequences a second\n"));
    let found = document(&format!("perft connect-four 3 --divide --json {EXAMPLE} red"));
    assert_eq!(found["counts"], json!([7, 42, 293]));
    let divided = found["divide"].as_array().unwrap();
    assert_eq!(divided.iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>(), 293);
    let over = document(&format!("perft connect-four 9 --json {WON} red"));
    assert_eq!((&over["counts"], &over["divide"]), (&json!([0]), &json!(null)));
}

#[test]
fn bench_is_a_signature() {
    let ran = run("bench connect-four", "");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let total = ran.out.lines().last().unwrap();
    assert_eq!(total, "total 302018", "{}", ran.out);
    assert!(ran.err.contains("million nodes a second"), "{}", ran.err);
    let found = document("bench connect-four --json");
    assert_eq!(found["total"], json!(302_018));
    assert_eq!(found["searches"].as_array().unwrap().len(), 6);
}
