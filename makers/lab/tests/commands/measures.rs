//! `plyground-lab measure`.

use plyground::Exit;
use serde_json::{Value, json};

use crate::{Ran, document, refused, run};

/// Runs `measure set` on a file of move strings and scores.
fn solve_set(lines: &str, options: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set");
    std::fs::write(&path, lines).unwrap();
    run(&format!("measure set --table 1 {options} {}", path.display()))
}

#[test]
fn sets_of_positions_are_solved() {
    // Red wins with the next move, its fourth.
    let line = "112233 18\n";
    let ran = solve_set(line, "");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.out.starts_with("1 position, 0 wrong, "), "{}", ran.out);
    assert_eq!(solve_set("112233 1\n", "--weak").exit, Exit::Done);
    assert_eq!(solve_set("112233 18\nnonsense\n", "--limit 1").exit, Exit::Done);
    assert_eq!(solve_set("\r\n112233 18\r\n\r\n", "").exit, Exit::Done);
    let found: Value = serde_json::from_str(&solve_set(line, "--json").out).unwrap();
    assert_eq!((&found["positions"], &found["wrong"]), (&json!(1), &json!([])));
    let found: Value = serde_json::from_str(&solve_set("4445552263117734 1\n", "--weak --json").out).unwrap();
    assert!(found["mean_cpu_milliseconds"].as_f64() > Some(0.0), "{found}");
    // Every pass begins with nothing remembered.
    let nodes = |options| {
        let found: Value = serde_json::from_str(&solve_set("4445552263117734 1\n", options).out).unwrap();
        found["mean_nodes"].clone()
    };
    assert_eq!(nodes("--weak --json"), nodes("--weak --json --repeat 3"));
    let ran = solve_set("112233 17\n", "--repeat 2");
    assert_eq!(ran.err.matches("found 18, expected 17").count(), 1, "{}", ran.err);
    let ran = solve_set("112233 17\n", "");
    assert_eq!(ran.exit, Exit::CheckFailed);
    assert!(ran.out.starts_with("1 position, 1 wrong, "), "{}", ran.out);
    assert!(ran.err.contains("112233: found 18, expected 17"), "{}", ran.err);
}

#[test]
fn values_of_all_moves_are_measured_by_the_number_of_random_moves() {
    let ran = run("measure values --boards 1 --moves 8 --json");
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let boards = found["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 9);
    for (moves, board) in boards.iter().enumerate() {
        assert_eq!(board["moves"], json!(moves));
        // After one move more, boards with up to eight pieces are known by heart.
        assert_eq!(board["nodes"] == json!(0), moves < 8, "{board}");
        let [median, most, longest] =
            ["median_milliseconds", "percentile_95_milliseconds", "maximum_milliseconds"]
                .map(|time| board[time].as_f64().unwrap());
        assert!(median <= most && most <= longest, "{board}");
    }
    let ran = run("measure values --boards 1 --moves 1");
    assert_eq!(ran.out, "moves  nodes\n    0      0\n    1      0\n", "{}", ran.err);
}

#[test]
fn values_of_max_connect_four_are_measured_from_a_number_of_moves_on() {
    let boards = |options: &str| {
        let ran = run(&format!("measure values --game max-connect-four --boards 2 --json {options}"));
        let found: Value = serde_json::from_str(&ran.out).unwrap();
        let counts = |board: &Value| [&board["moves"], &board["nodes"]].map(|n| n.as_u64().unwrap());
        found["boards"].as_array().unwrap().iter().map(counts).collect::<Vec<_>>()
    };
    let both = boards("--fewest 29 --moves 30");
    assert!(matches!(both[..], [[29, 1..=u64::MAX], [30, 1..=u64::MAX]]), "{both:?}");
    assert_eq!(boards("--fewest 30"), both[1..], "the boards of a row do not depend on the rows before it");
    assert_ne!(boards("--fewest 30 --seed 2"), both[1..]);
    refused("measure values --fewest 9 --moves 8", "--fewest 9; expected at most 8, as --moves");
}

#[test]
fn malformed_sets_and_options_are_refused() {
    for (lines, message) in [
        ("", "set: no position to solve; expected one at least"),
        ("44\n", "set: line 1: found '44'; expected a move string, a space and a score"),
        ("44 0\n48 0\n", "set: line 2: move 2 of the move string: found '8'"),
        ("44 draw\n", "set: line 1: found 'draw'; expected a score such as -3"),
    ] {
        let ran = solve_set(lines, "");
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{lines}");
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    for (words, message) in [
        ("set no-such-file", "no-such-file: No such file or directory"),
        (
            "cold max-connect-four",
            "no program of max-connect-four plays by the clock; expected connect-four or breakthrough",
        ),
        ("cold --boards 3 --from 3", "--from: 3; expected less than the 3 boards"),
        ("set x --table 0", "invalid value '0' for '--table <MIB>'"),
        ("engines chess", "invalid value 'chess' for '[GAME]...'"),
    ] {
        refused(&format!("measure {words}"), message);
    }
}

#[test]
fn starts_are_measured_at_every_level() {
    let found = document("measure starts --runs 2 --json");
    let levels = found["levels"].as_array().unwrap();
    assert_eq!(levels.last().unwrap()["level"], json!("none"), "programs can always be trusted");
    let costs = levels.iter().flat_map(|level| [&level["start"], &level["turn"]]).chain([&found["bare"]]);
    for cost in costs {
        let [least, median, most] = ["least_seconds", "median_seconds", "percentile_99_seconds"]
            .map(|field| cost[field].as_f64().expect("a time"));
        assert!(0.0 < least && least <= median && median <= most, "{found}");
        // On a machine that does nothing else.
        assert!(std::env::var_os("PLYGROUND_LONG").is_none() || least < 0.1, "{found}");
    }
}
