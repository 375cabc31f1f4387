//! The geometry of a board whose size is a value: what [`Grid`](super::Grid) is with constants.

use super::bits;

/// Columns and rows of a board, in the layout of [`Grid`](super::Grid).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    columns: u32,
    rows: u32,
    /// Row 0 of every column; it follows from the others, and is asked for all the time.
    bottom: u64,
}

impl Shape {
    /// The shape with so many columns and rows.
    ///
    /// # Panics
    ///
    /// Unless it [fits](Self::fits).
    pub const fn new(columns: u32, rows: u32) -> Self {
        assert!(Self::fits(columns, rows), "the board must fit into 64 bits");
        let mut bottom = 0;
        let mut column = 0;
        while column < columns {
            bottom |= 1 << (column * (rows + 1));
            column += 1;
        }
        Self { columns, rows, bottom }
    }

    /// Whether there is a board of this size: a column and a row at least, `columns * (rows + 1) <= 64`, and at most 19
    /// rows, so that the ends of a line of four are less than 64 bits apart.
    pub const fn fits(columns: u32, rows: u32) -> bool {
        columns >= 1 && rows >= 1 && rows <= 19 && columns <= 64 / (rows + 1)
    }

    /// A board of as many rows and fewer columns, one at least.
    #[inline]
    #[must_use]
    pub(crate) const fn narrowed(self, columns: u32) -> Self {
        debug_assert!(columns >= 1 && columns <= self.columns);
        Self { columns, bottom: self.bottom & (u64::MAX >> (64 - columns * self.stride())), ..self }
    }

    /// The number of columns.
    #[inline]
    pub const fn columns(self) -> u32 {
        self.columns
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// The number of cells.
    #[inline]
    pub const fn size(self) -> u32 {
        self.columns * self.rows
    }

    /// Distance of neighbours in a row.
    #[inline]
    pub const fn stride(self) -> u32 {
        self.rows + 1
    }

    /// Distances of neighbours along the four directions: vertical, horizontal, falling, rising.
    #[inline]
    pub const fn directions(self) -> [u32; 4] {
        [1, self.rows + 1, self.rows, self.rows + 2]
    }

    /// Row 0 of every column.
    #[inline]
    pub const fn bottom(self) -> u64 {
        self.bottom
    }

    /// The highest row.
    #[inline]
    pub const fn top(self) -> u64 {
        self.bottom << (self.rows - 1)
    }

    /// Every cell of the board.
    #[inline]
    pub const fn board(self) -> u64 {
        self.bottom * ((1 << self.rows) - 1)
    }

    /// Rows 1, 3, 5, ... from the bottom, where the lowest is row 1.
    #[inline]
    pub const fn odd_rows(self) -> u64 {
        self.bottom * (0x5555_5555_5555_5555 & ((1 << self.rows) - 1))
    }

    /// The bit of a cell.
    #[inline]
    pub const fn bit(self, column: u32, row: u32) -> u64 {
        debug_assert!(column < self.columns && row < self.rows);
        1 << (column * self.stride() + row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(self, column: u32) -> u64 {
        debug_assert!(column < self.columns);
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// The column of the lowest cell of a set that is not empty.
    #[inline]
    pub const fn column_of(self, cells: u64) -> u32 {
        cells.trailing_zeros() / self.stride()
    }

    /// Whether the set holds four cells in a line.
    #[inline]
    pub const fn has_four(self, cells: u64) -> bool {
        self.quadruple_starts(cells) != 0
    }

    /// The lowest cell of every four consecutive cells of the set, of all directions together.
    #[inline]
    pub(crate) const fn quadruple_starts(self, cells: u64) -> u64 {
        let directions = self.directions();
        let mut found = 0;
        let mut i = 0;
        while i < 4 {
            found |= fours_along(cells, directions[i]);
            i += 1;
        }
        found
    }

    /// The lowest cell of every place along direction `d` where four consecutive cells are on the board.
    #[inline]
    pub const fn quadruples(self, d: u32) -> u64 {
        fours_along(self.board(), d)
    }

    /// Number of places where four consecutive cells are all in the set: a run of n cells holds n - 3.
    #[inline]
    pub const fn count_quadruples(self, cells: u64) -> u32 {
        let directions = self.directions();
        let mut count = 0;
        let mut i = 0;
        while i < 4 {
            count += fours_along(cells, directions[i]).count_ones();
            i += 1;
        }
        count
    }

    /// The cells of the set that lie in a line of four or more.
    pub const fn fours(self, cells: u64) -> u64 {
        let directions = self.directions();
        let mut marked = 0;
        let mut i = 0;
        while i < 4 {
            let d = directions[i];
            let starts = fours_along(cells, d);
            let first_pairs = starts | (starts << d);
            marked |= first_pairs | (first_pairs << (2 * d));
            i += 1;
        }
        marked
    }

    /// The set reflected left to right.
    #[inline]
    pub const fn mirror(self, cells: u64) -> u64 {
        let stride = self.stride();
        let column_bits = (1 << stride) - 1;
        let half = self.columns / 2;
        // A middle column stays; the others change places in pairs.
        let mut mirrored = if self.columns % 2 == 1 { cells & (column_bits << (half * stride)) } else { 0 };
        let mut left = 0;
        while left < half {
            let mask = column_bits << (left * stride);
            let distance = (self.columns - 1 - 2 * left) * stride;
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

/// The lowest of every four consecutive cells of the set along direction `d`.
#[inline]
const fn fours_along(cells: u64, d: u32) -> u64 {
    let pairs = cells & (cells >> d);
    pairs & (pairs >> (2 * d))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every size that fits.
    fn all() -> impl Iterator<Item = Shape> {
        let sizes = (1..=64).flat_map(|columns| (1..=64).map(move |rows| (columns, rows)));
        sizes
            .filter(|&(columns, rows)| Shape::fits(columns, rows))
            .map(|(columns, rows)| Shape::new(columns, rows))
    }

    #[test]
    fn sizes_fit_if_their_columns_with_a_spare_row_have_at_most_64_cells() {
        for (columns, rows) in [(8, 7), (4, 15), (32, 1), (1, 19), (12, 4), (7, 6)] {
            assert!(Shape::fits(columns, rows), "{columns}x{rows}");
        }
        for (columns, rows) in [(0, 6), (7, 0), (8, 8), (13, 4), (33, 1), (1, 20), (u32::MAX, u32::MAX)] {
            assert!(!Shape::fits(columns, rows), "{columns}x{rows}");
        }
    }

    #[test]
    fn sets_of_any_size_are_what_their_cells_say() {
        for shape in all() {
            let (columns, rows) = (shape.columns(), shape.rows());
            let cells = |holds: &dyn Fn(u32, u32) -> bool| {
                let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
                all.filter(|&(column, row)| holds(column, row))
                    .fold(0, |set, (column, row)| set | shape.bit(column, row))
            };
            let name = format!("{columns}x{rows}");
            assert_eq!(shape.board(), cells(&|_, _| true), "{name}");
            assert_eq!(shape.board().count_ones(), shape.size(), "{name}");
            assert_eq!(shape.bottom(), cells(&|_, row| row == 0), "{name}");
            assert_eq!(shape.top(), cells(&|_, row| row == rows - 1), "{name}");
            assert_eq!(shape.odd_rows(), cells(&|_, row| row % 2 == 0), "{name}");
            let last = columns - 1;
            assert_eq!(shape.column(last), cells(&|column, _| column == last), "{name}");
            assert_eq!(shape.column_of(shape.bit(last, rows / 2)), last, "{name}");
            let slanted = cells(&|column, row| (column + 2 * row) % 3 == 0);
            assert_eq!(
                shape.mirror(slanted),
                cells(&|column, row| (last - column + 2 * row) % 3 == 0),
                "{name}"
            );
            assert_eq!(shape.cells(slanted).count(), slanted.count_ones() as usize, "{name}");
        }
    }

    #[test]
    fn quadruples_are_counted_on_any_size() {
        for shape in all() {
            let across = |columns: u32, rows: u32| columns * rows;
            let (columns, rows) = (shape.columns(), shape.rows());
            let (fewer_columns, fewer_rows) = (columns.saturating_sub(3), rows.saturating_sub(3));
            let expected = across(columns, fewer_rows)
                + across(fewer_columns, rows)
                + 2 * across(fewer_columns, fewer_rows);
            assert_eq!(shape.count_quadruples(shape.board()), expected, "{columns}x{rows}");
        }
    }
}
