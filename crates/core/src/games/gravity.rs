//! The upright board that Connect Four and Max-Connect-Four share: pieces fall to the lowest empty
//! cell of a column. Who has won is not decided here.

use std::fmt;

use crate::grid::{Grid, Shape, Size};
use crate::rng::{Rng, mix};
use crate::{ByPlayer, NoSuchMove, Player};

/// No board is as wide as this.
const MOST_COLUMNS: u8 = 32;

/// A move: the column into which a piece is dropped, 0 at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this index, 0 at the left.
    ///
    /// # Panics
    ///
    /// If no board has so many columns: from 32 on.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < MOST_COLUMNS, "no board has so many columns");
        Self(index)
    }

    /// 0 at the left.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }
}

/// The index, 0 at the left. A game may count from 1: [`Notation::write_move`](crate::Notation::write_move) knows.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The index.
impl From<Column> for u32 {
    fn from(column: Column) -> Self {
        column.0.into()
    }
}

impl TryFrom<u32> for Column {
    type Error = NoSuchMove;

    fn try_from(index: u32) -> Result<Self, NoSuchMove> {
        u8::try_from(index).ok().filter(|&index| index < MOST_COLUMNS).map(Self).ok_or(NoSuchMove)
    }
}

/// Pieces on an upright board of `W` columns and `H` rows, and the side to move.
pub type Gravity<const W: u32, const H: u32> = Stacks<Grid<W, H>>;

/// Pieces on an upright board, and the side to move. The size is known at compile time or at run time ([`Shape`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stacks<S> {
    stones: ByPlayer<u64>,
    turn: Player,
    shape: S,
}

impl<const W: u32, const H: u32> Gravity<W, H> {
    /// No pieces, the first player to move.
    pub const EMPTY: Self = Self::empty(Grid);

    /// A board with these pieces in the layout of [`Grid`]. Numbers of pieces are free.
    ///
    /// Returns `None` if a cell is off the board or taken twice, or a piece floats.
    pub fn new(stones: ByPlayer<u64>, turn: Player) -> Option<Self> {
        Self::of(Grid, stones, turn)
    }

    /// Columns of any heights with pieces of any sides, of one side more or less often: mostly unbalanced.
    pub fn random(rng: &mut Rng) -> Self {
        let mut stones = ByPlayer::new(0, 0);
        let bias = 1 + rng.below(5);
        for column in 0..W {
            for row in (0..H).take(rng.below(H as usize + 1)) {
                let player = Player::BOTH[usize::from(rng.below(6) < bias)];
                stones[player] |= Grid::<W, H>::bit(column, row);
            }
        }
        Self { stones, turn: Player::BOTH[rng.below(2)], shape: Grid }
    }
}

impl<S> Stacks<S> {
    /// No pieces, the first player to move.
    pub const fn empty(shape: S) -> Self {
        Self { stones: ByPlayer::new(0, 0), turn: Player::First, shape }
    }
}

impl<S: Shape> Stacks<S> {
    /// A board of this shape with these pieces in the layout of [`Grid`]. Numbers of pieces are free.
    ///
    /// Returns `None` if a cell is off the board or taken twice, or a piece floats.
    pub fn of(shape: S, stones: ByPlayer<u64>, turn: Player) -> Option<Self> {
        let [first, second] = stones.into_array();
        let (occupied, size) = (first | second, shape.size());
        let resting = (occupied << 1) | size.bottom();
        let valid = first & second == 0 && occupied & !(size.board() & resting) == 0;
        valid.then_some(Self { stones, turn, shape })
    }

    /// The size of the board, as its type has it.
    #[inline]
    pub const fn shape(&self) -> S {
        self.shape
    }

    /// The size of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.shape.size()
    }

    /// The same pieces on a board whose size is known at compile time.
    ///
    /// # Panics
    ///
    /// If it has another size.
    #[inline]
    pub fn on_grid<const W: u32, const H: u32>(&self) -> Gravity<W, H> {
        assert!(self.size() == Grid::<W, H>::SIZE, "a board of another size");
        Gravity { stones: self.stones, turn: self.turn, shape: Grid }
    }

    /// The cells of one side.
    #[inline]
    pub fn stones(&self, player: Player) -> u64 {
        self.stones[player]
    }

    /// The pieces of the side to move and of its opponent.
    #[inline]
    pub(crate) fn sides(&self) -> (u64, u64) {
        (self.stones[self.turn], self.stones[self.turn.opponent()])
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.stones[Player::First] | self.stones[Player::Second]
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// Whether every cell is taken.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.occupied() == self.size().board()
    }

    /// Number of empty cells.
    #[inline]
    pub fn empty_cells(&self) -> u32 {
        self.size().columns() * self.size().rows() - self.occupied().count_ones()
    }

    /// The cells on which a piece can come to rest now, at most one in a column.
    #[inline]
    pub fn landing(&self) -> u64 {
        (self.occupied() + self.size().bottom()) & self.size().board()
    }

    /// The cell on which a piece dropped here comes to rest, as a set; empty if the column is full.
    #[inline]
    pub fn landing_in(&self, column: Column) -> u64 {
        let bottom = 1 << (u32::from(column.0) * self.size().stride());
        (self.occupied() + bottom) & self.size().column(u32::from(column.0))
    }

    /// The columns that are not full, left to right.
    #[inline]
    pub fn open_columns(&self) -> Columns<S> {
        Columns { landing: self.landing(), shape: self.shape }
    }

    /// Drops a piece of the side to move. Precondition: the column is open.
    #[inline]
    #[must_use]
    pub fn drop(mut self, column: Column) -> Self {
        let cell = self.landing_in(column);
        debug_assert!(cell != 0, "column {} is full", column.0);
        self.stones[self.turn] |= cell;
        self.turn = self.turn.opponent();
        self
    }

    /// Takes back the drop into this column: the board before it, or `None` if the topmost piece
    /// there is not of the side that has just moved.
    pub fn lift(mut self, column: Column) -> Option<Self> {
        let mover = self.turn.opponent();
        let filled = self.occupied() & self.size().column(u32::from(column.0));
        let top = filled & !(filled >> 1);
        if self.stones[mover] & top == 0 {
            return None;
        }
        self.stones[mover] &= !top;
        self.turn = mover;
        Some(self)
    }

    /// The same board with the other side to move.
    #[inline]
    #[must_use]
    pub const fn skip(mut self) -> Self {
        self.turn = self.turn.opponent();
        self
    }

    /// The board reflected left to right.
    #[inline]
    #[must_use]
    pub fn mirror(&self) -> Self {
        let [first, second] = self.stones.into_array().map(|stones| self.size().mirror(stones));
        Self { stones: ByPlayer::new(first, second), ..*self }
    }

    /// A number that only equal boards of a size with the same side to move share. Where all 64 bits are cells, this is so
    /// among boards with the same side to move; two others share a number once in 2^64 times.
    ///
    /// In each column the sum of the first player's pieces and of all pieces is different for every
    /// filling and stays below 2^(H+1) - 1 (Tromp's encoding), which leaves bit 63 for the turn.
    #[inline]
    pub fn key(&self) -> u64 {
        self.with_turn(self.column_sums())
    }

    /// A number that only a board and its mirror image share, as [`key`](Self::key): the sums fill
    /// the bits of their columns, so they can be reflected themselves.
    #[inline]
    pub fn canonical_key(&self) -> u64 {
        let sums = self.column_sums();
        self.with_turn(sums.min(self.size().mirror(sums)))
    }

    #[inline]
    fn column_sums(&self) -> u64 {
        self.stones[Player::First] + self.occupied()
    }

    #[inline]
    fn with_turn(&self, sums: u64) -> u64 {
        match self.turn {
            _ if self.size().bits() < 64 => sums | ((self.turn as u64) << 63),
            Player::First => sums,
            Player::Second => mix(!sums),
        }
    }
}

/// Open columns from left to right.
#[derive(Clone, Debug)]
pub struct Columns<S> {
    landing: u64,
    shape: S,
}

impl<S> Columns<S> {
    /// No column.
    pub const fn none(shape: S) -> Self {
        Self { landing: 0, shape }
    }
}

impl<S: Shape> Iterator for Columns<S> {
    type Item = Column;

    #[inline]
    fn next(&mut self) -> Option<Column> {
        if self.landing == 0 {
            return None;
        }
        let bit = self.landing.trailing_zeros();
        self.landing &= self.landing - 1;
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 32 columns")]
        Some(Column((bit / self.shape.size().stride()) as u8))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.landing.count_ones() as usize;
        (n, Some(n))
    }
}

impl<S: Shape> ExactSizeIterator for Columns<S> {}

/// Number of places where exactly `want` of four consecutive cells are `mine` and none are `theirs`,
/// for `want` from 1 to 4.
#[inline]
pub fn open_quadruples(size: Size, mine: u64, theirs: u64) -> [u32; 4] {
    let mut counts = [0; 4];
    let free = size.board() & !theirs;
    for d in size.directions() {
        let pairs_free = free & (free >> d);
        let open = pairs_free & (pairs_free >> (2 * d));
        // Add the four cells of every place at once: two half adders, then one adder of two bits.
        let (a, b) = (mine, mine >> d);
        let (c, e) = (mine >> (2 * d), mine >> (3 * d));
        let (low1, carry1) = (a ^ b, a & b);
        let (low2, carry2) = (c ^ e, c & e);
        let ones = low1 ^ low2;
        let carry3 = low1 & low2;
        let twos = carry1 ^ carry2 ^ carry3;
        let fours = carry1 & carry2;
        counts[0] += (open & ones & !twos).count_ones();
        counts[1] += (open & !ones & twos).count_ones();
        counts[2] += (open & ones & twos).count_ones();
        counts[3] += (open & fours).count_ones();
    }
    counts
}

/// Columns in the order in which players prefer equal ones: nearest to the centre first, and of two the left one.
pub(crate) fn centre_first(size: Size, columns: impl Iterator<Item = Column>) -> Vec<Column> {
    let mut columns: Vec<Column> = columns.collect();
    columns
        .sort_by_key(|column| ((2 * u32::from(column.index()) + 1).abs_diff(size.columns()), column.index()));
    columns
}
