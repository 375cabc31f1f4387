//! Bit boards in column order: lines, runs and quadruples on a board of `W` columns and `H` rows.
//!
//! Cell (column, row) is bit `column * (H + 1) + row`. The extra bit on top of every column stays
//! zero, so that a line shifted off a column never meets the next one (Tromp's and Fhourstones'
//! layout). Ascending bits are columns from left to right and, inside a column, rows from 0 up.

/// The geometry of a board with `W` columns and `H` rows, `W * (H + 1) <= 64`.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const W: u32, const H: u32>;

impl<const W: u32, const H: u32> Grid<W, H> {
    /// Distance of neighbours in a row.
    pub const STRIDE: u32 = H + 1;
    /// Distances of neighbours along the four directions: vertical, horizontal, falling, rising.
    pub const DIRECTIONS: [u32; 4] = [1, H + 1, H, H + 2];
    /// Row 0 of every column.
    pub const BOTTOM: u64 = {
        assert!(W >= 1 && H >= 1 && W * (H + 1) <= 64, "the board must fit into 64 bits");
        // The bits of all columns, divided by those of one with its extra bit: one bit for each column.
        (u64::MAX >> (64 - W * (H + 1))) / (u64::MAX >> (63 - H))
    };
    /// The highest row.
    pub const TOP: u64 = Self::BOTTOM << (H - 1);
    /// Every cell of the board.
    pub const BOARD: u64 = Self::BOTTOM * ((1 << H) - 1);

    /// The bit of a cell.
    #[inline]
    pub const fn bit(column: u32, row: u32) -> u64 {
        debug_assert!(column < W && row < H);
        1 << (column * (H + 1) + row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(column: u32) -> u64 {
        debug_assert!(column < W);
        ((1 << H) - 1) << (column * (H + 1))
    }

    /// Whether the set holds four cells in a line.
    #[inline]
    pub const fn has_four(cells: u64) -> bool {
        Self::quadruple_starts(cells) != 0
    }

    /// The lowest cell of every four consecutive cells of the set, of all directions together.
    #[inline]
    pub(crate) const fn quadruple_starts(cells: u64) -> u64 {
        let mut found = 0;
        let mut i = 0;
        while i < 4 {
            let d = Self::DIRECTIONS[i];
            let pairs = cells & (cells >> d);
            found |= pairs & (pairs >> (2 * d));
            i += 1;
        }
        found
    }

    /// The lowest cell of every place along direction `d` where four consecutive cells are on the board.
    pub const fn quadruples(d: u32) -> u64 {
        let pairs = Self::BOARD & (Self::BOARD >> d);
        pairs & (pairs >> (2 * d))
    }

    /// Number of places where four consecutive cells are all in the set: a run of n cells holds n - 3.
    #[inline]
    pub const fn count_quadruples(cells: u64) -> u32 {
        let mut count = 0;
        let mut i = 0;
        while i < 4 {
            let d = Self::DIRECTIONS[i];
            let pairs = cells & (cells >> d);
            count += (pairs & (pairs >> (2 * d))).count_ones();
            i += 1;
        }
        count
    }

    /// The cells of the set that lie in a line of four or more.
    pub const fn fours(cells: u64) -> u64 {
        let mut marked = 0;
        let mut i = 0;
        while i < 4 {
            let d = Self::DIRECTIONS[i];
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
    pub const fn mirror(cells: u64) -> u64 {
        let column_bits = (1 << (H + 1)) - 1;
        // A middle column stays; the others change places in pairs.
        let mut mirrored = if W % 2 == 1 { cells & (column_bits << (W / 2 * (H + 1))) } else { 0 };
        let mut left = 0;
        while left < W / 2 {
            let mask = column_bits << (left * (H + 1));
            let distance = (W - 1 - 2 * left) * (H + 1);
            mirrored |= (cells & mask) << distance | (cells >> distance) & mask;
            left += 1;
        }
        mirrored
    }

    /// The cells of a set, in ascending order, as (column, row).
    pub fn cells(set: u64) -> impl Iterator<Item = (u32, u32)> {
        bits(set).map(|bit| (bit / Self::STRIDE, bit % Self::STRIDE))
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
            assert_eq!(Standard::fours(cells), inside().fold(0, |marked, line| marked | line));
            assert_eq!(Standard::has_four(cells), inside().next().is_some());
            let lowest = inside().fold(0, |starts, line| starts | line & line.wrapping_neg());
            assert_eq!(Standard::quadruple_starts(cells), lowest);
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
