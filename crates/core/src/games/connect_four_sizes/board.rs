//! Boards of Connect Four of any size.

use crate::games::gravity::Column;
use crate::games::upright::Upright;
use crate::grid::Shape;
use crate::rng::mix;
use crate::{ByPlayer, Outcome, Player, Position};

/// The fewest and the most columns of a board.
const COLUMNS: std::ops::RangeInclusive<u32> = 4..=12;
/// The fewest rows of a board.
const FEWEST_ROWS: u32 = 4;

/// The shape of a board of this size, if there is one: from 4 to 12 columns, 4 rows at least, and
/// `columns * (rows + 1) <= 64`.
pub fn shape(columns: u32, rows: u32) -> Option<Shape> {
    let is_allowed = COLUMNS.contains(&columns) && rows >= FEWEST_ROWS && Shape::fits(columns, rows);
    is_allowed.then(|| Shape::new(columns, rows))
}

/// The shapes of all boards, narrow ones first, low ones first among as wide.
pub fn shapes() -> impl Iterator<Item = Shape> {
    COLUMNS.flat_map(|columns| (FEWEST_ROWS..=15).filter_map(move |rows| shape(columns, rows)))
}

/// A position of Connect Four on a board whose size is a value.
///
/// Numbers of pieces are free, as on [7x6](crate::games::connect_four::Board).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SizedBoard {
    shape: Shape,
    stones: ByPlayer<u64>,
    turn: Player,
}

impl SizedBoard {
    /// The empty board of this shape, the first player to move.
    pub const fn empty_of(shape: Shape) -> Self {
        Self { shape, stones: ByPlayer::new(0, 0), turn: Player::First }
    }

    /// A board with these pieces in the layout of [`Grid`](crate::grid::Grid).
    ///
    /// Returns `None` if a cell is off the board or taken twice, or a piece floats.
    pub fn new(shape: Shape, stones: ByPlayer<u64>, turn: Player) -> Option<Self> {
        let [first, second] = stones.into_array();
        let occupied = first | second;
        let resting = (occupied << 1) | shape.bottom();
        let is_valid = first & second == 0 && occupied & !(shape.board() & resting) == 0;
        is_valid.then_some(Self { shape, stones, turn })
    }

    /// Takes back the drop into this column: the board before it, or `None` if the topmost piece there is not of the
    /// side that has just moved.
    pub(super) fn lift(&self, column: Column) -> Option<Self> {
        let mover = self.turn.opponent();
        let filled = self.occupied() & self.shape.column(column.into());
        let top = filled & !(filled >> 1);
        if self.stones[mover] & top == 0 {
            return None;
        }
        let mut before = *self;
        before.stones[mover] &= !top;
        before.turn = mover;
        Some(before)
    }

    fn occupied(&self) -> u64 {
        self.stones[Player::First] | self.stones[Player::Second]
    }

    /// The cells on which a piece can come to rest now, at most one in a column.
    fn landing(&self) -> u64 {
        (self.occupied() + self.shape.bottom()) & self.shape.board()
    }
}

impl Upright for SizedBoard {
    #[inline]
    fn shape(&self) -> Shape {
        self.shape
    }

    #[inline]
    fn stones(&self, player: Player) -> u64 {
        self.stones[player]
    }
}

/// The rules are those of [7x6](crate::games::connect_four::ConnectFour).
impl Position for SizedBoard {
    type Move = Column;
    type Moves = OpenColumns;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        match Player::BOTH.map(|player| self.shape.has_four(self.stones[player])) {
            [true, _] => Some(Outcome::Win(Player::First)),
            [_, true] => Some(Outcome::Win(Player::Second)),
            _ => (self.occupied() == self.shape.board()).then_some(Outcome::Draw),
        }
    }

    fn moves(&self) -> OpenColumns {
        let landing = if self.outcome().is_some() { 0 } else { self.landing() };
        OpenColumns { landing, stride: self.shape.stride() }
    }

    fn play(&self, column: Column) -> Self {
        let cell = self.landing() & self.shape.column(column.into());
        debug_assert!(cell != 0, "column {column} is full");
        let mut after = *self;
        after.stones[self.turn] |= cell;
        after.turn = self.turn.opponent();
        after
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.empty() }
    }

    /// A number that only equal boards of one size with the same side to move share: the sums of
    /// [`Gravity::key`](crate::games::gravity::Gravity::key), changed by a pattern of bits for each size, so that boards of two
    /// sizes, empty ones say, share it by a rare chance only.
    ///
    /// Where the sums take all 64 bits (8x7 and 4x15) there are more positions than numbers. There all bits change if the side
    /// to move is not the one that the number of pieces tells, as after a lost turn. So only two positions of which one is
    /// like that and the other is not may share a number, and only if in every column one of them or both are full.
    fn key(&self) -> u64 {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let sums = self.stones[Player::First] + self.occupied();
        let number = if columns * self.shape.stride() < 64 {
            sums | ((self.turn as u64) << 63)
        } else {
            let is_usual = (self.turn as u32) == self.occupied().count_ones() % 2;
            if is_usual { sums } else { !sums }
        };
        number ^ mix((columns << 8 | rows).into())
    }

    fn mirror(&self) -> Self {
        let [first, second] = self.stones.into_array().map(|cells| self.shape.mirror(cells));
        Self { stones: ByPlayer::new(first, second), ..*self }
    }
}

/// Open columns from left to right.
#[derive(Clone, Debug)]
pub struct OpenColumns {
    landing: u64,
    stride: u32,
}

impl Iterator for OpenColumns {
    type Item = Column;

    fn next(&mut self) -> Option<Column> {
        if self.landing == 0 {
            return None;
        }
        let bit = self.landing.trailing_zeros();
        self.landing &= self.landing - 1;
        Column::try_from(bit / self.stride).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.landing.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for OpenColumns {}
