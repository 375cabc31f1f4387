//! Lists, boards and games played in the terminal.

use plyground_core::AnyGame;
use plyground_core::agents::AgentKind;
use serde_json::json;

use super::{EXAMPLE, WON, document, has, output, run, run_with};
use crate::exit::Exit;

#[test]
fn lists_hold_every_entry() {
    let (text, list) = (output("games"), document("games --json"));
    for (game, entry) in AnyGame::all().iter().copied().zip(list.as_array().unwrap()) {
        assert_eq!(entry["name"], game.name());
        assert!(text.lines().any(|line| line == game.name()), "{text}");
    }
    let connect_four = "  notations\n    comp3608  row0,...,row5 from the bottom row up with r y . and then red or yellow; columns 0 to 6\n";
    assert!(text.contains(connect_four), "{text}");
    assert_eq!(list[0]["sides"], json!(["red", "yellow"]));
    assert_eq!(list[0]["evaluations"][1]["name"], "cs431");
    let (text, list) = (output("agents"), document("agents --json"));
    for (kind, entry) in AgentKind::ALL.iter().zip(list.as_array().unwrap()) {
        assert_eq!(entry["name"], kind.name());
        assert!(text.contains(&format!("\n\n{}\n  {}\n", kind.name(), kind.info().about)), "{text}");
    }
    assert!(text.contains("\n  seed=  a whole number below 2^64; default: 0\n"), "{text}");
    let (text, list) = (output("assignments"), document("assignments --json"));
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["comp3608", "cs431", "max-connect-four", "cs3243", "cs4750"]);
    assert!(text.contains("    ConnectFour STATE red|yellow M|A DEPTH\n"), "{text}");
    for assignment in ["comp3608", "cs431", "cs4750"] {
        let mistakes = format!("assignments mistakes {assignment}");
        let (text, list) = (output(&mistakes), document(&format!("{mistakes} --json")));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 40, "{text}");
        assert_eq!(lines.len(), list.as_array().unwrap().len(), "{text}");
        for (line, entry) in lines.iter().zip(list.as_array().unwrap()) {
            let told = line.split_once(' ').map(|(id, does)| (id, does.trim_start()));
            assert_eq!(told, entry["id"].as_str().zip(entry["does"].as_str()), "{line}");
            assert_ne!(entry["mend"], "", "{line}");
        }
    }
}

#[test]
fn show_explains_the_board_of_the_text() {
    let text = output("show connect-four ..yyrrr,..ryryr,....y..,.......,.......,....... red");
    let evaluation = "
evaluation comp3608: tokens + 10, 100, 1000 for runs of 2, 3, 4 or more; red minus yellow, red maximises
                      each  red  points  yellow  points
  tokens                 1    6       6       5       5
  2-in-a-row            10    4      40       3      30
  3-in-a-row           100    1     100       1     100
  4-or-more-in-a-row  1000    0       0       0       0
  sum                               146             135
  value for red: 146 - 135 = 11

evaluation cs431";
    for line in [
        "connect-four: red to move\n",
        "  0  .  .  y  y  r  r  r\n",
        "legal moves: 0 1 2 3 4 5 6\n",
        evaluation,
        "  for yellow the same with the signs exchanged\n",
        "  comp3608  ..yyrrr,..ryryr,....y..,.......,.......,....... red\n",
        "  moves     (cannot be expressed)\n",
        "/0 0 0 0 -1 0 0/0 0 1 -1 1 -1 1/0 0 -1 -1 1 1 1/1\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let text = output(&format!("show connect-four {WON} red"));
    assert!(text.starts_with("connect-four: red has won\n"), "{text}");
    assert!(text.contains("  0 (r)(r)(r)(r) y  y  y\n"), "{text}");
    assert!(!text.contains("legal moves"), "{text}");
    has(&text, &["value for red: 1000000, not 1000", "this evaluation knows infinity"]);
    has(&text, &["a search takes its utility instead, 1000000 for red\n"]);
    assert!(output("show connect-four").contains("  moves     (nothing)\n"));
}

#[test]
fn show_as_json() {
    let found = document(&format!("show connect-four --json {EXAMPLE} red"));
    assert_eq!(found["position"], format!("{EXAMPLE} red"));
    assert_eq!((&found["to_move"], &found["outcome"]), (&json!("red"), &json!(null)));
    assert_eq!(found["board"]["rows"], json!(["5", "4", "3", "2", "1", "0"]));
    assert_eq!(found["board"]["cells"][5], json!([null, "red", "yellow", "yellow", "red", "red", "yellow"]));
    let views = &found["evaluations"][0]["views"];
    assert_eq!(views.as_array().unwrap().len(), 1, "red always maximises");
    assert_eq!((&views[0]["for"], &views[0]["value"]), (&json!("red"), &json!(90)));
    assert_eq!(views[0]["points"], json!({ "red": 157, "yellow": -67 }));
    assert_eq!(found["evaluations"][1]["views"].as_array().unwrap().len(), 2);
    assert_eq!(found["notations"]["comp3608"], format!("{EXAMPLE} red"));
    assert_eq!(document("show connect-four --json 1")["notations"]["moves"], "1");
    assert_eq!(document(&format!("show connect-four --json {WON} red"))["notations"]["moves"], json!(null));
    assert_eq!(document(&format!("show connect-four --json {WON} red"))["moves"], json!([]));
}

#[test]
fn every_command_runs_on_every_game() {
    for game in AnyGame::names() {
        let shown = document(&format!("show {game} --json"));
        assert_eq!(shown["game"], game);
        let again = run(&format!("show {game} --json -"), shown["position"].as_str().unwrap());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&again.out).unwrap(), shown);
        let text = output(&format!("show {game}"));
        for evaluation in shown["evaluations"].as_array().unwrap() {
            let name = evaluation["name"].as_str().unwrap();
            assert!(text.contains(&format!("evaluation {name}: ")), "{text}");
            let searched = document(&format!("search {game} --algorithm M --depth 2 --json --eval {name}"));
            let moved = document(&format!("move {game} --agent minimax:depth=2,eval={name} --json"));
            assert_eq!((&moved["move"], &moved["value"]), (&searched["move"], &searched["value"]));
            assert_eq!(moved["nodes"], searched["examined"]);
            let explain = format!("search {game} --algorithm A --depth 2 --explain --eval {name}");
            has(&output(&explain), &["by minimax"]);
        }
        let counts = document(&format!("perft {game} 2 --json"))["counts"].clone();
        assert_eq!(counts[0], shown["moves"].as_array().unwrap().len());
        has(&output(&format!("play {game} --first random --second first")), &[" plies\nmoves: "]);
    }
}

#[test]
fn positions_come_from_words_input_and_files() {
    let expected = output("show connect-four 4453");
    for words in [
        "show connect-four ..yrr..,...y...,.......,.......,.......,....... red",
        "show connect-four 0 0 0 0 0 0 0/0 0 0 0 0 0 0/0 0 0 0 0 0 0/0 0 0 0 0 0 0/0 0 0 -1 0 0 0/0 0 -1 1 1 0 0/1",
        "show connect-four --notation moves 4453",
        "show connect-four --notation=cs431 -- \
         0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 0 0 0 0 0 -1 1 1 0 0 1",
    ] {
        assert_eq!(output(words), expected, "{words}");
    }
    assert_eq!(run("show connect-four -", "4453\n").done(), expected);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a board.txt");
    std::fs::write(&path, "4453\r\n").unwrap();
    assert_eq!(run_with(&["show", "connect-four", &format!("@{}", path.display())], b"").out, expected);
}

#[test]
fn agents_play_to_the_end() {
    let text = output("play connect-four --first first --second first");
    let columns = "     0  1  2  3  4  5  6\n";
    let empty = "  1  .  .  .  .  .  .  .\n  0  .  .  .  .  .  .  .\n";
    has(&text, &[&format!("{empty}{columns}\nred (first) plays 0\n\n")]);
    has(&text, &[&format!("  0  r  .  .  .  .  .  .\n{columns}\nyellow (first) plays 0\n")]);
    let end = "red has won after 19 plies\nmoves: 0 0 0 0 0 0 1 1 1 1 1 1 2 2 2 2 2 2 3 (as a position: 1111112222223333334)\n\
               position: rrrr...,yyy....,rrr....,yyy....,rrr....,yyy.... yellow\n";
    assert!(text.ends_with(end), "{text}");
    has(&text, &["  0 (r)(r)(r)(r) .  .  .\n"]);
    let random = "play connect-four --first random --second random";
    assert_eq!(output(&format!("{random} --seed 5")), output(&format!("{random} --seed 5")));
    assert_ne!(output(&format!("{random} --seed 5")), output(&format!("{random} --seed 6")));
    has(&output(&format!("{random} --seed 5")), &["yellow (random:seed=6) plays "]);
    let text = output("play connect-four --first minimax:depth=2 --second first --position 444555");
    has(&text, &["red (minimax:depth=2) plays ", " for red)\n"]);
}

#[test]
fn people_play_each_other() {
    let ran = run("play connect-four --second human", "0\n1\n0\n1\n0\n1\n0\n");
    assert_eq!(ran.exit, Exit::Done);
    assert_eq!(ran.err, "");
    has(&ran.out, &["yellow (y) to move> ", "  0 (r) y  .  .  .  .  .\n"]);
    has(&ran.out, &["red has won after 7 plies\nmoves: 0 1 0 1 0 1 0 (as a position: 1212121)\n"]);
}

#[test]
fn undo_takes_back_to_a_persons_move() {
    let none_left = "there is no move of yours to take back\n";
    let ended = format!("{none_left}the input has ended, so the game ends here\n");
    for (words, input, moves, err) in [
        // Against an agent both moves go; between people one goes.
        ("--second first", "3\nundo\nundo\n4\n", "moves: 4 0 (as a position: 51)\n", &*ended),
        ("--second human", "3\r\n4\n Undo \n5\nq\n", "moves: 3 5 (as a position: 46)\n", ""),
        // The agent moved first, so its move stays.
        ("--first first --second human", "3\nundo\nundo\nExit\n", "moves: 0 (as a position: 1)\n", none_left),
    ] {
        let ran = run(&format!("play connect-four {words}"), input);
        assert!(ran.out.contains(moves), "{words}: {}", ran.out);
        assert_eq!(ran.err, err, "{words}");
    }
}

#[test]
fn bad_answers_are_asked_again() {
    let mut input = b"7\nabc\n\n0\n0\n0\n0\n0\n0\n0\n\xff\n".to_vec();
    for length in [5000, 4097, 4096] {
        input.extend([&vec![b'1'; length][..], b"\n"].concat());
    }
    input.extend(b"Help\nquit\n");
    let ran = run_with(&["play", "connect-four", "--second", "human"], &input);
    assert_eq!(ran.exit, Exit::Done);
    let told: Vec<_> = ran.err.lines().collect();
    let (long, told) = told.split_last().expect("lines");
    assert!(long.starts_with("move '1111") && long.contains("': not a move; "), "{long}");
    assert_eq!(
        told,
        [
            "move '7': not a move; expected an open column from 0 to 6; type 'moves' or 'help' to see more",
            "move 'abc': not a move; expected an open column from 0 to 6; type 'moves' or 'help' to see more",
            "an empty line; type a move or 'help'",
            "move '0': not legal in this position; expected an open column from 0 to 6; type 'moves' or \
             'help' to see more",
            "a line that is not UTF-8 text; type a move or 'help'",
            "a line of more than 4096 bytes; type a move or 'help'",
            "a line of more than 4096 bytes; type a move or 'help'",
        ]
    );
    has(&ran.out, &["\n  hint   ask engine:time=1s\n"]);
    let end = "moves: 0 0 0 0 0 0 (as a position: 111111)\nposition: r......,y......,r......,y......,r......,y...... red\n";
    assert!(ran.out.ends_with(end), "{}", ran.out);
}

#[test]
fn a_finished_position_is_announced_at_once() {
    let out = run_with(&["play", "connect-four", "--position", &format!("{WON} red")], b"").done();
    has(&out, &["red has won after 0 plies\nposition: "]);
}
