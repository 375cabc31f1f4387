//! Lines of four that a side can still complete, found for all places of the board at once.

use crate::grid::Grid;

/// The empty cells on which a stone completes a four. They touch a stone of the line, so they can always be
/// played.
#[inline]
pub(super) fn completing<const W: u32, const H: u32>(own: u64, other: u64) -> u64 {
    let mut found = 0;
    for d in Grid::<W, H>::DIRECTIONS {
        let pairs = own & (own >> d);
        let threes = pairs & (own >> (2 * d));
        // The gap before, after, and in one of the two middles.
        found |= threes << (3 * d) | threes >> d;
        found |= pairs << (2 * d) & own >> d;
        found |= pairs >> d & own << d;
    }
    found & Grid::<W, H>::BOARD & !(own | other)
}

/// The cells of all lines without a stone of the other side that hold at least `stones` (0 to 3) own ones.
#[inline]
pub(super) fn open<const W: u32, const H: u32>(own: u64, other: u64, stones: u32) -> u64 {
    let free = Grid::<W, H>::BOARD & !other;
    let mut cells = 0;
    for d in Grid::<W, H>::DIRECTIONS {
        let pairs = free & (free >> d);
        let lines = pairs & (pairs >> (2 * d));
        let (a, b, c, e) = (own, own >> d, own >> (2 * d), own >> (3 * d));
        let held = match stones {
            0 => lines,
            1 => lines & (a | b | c | e),
            2 => lines & (a & b | c & e | (a | b) & (c | e)),
            _ => lines & (a & b & (c | e) | c & e & (a | b)),
        };
        let halves = held | held << d;
        cells |= halves | halves << (2 * d);
    }
    cells
}
