//! Exact values of Max-Connect-Four positions, on any numbers of pieces.
//!
//! A **value** is what the side to move has at the end of the game more than the other side, if both play as
//! well as can be: a difference of quadruples.
//!
//! The search is alpha-beta with null windows (`search`). It knows only what is still to come, so that
//! positions with different quadruples behind them are one; pieces that can matter no more are left out
//! of a position's key, and what each side can still get bounds the value (`bounds`).

#![expect(clippy::inline_always, reason = "calls take longer than what they save here")]

mod bounds;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub(super) use self::values::SOLVER;

use self::bounds::Node;
use self::search::{MOST_COLUMNS, Search};
use super::Board;
use crate::search::first_answer::first_answer;
use crate::{Found, Limits, Player, Position};

/// The most threads that a solver has; each takes up to 2 MiB besides the table.
pub const MOST_THREADS: u16 = 1024;

/// With fewer empty cells than this a position is solved sooner than threads are started.
const FEWEST_EMPTY: u32 = 22;

/// Solves positions, and remembers what it has seen from one to the next. Methods with limits fail if these stopped the
/// search.
#[derive(Debug)]
pub struct Solver<const W: u32, const H: u32> {
    search: Search<W, H>,
    /// Searches of other threads; none in a solver of one thread.
    helpers: Vec<Search<W, H>>,
}

#[expect(clippy::missing_errors_doc, reason = "all fail in the same way, which is said of the type")]
impl<const W: u32, const H: u32> Solver<W, H> {
    /// A solver whose table takes at most `bytes`, but 256 KiB at least. Only the used part takes memory.
    pub fn new(bytes: usize) -> Self {
        const {
            let has_room = W * (H + 1) <= table::MOST_BITS && (W as usize) <= MOST_COLUMNS;
            assert!(has_room, "the table is made for boards up to 7x6");
        };
        Self { search: Search::new(bytes), helpers: Vec::new() }
    }

    /// Solves every position with this many threads from now on, at most [`MOST_THREADS`]. Values stay the
    /// same; node counts depend on how the threads come along.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let threads = threads.min(usize::from(MOST_THREADS)) as u64;
        self.helpers = (1..threads).map(|variety| self.search.for_thread(variety)).collect();
        self
    }

    /// A solver of one thread, for another one, that shares what both find out about positions with many empty cells.
    #[must_use]
    pub fn for_thread(&self) -> Self {
        Self { search: self.search.for_thread(0), helpers: Vec::new() }
    }

    /// Nodes searched so far, by all threads: positions that no static rule decided.
    pub fn nodes(&self) -> u64 {
        self.helpers.iter().chain([&self.search]).map(|search| search.nodes).sum()
    }

    /// The value of a position for the side to move.
    pub fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<i32> {
        let lead = lead(position);
        let node = Node::of(position);
        let (mut low, mut high) = (node.least::<W, H>(), node.bound);
        // Games end close: questions begin at a tie and go outwards.
        let mut guess = (-lead).clamp(low, high);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            let value = self.bound(position, beta, limits)?;
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
    pub fn is_at_least(&mut self, position: &Board<W, H>, least: i32, limits: &Limits<'_>) -> Found<bool> {
        let beta = least - lead(position);
        Ok(self.bound(position, beta, limits)? >= beta)
    }

    /// A bound of what is to come for the side to move: at least `beta` if that is so, else below `beta`.
    fn bound(&mut self, position: &Board<W, H>, beta: i32, limits: &Limits<'_>) -> Found<i32> {
        if self.helpers.is_empty() || position.plies_left() < FEWEST_EMPTY {
            return self.search.root(position, beta, limits);
        }
        let ask = |search: &mut Search<W, H>, limits: &Limits<'_>| search.root(position, beta, limits);
        first_answer(&mut self.search, &mut self.helpers, limits, ask)
    }
}

/// What the side to move has more than the other side by now.
fn lead<const W: u32, const H: u32>(position: &Board<W, H>) -> i32 {
    let [first, second] = position.points().into_array().map(i32::from);
    if position.turn() == Player::First { first - second } else { second - first }
}
