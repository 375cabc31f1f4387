//! Every CS4750 number of the specification: the example board, and the reference game with its node counts.

use plyground_core::games::adjacent_four::notation::{GridRows, parse_cell};
use plyground_core::games::adjacent_four::{Cell, Cs4750, Standard};
use plyground_core::search::textbook;
use plyground_core::{Counts, Evaluate, Notation, Outcome, Player, Position};

const EXAMPLE: &str = "......\n..ox..\n..oox.\n.oxxo.\n..x...\nx";

fn cell(text: &str) -> Cell {
    parse_cell(text).expect("a cell")
}

#[test]
fn the_example_board() {
    let position = GridRows.parse(EXAMPLE).unwrap();
    assert_eq!(Cs4750.evaluate(&position, Player::First), 84);
    assert_eq!(Cs4750.evaluate(&position, Player::Second), 160);
    let counts: Vec<(u32, i32)> =
        Cs4750.terms(&position, Player::First).iter().map(|term| (term.count, term.weight)).collect();
    assert_eq!(counts, [(0, 200), (1, 150), (1, 20), (0, 5), (1, -80), (0, -40), (0, -15), (3, -2)]);
}

/// Every move of the reference game with the nodes generated to find it.
const GAME: [&str; 5] = [
    "[3,4] 0  [3,3] 0  [2,3] 138  [4,5] 41618  [4,3] 280  [2,5] 92657",
    "[3,5] 374  [2,4] 101238  [4,2] 302  [4,4] 110027  [2,2] 330  [3,2] 99199",
    "[3,1] 324  [3,6] 61489  [2,6] 256  [2,1] 35715  [1,4] 196  [1,3] 19045",
    "[1,5] 144  [1,2] 9031  [1,1] 100  [5,2] 3609  [5,4] 64  [4,1] 1099",
    "[5,5] 36  [5,1] 205  [4,6] 16  [5,3] 15  [1,6] 4  [5,6] 1",
];

#[test]
fn the_reference_game() {
    let mut position = Standard::EMPTY;
    let game = GAME.iter().flat_map(|line| line.split("  ")).filter_map(|entry| entry.split_once(' '));
    for (ply, (expected, generated)) in game.enumerate() {
        assert_eq!(position.outcome(), None);
        let mover = position.turn();
        assert_eq!(mover, Player::BOTH[ply % 2]);
        let mut mv = cell(expected);
        if ply >= 2 {
            let depth = if mover == Player::First { 2 } else { 4 };
            let mut counts = Counts::default();
            let Ok(choice) = textbook::minimax(&position, depth, &Cs4750, mover, &mut counts);
            mv = choice.best.expect("the game is not over");
            let found = format!("{mv} {}", counts.generated());
            assert_eq!(found, format!("{expected} {generated}"), "ply {ply}");
        }
        position = position.play(mv);
    }
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.plies_left(), 0);
}
