//! Bit boards in column order: lines, runs and quadruples on a board of some columns and rows.
//!
//! Cell (column, row) is bit `column * (rows + 1) + row`. The extra bit on top of every column stays
//! zero, so that a line shifted off a column never meets the next one (Tromp's and Fhourstones'
//! layout). Ascending bits are columns from left to right and, inside a column, rows from 0 up.

use std::fmt::Debug;
use std::hash::Hash;

/// The geometry of a board whose size comes at run time, `columns * (rows + 1) <= 64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// Row 0 of as many columns as there can be, by the number of rows.
const BOTTOMS: [u64; 64] = {
    let mut bottoms = [1; 64];
    let mut rows = 1;
    while rows < 64 {
        let mut bit = rows + 1;
        while bit < 64 {
            bottoms[rows] |= 1 << bit;
            bit += rows + 1;
        }
        rows += 1;
    }
    bottoms
};

impl Size {
    /// A board of so many columns and rows.
    ///
    /// # Panics
    ///
    /// If there is none of one of them, or the board does not fit into 64 bits.
    pub const fn new(columns: u32, rows: u32) -> Self {
        assert!(1 <= columns && columns <= 32 && 1 <= rows && rows < 64, "no board has such columns or rows");
        assert!(columns * (rows + 1) <= 64, "the board must fit into 64 bits");
        #[expect(clippy::cast_possible_truncation, reason = "both are below 64")]
        Self { columns: columns as u8, rows: rows as u8 }
    }

    /// Number of columns.
    #[inline]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// Number of rows.
    #[inline]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// Distance of neighbours in a row.
    #[inline]
    pub const fn stride(self) -> u32 {
        self.rows as u32 + 1
    }

    /// Bits in use, the extra ones included.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.columns() * self.stride()
    }

    /// Distances of neighbours along the four directions: vertical, horizontal, falling, rising.
    #[inline]
    pub const fn directions(self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride - 1, stride + 1]
    }

    /// Row 0 of every column.
    #[inline]
    pub const fn bottom(self) -> u64 {
        BOTTOMS[self.rows as usize] & (u64::MAX >> (64 - self.bits()))
    }

    /// Every cell of the board.
    #[inline]
    pub const fn board(self) -> u64 {
        self.bottom() * ((1 << self.rows) - 1)
    }

    /// The bit of a cell.
    #[inline]
    pub const fn bit(self, column: u32, row: u32) -> u64 {
        debug_assert!(column < self.columns() && row < self.rows());
        1 << (column * self.stride() + row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(self, column: u32) -> u64 {
        debug_assert!(column < self.columns());
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// Whether the set holds four cells in a line.
    #[inline]
    pub const fn has_four(self, cells: u64) -> bool {
        self.quadruple_starts(cells) != 0
    }

    /// The lowest cell of every four consecutive cells of the set, of all directions together.
    #[inline]
    pub(crate) const fn quadruple_starts(self, cells: u64) -> u64 {
        let (mut found, directions) = (0, self.directions());
        let mut i = 0;
        while i < 4 {
            let d = directions[i];
            let pairs = cells & (cells >> d);
            found |= pairs & (pairs >> (2 * d));
            i += 1;
        }
        found
    }

    /// Number of places where four consecutive cells are all in the set: a run of n cells holds n - 3.
    #[inline]
    pub const fn count_quadruples(self, cells: u64) -> u32 {
        let (mut count, directions) = (0, self.directions());
        let mut i = 0;
        while i < 4 {
            let d = directions[i];
            let pairs = cells & (cells >> d);
            count += (pairs & (pairs >> (2 * d))).count_ones();
            i += 1;
        }
        count
    }

    /// The cells of the set that lie in a line of four or more.
    pub const fn fours(self, cells: u64) -> u64 {
        let (mut marked, directions) = (0, self.directions());
        let mut i = 0;
        while i < 4 {
            let d = directions[i];
            let pairs = cells & (cells >> d);
            let starts = pairs & (pairs >> (2 * d));
            let first_pairs = starts | (starts << d);
            marked |= first_pairs | (first_pairs << (2 * d));
            i += 1;
        }
        marked
    }

    /// The set reflected left to right.
    #[inline]
    pub const fn mirror(self, cells: u64) -> u64 {
        let (columns, stride) = (self.columns(), self.stride());
        let column_bits = u64::MAX >> (64 - stride);
        // A middle column stays; the others change places in pairs.
        let mut mirrored = if columns % 2 == 1 { cells & (column_bits << (columns / 2 * stride)) } else { 0 };
        let mut left = 0;
        while left < columns / 2 {
            let mask = column_bits << (left * stride);
            let distance = (columns - 1 - 2 * left) * stride;
            mirrored |= (cells & mask) << distance | (cells >> distance) & mask;
            left += 1;
        }
        mirrored
    }

    /// The cells of a set, in ascending order, as (column, row).
    pub fn cells(self, set: u64) -> impl Iterator<Item = (u32, u32)> {
        bits(set).map(move |bit| (bit / self.stride(), bit % self.stride()))
    }
}

/// What knows the size of a board: the type itself, if it is known at compile time ([`Grid`]), or a value ([`Size`]).
pub trait Shape: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The size.
    fn size(self) -> Size;
}

impl Shape for Size {
    #[inline]
    fn size(self) -> Size {
        self
    }
}

/// The geometry of a board with `W` columns and `H` rows, `W * (H + 1) <= 64`, known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid<const W: u32, const H: u32>;

impl<const W: u32, const H: u32> Shape for Grid<W, H> {
    #[inline]
    fn size(self) -> Size {
        Self::SIZE
    }
}

impl<const W: u32, const H: u32> Grid<W, H> {
    /// The size.
    pub const SIZE: Size = Size::new(W, H);
    /// Distance of neighbours in a row.
    pub const STRIDE: u32 = Self::SIZE.stride();
    /// Distances of neighbours along the four directions: vertical, horizontal, falling, rising.
    pub const DIRECTIONS: [u32; 4] = Self::SIZE.directions();
    /// Row 0 of every column.
    pub const BOTTOM: u64 = Self::SIZE.bottom();
    /// The highest row.
    pub const TOP: u64 = Self::BOTTOM << (H - 1);
    /// Every cell of the board.
    pub const BOARD: u64 = Self::SIZE.board();

    /// The bit of a cell.
    #[inline]
    pub const fn bit(column: u32, row: u32) -> u64 {
        Self::SIZE.bit(column, row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(column: u32) -> u64 {
        Self::SIZE.column(column)
    }

    /// Whether the set holds four cells in a line.
    #[inline]
    pub const fn has_four(cells: u64) -> bool {
        Self::SIZE.has_four(cells)
    }

    /// The lowest cell of every place along direction `d` where four consecutive cells are on the board.
    pub const fn quadruples(d: u32) -> u64 {
        let pairs = Self::BOARD & (Self::BOARD >> d);
        pairs & (pairs >> (2 * d))
    }

    /// Number of places where four consecutive cells are all in the set: a run of n cells holds n - 3.
    #[inline]
    pub const fn count_quadruples(cells: u64) -> u32 {
        Self::SIZE.count_quadruples(cells)
    }

    /// The set reflected left to right.
    #[inline]
    pub const fn mirror(cells: u64) -> u64 {
        Self::SIZE.mirror(cells)
    }

    /// The cells of a set, in ascending order, as (column, row).
    pub fn cells(set: u64) -> impl Iterator<Item = (u32, u32)> {
        Self::SIZE.cells(set)
    }
}

/// The indices of the bits that are set, ascending.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Standard = Grid<7, 6>;

    #[test]
    fn bottom_top_and_board_are_made_of_cells() {
        let row = |row| (0..7).fold(0, |cells, column| cells | Standard::bit(column, row));
        assert_eq!([Standard::BOTTOM, Standard::TOP], [row(0), row(5)]);
        assert_eq!(Standard::BOARD, (0..6).fold(0, |cells, number| cells | row(number)));
    }

    #[test]
    fn fours_are_counted_and_marked() {
        let mut rng = crate::rng::Rng::new(69);
        let lines = lines();
        for _ in 0..5_000 {
            let cells = (rng.next() | rng.next() & rng.next()) & Standard::BOARD;
            let inside = || lines.iter().filter(|&line| cells & line == *line);
            assert_eq!(Standard::count_quadruples(cells) as usize, inside().count());
            assert_eq!(Standard::SIZE.fours(cells), inside().fold(0, |marked, line| marked | line));
            assert_eq!(Standard::has_four(cells), inside().next().is_some());
            let lowest = inside().fold(0, |starts, line| starts | line & line.wrapping_neg());
            assert_eq!(Standard::SIZE.quadruple_starts(cells), lowest);
        }
    }

    /// All lines of four cells, walked cell by cell.
    fn lines() -> std::collections::HashSet<u64> {
        let mut lines = std::collections::HashSet::new();
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
                let cell = |k| (column + k * right, row + k * up);
                let on_board = |(column, row)| (0..7).contains(&column) && (0..6).contains(&row);
                if (0..4).map(cell).all(on_board) {
                    lines.insert(
                        (0..4).map(cell).fold(0u64, |line, (column, row)| line | 1u64 << (column * 7 + row)),
                    );
                }
            }
        }
        assert_eq!(lines.len(), 69);
        lines
    }
}
