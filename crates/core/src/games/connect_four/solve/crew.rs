//! Threads that search one position together: who is at what.
//!
//! All threads ask the same question and look at moves in the same order, and what one finds out is in the table for
//! all. A thread puts off a move that another one is just looking at, and takes the next. When it comes back to the move the
//! answer is usually there; where it is not, the thread goes along and shares the work further down. First moves are
//! never put off: where the first move refutes, the others would be looked at in vain. (After ABDADA, Weill 1996, in the
//! simpler form that Kerrigan described.)

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots for positions that are being searched, in groups.
const SLOTS: usize = 1 << 12;
/// The slots of a group: a position may be noted in any of one group.
const GROUP: usize = 4;

/// The positions that somebody is looking at, by their hashes.
#[derive(Debug)]
pub(super) struct Crew {
    slots: Vec<AtomicU64>,
}

impl Crew {
    pub(super) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The slots in which a position may be noted, and what is noted; 0 stands for nothing.
    fn group(&self, hash: u64) -> (&[AtomicU64], u64) {
        #[expect(clippy::cast_possible_truncation, reason = "fewer bits than an address has")]
        let start = (hash >> (u64::BITS - SLOTS.ilog2())) as usize / GROUP * GROUP;
        (&self.slots[start..start + GROUP], hash | 1)
    }

    /// Whether a thread is looking at this position. Two positions may rarely be taken for one: then one of them is put
    /// off for nothing.
    pub(super) fn is_at(&self, hash: u64) -> bool {
        let (slots, noted) = self.group(hash);
        slots.iter().any(|slot| slot.load(Ordering::Relaxed) == noted)
    }

    /// Notes a position until the guard is dropped; where there is no room it is not noted.
    pub(super) fn at(&self, hash: u64) -> At<'_> {
        let (slots, noted) = self.group(hash);
        let take =
            |slot: &&AtomicU64| slot.compare_exchange(0, noted, Ordering::Relaxed, Ordering::Relaxed).is_ok();
        At(slots.iter().find(take))
    }
}

/// A position that is noted.
pub(super) struct At<'a>(Option<&'a AtomicU64>);

impl Drop for At<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_noted_as_long_as_somebody_is_at_them() {
        let crew = Crew::new();
        let hashes = [0, 2, 4, 6, 8, 1 << 63];
        let guards: Vec<At<'_>> = hashes.iter().map(|&hash| crew.at(hash)).collect();
        // A group has no room for a fifth.
        assert_eq!(hashes.map(|hash| crew.is_at(hash)), [true, true, true, true, false, true]);
        drop(guards);
        assert_eq!(hashes.map(|hash| crew.is_at(hash)), [false; 6]);
        // Two at one position: it is noted until both have left.
        let (first, second) = (crew.at(10), crew.at(10));
        drop(first);
        assert!(crew.is_at(10));
        drop(second);
        assert!(!crew.is_at(10));
    }
}
