//! Adjacent four, the game of CS4750: 6 columns, 5 rows, no gravity. A stone is placed on an empty cell
//! that touches a stone. A line of four or more wins. A full board is a tie.
//!
//! Rows are counted from the top as in the assignment: its row 1 is row 0 of the [`Grid`].

mod evaluate;
pub mod notation;
mod openings;
pub mod solve;
#[cfg(test)]
mod tests;

pub use evaluate::Cs4750;
pub use openings::{Opening, OpeningValue, openings};

use std::fmt;

use crate::games::oddity;
use crate::grid::Grid;
use crate::{
    BoardKind, BoardView, ByPlayer, Evaluation, Game, GameSolver, Look, NoSuchMove, Notation, Outcome, Piece,
    Player, Position, RowText, Term, runs,
};

/// A move: the cell that gets a stone. Cells are ordered by column, then by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    /// The cell in this column (0 at the left) and row (0 at the top).
    ///
    /// # Panics
    ///
    /// If no board has so many columns or rows: from 32 on.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < 32 && row < 32, "no board has so many columns or rows");
        Self { column, row }
    }

    /// 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        self.row
    }
}

/// Row and column from 1 on, as the assignment writes moves: `[3,4]`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", self.row + 1, self.column + 1)
    }
}

/// `32 * column + row`.
impl From<Cell> for u32 {
    fn from(cell: Cell) -> Self {
        Self::from(cell.column) << 5 | Self::from(cell.row)
    }
}

impl TryFrom<u32> for Cell {
    type Error = NoSuchMove;

    fn try_from(number: u32) -> Result<Self, NoSuchMove> {
        let column = u8::try_from(number >> 5).ok().filter(|&column| column < 32).ok_or(NoSuchMove)?;
        Ok(Self { column, row: (number & 31) as u8 })
    }
}

/// A position of adjacent four on `W` columns and `H` rows; the game proper is [`Standard`].
///
/// Numbers and places of stones are free: boards may be unbalanced, stones may lie apart, and both
/// sides may have a four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<const W: u32, const H: u32> {
    stones: ByPlayer<u64>,
    turn: Player,
}

/// The board of the game: 6 columns, 5 rows.
pub type Standard = Board<6, 5>;

impl<const W: u32, const H: u32> Board<W, H> {
    /// The empty board, the first player (X) to move.
    pub const EMPTY: Self = Self { stones: ByPlayer::new(0, 0), turn: Player::First };

    /// A board with these stones in the layout of [`Grid`], row 0 at the top.
    ///
    /// Returns `None` if a cell is off the board or taken twice.
    pub fn new(stones: ByPlayer<u64>, turn: Player) -> Option<Self> {
        let [first, second] = stones.into_array();
        let valid = first & second == 0 && (first | second) & !Grid::<W, H>::BOARD == 0;
        valid.then_some(Self { stones, turn })
    }

    /// The cells of one side.
    #[inline]
    pub fn stones(&self, player: Player) -> u64 {
        self.stones[player]
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.stones[Player::First] | self.stones[Player::Second]
    }

    /// All cells without a stone.
    #[inline]
    pub fn empty(&self) -> u64 {
        Grid::<W, H>::BOARD & !self.occupied()
    }

    /// The cells on which the rules allow a stone if the game is not over: empty cells that touch a
    /// stone, and every cell of an empty board.
    #[inline]
    pub fn playable(&self) -> u64 {
        match self.occupied() {
            0 => Grid::<W, H>::BOARD,
            occupied => Self::with_neighbours(occupied) & !occupied,
        }
    }

    /// These cells and all that touch one of them, also diagonally.
    #[inline]
    fn with_neighbours(cells: u64) -> u64 {
        let upright = (cells | (cells << 1) | (cells >> 1)) & Grid::<W, H>::BOARD;
        let stride = Grid::<W, H>::STRIDE;
        (upright | (upright << stride) | (upright >> stride)) & Grid::<W, H>::BOARD
    }

    /// The bits of a set of cells without the sentinels of [`Grid`]: `W * H` bits.
    #[inline]
    fn packed(cells: u64) -> u64 {
        // The sentinels are zero, so every column moves down by the number of columns before it.
        (0..W).fold(0, |packed, column| packed | ((cells & Grid::<W, H>::column(column)) >> column))
    }
}

impl<const W: u32, const H: u32> Position for Board<W, H> {
    type Move = Cell;
    type Moves = Cells<W, H>;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// If both sides have a four (possible only on a given board), the first player has won.
    ///
    /// Without a stone every cell is playable, and among stones and empty cells some two touch: no
    /// move is left exactly on a full board.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if Grid::<W, H>::has_four(self.stones[Player::First]) {
            Some(Outcome::Win(Player::First))
        } else if Grid::<W, H>::has_four(self.stones[Player::Second]) {
            Some(Outcome::Win(Player::Second))
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self) -> Cells<W, H> {
        Cells(if self.outcome().is_some() { 0 } else { self.playable() })
    }

    #[inline]
    fn play(&self, cell: Cell) -> Self {
        let mut next = *self;
        let bit = Grid::<W, H>::bit(u32::from(cell.column), u32::from(cell.row));
        debug_assert!(self.playable() & bit != 0, "{cell:?} is taken or touches no stone");
        next.stones[next.turn] |= bit;
        next.turn = next.turn.opponent();
        next
    }

    #[inline]
    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.empty().count_ones() }
    }

    /// The first player's cells, the second's, and the turn, side by side.
    #[inline]
    fn key(&self) -> u64 {
        const { assert!(2 * W * H < 64, "two sets of cells and the side to move must fit into 64 bits") };
        let [first, second] = self.stones.into_array().map(Self::packed);
        first | (second << (W * H)) | ((self.turn as u64) << 63)
    }

    #[inline]
    fn mirror(&self) -> Self {
        let [first, second] = self.stones.into_array().map(Grid::<W, H>::mirror);
        Self { stones: ByPlayer::new(first, second), turn: self.turn }
    }
}

/// Cells from left to right, in each column from the top down.
#[derive(Clone, Debug)]
pub struct Cells<const W: u32, const H: u32>(u64);

impl<const W: u32, const H: u32> Iterator for Cells<W, H> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        let (column, row) = (bit / Grid::<W, H>::STRIDE, bit % Grid::<W, H>::STRIDE);
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 cells")]
        Some(Cell { column: column as u8, row: row as u8 })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl<const W: u32, const H: u32> ExactSizeIterator for Cells<W, H> {}

/// The game for menus and front ends.
#[derive(Clone, Copy, Debug)]
pub struct AdjacentFour;

impl Game for AdjacentFour {
    type Position = Standard;
    const NAME: &'static str = "adjacent-four";
    const ABOUT: &'static str = "6 columns, 5 rows, a stone goes on an empty cell that touches a stone; \
                                 a line of four or more wins, a full board is a tie";
    const SIDES: ByPlayer<&'static str> = ByPlayer::new("X", "O");
    const LOOK: Look = Look {
        board: BoardKind::Plain,
        pieces: ByPlayer::new(Piece::X, Piece::O),
        line: Some(4),
        rows: Some(RowText {
            is_top_first: true,
            row_end: "/",
            empty: '.',
            pieces: ByPlayer::new('x', 'o'),
            turns: ByPlayer::new("/x", "/o"),
        }),
    };

    fn start() -> Standard {
        Standard::EMPTY
    }

    fn notations() -> &'static [&'static dyn Notation<Standard>] {
        &[&notation::GridRows, &notation::MoveList]
    }

    fn evaluations() -> &'static [Evaluation<Standard>] {
        const ALL: [Evaluation<Standard>; 1] = [Evaluation::of::<Cs4750>(
            "cs4750",
            "runs of exactly 3 and 2 with two open ends or one, weighed more for the searching side",
        )];
        &ALL
    }

    fn solver() -> Option<&'static GameSolver<Standard>> {
        Some(&solve::SOLVER)
    }

    fn view(position: &Standard) -> BoardView {
        BoardView::of_size(Grid::<6, 5>::SIZE, |side| position.stones(side), 1, true)
    }

    fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<runs::Cell>>> {
        let place = evaluate::NAMES.iter().position(|&name| name == term.name)?;
        let (length, open_ends) = [(3, 2), (3, 1), (2, 2), (2, 1)][place];
        Some(runs::open(&Self::view(position).cells, term.owner, length, open_ends))
    }

    fn oddity(position: &Standard) -> Option<String> {
        oddity::of_fours(position, &Self::view(position), Self::SIDES)
    }
}
