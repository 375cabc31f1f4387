//! Connect Four: 7 columns, 6 rows, gravity; a line of four or more wins, a full board is a draw.

pub mod book;
mod comp3608;
mod cs431;
pub mod notation;
pub mod sized;
pub mod solve;
pub mod strategy;

pub use comp3608::Comp3608;
pub use cs431::Cs431;

use crate::games::falling::{Falling, FallingGame};
use crate::games::gravity::Stacks;
use crate::games::oddity;
use crate::grid::{Grid, Shape};
use crate::{
    BoardKind, BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Outcome, Piece, Player,
    RowText, Term, runs,
};

/// A position of Connect Four on `W` columns and `H` rows; the game proper is [`Standard`].
pub type Board<const W: u32, const H: u32> = Falling<ConnectFour, Grid<W, H>>;

/// The board of the game: 7 columns, 6 rows.
pub type Standard = Board<7, 6>;

/// The game: its rules, and what menus and front ends need to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour;

impl FallingGame for ConnectFour {
    /// If both sides have a four (possible only on a given board), the first player has won.
    #[inline]
    fn outcome<S: Shape>(board: &Stacks<S>) -> Option<Outcome> {
        if board.size().has_four(board.stones(Player::First)) {
            Some(Outcome::Win(Player::First))
        } else if board.size().has_four(board.stones(Player::Second)) {
            Some(Outcome::Win(Player::Second))
        } else if board.is_full() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }
}

impl Game for ConnectFour {
    type Position = Standard;
    const NAME: &'static str = "connect-four";
    const ABOUT: &'static str =
        "7 columns, 6 rows, pieces fall; a line of four or more wins, a full board is a draw";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("red", "yellow");
    const MOVE_NOUN: &'static str = "column";
    const LOOK: Look = Look {
        board: BoardKind::Upright,
        pieces: ByPlayer::new(Piece::Red, Piece::Yellow),
        line: Some(4),
        rows: Some(RowText {
            is_top_first: false,
            row_end: ",",
            empty: '.',
            pieces: ByPlayer::new('r', 'y'),
            turns: ByPlayer::new(" red", " yellow"),
        }),
    };

    fn start() -> Standard {
        Standard::EMPTY
    }

    fn notations() -> &'static [&'static dyn Notation<Standard>] {
        &[&notation::Comp3608State, &notation::MOVES, &notation::Cs431Bytes]
    }

    fn evaluations() -> &'static [Evaluation<Standard>] {
        const ALL: [Evaluation<Standard>; 2] = [
            Evaluation::of::<Comp3608>(
                "comp3608",
                "tokens + 10, 100, 1000 for runs of 2, 3, 4 or more; red minus yellow, red maximises",
            ),
            Cs431::evaluation(),
        ];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<Standard>> {
        Some(&solve::SOLVER)
    }

    fn view(position: &Standard) -> BoardView {
        BoardView::of_size(position.board().size(), |side| position.board().stones(side), 0, false)
    }

    fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        let (cells, side) = (Self::view(position).cells, term.owner);
        if let Some(groups) = Cs431::spans(&cells, term) {
            return Some(groups);
        }
        Some(match comp3608::NAMES.iter().position(|&name| name == term.name)? {
            0 => runs::pieces(&cells, side).map(|cell| vec![cell]).collect(),
            1 => runs::maximal(&cells, side, 2..=2),
            2 => runs::maximal(&cells, side, 3..=3),
            _ => runs::maximal(&cells, side, 4..),
        })
    }

    fn oddity(position: &Standard) -> Option<String> {
        oddity::of_fours(position, &Self::view(position), Self::SIDES)
    }
}
