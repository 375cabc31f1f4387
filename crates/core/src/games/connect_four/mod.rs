//! Connect Four: 7 columns, 6 rows, gravity; a line of four or more wins, a full board is a draw.

pub mod book;
mod comp3608;
mod cs431;
mod look;
pub mod notation;
pub mod solve;

pub use comp3608::Comp3608;
pub use cs431::Cs431;

use crate::games::gravity;
use crate::games::gravity::{Column, Columns, Gravity};
use crate::games::move_string::Upright;
use crate::games::oddity;
use crate::grid::Grid;
use crate::{
    BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, Notation, Outcome, Player, Position, Term, runs,
};

/// A position of Connect Four on `W` columns and `H` rows; the game proper is [`Standard`].
///
/// Numbers of pieces are free: boards may be unbalanced, and both sides may have a four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const W: u32, const H: u32>(Gravity<W, H>);

/// The board of the game: 7 columns, 6 rows.
pub type Standard = Board<7, 6>;

impl<const W: u32, const H: u32> Board<W, H> {
    /// The empty board, the first player (red) to move.
    pub const EMPTY: Self = Self(Gravity::EMPTY);

    /// The game on this board.
    pub const fn new(board: Gravity<W, H>) -> Self {
        Self(board)
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Gravity<W, H> {
        &self.0
    }
}

impl<const W: u32, const H: u32> Position for Board<W, H> {
    type Move = Column;
    type Moves = Columns<W, H>;

    #[inline]
    fn turn(&self) -> Player {
        self.0.turn()
    }

    /// If both sides have a four (possible only on a given board), the first player has won.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if Grid::<W, H>::has_four(self.0.stones(Player::First)) {
            Some(Outcome::Win(Player::First))
        } else if Grid::<W, H>::has_four(self.0.stones(Player::Second)) {
            Some(Outcome::Win(Player::Second))
        } else if self.0.is_full() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self) -> Columns<W, H> {
        if self.outcome().is_some() { Columns::NONE } else { self.0.open_columns() }
    }

    #[inline]
    fn play(&self, column: Column) -> Self {
        Self(self.0.drop(column))
    }

    #[inline]
    fn skip(&self) -> Self {
        Self(self.0.skip())
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.0.empty_cells() }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn canonical_key(&self) -> u64 {
        self.0.canonical_key()
    }

    #[inline]
    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }
}

impl Upright for Standard {
    fn on(board: Gravity<7, 6>) -> Self {
        Self(board)
    }

    fn gravity(&self) -> &Gravity<7, 6> {
        &self.0
    }
}

/// The game for menus and front ends.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type Position = Standard;
    const NAME: &'static str = "connect-four";
    const ABOUT: &'static str =
        "7 columns, 6 rows, pieces fall; a line of four or more wins, a full board is a draw";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("red", "yellow");
    const MOVE_NOUN: &'static str = "column";
    const LOOK: Look = look::LOOK;

    fn start() -> Standard {
        Standard::EMPTY
    }

    fn notations() -> &'static [&'static dyn Notation<Standard>] {
        &[&notation::Comp3608State, &notation::MoveString, &notation::Cs431Bytes]
    }

    fn evaluations() -> &'static [Evaluation<Standard>] {
        const ALL: [Evaluation<Standard>; 2] = [
            Evaluation::of::<Comp3608>(
                "comp3608",
                "tokens + 10, 100, 1000 for runs of 2, 3, 4 or more; red minus yellow, red maximises",
            ),
            Evaluation::of::<Cs431>(
                "cs431",
                "1, 10, 100, infinity for open spans of four with 1, 2, 3, 4 own tokens",
            ),
        ];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<Standard>> {
        Some(&solve::SOLVER)
    }

    fn view(position: &Standard) -> BoardView {
        gravity::view(position.board(), 0)
    }

    fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        look::groups(position, term)
    }

    fn oddity(position: &Standard) -> Option<String> {
        let stones = Player::BOTH.map(|player| position.board().stones(player));
        let has_four = stones.map(Grid::<7, 6>::has_four);
        oddity::of_fours::<Self>(position, has_four, stones.map(u64::count_ones))
    }
}
