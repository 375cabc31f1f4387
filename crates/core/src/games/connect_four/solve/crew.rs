//! Which positions threads search right now, so that those which work on one position share out its moves.
//!
//! A mark can be missing or too many, where two positions have one place or a thread looks a moment too soon. Then two
//! threads search the same, or one takes another move first: times change, values never. (After ABDADA, Weill 1996, and
//! Kerrigan's simpler form of it.)

use std::sync::atomic::{AtomicU64, Ordering};

/// Marks that one crew has room for: some 20 for each thread are in use.
const PLACE_BITS: u32 = 12;

#[derive(Debug)]
pub(super) struct Crew(Vec<AtomicU64>);

impl Crew {
    pub(super) fn new() -> Self {
        Self(std::iter::repeat_with(AtomicU64::default).take(1 << PLACE_BITS).collect())
    }

    /// The place of a hash, and its mark there: 0 is none.
    fn mark(&self, hash: u64) -> (&AtomicU64, u64) {
        (&self.0[(hash >> (64 - PLACE_BITS)) as usize], hash | 1)
    }

    /// Whether a thread searches the position with this hash.
    pub(super) fn searches(&self, hash: u64) -> bool {
        let (place, mark) = self.mark(hash);
        place.load(Ordering::Relaxed) == mark
    }

    /// Marks a position, unless another has its place. Who set a mark takes it away with [`Self::end`].
    pub(super) fn begin(&self, hash: u64) -> bool {
        let (place, mark) = self.mark(hash);
        place.compare_exchange(0, mark, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub(super) fn end(&self, hash: u64) {
        self.mark(hash).0.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_one_mark_until_it_is_taken_away() {
        let crew = Crew::new();
        let (hash, neighbour, elsewhere) = (5 << 52, 5 << 52 | 2, 0);
        assert!(!crew.searches(hash) && crew.begin(hash) && crew.searches(hash));
        assert!(!crew.searches(neighbour) && !crew.begin(neighbour) && !crew.begin(hash));
        assert!(!crew.searches(elsewhere) && crew.begin(elsewhere) && crew.searches(elsewhere));
        crew.end(hash);
        assert!(!crew.searches(hash) && crew.begin(neighbour) && crew.searches(elsewhere));
    }
}
