//! Exact scores of Connect Four positions, on any numbers of pieces.
//!
//! A **score** belongs to the side to move: 0 is a draw, a positive number a win, a negative one a
//! loss, and the further from 0 the sooner. On a board with `e` empty cells a win in `p` plies scores
//! `(e + 2 - p) / 2` and a loss in `p` plies the negative of that (integer division), which
//! is one more than the number of pieces that the winner would still have had on a board of 42 cells
//! shared equally (the convention of Pons' solver). Only empty cells count, so unbalanced boards need no other
//! convention.
//!
//! The search is alpha-beta with null windows (`search`), a bisection of the range of scores
//! around it, static bounds from the follow-up strategy (`bounds`), a look at all moves of a node side by
//! side (`moves`), a fitted order of moves (`promise`) with what succeeded of late (`history`), and a table in two tiers, one of
//! them small enough for the processor's own cache (`table`). Threads share out the moves of early positions (`crew`).

#![expect(clippy::inline_always, reason = "calls take longer than what they save here")]

mod bounds;
mod crew;
mod history;
mod moves;
mod promise;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub(super) use self::values::SOLVER;
#[cfg(not(target_family = "wasm"))]
pub(super) use self::values::of_size;

use std::sync::Arc;

use self::crew::Crew;
use self::moves::winning_cells;
use self::search::{POLL, SHARED, Search};
use super::Board;
use super::book::Book;
use crate::decision::stop_after;
use crate::grid::Grid;
use crate::search::first_answer::first_answer;
use crate::search::memory;
use crate::{Found, Limits, Position, Proof, Stopped};

/// The memory that solving takes by default: 64 MiB (32 where addresses have 32 bits).
pub const TABLE_BYTES: usize = memory::usual(64 << 20);

/// Scores further from 0 than this are ruled out first.
const FAR: i32 = 9;

/// With fewer empty cells than this, they are ruled out after it is known who wins.
const EARLY: u32 = 28;

/// The most threads that a solver has; each takes up to 512 KiB besides the table.
pub const MOST_THREADS: u16 = 1024;

/// Nodes that one thread searches alone of each question: many are answered before others are under way.
const ALONE: u64 = 4 * POLL;

/// Solves positions, and remembers what it has seen from one to the next. Methods with limits fail if these stopped the
/// search.
#[derive(Debug)]
pub struct Solver<const W: u32, const H: u32> {
    search: Search<W, H>,
    /// Searches of other threads; none in a solver of one thread.
    helpers: Vec<Search<W, H>>,
    /// [`ALONE`], but in tests.
    alone: u64,
}

#[expect(clippy::missing_errors_doc, reason = "all fail in the same way, which is said of the type")]
impl<const W: u32, const H: u32> Solver<W, H> {
    /// A solver whose table takes at most `bytes`, but 64 KiB at least, or 128 on boards with more than seven columns or
    /// keys of more than 49 bits. Only the used part takes memory.
    pub fn new(bytes: usize) -> Self {
        const {
            // There is room for the moves of 16 columns; 15 stands for none. Scores have six bits, and lines are found by
            // shifts of up to 63 places.
            assert!(4 <= W && W <= 12, "the solver is made for 4 to 12 columns");
            assert!(W * (H + 1) <= 64, "the solver is made for keys of up to 64 bits");
        };
        Self::of(Search::new(bytes))
    }

    fn of(search: Search<W, H>) -> Self {
        Self { search, helpers: Vec::new(), alone: ALONE }
    }

    /// Trusts this book from now on: what it says is not searched again.
    #[must_use]
    pub fn with_book(mut self, book: Book<'static, W, H>) -> Self {
        for search in self.helpers.iter_mut().chain([&mut self.search]) {
            search.add_book(book);
        }
        self
    }

    /// Solves every position with this many threads from now on, at most [`MOST_THREADS`]. Scores stay the
    /// same; node counts depend on how the threads come along.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let helpers = threads.clamp(1, usize::from(MOST_THREADS)) - 1;
        let crew = (helpers > 0).then(|| Arc::new(Crew::new()));
        let helper = || {
            let mut helper = self.search.for_thread();
            helper.join(crew.clone());
            helper
        };
        self.helpers = std::iter::repeat_with(helper).take(helpers).collect();
        self.search.join(crew);
        self
    }

    /// A solver of one thread, for another one, that shares what both find out about positions with many
    /// empty cells.
    #[must_use]
    pub fn for_thread(&self) -> Self {
        Self::of(self.search.for_thread())
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        // The large tier knows one generation of all threads.
        for search in self.helpers.iter_mut().chain([&mut self.search]) {
            search.clear();
        }
    }

    /// Nodes searched so far, by all threads: positions with a choice of moves that no static rule decided.
    pub fn nodes(&self) -> u64 {
        self.helpers.iter().chain([&self.search]).map(|search| search.nodes).sum()
    }

    /// The score of a position. A finished game scores as its result with 0 plies to go.
    pub fn score(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<i32> {
        let empty = position.board().empty_cells().cast_signed();
        match position.outcome() {
            Some(outcome) => Ok(outcome.worth(empty / 2 + 1, position.turn())),
            None if wins_at_once(position) => Ok((empty + 1) / 2),
            None => self.bisect(position, -(empty / 2), (empty - 1) / 2, limits),
        }
    }

    /// The sign of the score: 1 if the side to move wins, 0 for a draw, -1 if it loses. Quicker than
    /// the score itself.
    pub fn result(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<i32> {
        if position.outcome().is_some() || wins_at_once(position) {
            return self.score(position, limits).map(i32::signum);
        }
        self.bisect(position, -1, 1, limits).map(i32::signum)
    }

    /// Whether the score is at least `score`: a single search with a null window.
    pub fn is_at_least(&mut self, position: &Board<W, H>, score: i32, limits: &Limits<'_>) -> Found<bool> {
        if position.outcome().is_some() || wins_at_once(position) {
            return Ok(self.score(position, limits)? >= score);
        }
        let alone_until = self.search.nodes + self.alone;
        Ok(self.bound(position, score, alone_until, limits)? >= score)
    }

    /// Narrows the range of the score. The extremes are the cheapest to rule out, and the proof of a quick win takes little
    /// that way; then comes the question who wins, and then score after score from 0 outwards, since most are small.
    fn bisect(
        &mut self,
        position: &Board<W, H>,
        mut low: i32,
        mut high: i32,
        limits: &Limits<'_>,
    ) -> Found<i32> {
        let alone_until = self.search.nodes + self.alone;
        let is_early = position.plies_left() >= EARLY;
        while low < high {
            let is_open = low < 0 && high > 0;
            let guess = if is_open && is_early && low < -FAR {
                low / 2
            } else if is_open && is_early && high > FAR + 1 {
                high / 2
            } else if is_open {
                0
            } else if low < -FAR || high > FAR + 1 {
                low + (high - low).div_euclid(2)
            } else if low >= 0 {
                low
            } else {
                high - 1
            };
            let value = self.bound(position, guess + 1, alone_until, limits)?;
            if value > guess {
                low = value;
            } else {
                high = value;
            }
        }
        // Both were bounds of the score, unless the range began narrower than the scores; then the
        // sign is right.
        Ok(low)
    }

    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not. Other threads help once the own
    /// search has come to `alone_until` nodes.
    ///
    /// Precondition: the game is not over and the side to move cannot win at once.
    fn bound(
        &mut self,
        position: &Board<W, H>,
        beta: i32,
        alone_until: u64,
        limits: &Limits<'_>,
    ) -> Found<i32> {
        if self.helpers.is_empty() || position.plies_left().cast_signed() < SHARED {
            return self.search.root(position, beta, limits);
        }
        let questions = alone_until.saturating_sub(self.search.nodes) / POLL;
        if questions > 0 {
            let is_enough = stop_after(questions);
            let stop = || is_enough() || (limits.stop)();
            match self.search.root(position, beta, &Limits { stop: &stop }) {
                Err(Stopped) if !(limits.stop)() => {}
                found => return found,
            }
        }
        let ask = |search: &mut Search<W, H>, limits: &Limits<'_>| search.root(position, beta, limits);
        first_answer(&mut self.search, &mut self.helpers, limits, ask)
    }
}

/// Of a game that goes on: whether the side to move completes a four with its next piece.
pub(super) fn wins_at_once<const W: u32, const H: u32>(position: &Board<W, H>) -> bool {
    let board = position.board();
    let own = board.stones(position.turn());
    winning_cells::<W, H>(own, Grid::<W, H>::BOARD & !board.occupied()) & board.landing() != 0
}

/// What a score says of a position with this many empty cells. A score that no such position has
/// counts as that of a finished game.
pub fn proof_of_score(score: i32, empty: u32) -> Proof {
    // A side that wins makes the last move, so the parity of the plies is known.
    let rounded = |parity: u32| {
        let plies = empty.saturating_add(2).saturating_sub(score.unsigned_abs().saturating_mul(2));
        plies.saturating_sub(u32::from(plies % 2 != parity))
    };
    match score {
        0 => Proof::Draw,
        1.. => Proof::Win { plies: rounded(1) },
        _ => Proof::Loss { plies: rounded(0) },
    }
}
