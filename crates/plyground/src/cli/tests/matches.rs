//! `plyground match`.

use std::path::Path;

use super::{Ran, document, output, run, run_with};
use crate::exit::Exit;

const AGENTS: &str = "match alpha-beta:depth=2 random --game connect-four -n 20 --seed 3";

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
fn speed_goes_to_standard_error_not_to_the_result() {
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

/// Plays the middle column until there is a piece in the third row.
const SOMETIMES: &str =
    "mine=sh -c 'case \"$1\" in ???????,???????,*[ry]*) echo tilt >&2; exit 7;; esac; echo 3' sh";

#[test]
fn the_first_fault_of_each_kind_is_shown_with_standard_error() {
    let ran = with_program(SOMETIMES, "");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let page = ran.out;
    let at = page
        .find("\nfaults of mine, the first of each kind\n  crashed, ")
        .unwrap_or_else(|| panic!("{page}"));
    let told: Vec<&str> = page[at..].lines().skip(2).take(2).collect();
    assert!(
        told[0].contains("; first in game 0, turn ") && told[0].contains("ended with status 7"),
        "{page}"
    );
    assert_eq!(told[1], "    | tilt");
    let ran = with_program(SOMETIMES, "--json");
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let first = &found["first_faults"][0][0];
    assert_eq!((&first["kind"], &first["game"]), (&"crashed".into(), &0.into()));
    assert!(first["turn"].as_u64() > Some(0) && found["unable"].is_null(), "{found}");
    assert_eq!(first["stderr"], "tilt");
    assert!(first["message"].as_str().unwrap().contains("ended with status 7"), "{first}");
    assert_eq!(found["first_faults"][1], serde_json::json!([]));
}

#[test]
fn a_program_that_cannot_play_ends_the_match() {
    for (program, told) in [
        ("mine=./no-such-program", "crashed, "),
        ("mine=lines:./no-such-program", "crashed, "),
        ("mine=sh -c 'echo hello; echo Traceback: >&2; exit 1'", "\n  | Traceback:\n"),
        ("mine=lines:sh -c 'echo hello'", "; first in game 0, turn 1: "),
    ] {
        for more in ["", "--json"] {
            let ran = with_program(program, more);
            assert_eq!(ran.exit, Exit::ProgramFailed, "{program}: {}", ran.err);
            if more.is_empty() {
                assert_eq!(ran.out, "", "a score says nothing");
            } else {
                let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
                assert_eq!((&found["unable"], &found["interrupted"]), (&0.into(), &false.into()));
                assert_ne!(found["first_faults"][0], serde_json::json!([]));
            }
            assert!(
                ran.err.contains("mine: no legal answer in 4 games, so the match was ended\n"),
                "{}",
                ran.err
            );
            assert!(ran.err.contains(told), "{program}: {}", ran.err);
        }
    }
}

#[test]
fn a_program_that_cannot_play_is_seen_after_four_games() {
    let args = "match mine random --game connect-four -n 400 --allow-root --trust-agents --json";
    let args = args.split(' ').map(str::to_owned).chain(["--program=mine=./no-such-program".to_owned()]);
    let ran = run_with(&args.collect::<Vec<_>>(), b"");
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.exit, &found["games"], &found["planned"]), (Exit::ProgramFailed, &4.into(), &400.into()));
}

fn plays(folder: &Path, words: &str) -> Ran {
    let args = words.split_whitespace().map(str::to_owned);
    let out = format!("--out={}", folder.display());
    run_with(&args.chain([out]).collect::<Vec<_>>(), b"")
}

#[test]
fn games_that_are_kept_are_those_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept games");
    let words = "match alpha-beta:depth=2 random --game connect-four -n 6 --seed 3 --plies 4";
    let ran = plays(&kept, words);
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    // The same match as without.
    assert_eq!(ran.out, output(words));
    let tournament = |words: &[&str]| {
        let args = words.iter().map(|&word| word.to_owned()).chain([kept.display().to_string()]);
        let ran = run_with(&args.collect::<Vec<_>>(), b"");
        assert_eq!(ran.exit, Exit::Done, "{words:?}: {}", ran.err);
        ran.out
    };
    let status = tournament(&["tournament", "status"]);
    assert!(status.contains("6 of 6 played"), "{status}");
    let table: serde_json::Value =
        serde_json::from_str(&tournament(&["tournament", "standings", "--format", "json"])).unwrap();
    let found: serde_json::Value = serde_json::from_str(&output(&format!("{words} --json"))).unwrap();
    let wins: u64 = found["together"]["wins"].as_u64().unwrap();
    let first = table["entrants"]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| row["name"] == "alpha-beta:depth=2"))
        .unwrap_or_else(|| panic!("{table}"));
    assert_eq!(first["wins"].as_u64(), Some(wins), "{first}");
    for game in 0..6 {
        let args = ["tournament", "replay"].map(str::to_owned);
        let args = args.into_iter().chain([kept.display().to_string(), game.to_string()]);
        let ran = run_with(&args.collect::<Vec<_>>(), b"");
        assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
        assert!(ran.out.contains("has won") || ran.out.contains("a draw"), "{}", ran.out);
    }
    let again = plays(&kept, words);
    assert_eq!((again.exit, again.out.as_str()), (Exit::BadInput, ""));
    assert!(again.err.contains("exists; expected a folder without a tournament"), "{}", again.err);
}

#[test]
fn kept_games_of_programs_have_their_faults_and_equal_players_have_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("games");
    let out = format!("--out={}", kept.display());
    let args =
        ["match", "mine", "mine", "--game", "connect-four", "-n", "2", "--allow-root", "--trust-agents"];
    let args = args.into_iter().map(str::to_owned).chain([format!("--program={SOMETIMES}"), out]);
    let ran = run_with(&args.collect::<Vec<_>>(), b"");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    let args = ["tournament", "replay", &kept.display().to_string(), "1"].map(str::to_owned);
    let replayed = run_with(&args, b"");
    assert_eq!(replayed.exit, Exit::Done, "{}", replayed.err);
    assert!(replayed.out.starts_with("game 1: mine (2) (red) against mine (yellow)\n"), "{}", replayed.out);
    assert!(replayed.out.contains("   | tilt\n"), "{}", replayed.out);
    let args = ["tournament", "run", &kept.display().to_string(), "--allow-root", "--trust-agents"];
    let done = run_with(&args.map(str::to_owned), b"");
    assert_eq!(done.exit, Exit::Done, "{}", done.err);
    let big = format!("{AGENTS} --seed 9223372036854775808").replace("--seed 3 ", "");
    let refused = plays(&folder.path().join("big"), &big);
    assert_eq!(refused.exit, Exit::BadInput);
    assert!(refused.err.contains("expected at most 9223372036854775807 with --out"), "{}", refused.err);
}

#[test]
fn programs_that_cannot_be_are_refused() {
    let ran = with_program("other=sh", "");
    assert!(ran.err.contains("agent 'mine'"), "{}", ran.err);
    let twice = with_program("mine=true", "--program mine=false");
    assert_eq!((twice.exit, twice.out.as_str()), (Exit::BadInput, ""));
    assert!(twice.err.contains("--program: the name 'mine'; expected different names"), "{}", twice.err);
    let stop = with_program("mine=sh -c 'echo 3'", "--isolation none");
    assert_eq!(stop.exit, Exit::Done, "{}", stop.err);
}
