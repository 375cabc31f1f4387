//! Positions as the searches see them: stones by their part in the question, where stones may go, and the lines of four
//! that a side can still complete, found for all places of the board at once.

use crate::games::adjacent_four::Board;
use crate::grid::Grid;

/// The stones of both sides. The question is whether the attacker can force a four. If it cannot, the
/// defender holds, also by making a four first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

impl Node {
    /// The stones of the side to move and of the other one.
    #[inline]
    pub(super) fn sides(self, attacks: bool) -> [u64; 2] {
        if attacks { [self.attacker, self.defender] } else { [self.defender, self.attacker] }
    }

    /// The node after a stone of the side to move on these cells.
    #[inline]
    pub(super) fn with(self, attacks: bool, cells: u64) -> Self {
        if attacks {
            Self { attacker: self.attacker | cells, ..self }
        } else {
            Self { defender: self.defender | cells, ..self }
        }
    }

    #[inline]
    pub(super) fn occupied(self) -> u64 {
        self.attacker | self.defender
    }
}

/// Where stones may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules<const W: u32, const H: u32> {
    /// Whether a stone must touch another.
    pub(super) adjacency: bool,
}

impl<const W: u32, const H: u32> Rules<W, H> {
    /// The cells on which a stone may go while the game is not over.
    #[inline]
    pub(super) fn playable(self, occupied: u64) -> u64 {
        if self.adjacency && occupied != 0 {
            Board::<W, H>::with_neighbours(occupied) & !occupied
        } else {
            Grid::<W, H>::BOARD & !occupied
        }
    }
}

/// Whether the set holds two cells or more.
#[inline]
pub(super) fn several(cells: u64) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

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
