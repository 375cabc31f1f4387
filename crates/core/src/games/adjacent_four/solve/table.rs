//! The transposition table of both searches: answers about positions, in memory of fixed size.
//!
//! Entries are found by the whole key, so what is found is never another position's. Where there is no
//! room, the entry whose search took least work makes place: it is the cheapest to find again.

use super::key::Key;
use crate::rng::mix;
use crate::search::memory::{LINE, MOST_BYTES, zeroed};

/// Words of a bucket: four entries of two words each, key and answer.
const BUCKET: usize = LINE;
/// The smallest table: 64 KiB.
const FEWEST_BUCKETS: usize = 1 << 10;
/// The bit where the work of an entry begins, above its answer.
const WORK: u32 = 58;
/// Bits of an answer.
pub(super) const ANSWER_BITS: u32 = WORK;

/// Buckets of entries.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u64>,
    /// The first word that begins a cache line.
    origin: usize,
    /// Number of buckets, a power of two, minus one.
    mask: u64,
}

impl Table {
    /// A table of at most `bytes`, less if there is not as much memory, and 64 KiB at least.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = bytes.min(MOST_BYTES) / (BUCKET * size_of::<u64>());
        let mut buckets = 1 << buckets.max(FEWEST_BUCKETS).ilog2();
        let (words, origin) = loop {
            match zeroed(buckets * BUCKET) {
                Some(memory) => break memory,
                None if buckets > FEWEST_BUCKETS => buckets /= 2,
                None => break (vec![0; buckets * BUCKET], 0),
            }
        };
        Self { words, origin, mask: buckets as u64 - 1 }
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the buckets are in memory")]
        let bucket = (mix(key.word()) & self.mask) as usize;
        self.origin + bucket * BUCKET
    }

    /// The answer that was put.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let start = self.start(key);
        let mut slots = self.words[start..start + BUCKET].chunks_exact(2);
        let word = slots.find(|slot| slot[0] == key.word())?[1];
        Some(word & ((1 << WORK) - 1))
    }

    /// Remembers an answer of [`ANSWER_BITS`] that took so many nodes.
    #[inline]
    pub(super) fn put(&mut self, key: Key, answer: u64, work: u64) {
        debug_assert!(answer >> WORK == 0, "an answer must fit");
        let start = self.start(key);
        let bucket = &mut self.words[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.chunks_exact(2).enumerate() {
            if slot[0] == key.word() {
                victim = i;
                break;
            }
            // An empty entry has 0.
            let work = slot[1] >> WORK;
            if work < least {
                (least, victim) = (work, i);
            }
        }
        let work = 1 + u64::from(work.max(1).ilog2().min(62));
        bucket[2 * victim] = key.word();
        bucket[2 * victim + 1] = answer | work << WORK;
    }
}
