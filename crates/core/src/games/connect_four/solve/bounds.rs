//! What a position is worth at most, seen without search.
//!
//! **Follow-up.** With an even number of empty cells on columns of even height, the opponent can
//! answer every move in the same column: the mover then takes the odd rows (the lowest is row 1) and
//! the opponent the even ones. Columns with an odd number of empty cells have their next cell on an
//! even row; there are an even number of them, and when the mover takes one of those cells the opponent
//! takes another. So the mover gets at most its pieces, the odd rows and those next cells, and the
//! opponent gets its pieces and the rest of the even rows for sure. (Allis 1988, rule "claimeven";
//! Tromp's solver, `xevens`.)
//!
//! **A win on an odd row.** With an odd number of empty cells the opponent can still answer every move
//! in the same column, but for a column with an odd number of empty cells: there the mover would
//! take the last cell, and the opponent would have no answer. If the opponent wins on an odd row of that
//! column, the mover cannot go so far: it takes the even rows below the win, the opponent the odd ones, and when all
//! other columns are full the mover has to play just below. Everywhere else it is as before: the
//! mover takes the odd rows and, of the other columns with an odd number of empty cells, the next cells. If that
//! and the even rows below the win give it no four, it has lost. (The first player's usual way to win,
//! zugzwang by an odd threat; Allis 1988, chapter 3.)
//!
//! Numbers of pieces play no part in either, so unbalanced boards are no exception.

use crate::grid::Grid;

/// A bound that bounds nothing: more than any score.
pub(super) const UNBOUNDED: i32 = 99;

/// Rows 1, 3, 5 from the bottom.
pub(super) const fn odd_rows<const W: u32, const H: u32>() -> u64 {
    Grid::<W, H>::BOTTOM * (0x5555_5555_5555_5555 & ((1 << H) - 1))
}

/// What the opponent's follow-up says of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FollowUp {
    /// Not 0 if the mover may get a four.
    pub(super) reached: u64,
    /// As many cells as the opponent's sure win scores points.
    pub(super) points: u64,
}

impl FollowUp {
    /// `threats` are the cells on which the opponent completes a four. Precondition: the number of empty
    /// cells and the height of the board are even, and neither side can win at once or the opponent's
    /// only such cell is about to be taken.
    ///
    /// Without branches, so that several positions can be looked at in one go.
    #[inline]
    pub(super) fn new<const W: u32, const H: u32>(own: u64, other: u64, landing: u64, threats: u64) -> Self {
        let odd = const { odd_rows::<W, H>() };
        let even = const { Grid::<W, H>::BOARD & !odd_rows::<W, H>() };
        let empty = Grid::<W, H>::BOARD & !(own | other);
        let sure = threats & even & !landing;
        // The mover fills all other columns first, then has to play below one of these cells. The
        // columns that stay unfinished hold, above and including the winning cells, one even row for
        // each point that the opponent's win scores.
        let unfinished = every_other::<H>(sure) & even;
        // What lies above is never reached.
        let reached = own | (empty & odd & !(unfinished << 1)) | (landing & even);
        let reached = Grid::<W, H>::SIZE.quadruple_starts(reached);
        // A four of which more is missing may come with the last piece.
        let late = Grid::<W, H>::SIZE.quadruple_starts(other | (empty & even & !landing));
        let late = late & late.wrapping_neg();
        Self { reached, points: if unfinished == 0 { late } else { unfinished } }
    }

    /// An upper bound of the mover's score, or [`UNBOUNDED`].
    #[inline]
    pub(super) fn bound(self) -> i32 {
        if self.reached == 0 { -self.points.count_ones().cast_signed() } else { UNBOUNDED }
    }
}

/// The cells, and those two, four, ... rows above them; some leave the column.
#[inline]
const fn every_other<const H: u32>(cells: u64) -> u64 {
    let (mut found, mut reach) = (cells, 0);
    // No further than one column away: there rows are even where they were odd.
    while reach < H - 2 {
        let step = if reach + 2 < H - 2 - reach { reach + 2 } else { H - 2 - reach };
        found |= found << step;
        reach += step;
    }
    found
}

/// The cells on odd rows of columns with an odd number of empty cells, on which the opponent wins. Without
/// them there is no [`odd_threat`].
#[inline]
pub(super) fn odd_wins<const W: u32, const H: u32>(landing: u64, threats: u64) -> u64 {
    let odd = const { odd_rows::<W, H>() };
    // From the next cell up, in columns where that is on an even row.
    let above_single = ((Grid::<W, H>::BOTTOM << H) - (landing & !odd)) & Grid::<W, H>::BOARD;
    threats & odd & above_single
}

/// An upper bound of the mover's score by the opponent's win on an odd row, or [`UNBOUNDED`].
///
/// Precondition: that of [`FollowUp::new`], but for an odd number of empty cells.
#[inline]
pub(super) fn odd_threat<const W: u32, const H: u32>(
    own: u64,
    other: u64,
    landing: u64,
    threats: u64,
) -> i32 {
    let odd = const { odd_rows::<W, H>() };
    let even = const { Grid::<W, H>::BOARD & !odd_rows::<W, H>() };
    let single = landing & even;
    let mut wins = odd_wins::<W, H>(landing, threats);
    let empty = Grid::<W, H>::BOARD & !(own | other);
    let mut best = UNBOUNDED;
    while wins != 0 {
        // The lowest in its column.
        let win = wins & wins.wrapping_neg();
        let column = Grid::<W, H>::column(win.trailing_zeros() / Grid::<W, H>::STRIDE);
        wins &= !column;
        // What holds of these in `FollowUp::new` holds here, but for the win's own column.
        let sure = threats & even & !landing & !column;
        let beyond = (every_other::<H>(sure) & even) << 1;
        let elsewhere = (empty & odd & !beyond) | single;
        if Grid::<W, H>::has_four(own | (elsewhere & !column) | (empty & even & column & (win - 1))) {
            continue;
        }
        // The win leaves the even rows above it, wherever the mover gives up in the end.
        let unfinished = every_other::<H>(sure | (win << 1)) & even;
        best = best.min(-(unfinished.count_ones().cast_signed()));
    }
    best
}
