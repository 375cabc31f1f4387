//! The transposition table: bounds of scores, in two tiers.
//!
//! Nearly all nodes have few empty cells, and for them a look into distant memory would take longer than
//! the search that it saves. They go to a small tier that stays in the processor's cache; the few
//! expensive nodes near the root have the large one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rng::mix;
use crate::search::memory::as_many;

/// The tier for positions near the end, in bytes.
const NEAR_BYTES: usize = 512 << 10;
const PAIR_BYTES: usize = 2 * size_of::<u64>();
/// The highest bits of the hash, which an entry leaves out, since its place says them.
const INDEX_BITS: u32 = 11;
/// The pairs of the smallest tier, so that places say that many bits.
const FEWEST_PAIRS: usize = 1 << INDEX_BITS;
/// The pairs of the largest tier: places come from as many of the hash's highest bits.
const PLACE_BITS: u32 = 32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) low: i32,
    pub(super) high: i32,
    /// The column that reached the bound `low`, or 7 if none is known.
    pub(super) best: u32,
}

/// Slots in pairs: the first keeps the costlier position, the second the newer one.
///
/// An entry is one word that includes its tag, so threads may share a tier without locks. A reader
/// sees a whole entry that some thread wrote, and entries are true for all threads.
#[derive(Debug)]
struct Tier {
    slots: Vec<AtomicU64>,
    pairs: u64,
}

/// Both tiers. The near one belongs to one thread, as the cache that it lives in does.
#[derive(Debug)]
pub(super) struct Table {
    near: Tier,
    far: Arc<Tier>,
    /// Entries of other generations are forgotten.
    generation: u64,
}

/// Bits of an entry, from the lowest: work 5, column 3, high 6, low 6, generation 6, tag 38.
const BEST: u32 = 5;
const HIGH: u32 = 8;
const LOW: u32 = 14;
const GENERATION: u32 = 20;
const TAG: u32 = 26;
/// Added to scores, which lie between -22 and 22.
const OFFSET: i32 = 32;
const GENERATIONS: u64 = 63;

impl Tier {
    /// A tier of this many pairs of slots, or of as many as there is memory for.
    fn new(pairs: usize) -> Self {
        let slots = as_many(pairs, FEWEST_PAIRS, 2, 0);
        Self { pairs: slots.len() as u64 / 2, slots }
    }

    /// The first slot of the pair that belongs to a hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        2 * (((hash >> (64 - PLACE_BITS)) * self.pairs) >> PLACE_BITS) as usize
    }

    fn clear(&self) {
        for slot in &self.slots {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

impl Table {
    /// Tiers that take at most `bytes` together, but at least 64 KiB.
    pub(super) fn new(bytes: usize) -> Self {
        let most = usize::try_from(1_u64 << PLACE_BITS).unwrap_or(usize::MAX);
        let pairs = bytes / PAIR_BYTES;
        let near = (NEAR_BYTES / PAIR_BYTES).min(pairs / 2).max(FEWEST_PAIRS);
        let far = pairs.saturating_sub(near).clamp(FEWEST_PAIRS, most);
        Self { near: Tier::new(near), far: Arc::new(Tier::new(far)), generation: 1 }
    }

    /// A table for another thread, with a new near tier and the same far one.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            near: Tier::new(self.near.slots.len() / 2),
            far: Arc::clone(&self.far),
            generation: self.generation,
        }
    }

    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation > GENERATIONS {
            self.near.clear();
            self.far.clear();
            self.generation = 1;
        }
    }

    #[inline]
    fn tier(&self, is_near: bool) -> &Tier {
        if is_near { &self.near } else { &self.far }
    }

    /// Tag and generation as an entry has them. The lowest bits of a hash are 0, so that nothing is below the tag.
    ///
    /// The tag is the hash without its highest [`INDEX_BITS`]. Tag and place together name one hash: if two have
    /// the same tag, their highest [`PLACE_BITS`] differ by a multiple of 2^([`PLACE_BITS`] - [`INDEX_BITS`]), so
    /// that their products with the number of pairs, at least 2^[`INDEX_BITS`], differ by 2^[`PLACE_BITS`] or more,
    /// which makes different pairs.
    #[inline]
    fn label(&self, hash: u64) -> u64 {
        (hash << INDEX_BITS) | (self.generation << GENERATION)
    }

    #[inline]
    pub(super) fn find(&self, hash: u64, is_near: bool) -> Option<Entry> {
        let tier = self.tier(is_near);
        let index = tier.place(hash);
        let label = self.label(hash) >> GENERATION;
        // Spelled out: what maps arrays is not inlined where a crate is compiled in parts, and takes a fifth of the time then.
        let first = tier.slots[index].load(Ordering::Relaxed);
        let second = tier.slots[index + 1].load(Ordering::Relaxed);
        let slot = if first >> GENERATION == label { first } else { second };
        if slot >> GENERATION != label {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most six bits are left")]
        let bits = |shift: u32, count: u32| ((slot >> shift) & ((1 << count) - 1)) as u32;
        Some(Entry {
            low: bits(LOW, 6).cast_signed() - OFFSET,
            high: bits(HIGH, 6).cast_signed() - OFFSET,
            best: bits(BEST, 3),
        })
    }

    /// Remembers a position that took `work` nodes, at least 1, to search.
    #[inline]
    pub(super) fn keep(&self, hash: u64, is_near: bool, entry: Entry, work: u64) {
        let label = self.label(hash);
        let generation = self.generation;
        let work = u64::from(work.ilog2().min(31));
        let slot = label
            | (u64::from((entry.low + OFFSET).cast_unsigned()) << LOW)
            | (u64::from((entry.high + OFFSET).cast_unsigned()) << HIGH)
            | (u64::from(entry.best & 7) << BEST)
            | work;
        let tier = self.tier(is_near);
        let index = tier.place(hash);
        let old = tier.slots[index].load(Ordering::Relaxed);
        let is_other = old >> GENERATION != label >> GENERATION;
        let is_current = (old >> GENERATION) & GENERATIONS == generation;
        let keeps_first = is_other && is_current && (old & 31) > work;
        tier.slots[index + usize::from(keeps_first)].store(slot, Ordering::Relaxed);
    }
}

/// A different number for every key of a board of this size, in the highest bits of a word. It is a bijection, so
/// place and tag together name one key.
#[inline]
pub(super) const fn hash<const W: u32, const H: u32>(key: u64) -> u64 {
    const { assert!(W * (H + 1) <= INDEX_BITS + (64 - TAG), "index and tag must hold the whole hash") };
    (key << (64 - W * (H + 1))).wrapping_mul(mix(1) | 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn place_and_tag_name_one_key() {
        // All keys of 15 bits, and of 49 bits those that are hardest to tell apart: hashes with equal tags.
        let table = Table::new(0);
        for pairs in [2048, 2049, 3000, 65_536, 1 << PLACE_BITS] {
            let tier = Tier { slots: Vec::new(), pairs };
            let mut seen = HashSet::new();
            for key in 0..1 << 15 {
                let hash = hash::<5, 2>(key);
                assert!(seen.insert((tier.place(hash), table.label(hash))), "{key}");
            }
            let mut rng = Rng::new(pairs);
            for _ in 0..1000 {
                // The lowest bits of the hash of a key of 49 bits are 0.
                let low = rng.next() >> INDEX_BITS >> 15 << 15;
                let places = (0..1 << INDEX_BITS).map(|high| {
                    let hash = (high << (64 - INDEX_BITS)) | low;
                    assert_eq!(table.label(hash), table.label(low));
                    tier.place(hash)
                });
                let mut places: Vec<usize> = places.collect();
                assert!(places.iter().all(|&place| (place as u64) < 2 * pairs && place % 2 == 0));
                places.dedup();
                assert_eq!(places.len(), 1 << INDEX_BITS);
            }
        }
    }

    fn keeps_until_cleared<const W: u32, const H: u32>(entry: Entry) {
        let mut table = Table::new(200_000);
        for is_near in [true, false] {
            let keys = [0, 1, 5, u64::MAX >> (64 - W * (H + 1))];
            for key in keys {
                table.keep(hash::<W, H>(key), is_near, entry, 1 << 40);
                assert_eq!(table.find(hash::<W, H>(key), is_near), Some(entry));
            }
            assert_eq!(table.find(hash::<W, H>(3), is_near), None);
            // Often enough for the numbers of generations to begin again.
            for _ in 0..100 {
                table.clear();
                for key in keys {
                    assert_eq!(table.find(hash::<W, H>(key), is_near), None);
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() {
        keeps_until_cleared::<7, 6>(Entry { low: -22, high: 21, best: 6 });
        keeps_until_cleared::<4, 4>(Entry { low: -9, high: 8, best: 7 });
    }

    #[test]
    fn tables_take_what_they_may_and_nothing_is_left_over() {
        let bytes = |most| {
            let table = Table::new(most);
            (table.near.slots.len() + table.far.slots.len()) * size_of::<u64>()
        };
        for mebibytes in [1, 2, 3, 5, 7, 64] {
            assert_eq!(bytes(mebibytes << 20), mebibytes << 20);
        }
        assert_eq!(bytes(0), 64 << 10);
        assert_eq!(bytes(100_010), 100_000);
    }
}
