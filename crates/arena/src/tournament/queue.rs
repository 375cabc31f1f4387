//! The games that are waiting for somebody to play them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Numbers of games, handed out one by one until all are settled.
#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    is_halted: AtomicBool,
}

#[derive(Debug)]
struct State {
    waiting: VecDeque<u64>,
    /// Handed out, and neither settled nor put back.
    playing: usize,
}

/// How often whoever waits looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);

impl Queue {
    pub(super) fn new(games: impl IntoIterator<Item = u64>) -> Self {
        let state = State { waiting: games.into_iter().collect(), playing: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new(), is_halted: AtomicBool::new(false) }
    }

    /// The next game; waits while one that is being played might come back. `None` when all are settled, the
    /// queue was halted or `stop` was raised.
    pub(super) fn next(&self, stop: &AtomicBool) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if stop.load(Ordering::Relaxed) || self.is_halted.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(game) = state.waiting.pop_front() {
                state.playing += 1;
                return Some(game);
            }
            if state.playing == 0 {
                return None;
            }
            let waited = self.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A game needs not be played again.
    pub(super) fn settle(&self) {
        self.lock().playing -= 1;
        self.changed.notify_all();
    }

    /// A game is to be played again, before all others.
    pub(super) fn put_back(&self, game: u64) {
        let mut state = self.lock();
        state.playing -= 1;
        state.waiting.push_front(game);
        self.changed.notify_all();
    }

    /// Takes out the waiting games of which `is_taken`.
    pub(super) fn take_out(&self, mut is_taken: impl FnMut(u64) -> bool) -> VecDeque<u64> {
        let mut state = self.lock();
        let (taken, left) = state.waiting.iter().partition(|&&game| is_taken(game));
        state.waiting = left;
        self.changed.notify_all();
        taken
    }

    /// No more games are handed out.
    pub(super) fn halt(&self) {
        self.is_halted.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_handed_out_until_all_are_settled() {
        let stop = AtomicBool::new(false);
        let queue = Queue::new([1, 2]);
        assert_eq!((queue.next(&stop), queue.next(&stop)), (Some(1), Some(2)));
        queue.settle();
        std::thread::scope(|scope| {
            // Waits, because game 2 may come back.
            let waiting = scope.spawn(|| queue.next(&stop));
            queue.put_back(2);
            assert_eq!(waiting.join().unwrap(), Some(2));
        });
        queue.settle();
        assert_eq!(queue.next(&stop), None);
    }

    #[test]
    fn games_that_are_taken_out_are_not_handed_out() {
        let go = AtomicBool::new(false);
        let queue = Queue::new([1, 2, 3]);
        assert_eq!(queue.next(&go), Some(1));
        assert_eq!(queue.take_out(|game| game < 3), [2]);
        queue.settle();
        assert_eq!(queue.next(&go), Some(3));
    }

    #[test]
    fn halted_and_stopped_queues_hand_out_nothing() {
        let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        let queue = Queue::new([1, 2]);
        assert_eq!(queue.next(&stop), None);
        assert_eq!(queue.next(&go), Some(1));
        queue.halt();
        assert_eq!(queue.next(&go), None);
    }
}
