//! `plyground-lab measure`.

use plyground::Exit;
use serde_json::{Value, json};

use crate::{Ran, document, run};

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
    // Boards of other sizes; without columns the empty one.
    assert_eq!(solve_set("98a1b1 21\n", "--size 12x4").exit, Exit::Done);
    assert_eq!(solve_set(" 0\n", "--size 5x4 --weak --threads 2").exit, Exit::Done);
    let ran = solve_set(" 1\n", "--size 4x4");
    assert_eq!(
        (ran.exit, ran.err.contains(": found 0, expected 1")),
        (Exit::CheckFailed, true),
        "{}",
        ran.err
    );
    let ran = solve_set("112233 17\n", "--repeat 2");
    assert_eq!(ran.err.matches("found 18, expected 17").count(), 1, "{}", ran.err);
    let ran = solve_set("112233 17\n", "");
    assert_eq!(ran.exit, Exit::CheckFailed);
    assert!(ran.out.starts_with("1 position, 1 wrong, "), "{}", ran.out);
    assert!(ran.err.contains("112233: found 18, expected 17"), "{}", ran.err);
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
        let ran = run(&format!("measure {words}"));
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""), "{words}");
        assert!(ran.err.contains(message), "{words}: {}", ran.err);
    }
}

#[test]
fn proofs_are_measured_from_an_empty_table() {
    let found = document("measure prover --limit 1 --table 16 --json");
    let proofs = found["proofs"].as_array().unwrap();
    assert_eq!((proofs.len(), &found["wrong"]), (1, &json!([])));
    assert_eq!(proofs[0]["winner"], json!("white"));
    let [nodes, entries] = ["nodes", "entries"].map(|name| proofs[0][name].as_u64().unwrap());
    assert!(nodes > 1000 && (1..=nodes).contains(&entries), "{found}");
    assert!(proofs[0]["cpu_seconds"].as_f64() > Some(0.0), "{found}");
    let ran = run("measure prover --limit 1 --table 16");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let row: Vec<&str> = ran.out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[1..], ["white", &nodes.to_string(), &entries.to_string()]);
    assert!(ran.err.contains("million nodes a second"), "{}", ran.err);
}

#[test]
fn pairs_with_and_without_openings_are_played_in_any_parts() {
    let counts = |words: &str| -> Vec<u64> {
        let found = document(&format!("measure openings --seed 3 --json {words}"));
        let sides = ["wins", "losses"].map(|name| found[name].as_array().expect("two sides").clone());
        let [white, black]: [u64; 2] =
            [0, 1].map(|side| sides.iter().filter_map(|counts| counts[side].as_u64()).sum());
        assert_eq!([white, black], [found["pairs"].as_u64().unwrap(); 2], "{found}");
        let score = found["score"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| found["score_interval"][end].as_f64().unwrap());
        assert!(low <= score && score <= high, "{found}");
        let sides = sides.iter().flatten().chain([&found["known"]]);
        sides.map(|count| count.as_u64().unwrap()).collect()
    };
    let [whole, first, others] =
        ["--pairs 3 --jobs 2", "--pairs 1", "--pairs 3 --from 1 --jobs 1"].map(counts);
    assert_eq!(whole, first.iter().zip(&others).map(|(one, two)| one + two).collect::<Vec<_>>());
    let ran = run("measure openings --pairs 1 --seed 3");
    assert_eq!((ran.exit, ran.out.lines().count()), (Exit::Done, 6), "{}", ran.out);
    assert!(ran.out.starts_with("2 games, "), "{}", ran.out);
    let ran = run("measure openings --pairs 3 --from 3");
    assert_eq!(ran.exit, Exit::BadInput);
    assert!(ran.err.contains("--from: 3; expected less than the 3 pairs"), "{}", ran.err);
}

#[test]
fn starts_are_measured_at_every_level() {
    let found = document("measure starts --runs 2 --json");
    let levels = found["levels"].as_array().unwrap();
    assert_eq!(levels.last().unwrap()["level"], json!("none"), "programs can always be trusted");
    let is_boxed = |level: &Value| level["level"].as_str().is_some_and(|word| word.starts_with("bwrap"));
    assert!(levels.iter().all(|level| level["bwrap"].is_object() == is_boxed(level)), "{found}");
    let boxes = levels.iter().map(|level| &level["bwrap"]).filter(|cost| cost.is_object());
    let costs = levels
        .iter()
        .flat_map(|level| [&level["start"], &level["turn"]])
        .chain([&found["bare"]])
        .chain(boxes);
    for cost in costs {
        let [least, median, most] = ["least_seconds", "median_seconds", "percentile_99_seconds"]
            .map(|field| cost[field].as_f64().expect("a time"));
        assert!(0.0 < least && least <= median && median <= most, "{found}");
    }
}
