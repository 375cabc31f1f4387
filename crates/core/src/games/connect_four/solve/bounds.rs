//! What a position is worth at most, seen without search.
//!
//! **Follow-up.** With an even number of empty cells on columns of even height, the opponent can
//! answer every move in the same column: the mover then takes the odd rows (the lowest is row 1) and
//! the opponent the even ones. Columns with an odd number of empty cells have their next cell on an
//! even row; there are an even number of them, and when the mover takes one of those cells the opponent
//! takes another. So the mover gets at most its pieces, the odd rows and those next cells, and the
//! opponent gets its pieces and the rest of the even rows for sure. (Allis 1988, rule "claimeven";
//! Tromp's solver, `xevens`.) Numbers of pieces play no part, so unbalanced boards are no exception.

use crate::grid::Grid;

/// A bound that bounds nothing.
pub(super) const UNBOUNDED: i32 = i32::MAX;

/// Rows 1, 3, 5 from the bottom.
const fn odd_rows<const W: u32, const H: u32>() -> u64 {
    let mut rows = 0;
    let mut row = 0;
    while row < H {
        rows |= Grid::<W, H>::BOTTOM << row;
        row += 2;
    }
    rows
}

/// An upper bound of the mover's score by the opponent's follow-up, or [`UNBOUNDED`].
///
/// `threats` are the cells on which the opponent completes a four. Precondition: the number of empty
/// cells and the height of the board are even, and neither side can win at once or the opponent's
/// only such cell is about to be taken.
#[inline]
pub(super) fn follow_up<const W: u32, const H: u32>(own: u64, other: u64, landing: u64, threats: u64) -> i32 {
    let odd = const { odd_rows::<W, H>() };
    let even = const { Grid::<W, H>::BOARD & !odd_rows::<W, H>() };
    let empty = Grid::<W, H>::BOARD & !(own | other);
    // Cells that the opponent is sure to get and that win: play ends there, so what lies above is
    // never reached. (Rows two apart: the mover's cells above are one and three higher, and so on.)
    let sure = threats & even & !landing;
    let mut beyond = sure << 1;
    let mut step = 2;
    while step < H {
        beyond |= beyond << 2;
        step += 2;
    }
    if Grid::<W, H>::has_four(own | (empty & odd & !beyond) | (landing & even)) {
        return UNBOUNDED;
    }
    if sure == 0 {
        let is_lost = Grid::<W, H>::has_four(other | (empty & even & !landing));
        return if is_lost { -1 } else { 0 };
    }
    // The mover fills all other columns first, then has to play below one of these cells. The
    // columns that stay unfinished hold, above and including the winning cells, one even row for
    // each point that the opponent's win scores.
    let mut unfinished = sure;
    let mut step = 2;
    while step < H {
        unfinished |= (unfinished << 2) & even;
        step += 2;
    }
    -(unfinished.count_ones().cast_signed())
}

/// An upper bound of the mover's score by the opponent's win on an odd row, or [`UNBOUNDED`].
#[inline]
pub(super) fn odd_threat<const W: u32, const H: u32>(own: u64, other: u64, landing: u64, threats: u64) -> i32 {
    let odd = const { odd_rows::<W, H>() };
    let even = const { Grid::<W, H>::BOARD & !odd_rows::<W, H>() };
    let single = landing & even;
    // From the next cell up, in columns where that is on an even row.
    let above_single = ((Grid::<W, H>::BOTTOM << H) - single) & Grid::<W, H>::BOARD;
    let mut wins = threats & odd & above_single;
    let empty = Grid::<W, H>::BOARD & !(own | other);
    let mut best = UNBOUNDED;
    while wins != 0 {
        // The lowest in its column.
        let win = wins & wins.wrapping_neg();
        let column = Grid::<W, H>::column(win.trailing_zeros() / Grid::<W, H>::STRIDE);
        wins &= !column;
        let sure = threats & even & !landing & !column;
        let mut beyond = sure << 1;
        let mut step = 2;
        while step < H {
            beyond |= beyond << 2;
            step += 2;
        }
        let elsewhere = (empty & odd & !beyond) | single;
        if Grid::<W, H>::has_four(own | (elsewhere & !column) | (empty & even & column & (win - 1))) {
            continue;
        }
        let mut unfinished = sure | ((win << 1) & even);
        let mut step = 2;
        while step < H {
            unfinished |= (unfinished << 2) & even;
            step += 2;
        }
        best = best.min(-(unfinished.count_ones().cast_signed()));
    }
    best
}
