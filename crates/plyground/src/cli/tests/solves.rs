//! Positions solved.

use serde_json::{Value, json};

use super::{document, has, output};

/// A field of every move of a document.
fn of_moves<'a>(found: &'a Value, field: &str) -> Vec<&'a Value> {
    found["moves"].as_array().expect("moves").iter().map(|row| &row[field]).collect()
}

#[test]
fn results_come_without_distances() {
    let found = document("solve connect-four --weak --threads 1 --json 4");
    assert_eq!((&found["result"], &found["nodes"]), (&json!("loss"), &json!(0)), "known by heart");
    let found = document("solve connect-four --weak --threads 1 --json -- ");
    assert_eq!(of_moves(&found, "result"), ["loss", "loss", "draw", "win", "draw", "loss", "loss"]);
    assert_eq!(found["result"], json!("win"));
}

#[test]
fn results_come_in_words() {
    let text = output("solve connect-four --weak 444");
    has(&text, &["yellow to move\n\n  column  result\n  0       yellow loses; best\n"]);
    let text = output("solve adjacent-four --weak [1,1]");
    has(&text, &["O to move\n\n  move   result\n  [2,1]  draw; best\n"]);
    let text = output("solve breakthrough -- ------/------/w-----/------/-----b/------/w");
    has(&text, &["\nblack wins: white is to move and loses\n"]);
    let text = output("solve breakthrough -- w-----/------/------/------/-----b/------/b");
    has(&text, &["\nwhite has won\n"]);
    for (words, text) in [
        ("solve connect-four 1212121", "red has won\n"),
        ("solve connect-four --weak 1212121", "red has won\n"),
        ("solve adjacent-four [1,1][2,1][1,2][2,2][1,3][2,3][1,4]", "X has won\n"),
    ] {
        assert_eq!(output(words), text, "{words}");
    }
}

#[test]
fn boards_of_other_sizes_are_solved_by_their_columns_from_1() {
    let found = document("solve connect-four --size 6x4 --threads 1 --json");
    let (game, result) = (&found["game"], &found["proof"]["result"]);
    assert_eq!((game, result), (&json!("connect-four-6x4"), &json!("loss")), "as published");
    assert_eq!(of_moves(&found, "move"), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(found["best"], found["line"][0]);
    let named = document("solve connect-four-6x4 --threads 1 --json");
    assert_eq!((&named["moves"], &named["nodes"]), (&found["moves"], &found["nodes"]));
    assert_eq!(json!(found["line"].as_array().map(Vec::len)), found["proof"]["plies"]);
    let text = output("solve connect-four --size 8x7 --weak 561841326847241475373881267642112224554");
    has(&text, &["yellow to move\n\n  column  result\n  1 ", "\n  8 "]);
    assert_eq!(output("solve connect-four --size 4x4 1212121"), "red has won\n");
}

#[test]
fn adjacent_four_is_solved_with_distances() {
    let found = document("solve adjacent-four --json [3,4][3,3]");
    assert_eq!(found["proof"], json!({ "result": "win", "plies": 7 }));
    assert_eq!((&found["best"], &found["adjacency"]), (&json!("[2,3]"), &json!(true)));
    assert_eq!(found["line"].as_array().map(Vec::len), Some(7));
    let moves = found["moves"].as_array().unwrap();
    let proof = |mv: &str| moves.iter().find(|row| row["move"] == mv).unwrap()["proof"].clone();
    assert_eq!(moves.len(), 10);
    assert_eq!(proof("[2,4]"), json!({ "result": "draw" }));
    assert_eq!(proof("[3,2]"), json!({ "result": "loss", "plies": 8 }));

    let over = document("solve adjacent-four --json [1,1][2,1][1,2][2,2][1,3][2,3][1,4]");
    assert_eq!((&over["proof"], &over["best"], &over["line"]), (&Value::Null, &Value::Null, &json!([])));
    assert_eq!(over["outcome"], json!({ "winner": "X" }));

    let weak = document("solve adjacent-four --weak --json [1,1]");
    assert_eq!(weak["result"], "draw");
    assert_eq!(weak["moves"][0], json!({ "move": "[2,1]", "result": "draw" }));
}

#[test]
fn adjacent_four_is_solved_without_adjacency() {
    // O has lost his move to a corner: with the rule he could not have played there.
    let board = "o...../....../...x../....../....../x";
    let found = document(&format!("solve adjacent-four --no-adjacency --json {board}"));
    assert_eq!(found["adjacency"], false);
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(28));
    assert_eq!(found["proof"], json!({ "result": "win", "plies": 7 }));
    // Stones that lie apart make no move of the game, and are shown all the same.
    assert_eq!(found["line"].as_array().map(Vec::len), Some(7));
    has(&output(&format!("solve adjacent-four --no-adjacency {board}")), &["[5,6]  X "]);
}

#[test]
fn max_connect_four_is_solved_with_differences_of_quadruples() {
    // Red has four in a row below; ten cells are left.
    let played = "11223344556677112233445566771212";
    let found = document(&format!("solve max-connect-four --json --threads 1 -- {played}"));
    let values: Vec<_> = of_moves(&found, "value").into_iter().map(Value::as_i64).collect();
    let best = found["value"].as_i64();
    assert_eq!(Some(best), values.iter().copied().max());
    assert_eq!(found["line"].as_array().map(Vec::len), Some(10));
    let line: String = found["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let over = document(&format!("solve max-connect-four --json -- {played}{line}"));
    let points = |side: &str| over["outcome"]["points"][side].as_i64().unwrap();
    assert_eq!(best, Some(points("red") - points("green")));
    assert_eq!((&over["value"], &over["best"], &over["moves"]), (&Value::Null, &Value::Null, &json!([])));
    let text = output(&format!("solve max-connect-four -- {played}"));
    assert_eq!(text.matches("; best").count(), values.iter().filter(|&&value| value == best).count());
    let weak = document(&format!("solve max-connect-four --weak --json -- {played}"));
    let names = values.into_iter().map(|value| match value.unwrap() {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    });
    assert_eq!(of_moves(&weak, "result"), names.collect::<Vec<_>>());
}

#[test]
fn the_published_openings_of_adjacent_four_are_what_is_found() {
    let published: Value =
        serde_json::from_str(include_str!("../../../embedded/docs/values/adjacent-four.json")).unwrap();
    let found = document("solve adjacent-four --openings --json");
    assert_eq!(found["openings"].as_array().map(Vec::len), Some(47));
    assert_eq!(found, published);
}

#[test]
fn the_winner_of_breakthrough_is_proved() {
    let position = "bb-bbb/b--bb-/--b---/-w-ww-/w-w---/-wwww-/w";
    let found = document(&format!("solve breakthrough --json -- {position}"));
    assert_eq!((&found["winner"], found["best"].is_string()), (&json!("white"), true));
    assert_eq!((&found["columns"], &found["position"]), (&json!(6), &json!(position)));
    let text = output(&format!("solve breakthrough {position}"));
    let best = found["best"].as_str().unwrap();
    assert_eq!(text, format!("breakthrough 6x6 {position}\nwhite wins, beginning with {best}\n"));
    let over = output("solve breakthrough -- w-----/------/------/-b----/------/------/b");
    assert!(over.ends_with("white has won\n"), "{over}");
}
