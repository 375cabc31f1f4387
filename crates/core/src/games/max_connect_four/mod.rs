//! Max-Connect-Four: Connect Four's board played until it is full; every quadruple is a point.
//!
//! A quadruple is four consecutive cells in a line that belong to one side, so a run of five holds
//! two of them. Which points are still to be had is left to the evaluation.

mod evaluate;
pub mod notation;
pub mod solve;

pub use evaluate::Quadruples;

use crate::games::falling::{Falling, FallingGame};
use crate::games::gravity::Stacks;
use crate::games::oddity;
use crate::grid::{Grid, Shape};
use crate::{
    BoardKind, BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Outcome, Piece, Player,
    RowText, Term, runs,
};

/// A position of Max-Connect-Four on `W` columns and `H` rows; the game proper is [`Standard`].
pub type Board<const W: u32, const H: u32> = Falling<MaxConnectFour, Grid<W, H>>;

/// The board of the game: 7 columns, 6 rows.
pub type Standard = Board<7, 6>;

impl<S: Shape> Falling<MaxConnectFour, S> {
    /// The points of both sides so far: their quadruples.
    #[inline]
    pub fn points(&self) -> ByPlayer<u16> {
        let count = |player| {
            #[expect(clippy::cast_possible_truncation, reason = "64 cells begin at most 256 quadruples")]
            let points = self.board().size().count_quadruples(self.board().stones(player)) as u16;
            points
        };
        ByPlayer::new(count(Player::First), count(Player::Second))
    }
}

/// The game: its rules, and what menus and front ends need to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaxConnectFour;

impl FallingGame for MaxConnectFour {
    /// Only a full board ends the game.
    #[inline]
    fn outcome<S: Shape>(board: &Stacks<S>) -> Option<Outcome> {
        board.is_full().then(|| Outcome::Points(Falling::<Self, S>::new(*board).points()))
    }
}

impl Game for MaxConnectFour {
    type Position = Standard;
    const NAME: &'static str = "max-connect-four";
    const ABOUT: &'static str = "7 columns, 6 rows, pieces fall; play goes on until the board is full, \
                                 and the side with more quadruples (four consecutive cells) wins";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("red", "green");
    const MOVE_NOUN: &'static str = "column";
    const LOOK: Look = Look {
        board: BoardKind::Upright,
        pieces: ByPlayer::new(Piece::Red, Piece::Green),
        line: Some(4),
        rows: Some(RowText {
            is_top_first: true,
            row_end: "/",
            empty: '0',
            pieces: ByPlayer::new('1', '2'),
            turns: ByPlayer::new("/1", "/2"),
        }),
    };

    fn start() -> Standard {
        Standard::EMPTY
    }

    fn notations() -> &'static [&'static dyn Notation<Standard>] {
        &[&notation::StateFile, &notation::MOVES]
    }

    fn evaluations() -> &'static [Evaluation<Standard>] {
        const ALL: [Evaluation<Standard>; 1] = [Evaluation::of::<Quadruples>(
            "quadruples",
            "15, 30, 60, 100 for quadruples without an opposing piece that hold 1, 2, 3, 4 own pieces",
        )];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<Standard>> {
        Some(&solve::SOLVER)
    }

    fn view(position: &Standard) -> BoardView {
        BoardView::of_size(position.board().size(), |side| position.board().stones(side), 1, false)
    }

    fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        let place = evaluate::NAMES.iter().position(|&name| name == term.name)?;
        Some(runs::quadruples(&Self::view(position).cells, term.owner, place + 1))
    }

    fn oddity(position: &Standard) -> Option<String> {
        oddity::of_fours(position, &Self::view(position), Self::SIDES)
    }
}
