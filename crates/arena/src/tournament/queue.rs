//! The games that are waiting for somebody to play them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Due {
    pub(super) game: u64,
    /// How often it may be tried, at least once.
    pub(super) tries: u64,
}

/// Games, handed out one by one to those who play.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: Mutex<VecDeque<Due>>,
}

impl Queue {
    pub(super) fn new(games: impl IntoIterator<Item = Due>) -> Self {
        Self { waiting: Mutex::new(games.into_iter().collect()) }
    }

    /// The next game, if there is one left.
    pub(super) fn next(&self) -> Option<Due> {
        self.lock().pop_front()
    }

    /// Takes out the waiting games of which `is_taken`.
    pub(super) fn take_out(&self, mut is_taken: impl FnMut(u64) -> bool) -> Vec<u64> {
        let mut waiting = self.lock();
        let (taken, left): (VecDeque<_>, _) = waiting.iter().partition(|due| is_taken(due.game));
        *waiting = left;
        taken.into_iter().map(|due| due.game).collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Due>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_taken_out_are_not_handed_out() {
        let due = |game| Due { game, tries: 3 };
        let queue = Queue::new([1, 2, 3].map(due));
        assert_eq!(queue.next(), Some(due(1)));
        assert_eq!(queue.take_out(|game| game < 3), [2]);
        assert_eq!(queue.next(), Some(due(3)));
        assert_eq!((queue.next(), queue.take_out(|_| true)), (None, Vec::new()));
    }
}
