//! Exact values of Max-Connect-Four positions, on any numbers of pieces.
//!
//! A **value** is what the side to move has at the end of the game more than the other side, if both play as
//! well as can be: a difference of quadruples.
//!
//! The search is alpha-beta with null windows (`search`). It knows only what is still to come, so that
//! positions with different quadruples behind them are one; pieces that can matter no more are left out
//! of a position's key, and what each side can still get bounds the value (`bounds`).

mod bounds;
mod search;
mod table;
#[cfg(test)]
mod tests;

use self::bounds::Node;
use self::search::Search;
use super::Board;
use crate::Position;
use crate::agents::{Limits, Stopped};
use crate::games::gravity::Column;

/// Solves positions, and remembers what it has seen from one to the next.
#[derive(Debug)]
pub struct Solver<const W: u32, const H: u32> {
    search: Search<W, H>,
}

impl<const W: u32, const H: u32> Solver<W, H> {
    /// A solver whose table takes at most `bytes`, but 256 KiB at least. Only the used part takes memory.
    pub fn new(bytes: usize) -> Self {
        const {
            assert!(W * (H + 1) <= table::MOST_BITS && W <= 12, "the table has room for 49 bits of a board");
        };
        Self { search: Search::new(bytes) }
    }

    /// A solver for another thread that shares what both find out about positions with many empty cells.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self { search: self.search.beside(0) }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Nodes searched so far: positions that no static rule decided.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search.
    pub fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Result<i32, Stopped> {
        let lead = lead(position);
        let (mut low, mut high) = bounds(position);
        // Games end close: questions begin at a tie and go outwards.
        let mut guess = (-lead).clamp(low, high);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            let value = self.search.root(position, beta, limits)?;
            if value >= beta {
                low = value;
            } else {
                high = value;
            }
            guess = value;
        }
        Ok(lead + low)
    }

    /// Whether the value for the side to move is at least `least`: a single search with a null window.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search.
    pub fn is_at_least(
        &mut self,
        position: &Board<W, H>,
        least: i32,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let beta = least - lead(position);
        Ok(self.search.root(position, beta, limits)? >= beta)
    }

    /// The value of every move, for the side to move.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search.
    pub fn moves(
        &mut self,
        position: &Board<W, H>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(Column, i32)>, Stopped> {
        position.moves().map(|mv| Ok((mv, -self.value(&position.play(mv), limits)?))).collect()
    }
}

/// What the side to move has more than the other side by now.
fn lead<const W: u32, const H: u32>(position: &Board<W, H>) -> i32 {
    let [first, second] = position.points().into_array().map(i32::from);
    if position.turn() == crate::Player::First { first - second } else { second - first }
}

/// Bounds of what is to come for the side to move.
fn bounds<const W: u32, const H: u32>(position: &Board<W, H>) -> (i32, i32) {
    let (board, turn) = (position.board(), position.turn());
    let (own, other) = (board.stones(turn), board.stones(turn.opponent()));
    let node = Node::new::<W, H>(own, other, board.empty_cells().cast_signed());
    (node.least::<W, H>(), node.bound)
}
