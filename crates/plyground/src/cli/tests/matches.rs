//! `plyground match`.

use serde_json::{Value, json};

use super::{Ran, document, has, output, run, run_with};
use crate::exit::Exit;

const AGENTS: &str = "match alpha-beta:depth=2 random --game connect-four -n 20 --seed 3";

#[test]
fn the_document_agrees_with_itself() {
    let found = document(&format!("{AGENTS} --json --plies 4"));
    assert_eq!(found["agents"], json!(["alpha-beta:depth=2", "random"]));
    assert_eq!((found["games"].as_u64(), found["planned"].as_u64()), (Some(20), Some(20)));
    let of = |record: &Value, key: &str| record[key].as_u64().unwrap();
    for key in ["wins", "draws", "losses"] {
        let sides = &found["by_side"];
        assert_eq!(of(&found["together"], key), of(&sides["red"], key) + of(&sides["yellow"], key));
    }
    let points = of(&found["together"], "wins") * 2 + of(&found["together"], "draws");
    let pairs: Vec<u64> = found["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    assert_eq!((0..).zip(&pairs).map(|(points, count)| points * count).sum::<u64>(), points);
    let [low, score, high] = [&found["score_interval"][0], &found["score"], &found["score_interval"][1]]
        .map(|number| number.as_f64().unwrap());
    assert!(low <= score && score <= high);
    assert_eq!(format!("{:.3}", score * 40.0), format!("{points}.000"));
    assert!(found["superiority"].as_f64().unwrap() > 0.99);
    assert_eq!((&found["sprt"], &found["margin"]), (&Value::Null, &0.into()));
    assert!(found["mean_plies"].as_f64().unwrap() > 7.0);
    assert_eq!(found["faults"][1]["crashed"], 0);
}

#[test]
fn what_is_infinite_is_null() {
    let won = document("match alpha-beta:depth=4 first --game connect-four -n 2 --seed 1 --json");
    assert_eq!(won["pairs"], json!([0, 0, 0, 0, 1]));
    assert_eq!((&won["elo"], &won["elo_interval"][1]), (&Value::Null, &Value::Null));
    assert!(won["elo_interval"][0].as_f64().unwrap() < -300.0);
    assert_eq!(won["superiority"], 0.75);
    let page = output("match alpha-beta:depth=4 first --game connect-four -n 2 --seed 1");
    has(&page, &["elo          +inf, 95 % interval -636.4 to +inf\n", "2 games from 1 opening with"]);
}

#[test]
fn a_test_ends_the_match() {
    let words = AGENTS.replace("-n 20", "-n 400 --sprt 0,200");
    let found = document(&format!("{words} --json"));
    assert_eq!(found["sprt"]["accepted"], "h1");
    let games = found["games"].as_u64().unwrap();
    assert!(games < 60 && found["planned"] == 400, "{games}");
    assert!(found["sprt"]["ratio"].as_f64() >= found["sprt"]["bounds"][1].as_f64());
    let accepted = "\ntest         H1 accepted (+200.0 rather than +0.0 Elo); log-likelihood ratio ";
    has(&output(&words), &[accepted]);
    let open = output("match random random --game breakthrough -n 4 --sprt=-10,10 --alpha 0.01 --beta 0.1");
    has(&open, &["open between -10.0 and +10.0 Elo; ", ", bounds -2.29 and 4.50\n"]);
    let refuted = output("match random alpha-beta:depth=2 --game connect-four -n 400 --sprt 0,200");
    has(&refuted, &["H0 accepted (+0.0 rather than +200.0 Elo)"]);
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

/// A match of four games in which `mine` is this program.
fn with_program(program: &str, more: &str) -> Ran {
    of_games("4", program, more)
}

fn of_games(games: &str, program: &str, more: &str) -> Ran {
    let program = format!("--program={program}");
    let words = "match mine random --game connect-four --allow-root --trust-agents -n";
    let words = words.split(' ').chain([games, &program]).chain(more.split_whitespace());
    run_with(&words.collect::<Vec<_>>(), b"")
}

fn printed(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.err))
}

#[test]
fn programs_play_under_the_rules_of_the_assignment() {
    // Always the middle column, which is no longer legal when it is full: the turn is lost.
    let ran = with_program("mine=sh -c 'echo 3'", "--isolation none --json");
    assert_eq!(ran.exit, Exit::Done, "{}", ran.err);
    assert!(ran.err.starts_with("isolation of programs: "), "{}", ran.err);
    let found = printed(&ran);
    assert_eq!((&found["agents"][0], &found["games"]), (&"mine".into(), &4.into()));
    assert_eq!(found["faults"][0]["unreadable"], 0);
    let found = printed(&with_program("mine=sh -c 'sleep 9'", "--time 20ms --json"));
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
    let heading = "\nfaults of mine, the first of each kind\n  crashed, ";
    let (_, told) = ran.out.split_once(heading).expect("faults");
    let told: Vec<&str> = told.lines().take(2).collect();
    has(told[0], &["; first in game 0, turn ", "ended with status 7"]);
    assert_eq!(told[1], "    | tilt");
    let found = printed(&with_program(SOMETIMES, "--json"));
    let first = &found["first_faults"][0][0];
    assert_eq!((&first["kind"], &first["game"]), (&"crashed".into(), &0.into()));
    assert!(first["turn"].as_u64() > Some(0) && found["unable"].is_null(), "{found}");
    assert_eq!(first["stderr"], "tilt");
    assert!(first["message"].as_str().unwrap().contains("ended with status 7"), "{first}");
    assert_eq!(found["first_faults"][1], json!([]));
}

#[test]
fn a_program_that_cannot_play_ends_the_match_after_four_games() {
    for (program, told) in [
        ("mine=./no-such-program", "crashed, "),
        ("mine=lines:./no-such-program", "crashed, "),
        ("mine=sh -c 'echo hello; echo Traceback: >&2; exit 1'", "\n  | Traceback:\n"),
        ("mine=lines:sh -c 'echo hello'", "; first in game 0, turn 1: "),
    ] {
        for more in ["", "--json"] {
            let ran = of_games("400", program, more);
            assert_eq!(ran.exit, Exit::ProgramFailed, "{program}: {}", ran.err);
            if more.is_empty() {
                assert_eq!(ran.out, "", "a score says nothing");
            } else {
                let found = printed(&ran);
                assert_eq!((&found["unable"], &found["interrupted"]), (&0.into(), &false.into()));
                assert_eq!((&found["games"], &found["planned"]), (&4.into(), &400.into()));
                assert_ne!(found["first_faults"][0], json!([]));
            }
            let ended = "mine: no legal answer in 4 games, so the match was ended\n";
            assert!(ran.err.contains(ended) && ran.err.contains(told), "{program}: {}", ran.err);
        }
    }
}

#[test]
fn games_that_are_kept_are_those_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept games").display().to_string();
    let of_kept = |words: &str| run_with(&words.split(' ').chain([kept.as_str()]).collect::<Vec<_>>(), b"");
    let words = "match alpha-beta:depth=2 random --game connect-four -n 6 --seed 3 --plies 4";
    // The same match as without.
    assert_eq!(of_kept(&format!("{words} --out")).done(), output(words));
    has(&of_kept("tournament status").out, &["6 of 6 played"]);
    let table = printed(&of_kept("tournament standings --format json"));
    let wins = document(&format!("{words} --json"))["together"]["wins"].clone();
    let mut rows = table["entrants"].as_array().unwrap().iter();
    let first = rows.find(|row| row["name"] == "alpha-beta:depth=2").unwrap_or_else(|| panic!("{table}"));
    assert_eq!(first["wins"], wins, "{first}");
    for game in ["0", "1", "2", "3", "4", "5"] {
        let out = run_with(&["tournament", "replay", &kept, game], b"").done();
        assert!(out.contains("has won") || out.contains("a draw"), "{out}");
    }
    let again = of_kept(&format!("{words} --out")).refused();
    has(&again, &["exists; expected a folder without a tournament"]);
}

#[test]
fn kept_games_of_programs_have_their_faults_and_equal_players_have_names_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("games").display().to_string();
    let program = format!("--program={SOMETIMES}");
    let trust = ["--allow-root", "--trust-agents"];
    let done = |words: &[&str]| run_with(words, b"").done();
    let words = ["match", "mine", "mine", "--game", "connect-four", "-n", "2", &program, "--out", &kept];
    done(&[&words[..], &trust].concat());
    let replayed = done(&["tournament", "replay", &kept, "1"]);
    assert!(replayed.starts_with("game 1: mine (2) (red) against mine (yellow)\n"), "{replayed}");
    assert!(replayed.contains("   | tilt\n"), "{replayed}");
    done(&[&["tournament", "run", &kept][..], &trust].concat());
    let big = AGENTS.replace("--seed 3", "--seed 9223372036854775808");
    let refused = run(&format!("{big} --out {}/big", folder.path().display()), "").refused();
    has(&refused, &["expected at most 9223372036854775807 with --out"]);
}
