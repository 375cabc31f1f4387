//! The assignment's game in every number, the shape of both reports, and other setups.

use plyground_core::games::adjacent_four::Cs4750;

use super::*;
use crate::report::document::{Block, Document};

/// The game with all CPU times set to the number of the move in milliseconds.
pub(in crate::report) fn timed() -> Match {
    let mut game = play(&Setup::default());
    for (record, number) in game.moves.iter_mut().zip(1..) {
        record.cpu = Duration::from_millis(number);
    }
    game
}

#[test]
fn the_assignment_game_as_text() {
    let expected = "\
Adjacent four, CS4750: minimax to depth 2 (X) and depth 4 (O)

move  player  cell   value  nodes generated  CPU time (s)
   1  X       [3,4]  fixed                0      0.001000
   2  O       [3,3]  fixed                0      0.002000
   3  X       [2,3]      5              138      0.003000
   4  O       [4,5]    -59            41618      0.004000
   5  X       [4,3]      8              280      0.005000
   6  O       [2,5]    -11            92657      0.006000
   7  X       [3,5]     -2              374      0.007000
   8  O       [2,4]    -18           101238      0.008000
   9  X       [4,2]     -1              302      0.009000
  10  O       [4,4]      6           110027      0.010000
  11  X       [2,2]      8              330      0.011000
  12  O       [3,2]      3            99199      0.012000
  13  X       [3,1]     18              324      0.013000
  14  O       [3,6]      8            61489      0.014000
  15  X       [2,6]     15              256      0.015000
  16  O       [2,1]      5            35715      0.016000
  17  X       [1,4]     12              196      0.017000
  18  O       [1,3]      2            19045      0.018000
  19  X       [1,5]     12              144      0.019000
  20  O       [1,2]      2             9031      0.020000
  21  X       [1,1]      9              100      0.021000
  22  O       [5,2]      4             3609      0.022000
  23  X       [5,4]      4               64      0.023000
  24  O       [4,1]      1             1099      0.024000
  25  X       [5,5]      6               36      0.025000
  26  O       [5,1]     -2              205      0.026000
  27  X       [4,6]     10               16      0.027000
  28  O       [5,3]      0               15      0.028000
  29  X       [1,6]      0                4      0.029000
  30  O       [5,6]      0                1      0.030000

  1 2 3 4 5 6
1 X O O X X X
2 O X X O O X
3 X O O X X O
4 O X X O O X
5 O O O X X O

result: tie
X: 15 moves, 2564 nodes generated, 0.225000 s CPU time
O: 15 moves, 574948 nodes generated, 0.240000 s CPU time
";
    assert_eq!(timed().to_string(), expected);
}

#[test]
fn the_assignment_game_as_json() {
    let game = timed();
    let value = json(&game);
    let fields: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["game", "algorithm", "evaluation", "players", "moves", "board", "winner"]);
    assert_eq!(value["game"], "adjacent-four");
    assert_eq!((&value["algorithm"], &value["evaluation"]), (&json!("minimax"), &json!("cs4750")));
    assert_eq!(value["winner"], Value::Null);
    assert_eq!(value["board"], json!(["xooxxx", "oxxoox", "xooxxo", "oxxoox", "oooxxo"]));
    assert_eq!(
        value["players"][1].to_string(),
        r#"{"player":"O","depth":4,"first_move":"[3,3]","moves":15,"nodes_generated":574948,"cpu_seconds":0.24}"#
    );
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 30);
    assert_eq!(
        moves[0].to_string(),
        r#"{"number":1,"player":"X","move":"[3,4]","row":3,"column":4,"value":null,"nodes_generated":0,"cpu_seconds":0.001}"#
    );
    assert_eq!(
        moves[3].to_string(),
        r#"{"number":4,"player":"O","move":"[4,5]","row":4,"column":5,"value":-59,"nodes_generated":41618,"cpu_seconds":0.004}"#
    );
    for (written, record) in moves.iter().zip(&game.moves) {
        assert_eq!(written["nodes_generated"].as_u64().map(u128::from), Some(record.generated));
        assert_eq!(written["move"], record.mv.to_string());
    }
}

#[test]
fn cpu_time_is_measured() {
    let game = play(&Setup::default());
    let (_, generated, cpu) = game.totals(Player::Second);
    assert!(generated > 500_000 && cpu > Duration::ZERO);
}

#[test]
fn other_setups_are_played() {
    // Both search from the empty board on.
    let [x, o] = [1, 3].map(|depth| NonZeroU32::new(depth).unwrap());
    let game = play(&Setup { first_moves: ByPlayer::new(None, None), depths: ByPlayer::new(x, o) });
    assert_eq!((game.moves[0].generated, game.moves[0].value), (30, Some(0)));
    assert_eq!(game.outcome, Outcome::Win(Player::Second));
    assert_eq!(game.last.outcome(), Some(game.outcome));
    let report = game.to_string();
    let head = "Adjacent four, CS4750: minimax to depth 1 (X) and depth 3 (O)\n";
    assert!(report.starts_with(head) && report.contains("\nresult: O wins\n"), "{report}");
    assert!(report.contains("\n   1  X       [1,1]      0               30  "), "{report}");
    let value = json(&game);
    assert_eq!((&value["winner"], &value["players"][0]["first_move"]), (&json!("O"), &Value::Null));
    let text = words(&content::document(&game));
    assert!(text.contains(&format!("*O wins* with move {}.", game.moves.len())), "{text}");
}

/// All words of a report, a block a line.
fn words(document: &Document) -> String {
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    blocks.map(|block| format!("{block:?}")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_report_has_what_the_assignment_asks_for() {
    let game = timed();
    let document = content::document(&game);
    let text = words(&document);
    for part in [
        // The worked example of the text, and the board from the other side.
        "h = 150 · 1 + 20 · 1 - 80 · 1 - 2 · 3 = *84*. If O searches, the same board has h = 160",
        "The game ends in a *tie*: after 30 moves the board is full.",
        "After X [3,4], O [3,3] the position is worth: *X wins in 4 moves (7 plies)*.",
        "This is the one for move 27, X [4,6]: it generates 16 nodes, and the value of the move is 10.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (record, number) in game.moves.iter().zip(1..) {
        let row = format!("[\"{number}\", \"{}\", \"{}\", ", AdjacentFour::SIDES[record.player], record.mv);
        assert!(text.contains(&row), "{row}");
        assert!(text.contains(&format!("\"{}\", \"{:.6}\"]", record.generated, record.cpu.as_secs_f64())));
    }
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    let figures: Vec<_> =
        blocks.flat_map(|block| if let Block::Figures(_, all) = block { &all[..] } else { &[] }).collect();
    assert_eq!(figures.len(), 30);
    let last = &figures[29].drawing.title;
    assert!(last.starts_with("Board after move 30. Row 1: 1 X, 2 O, 3 O, 4 X, 5 X, 6 X."), "{last}");
}

#[test]
fn runs_of_the_example_are_those_that_the_heuristic_counts() {
    let position = GridRows.parse("......\n..ox..\n..oox.\n.oxxo.\n..x...\nx").unwrap();
    let sheet = figures::example(&position);
    assert_eq!(sheet.about.matches("3 in a row of X").count(), 1, "{}", sheet.about);
    assert_eq!(sheet.about.matches("3 in a row of O").count(), 1, "{}", sheet.about);
    let terms = plyground_core::Evaluate::terms(&Cs4750, &position, Player::First);
    let counted: u32 = terms.iter().map(|term| term.count).sum();
    assert_eq!(sheet.about.matches("in a row of").count(), counted as usize);
}

#[test]
fn the_drawn_tree_is_that_of_the_search() {
    fn nodes(node: &plyground_drawing::tree::Node) -> u128 {
        1 + node.replies.iter().map(nodes).sum::<u128>()
    }
    let game = play(&Setup::default());
    for (record, position) in game.moves.iter().zip(figures::positions(&game)) {
        let Some(value) = record.value.filter(|_| record.generated < 400) else { continue };
        let tree = figures::tree(&position, game.setup.depths[record.player].get()).unwrap();
        assert_eq!((nodes(&tree), tree.value), (record.generated + 1, value));
        let best = &tree.replies[tree.best.unwrap()];
        assert_eq!((&best.mv, best.value), (&record.mv.to_string(), value));
    }
}
