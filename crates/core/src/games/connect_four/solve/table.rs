//! The transposition table: bounds of scores, in two tiers.
//!
//! Nearly all nodes have few empty cells, and for them a look into distant memory would take longer than
//! the search that it saves. They go to a small tier that stays in the processor's cache; the few
//! expensive nodes near the root have the large one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rng::mix;
use crate::search::memory::zeroed_shared;

/// Slots of the tier for positions near the end: 1 MiB.
const NEAR_SLOTS: usize = 1 << 17;
/// Bits of the hash that name a pair of slots in every tier; an entry holds the others.
const INDEX_BITS: u32 = 11;
/// The smallest tier, so that its pairs have that many bits.
const FEWEST_SLOTS: usize = 2 << INDEX_BITS;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The score is at least this.
    pub(super) low: i32,
    /// The score is at most this.
    pub(super) high: i32,
    /// The column that reached the bound `low`, or 7 if none is known.
    pub(super) best: u32,
}

/// Slots in pairs: the first keeps the costlier position, the second the newer one.
///
/// An entry is one word that carries its own tag, so threads may share a tier without locks: whoever
/// reads sees an entry that somebody wrote, and entries are true for everybody.
#[derive(Debug)]
struct Tier {
    slots: Vec<AtomicU64>,
    mask: usize,
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
    /// A tier of this many slots, a power of two, or of as many as there is memory for.
    fn new(slots: usize) -> Self {
        let mut slots = slots;
        loop {
            match zeroed_shared(slots) {
                Some(words) => return Self { slots: words, mask: slots - 2 },
                None if slots > FEWEST_SLOTS => slots /= 2,
                None => {
                    let words = (0..slots).map(|_| AtomicU64::new(0)).collect();
                    return Self { slots: words, mask: slots - 2 };
                }
            }
        }
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
        let slots = bytes / size_of::<u64>();
        let near = NEAR_SLOTS.min(largest_power(slots / 2)).max(FEWEST_SLOTS);
        let far = largest_power(slots.saturating_sub(near)).max(FEWEST_SLOTS);
        Self { near: Tier::new(near), far: Arc::new(Tier::new(far)), generation: 1 }
    }

    /// A table for another thread, with a near tier of its own and the same far one.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            near: Tier::new(self.near.slots.len()),
            far: Arc::clone(&self.far),
            generation: self.generation,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation > GENERATIONS {
            self.near.clear();
            self.far.clear();
            self.generation = 1;
        }
    }

    #[inline]
    fn place(&self, hash: u64, is_near: bool) -> (&Tier, usize) {
        let tier = if is_near { &self.near } else { &self.far };
        #[expect(clippy::cast_possible_truncation, reason = "the mask keeps the low bits")]
        (tier, (hash << 1) as usize & tier.mask)
    }

    /// Tag and generation as they stand in an entry.
    #[inline]
    fn label(&self, hash: u64) -> u64 {
        ((hash >> INDEX_BITS) << TAG) | (self.generation << GENERATION)
    }

    /// What is known about the position with this hash.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_near: bool) -> Option<Entry> {
        let (tier, index) = self.place(hash, is_near);
        let label = self.label(hash) >> GENERATION;
        let slot = [&tier.slots[index], &tier.slots[index + 1]]
            .map(|slot| slot.load(Ordering::Relaxed))
            .into_iter()
            .find(|slot| slot >> GENERATION == label)?;
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
        let (tier, index) = self.place(hash, is_near);
        let old = tier.slots[index].load(Ordering::Relaxed);
        let is_other = old >> GENERATION != label >> GENERATION;
        let is_current = (old >> GENERATION) & GENERATIONS == generation;
        let keeps_first = is_other && is_current && (old & 31) > work;
        tier.slots[index + usize::from(keeps_first)].store(slot, Ordering::Relaxed);
    }
}

/// The largest power of two that is not above `n`, or 0.
fn largest_power(n: usize) -> usize {
    n.checked_ilog2().map_or(0, |log| 1 << log)
}

/// A bijection of numbers of `bits` bits, so that index and tag together name one key.
#[inline]
pub(super) const fn hash(key: u64, bits: u32) -> u64 {
    debug_assert!(bits <= INDEX_BITS + (64 - TAG), "index and tag must hold the whole hash");
    let product = key.wrapping_mul(mix(1) | 1) & ((1 << bits) - 1);
    product ^ (product >> (bits / 2))
}
