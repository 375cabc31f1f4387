//! `plyground match`.

use super::{Ran, document, output, run, run_with};
use crate::exit::Exit;

const AGENTS: &str = "match alpha-beta:depth=2 random --game connect-four -n 20 --seed 3";

#[test]
fn a_match_is_the_same_whatever_the_number_of_jobs() {
    let one = output(&format!("{AGENTS} --jobs 1"));
    for jobs in [2, 9] {
        assert_eq!(output(&format!("{AGENTS} --jobs {jobs}")), one);
    }
    assert!(one.starts_with(
        "connect-four: alpha-beta:depth=2 against random\n20 games from 10 openings with 6 random plies or \
         more, each from both sides; seed 3\n"
    ));
    let another = AGENTS.replace("--seed 3", "--seed 4");
    assert_ne!(output(&another).lines().skip(2).collect::<Vec<_>>(), one.lines().skip(2).collect::<Vec<_>>());
}

#[test]
fn the_document_agrees_with_itself() {
    let found = document(&format!("{AGENTS} --json --plies 4"));
    assert_eq!(found["agents"], serde_json::json!(["alpha-beta:depth=2", "random"]));
    assert_eq!((found["games"].as_u64(), found["planned"].as_u64()), (Some(20), Some(20)));
    let of = |record: &serde_json::Value, key: &str| record[key].as_u64().unwrap();
    for key in ["wins", "draws", "losses"] {
        let sides = &found["by_side"];
        assert_eq!(of(&found["together"], key), of(&sides["red"], key) + of(&sides["yellow"], key));
    }
    let points = of(&found["together"], "wins") * 2 + of(&found["together"], "draws");
    let pairs: Vec<u64> = found["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    assert_eq!((0..).zip(&pairs).map(|(points, count)| points * count).sum::<u64>(), points);
    let score = found["score"].as_f64().unwrap();
    assert!((score * 40.0 - f64::from(u32::try_from(points).unwrap())).abs() < 1e-9);
    let interval = found["score_interval"].as_array().unwrap();
    assert!(interval[0].as_f64().unwrap() <= score && score <= interval[1].as_f64().unwrap());
    assert!(found["superiority"].as_f64().unwrap() > 0.99);
    assert_eq!((&found["sprt"], &found["margin"]), (&serde_json::Value::Null, &0.into()));
    assert!(found["mean_plies"].as_f64().unwrap() > 7.0);
    assert_eq!(found["faults"][1]["crashed"], 0);
}

#[test]
fn what_is_infinite_is_null() {
    let won = document("match alpha-beta:depth=4 first --game connect-four -n 2 --seed 1 --json");
    assert_eq!(won["pairs"], serde_json::json!([0, 0, 0, 0, 1]));
    assert_eq!((&won["elo"], &won["elo_interval"][1]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert!(won["elo_interval"][0].as_f64().unwrap() < -300.0);
    assert_eq!(won["superiority"], 0.75);
    let page = output("match alpha-beta:depth=4 first --game connect-four -n 2 --seed 1");
    assert!(page.contains("elo          +inf, 95 % interval -636.4 to +inf\n"), "{page}");
    assert!(page.contains("2 games from 1 opening with"), "{page}");
}

#[test]
fn a_test_ends_the_match() {
    let found = document(&format!("{} --sprt 0,200 --json", AGENTS.replace("-n 20", "-n 400")));
    assert_eq!(found["sprt"]["accepted"], "h1");
    let games = found["games"].as_u64().unwrap();
    assert!(games < 60 && found["planned"] == 400, "{games}");
    assert!(found["sprt"]["ratio"].as_f64() >= found["sprt"]["bounds"][1].as_f64());
    let page = output(&format!("{} --sprt 0,200", AGENTS.replace("-n 20", "-n 400")));
    assert!(
        page.contains("\ntest         H1 accepted (+200.0 rather than +0.0 Elo); log-likelihood ratio "),
        "{page}"
    );
    let open = output("match random random --game breakthrough -n 4 --sprt=-10,10 --alpha 0.01 --beta 0.1");
    assert!(open.contains("open between -10.0 and +10.0 Elo; "), "{open}");
    assert!(open.contains(", bounds -2.29 and 4.50\n"), "{open}");
    let refuted = output("match random alpha-beta:depth=2 --game connect-four -n 400 --sprt 0,200");
    assert!(refuted.contains("H0 accepted (+0.0 rather than +200.0 Elo)"), "{refuted}");
}

#[test]
fn games_of_points_show_the_margin() {
    let page = output("match alpha-beta:depth=2 random --game max-connect-four -n 10");
    let margin = page.lines().find(|line| line.starts_with("margin ")).expect("a margin");
    assert!(margin.contains(" +") && margin.ends_with(" points"), "{margin}");
    assert!(page.contains("length       42.0 plies"), "{page}");
}

#[test]
fn speed_is_told_apart_from_the_result() {
    let ran = run(AGENTS, "");
    assert_eq!(ran.exit, Exit::Done);
    assert!(ran.err.starts_with("20 games, ") && ran.err.ends_with(" games a second\n"), "{}", ran.err);
    assert_eq!(run(&format!("{AGENTS} --json"), "").err, "");
}

/// A match in which `mine` is this program.
fn with_program(program: &str, more: &str) -> Ran {
    let mut args = vec![format!("--program={program}")];
    args.extend(
        "match mine random --game connect-four -n 4 --allow-root --trust-agents"
            .split(' ')
            .map(str::to_owned),
    );
    args.rotate_left(1);
    args.extend(more.split_whitespace().map(str::to_owned));
    run_with(&args, b"")
}

#[test]
fn programs_play_under_the_rules_of_the_assignment() {
    // Always the middle column, which is no longer legal when it is full: the turn is lost.
    let ran = with_program("mine=sh -c 'echo 3'", "--json");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.err.starts_with("isolation of programs: "), "{}", ran.err);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&found["agents"][0], &found["games"]), (&"mine".into(), &4.into()));
    assert_eq!(found["faults"][0]["unreadable"], 0);
    let late = with_program("mine=sh -c 'sleep 9'", "--time 20 --json");
    let found: serde_json::Value = serde_json::from_str(&late.out).unwrap();
    assert!(found["faults"][0]["late"].as_u64().unwrap() >= 4, "{found}");
    assert_eq!(found["together"]["wins"], 0);
}

#[test]
fn programs_that_cannot_be_are_refused() {
    for (program, message) in [
        ("mine", "found 'mine'; expected a name and a command such as mine=python3 mine.py"),
        ("mine='sh", "quotes must be closed"),
    ] {
        let ran = with_program(program, "");
        assert_eq!((ran.exit, ran.out.as_str()), (Exit::BadInput, ""));
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    let ran = with_program("other=sh", "");
    assert!(ran.err.contains("agent 'mine'"), "{}", ran.err);
    let twice = with_program("mine=true", "--program mine=false");
    assert_eq!((twice.exit, twice.out.as_str()), (Exit::BadInput, ""));
    assert!(twice.err.contains("--program: the name 'mine'; expected different names"), "{}", twice.err);
    let stop = with_program("mine=sh -c 'echo 3'", "--isolation none");
    assert_eq!(stop.exit, Exit::Done, "{}", stop.err);
}
