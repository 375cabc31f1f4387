//! Connect Four on boards of other sizes: from 4 to 12 columns, and as many rows as fit.
//!
//! A game of its own beside [Connect Four](crate::games::connect_four), whose board of 7 columns and 6 rows is a constant
//! to the compiler. Here the size is part of a position. Rules, evaluation and solver are the same.

mod board;
mod notation;
mod solve;
#[cfg(test)]
mod tests;

pub use board::{OpenColumns, SizedBoard, shape, shapes};
pub use notation::{Rows, SizeAndMoves, parse_size};
pub use solve::Solver;

use crate::games::connect_four::{self, Cs431};
use crate::games::gravity;
use crate::games::move_string::column_name;
use crate::games::oddity;
use crate::games::upright::Upright;
use crate::{BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Player, Term, runs};

/// The game: Connect Four, on a board of any size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFourSizes;

impl Game for ConnectFourSizes {
    type Position = SizedBoard;
    const NAME: &'static str = "connect-four-sizes";
    const ABOUT: &'static str = "Connect Four on boards of 4 to 12 columns, 8x7 unless another size is given";
    const SIDES: ByPlayer<&'static str> = connect_four::ConnectFour::SIDES;
    const MOVE_NOUN: &'static str = connect_four::ConnectFour::MOVE_NOUN;
    const LOOK: Look = connect_four::ConnectFour::LOOK;

    fn start() -> SizedBoard {
        SizedBoard::empty_of(const { crate::grid::Shape::new(8, 7) })
    }

    /// Empty boards of all other sizes.
    fn other_starts() -> Vec<(String, SizedBoard)> {
        let start = Self::start();
        let others = shapes().filter(|&shape| shape != start.shape());
        others
            .map(|shape| (format!("{}x{}", shape.columns(), shape.rows()), SizedBoard::empty_of(shape)))
            .collect()
    }

    fn notations() -> &'static [&'static dyn Notation<SizedBoard>] {
        &[&Rows, &SizeAndMoves]
    }

    fn evaluations() -> &'static [Evaluation<SizedBoard>] {
        static ALL: [Evaluation<SizedBoard>; 1] = [Evaluation::of::<Cs431>(
            "spans",
            "1, 10, 100, infinity for open spans of four with 1, 2, 3, 4 own tokens",
        )];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<SizedBoard>> {
        Some(&solve::SOLVER)
    }

    fn view(position: &SizedBoard) -> BoardView {
        let shape = position.shape();
        let columns = (0..shape.columns()).map(|index| column_name(index).to_string()).collect();
        BoardView { columns, ..gravity::view_of(shape, |player| position.stones(player), 1) }
    }

    fn groups(position: &SizedBoard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        connect_four::span_groups(&Self::view(position).cells, term)
    }

    fn oddity(position: &SizedBoard) -> Option<String> {
        let stones = Player::BOTH.map(|player| position.stones(player));
        let has_four = stones.map(|cells| position.shape().has_four(cells));
        oddity::of_fours::<Self>(position, has_four, stones.map(u64::count_ones))
    }
}
