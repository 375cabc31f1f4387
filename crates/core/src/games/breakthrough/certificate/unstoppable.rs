//! The rule that ends lines of a certificate early: a pawn that runs to the far row, past everybody.
//!
//! Only this pawn moves. After `n` moves of the other side its pawns stand on cells within `n` of their steps, whatever
//! they captured on the way; these cells are their *reach*. The pawn never stands where one of them could capture it: one row
//! ahead of it, in a column next to its own, is no cell of the reach. It steps straight ahead only onto a cell outside
//! the reach, and never onto a pawn of its own side. None of the others reaches its goal before. So every step is legal
//! when its time comes, and the last one wins.

use crate::games::breakthrough::Board;
use crate::{Player, Position};

/// Whether the side to move has an unstoppable pawn. Such a position is won; others may be won, too.
pub fn has_unstoppable_pawn<const W: u32, const H: u32>(position: &Board<W, H>) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    // The runner goes up.
    let board = if position.turn() == Player::First { *position } else { position.turned() };
    let (own, other) = (board.pawns(Player::First), board.pawns(Player::Second));
    let (goal, home) = (Board::<W, H>::goal(Player::First), Board::<W, H>::goal(Player::Second));
    let (mut runners, mut reach) = (own, other);
    while runners != 0 {
        let steps = (neighbours::<W, H>(runners) << W | runners << W & !reach) & Board::<W, H>::CELLS & !own;
        if steps & goal != 0 {
            return true;
        }
        let taken = neighbours::<W, H>(reach) >> W;
        runners = steps & !taken;
        reach |= taken | reach >> W;
        if reach & home != 0 {
            return false;
        }
    }
    false
}

/// The cells to the left and to the right of these.
const fn neighbours<const W: u32, const H: u32>(cells: u64) -> u64 {
    (cells & !Board::<W, H>::column(0)) >> 1 | (cells & !Board::<W, H>::column(W - 1)) << 1
}
