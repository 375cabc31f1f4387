//! What each side can still get, without search.

use crate::grid::Grid;

/// A position as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Pieces of the side to move.
    pub(super) own: u64,
    /// Pieces of the other side.
    pub(super) other: u64,
    /// Quadruples of the side to move.
    pub(super) points: i32,
    /// Quadruples of the other side.
    pub(super) other_points: i32,
    /// Empty cells.
    pub(super) empty: i32,
    /// What the side to move can still get more than the other side, at most.
    pub(super) bound: i32,
}

#[inline]
const fn count<const W: u32, const H: u32>(cells: u64) -> i32 {
    Grid::<W, H>::count_quadruples(cells).cast_signed()
}

/// The highest row, the third highest and so on.
const fn upper_rows<const W: u32, const H: u32>() -> u64 {
    let mut rows = 0;
    let mut row = H;
    while row > 0 {
        rows |= Grid::<W, H>::BOTTOM << (row - 1);
        row = row.saturating_sub(2);
    }
    rows
}

impl Node {
    /// A position, with its bounds.
    #[inline]
    pub(super) fn new<const W: u32, const H: u32>(own: u64, other: u64, empty: i32) -> Self {
        Self::counted::<W, H>(own, other, count::<W, H>(own), count::<W, H>(other), empty)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    fn counted<const W: u32, const H: u32>(
        own: u64,
        other: u64,
        points: i32,
        other_points: i32,
        empty: i32,
    ) -> Self {
        let mut node = Self { own, other, points, other_points, empty, bound: 0 };
        node.bound = node.most::<W, H>();
        node
    }

    /// The position after a move, seen by the other side, and the quadruples that the move completes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    pub(super) fn play<const W: u32, const H: u32>(&self, cell: u64) -> (Self, i32) {
        let own = self.own | cell;
        let points = count::<W, H>(own);
        let child = Self::counted::<W, H>(self.other, own, self.other_points, points, self.empty - 1);
        (child, points - self.points)
    }

    /// Where pieces can come to rest.
    #[inline]
    pub(super) const fn landing<const W: u32, const H: u32>(&self) -> u64 {
        ((self.own | self.other) + Grid::<W, H>::BOTTOM) & Grid::<W, H>::BOARD
    }

    /// Quadruples that the other side would complete with a piece in this cell.
    #[inline]
    pub(super) const fn other_gain<const W: u32, const H: u32>(&self, cell: u64) -> i32 {
        count::<W, H>(self.other | cell) - self.other_points
    }

    /// What the side to move can still get more than the other side, at most.
    ///
    /// It gets no quadruple that has a piece of the other side. With an even number of empty cells the
    /// other side can do better than wait: it answers in the same column, and where the mover takes the lowest of an
    /// odd number of empty cells, it takes such a cell elsewhere (there is one, since their number is
    /// even). So it gets, counted from the top of every column, the first, third, fifth ... empty cell, but for the
    /// lowest of an odd number, which may go to either side. What the mover completes without those cells, less what
    /// the other side completes with them alone, is all that the mover can hope for.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    const fn most<const W: u32, const H: u32>(&self) -> i32 {
        let free = Grid::<W, H>::BOARD & !(self.own | self.other);
        if self.empty % 2 != 0 {
            return count::<W, H>(self.own | free) - self.points;
        }
        let follower = free & upper_rows::<W, H>() & !self.landing::<W, H>();
        let own = count::<W, H>(self.own | free & !follower) - self.points;
        own - (count::<W, H>(self.other | follower) - self.other_points)
    }

    /// What the side to move gets more than the other side, at least.
    #[inline]
    pub(super) const fn least<const W: u32, const H: u32>(&self) -> i32 {
        let free = Grid::<W, H>::BOARD & !(self.own | self.other);
        self.other_points - count::<W, H>(self.other | free)
    }

    /// The position without what cannot matter any more, as two numbers of `W * (H + 1)` bits: pieces that
    /// belong to no quadruple that their side can still complete only fill their cells.
    ///
    /// The first has the other pieces of the side to move; the second those of the other side, and the
    /// height of every column as the bit above its pieces. What is to come depends on nothing else.
    #[inline]
    pub(super) const fn key<const W: u32, const H: u32>(&self) -> [u64; 2] {
        let heights = (self.own | self.other) + Grid::<W, H>::BOTTOM;
        let own = alive::<W, H>(self.own, self.other);
        let other = alive::<W, H>(self.other, self.own);
        [own, other | heights]
    }
}

/// The pieces of one side that belong to a quadruple which has no piece of the other, and is not complete.
#[inline]
const fn alive<const W: u32, const H: u32>(own: u64, other: u64) -> u64 {
    let possible = Grid::<W, H>::BOARD & !other;
    let mut alive = 0;
    let mut i = 0;
    while i < 4 {
        let d = Grid::<W, H>::DIRECTIONS[i];
        let pairs = possible & (possible >> d);
        let complete = own & (own >> d);
        let starts = pairs & (pairs >> (2 * d)) & !(complete & (complete >> (2 * d)));
        let halves = starts | (starts << d);
        alive |= halves | (halves << (2 * d));
        i += 1;
    }
    alive & own
}
