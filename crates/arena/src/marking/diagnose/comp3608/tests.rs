//! The figures of the specification, the textbook search, and that mistakes can be told apart.

use plyground_core::games::connect_four::{Comp3608, Standard, notation};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule, textbook};
use plyground_core::{Counts, Player};

use super::{Answer, Mistake, Question, answer, gives};

const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
const M: Algorithm = Algorithm::Minimax;

fn question(state: &str, side: &str, algorithm: Algorithm, depth: u32) -> Question {
    let turn = notation::parse_side(side).unwrap();
    Question { position: notation::parse_state(state, turn).unwrap(), algorithm, depth }
}

fn worked_example() -> Question {
    question(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", A, 4)
}

#[test]
fn mistakes_print_the_figures_of_the_worked_example() {
    let example = worked_example();
    for (mistakes, column, nodes) in [
        (&[][..], 1, 297),
        (&[Mistake::CutOnGreater], 1, 606),
        (&[Mistake::RootNotCounted], 1, 296),
        (&[Mistake::LeavesOnly], 1, 201),
        (&[Mistake::OnePlyDeeper], 1, 1215),
        (&[Mistake::OnePlyShallower], 1, 115),
        (&[Mistake::RightToLeft], 4, 273),
        (&[Mistake::LastTieKept], 6, 297),
        (&[Mistake::AlphaNotPassed], 1, 1477),
        (&[Mistake::BetaNotPassed], 1, 368),
        (&[Mistake::NoPruning], 1, 2084),
        (&[Mistake::NarrowWindow], 1, 216),
        (&[Mistake::WinsSearchedOn], 1, 401),
    ] {
        assert_eq!(answer(&example, mistakes), Answer { column, nodes }, "{mistakes:?}");
    }
    assert!(gives(&example, &[], &Answer { column: 1, nodes: 297 }));
    assert!(!gives(&example, &[], &Answer { column: 1, nodes: 296 }));
}

/// Any board without floating pieces: unbalanced, full, won by both.
fn random_position(rng: &mut Rng) -> Standard {
    let mut board = Gravity::EMPTY;
    let pieces = rng.below(43);
    let one_sided = rng.below(4) == 0;
    for _ in 0..pieces {
        #[expect(clippy::cast_possible_truncation, reason = "a column")]
        let column = Column::new(rng.below(7) as u8);
        if board.open_columns().any(|open| open == column) {
            board = board.drop(column);
            if rng.below(if one_sided { 2 } else { 8 }) == 0 {
                board = board.skip();
            }
        }
    }
    if rng.below(2) == 0 { Standard::new(board) } else { Standard::new(board.skip()) }
}

#[test]
fn without_mistakes_it_is_the_textbook() {
    let mut rng = Rng::new(3608);
    for _ in 0..300 {
        let position = random_position(&mut rng);
        for algorithm in [M, A, Algorithm::AlphaBeta(CutRule::Beyond)] {
            #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
            let depth = 1 + rng.below(4) as u32;
            let mut counts = Counts::default();
            let choice = textbook::search(algorithm, &position, depth, &Comp3608, Player::First, &mut counts);
            let right = Answer {
                column: choice.best.map_or(0, |column| i64::from(column.index())),
                nodes: u64::try_from(counts.examined()).unwrap(),
            };
            let question = Question { position, algorithm, depth };
            assert_eq!(answer(&question, &[]), right, "{question:?}");
        }
    }
}
