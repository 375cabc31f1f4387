//! Where a side completes a four.

use crate::grid::Grid;

/// The cells of `empty` on which another of `cells` makes four in a line. They may be out of reach.
#[inline]
pub(super) fn winning_cells<const W: u32, const H: u32>(cells: u64, empty: u64) -> u64 {
    let mut found = (cells << 1) & (cells << 2) & (cells << 3);
    for d in [Grid::<W, H>::STRIDE - 1, Grid::<W, H>::STRIDE, Grid::<W, H>::STRIDE + 1] {
        // Two neighbours below, then one further or the one above; and the same from above.
        let below = (cells << d) & (cells << (2 * d));
        let above = (cells >> d) & (cells >> (2 * d));
        found |= below & ((cells << (3 * d)) | (cells >> d));
        found |= above & ((cells >> (3 * d)) | (cells << d));
    }
    found & empty
}

/// The moves among `landing` after which the opponent cannot win at once, given the cells on which
/// the opponent wins. Precondition: the mover cannot win at once.
#[inline]
pub(super) fn safe_moves(landing: u64, threats: u64) -> u64 {
    let forced = landing & threats;
    // Without branches, so that several positions can be looked at in one go.
    let candidates = if forced == 0 { landing } else { forced };
    let candidates = if forced & forced.wrapping_sub(1) == 0 { candidates } else { 0 };
    // A piece just below a winning cell of the opponent would hand it over.
    candidates & !(threats >> 1)
}
