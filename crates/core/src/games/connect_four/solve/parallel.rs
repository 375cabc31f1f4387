//! One position on several threads.
//!
//! All threads ask the same question, each with its own order of moves, and find each other's answers
//! in the large tier; the first to finish has the answer. (Lazy SMP, as chess engines name it.)

use std::sync::atomic::{AtomicBool, Ordering};

use super::Solver;
use super::search::Search;
use crate::Position;
use crate::agents::{Limits, Stopped};
use crate::games::connect_four::Board;

/// With fewer empty cells than this a position is solved sooner than threads are started.
const FEWEST_EMPTY: u32 = 24;

impl<const W: u32, const H: u32> Solver<W, H> {
    /// A bound of the score: at least `beta` if the score is, below `beta` if it is not.
    ///
    /// Precondition: the game is not over and the side to move cannot win at once.
    pub(super) fn bound(
        &mut self,
        position: &Board<W, H>,
        beta: i32,
        limits: &Limits<'_>,
    ) -> Result<i32, Stopped> {
        if self.helpers.is_empty() || position.plies_left() < FEWEST_EMPTY {
            return self.search.root(position, beta, limits);
        }
        let is_answered = AtomicBool::new(false);
        let stop = || is_answered.load(Ordering::Relaxed) || (limits.stop)();
        let ask = |search: &mut Search<W, H>| {
            let answer = search.root(position, beta, &Limits { stop: &stop });
            if answer.is_ok() {
                is_answered.store(true, Ordering::Relaxed);
            }
            answer
        };
        std::thread::scope(|scope| {
            let ask = &ask;
            let start = |helper| std::thread::Builder::new().spawn_scoped(scope, move || ask(helper)).ok();
            // Where no more threads start, those that did have the same answer, later.
            let others: Vec<_> = self.helpers.iter_mut().map_while(start).collect();
            let own = ask(&mut self.search);
            others.into_iter().filter_map(|other| other.join().ok()).fold(own, Result::or)
        })
    }
}
