//! Every COMP3608 number of the specification, by the textbook searches.

use std::collections::HashSet;

use plyground_core::games::connect_four::{Comp3608, Standard, notation};
use plyground_core::games::gravity::Column;
use plyground_core::search::{Algorithm, CutRule, textbook};
use plyground_core::{Counts, Evaluate, Observer, Player, Position, Term, Window};

const EXAMPLE: &str = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
const M: Algorithm = Algorithm::Minimax;
const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);

fn board(state: &str, turn: Player) -> Standard {
    notation::parse_state(state, turn).expect("a valid state")
}

/// Column printed and nodes by ply.
fn search(position: &Standard, algorithm: Algorithm, depth: u32) -> (Option<u8>, Counts) {
    let mut counts = Counts::default();
    let choice = textbook::search(algorithm, position, depth, &Comp3608, Player::First, &mut counts);
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

/// What programs with a mistake print on the worked example, as far as a mistake is a search of another
/// tree or a count of other nodes.
#[test]
fn common_mistakes_on_the_worked_example() {
    /// Counts nodes that are won or at the depth limit.
    struct Leaves {
        depth: u32,
        count: u32,
    }
    impl Observer<Standard> for Leaves {
        fn enter(&mut self, position: &Standard, ply: u32, _: Window) {
            self.count += u32::from(ply == self.depth || position.outcome().is_some());
        }
    }
    let position = board(EXAMPLE, Player::First);
    let examined = |depth| {
        let (column, counts) = search(&position, A, depth);
        (column, counts.examined(), counts.generated())
    };
    assert_eq!(examined(4), (Some(1), 297, 296), "without the root 296");
    assert_eq!(examined(5).1, 1215, "one ply too deep");
    assert_eq!(examined(3).1, 115, "one ply too shallow");
    let mut leaves = Leaves { depth: 4, count: 0 };
    textbook::search(A, &position, 4, &Comp3608, Player::First, &mut leaves);
    assert_eq!(leaves.count, 201, "only leaves counted");
    let (column, counts) = search(&position.mirror(), A, 4);
    assert_eq!((column.map(|column| 6 - column), counts.examined()), (Some(4), 273), "from right to left");
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

/// Numbers of different positions by ply, OEIS A212693.
#[test]
fn different_positions_are_as_many_as_there_are() {
    let mut positions = HashSet::from([Standard::EMPTY]);
    for expected in [7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275, 558_186] {
        let successors =
            |&position: &Standard| position.moves().map(move |mv| position.play(mv)).collect::<Vec<_>>();
        positions = positions.iter().flat_map(successors).collect();
        assert_eq!(positions.len(), expected);
    }
}
