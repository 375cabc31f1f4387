//! Bit boards in column order: lines, runs and quadruples on a board of `W` columns and `H` rows.
//!
//! Cell (column, row) is bit `column * (H + 1) + row`. The extra bit on top of every column stays
//! zero, so that a line shifted off a column never meets the next one (Tromp's and Fhourstones'
//! layout). Ascending bits are columns from left to right and, inside a column, rows from 0 up.

mod shape;

pub use self::shape::Shape;

/// The geometry of a board with `W` columns and `H` rows, `W * (H + 1) <= 64`.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const W: u32, const H: u32>;

impl<const W: u32, const H: u32> Grid<W, H> {
    /// The same as a value.
    pub const SHAPE: Shape = Shape::new(W, H);
    /// Distance of neighbours in a row.
    pub const STRIDE: u32 = Self::SHAPE.stride();
    /// Distances of neighbours along the four directions: vertical, horizontal, falling, rising.
    pub const DIRECTIONS: [u32; 4] = Self::SHAPE.directions();
    /// Row 0 of every column.
    pub const BOTTOM: u64 = Self::SHAPE.bottom();
    /// The highest row.
    pub const TOP: u64 = Self::SHAPE.top();
    /// Every cell of the board.
    pub const BOARD: u64 = Self::SHAPE.board();

    /// The bit of a cell.
    #[inline]
    pub const fn bit(column: u32, row: u32) -> u64 {
        Self::SHAPE.bit(column, row)
    }

    /// All cells of a column.
    #[inline]
    pub const fn column(column: u32) -> u64 {
        Self::SHAPE.column(column)
    }

    /// Whether the set holds four cells in a line.
    #[inline]
    pub const fn has_four(cells: u64) -> bool {
        Self::SHAPE.has_four(cells)
    }

    /// The lowest cell of every place along direction `d` where four consecutive cells are on the board.
    #[inline]
    pub const fn quadruples(d: u32) -> u64 {
        Self::SHAPE.quadruples(d)
    }

    /// Number of places where four consecutive cells are all in the set: a run of n cells holds n - 3.
    #[inline]
    pub const fn count_quadruples(cells: u64) -> u32 {
        Self::SHAPE.count_quadruples(cells)
    }

    /// The cells of the set that lie in a line of four or more.
    #[inline]
    pub const fn fours(cells: u64) -> u64 {
        Self::SHAPE.fours(cells)
    }

    /// The set reflected left to right.
    #[inline]
    pub const fn mirror(cells: u64) -> u64 {
        Self::SHAPE.mirror(cells)
    }

    /// The cells of a set, in ascending order, as (column, row).
    #[inline]
    pub fn cells(set: u64) -> impl Iterator<Item = (u32, u32)> {
        Self::SHAPE.cells(set)
    }
}

/// The indices of the bits that are set, ascending.
#[inline]
pub fn bits(set: u64) -> impl Iterator<Item = u32> + Clone {
    Bits(set)
}

#[derive(Clone, Debug)]
struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Standard = Grid<7, 6>;

    #[test]
    fn there_are_69_quadruples() {
        let by_direction = Standard::DIRECTIONS.map(|d| Standard::quadruples(d).count_ones());
        assert_eq!(by_direction, [21, 24, 12, 12]);
    }

    #[test]
    fn bottom_top_and_board_are_made_of_cells() {
        let row = |row| (0..7).fold(0, |cells, column| cells | Standard::bit(column, row));
        assert_eq!([Standard::BOTTOM, Standard::TOP], [row(0), row(5)]);
        assert_eq!(Standard::BOARD, (0..6).fold(0, |cells, number| cells | row(number)));
    }

    #[test]
    fn mirror_exchanges_columns() {
        assert_eq!(Standard::mirror(Standard::bit(0, 5)), Standard::bit(6, 5));
        assert_eq!(Standard::mirror(Standard::BOARD), Standard::BOARD);
        assert_eq!(Standard::cells(Standard::bit(3, 2)).collect::<Vec<_>>(), [(3, 2)]);
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
            assert_eq!(Standard::SHAPE.quadruple_starts(cells), lowest);
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

    #[test]
    fn four_in_a_line_is_found_in_every_place_and_nowhere_else() {
        let lines = lines();
        let cells: Vec<u64> = bits(Standard::BOARD).map(|b| 1 << b).collect();
        // Every set of four cells out of 42: a line exactly if it is one of the 69.
        for (i, a) in cells.iter().enumerate() {
            for (j, b) in cells.iter().enumerate().take(i) {
                for (k, c) in cells.iter().enumerate().take(j) {
                    for d in cells.iter().take(k) {
                        let set = a | b | c | d;
                        assert_eq!(Standard::has_four(set), lines.contains(&set));
                    }
                }
            }
        }
    }
}
