//! What each side can still get, without search.

use crate::games::max_connect_four::Board;
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
    pub(super) empty: i32,
    /// What the side to move can still get more than the other side, at most.
    pub(super) bound: i32,
}

#[inline]
const fn count<const W: u32, const H: u32>(cells: u64) -> i32 {
    Grid::<W, H>::count_quadruples(cells).cast_signed()
}

/// The number of complete lines of four in one direction.
#[inline]
const fn fours_along(cells: u64, direction: u32) -> i32 {
    let pairs = cells & (cells >> direction);
    (pairs & (pairs >> (2 * direction))).count_ones().cast_signed()
}

/// Takes the lowest cell out of a set; none if the set is empty.
#[inline]
const fn take_lowest(cells: &mut u64) -> u64 {
    let lowest = *cells & cells.wrapping_neg();
    *cells ^= lowest;
    lowest
}

/// The highest row, the third highest and so on.
const fn upper_rows<const W: u32, const H: u32>() -> u64 {
    Grid::<W, H>::BOTTOM * (0x5555_5555_5555_5555 << (1 - H % 2) & ((1 << H) - 1))
}

impl Node {
    pub(super) fn of<const W: u32, const H: u32>(position: &Board<W, H>) -> Self {
        let (own, other) = position.board().sides();
        let empty = position.board().empty_cells().cast_signed();
        Self::counted::<W, H>(own, other, count::<W, H>(own), count::<W, H>(other), empty)
    }

    #[inline(always)]
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
    /// The mover completes no quadruple that has a piece of the other side. How much else the other side can
    /// prevent depends on the number of empty cells.
    ///
    /// If it is even, the other side can follow up: it answers in the same column. Where the mover takes the
    /// lowest of an odd number of empty cells, it takes such a cell elsewhere (there is one, since the number of
    /// columns with an odd number of empty cells is even). So it gets, counted from the top of every column, the
    /// first, third, fifth ... empty cell, but for the lowest of an odd number: here the mover may have all of
    /// these ([`shared`](Self::shared) says who gets them). What the mover completes without the follower's cells,
    /// less what the other side completes with them alone, is all that the mover can hope for.
    ///
    /// If it is odd, the other side can still answer right above every piece of the mover: see
    /// [`answered`](Self::answered).
    #[inline(always)]
    const fn most<const W: u32, const H: u32>(&self) -> i32 {
        let free = self.free::<W, H>();
        if self.empty % 2 != 0 {
            return self.answered::<W, H>(free) - self.points;
        }
        let follower = free & const { upper_rows::<W, H>() } & !self.landing::<W, H>();
        let own = count::<W, H>(self.own | free & !follower) - self.points;
        own - (count::<W, H>(self.other | follower) - self.other_points)
    }

    /// A bound that is as low as `bound` or lower, and takes longer to find.
    #[inline]
    pub(super) fn closer_bound<const W: u32, const H: u32>(&self) -> i32 {
        if self.empty % 2 == 0 { self.shared::<W, H>() } else { self.kept::<W, H>() }
    }

    /// The bound of the follow-up strategy, for an even number of empty cells, where both sides get some of the
    /// lowest cells of columns with an odd number.
    ///
    /// The mover takes one of these cells, the other side answers with another one, and so on; who gets all
    /// other cells is known. Of two cells the mover gets one that it chooses. Of four it chooses one, the other
    /// side takes one of the three that are left, and the mover has the better one of the last two. So with its
    /// first choice it gets the second best of three results. If there are more than four, the bound gives the
    /// mover all but four of them: the other side answers within the four, or within the rest.
    fn shared<const W: u32, const H: u32>(&self) -> i32 {
        let upper = const { upper_rows::<W, H>() };
        let (free, landing) = (self.free::<W, H>(), self.landing::<W, H>());
        let mut rest = landing & upper;
        if rest == 0 {
            return self.bound;
        }
        let [a, b, c, d] = [(); 4].map(|()| take_lowest(&mut rest));
        let shared = a | b | c | d;
        let own = self.own | free & !upper | rest;
        let other = self.other | free & upper & !landing;
        let had = self.points - self.other_points;
        let with = |mine: u64| count::<W, H>(own | mine) - count::<W, H>(other | shared & !mine) - had;
        if c == 0 {
            return with(a).max(with(b));
        }
        let [ab, ac, ad] = [with(a | b), with(a | c), with(a | d)];
        let [bc, bd, cd] = [with(b | c), with(b | d), with(c | d)];
        let second_best = |x: i32, y: i32, z: i32| x.max(y).min(x.min(y).max(z));
        let a_or_b = second_best(ab, ac, ad).max(second_best(ab, bc, bd));
        let c_or_d = second_best(ac, bc, cd).max(second_best(ad, bd, cd));
        a_or_b.max(c_or_d)
    }

    /// The bound of answers right above, for an odd number of empty cells, where the other side also keeps a
    /// column: one with an odd number of empty cells, in which it plays only to answer.
    ///
    /// Then it gets the second, fourth ... empty cell of this column, counted from the lowest. It never has to
    /// begin there: all other columns together have an even number of empty cells when the mover is to move, so
    /// there is one left when the mover has taken one of them. Each such column gives a bound, and the lowest
    /// bound holds.
    fn kept<const W: u32, const H: u32>(&self) -> i32 {
        let lower = const { Grid::<W, H>::BOARD & !upper_rows::<W, H>() };
        let (free, landing) = (self.free::<W, H>(), self.landing::<W, H>());
        let had = self.points - self.other_points;
        // Where a single cell is empty, there is nothing to answer.
        let mut lowest = landing & !lower & !Grid::<W, H>::TOP;
        let mut bound = self.bound;
        while lowest != 0 {
            let column = take_lowest(&mut lowest).trailing_zeros() / Grid::<W, H>::STRIDE;
            let answers = Grid::<W, H>::column(column) & free & lower;
            let own = self.answered::<W, H>(free & !answers);
            bound = bound.min(own - count::<W, H>(self.other | answers) - had);
        }
        bound
    }

    /// The most quadruples that the mover can end with if it gets only empty cells among `cells`, and the other
    /// side answers every piece of the mover with one right above it (anywhere, if there is no room).
    ///
    /// The mover never gets two cells of a column one above the other. So it completes upright quadruples only
    /// where three of the pieces are there and the fourth can be played now.
    #[inline(always)]
    const fn answered<const W: u32, const H: u32>(&self, cells: u64) -> i32 {
        let [upright, flat, falling, rising] = Grid::<W, H>::DIRECTIONS;
        let own = self.own | cells;
        fours_along(self.own | self.landing::<W, H>(), upright)
            + fours_along(own, flat)
            + fours_along(own, falling)
            + fours_along(own, rising)
    }

    #[inline]
    const fn free<const W: u32, const H: u32>(&self) -> u64 {
        Grid::<W, H>::BOARD & !(self.own | self.other)
    }

    /// What the side to move gets more than the other side, at least.
    #[inline]
    pub(super) const fn least<const W: u32, const H: u32>(&self) -> i32 {
        self.other_points - count::<W, H>(self.other | self.free::<W, H>())
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
