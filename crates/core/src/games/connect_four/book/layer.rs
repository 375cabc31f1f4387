//! A number without gaps for every board with a given number of pieces of each side.

use crate::grid::{Grid, bits};

/// All boards with `own` pieces of the side to move and `other` of the opponent.
///
/// A board is a **shape**, the heights of its columns, and the colours of the pieces in it. Shapes are
/// numbered as the numbers that their heights spell, colours by which pieces are own (the
/// combinatorial number system; Knuth 4A, 7.2.1.3).
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer<const W: u32, const H: u32> {
    own: u32,
    pieces: u32,
}

impl<const W: u32, const H: u32> Layer<W, H> {
    pub(super) const fn new(own: u32, other: u32) -> Self {
        Self { own, pieces: own + other }
    }

    pub(super) fn len(self) -> usize {
        shapes::<H>(W, self.pieces) * choose(self.pieces, self.own)
    }

    /// The number of a board; less than [`len`](Self::len). Takes about as many steps as the board has pieces.
    ///
    /// Precondition: the board has the pieces of this layer, and none floats.
    pub(super) fn number(self, own: u64, other: u64) -> usize {
        let occupied = own | other;
        let mut shape = 0;
        let mut left = self.pieces;
        for column in 0..W {
            let height = (occupied & Grid::<W, H>::column(column)).count_ones();
            shape += (0..height).map(|lower| shapes::<H>(W - 1 - column, left - lower)).sum::<usize>();
            left -= height;
        }
        let mut colours = 0;
        let mut chosen = 0;
        for (place, cell) in (0..).zip(bits(occupied)) {
            if own & (1 << cell) != 0 {
                chosen += 1;
                colours += choose(place, chosen);
            }
        }
        shape * choose(self.pieces, self.own) + colours
    }
}

/// The largest number of pieces and of columns that are counted.
const MOST: usize = 16;

/// The number of ways to fill columns of height `H` with this many pieces.
fn shapes<const H: u32>(columns: u32, pieces: u32) -> usize {
    const {
        assert!(H >= 1);
    }
    Shapes::<H>::COUNTS[columns as usize][pieces as usize]
}

struct Shapes<const H: u32>;

impl<const H: u32> Shapes<H> {
    const COUNTS: [[usize; MOST + 1]; MOST + 1] = {
        let mut counts = [[0; MOST + 1]; MOST + 1];
        counts[0][0] = 1;
        let mut columns = 1;
        while columns <= MOST {
            let mut pieces = 0;
            while pieces <= MOST {
                let mut height = 0;
                while height <= H as usize && height <= pieces {
                    counts[columns][pieces] += counts[columns - 1][pieces - height];
                    height += 1;
                }
                pieces += 1;
            }
            columns += 1;
        }
        counts
    };
}

/// The number of ways to choose `k` of `n` things: to put `k` pieces into `n` columns of height 1.
fn choose(n: u32, k: u32) -> usize {
    shapes::<1>(n, k)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All boards of a layer by trying every content of every cell.
    fn boards(own: u32, other: u32) -> Vec<(u64, u64)> {
        let cells: Vec<u64> = bits(Grid::<3, 4>::BOARD).map(|bit| 1 << bit).collect();
        let mut found = Vec::new();
        for code in 0..3u32.pow(12) {
            let content = |cell: usize| code / 3u32.pow(u32::try_from(cell).unwrap()) % 3;
            let side =
                |side| (0..12).filter(|&cell| content(cell) == side).map(|cell| cells[cell]).sum::<u64>();
            let (mine, theirs) = (side(1), side(2));
            let occupied = mine | theirs;
            let rests = occupied & !((occupied << 1) | Grid::<3, 4>::BOTTOM) == 0;
            if rests && (mine.count_ones(), theirs.count_ones()) == (own, other) {
                found.push((mine, theirs));
            }
        }
        found
    }

    #[test]
    fn every_board_has_a_different_number() {
        for (own, other) in [(0, 0), (1, 0), (0, 2), (3, 2), (4, 4), (6, 6), (5, 3)] {
            let layer = Layer::<3, 4>::new(own, other);
            let mut numbers: Vec<usize> =
                boards(own, other).into_iter().map(|(own, other)| layer.number(own, other)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..layer.len()).collect::<Vec<_>>(), "{own} and {other} pieces");
        }
    }
}
