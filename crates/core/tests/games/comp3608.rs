//! Every COMP3608 number of the specification, by the textbook searches.

use plyground_core::games::connect_four::{Comp3608, Standard, notation};
use plyground_core::games::gravity::Column;
use plyground_core::search::{Algorithm, CutRule, textbook};
use plyground_core::{Counts, Evaluate, Player, Position, Term};

const EXAMPLE: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
const M: Algorithm = Algorithm::Minimax;
const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);

fn board(state: &str, turn: Player) -> Standard {
    notation::parse_state(state, turn).expect("a valid state")
}

/// Column printed and nodes by ply.
fn search(position: &Standard, algorithm: Algorithm, depth: u32) -> (Option<u8>, Counts) {
    let mut counts = Counts::default();
    let Ok(choice) = textbook::search(algorithm, position, depth, &Comp3608, Player::First, &mut counts);
    (choice.best.map(Column::index), counts)
}

#[test]
fn worked_example() {
    let position = board(EXAMPLE, Player::First);
    let (column, counts) = search(&position, A, 4);
    assert_eq!((column, counts.examined()), (Some(1), 297));
    assert_eq!(counts.by_ply(), [1, 7, 18, 88, 183]);
    let (column, counts) = search(&position, M, 4);
    assert_eq!((column, counts.examined()), (Some(1), 2084));
    assert_eq!(counts.by_ply(), [1, 7, 42, 293, 1741]);
    let (column, counts) = search(&position.skip(), M, 3);
    assert_eq!((column, counts.examined()), (Some(4), 357));
    let strict = Algorithm::AlphaBeta(CutRule::Beyond);
    let (column, counts) = search(&position, strict, 4);
    assert_eq!((column, counts.examined()), (Some(1), 606));
}

#[test]
fn empty_board() {
    for (depth, nodes) in (1..).zip([8, 57, 400, 2801, 19608, 137_257]) {
        let (column, counts) = search(&Standard::EMPTY, M, depth);
        assert_eq!((column, counts.examined()), (Some(0), nodes));
    }
    assert_eq!(search(&Standard::EMPTY, A, 6).1.examined(), 1383);
    assert_eq!(search(&Standard::EMPTY, A, 7).1.examined(), 52_236);
    assert_eq!(search(&Standard::EMPTY.skip(), A, 8).1.examined(), 81_719);
}

#[test]
fn scores_of_the_board_in_the_text() {
    let position = board("..yyrrr,..ryryr,....y..,.......,.......,.......", Player::First);
    let score = |player| -> i64 {
        let terms = Comp3608.terms(&position, player);
        terms.iter().filter(|term| term.owner == player).map(Term::value).sum()
    };
    assert_eq!((score(Player::First), score(Player::Second)), (146, 135));
    assert_eq!(Comp3608.evaluate(&position, Player::First), 11);
}
