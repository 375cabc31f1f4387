//! The transposition table: bounds of what is still to come, in two tiers.
//!
//! As in Connect Four's solver, positions near the end go to a small tier that stays in the processor's
//! cache, and the few expensive ones to a large tier that threads share. Positions have keys of up to
//! 112 bits, so an entry is two words.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::search::memory::as_many;

/// Entries of the tier for positions near the end: 2 MiB.
const NEAR_ENTRIES: usize = 1 << 17;
/// Bits of the hash that name a pair of entries in every tier; the entry holds the others.
const INDEX_BITS: u32 = 12;
/// The smallest tier, so that its pairs have that many bits.
const FEWEST_ENTRIES: usize = 2 << INDEX_BITS;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// What is to come is at least this.
    pub(super) low: i32,
    /// What is to come is at most this.
    pub(super) high: i32,
    /// The column that reached the bound `low`, or 15 if none is known.
    pub(super) best: u32,
}

/// A key after hashing, a bijection of pairs of numbers with the same number of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hash {
    index: u64,
    pub(super) tag: u64,
}

impl Hash {
    /// The hash of two numbers of `bits` bits, at most 56: two rounds of a Feistel cipher.
    #[inline]
    pub(super) fn new(mut left: u64, mut right: u64, bits: u32) -> Self {
        let spread = |n: u64, factor: u64| n.wrapping_mul(factor) >> (64 - bits);
        left ^= spread(right, 0x9e37_79b9_7f4a_7c15);
        right ^= spread(left, 0xd6e8_feb8_6659_fd93);
        left ^= spread(right, 0xff51_afd7_ed55_8ccd);
        Self { index: left, tag: right }
    }

    /// What the second word of an entry has above its bounds.
    #[inline]
    const fn label(self) -> u64 {
        ((self.index >> INDEX_BITS) << (REST - TAKEN)) | 1
    }
}

/// Bits of the second word of an entry, from the lowest: work 5, column 4, high 7, low 7, one that says that there is
/// an entry, three that are not used, and the part of the index that not every tier has as an index, 37.
const BEST: u32 = 5;
const HIGH: u32 = 9;
const LOW: u32 = 16;
const TAKEN: u32 = 23;
const REST: u32 = 27;
/// The most bits of either half of a key.
pub(super) const MOST_BITS: u32 = INDEX_BITS + (64 - REST);
/// Bounds are kept if they lie between -63 and 62; others say nothing.
const OFFSET: i32 = 64;
const NO_LOW: u32 = 0;
const NO_HIGH: u32 = 127;

/// Entries in pairs: the first keeps the costlier position, the second the newer one.
///
/// An entry is two words. The first is the tag, exclusive-ored with the second: where two threads write at
/// once, what is read fits no tag (Hyatt and Mann, A lock-less transposition table
/// implementation for parallel search, 2002).
#[derive(Debug)]
struct Tier {
    words: Vec<AtomicU64>,
    /// Leaves of a hash the number of the first word of a pair.
    mask: usize,
}

/// Both tiers. The near one belongs to one thread, as the cache that it lives in does.
#[derive(Debug)]
pub(super) struct Table {
    near: Tier,
    far: Arc<Tier>,
}

impl Tier {
    /// A tier of this many entries, a power of two, or of as many as there is memory for.
    fn new(entries: usize) -> Self {
        let words = as_many(entries, FEWEST_ENTRIES, 2, 0);
        Self { mask: words.len() - 4, words }
    }

    /// The two words of an entry, the tag first.
    #[inline]
    fn read(&self, at: usize) -> [u64; 2] {
        let [first, second] = [at, at + 1].map(|at| self.words[at].load(Ordering::Relaxed));
        [first ^ second, second]
    }
}

impl Table {
    /// Tiers that take at most `bytes` together, but at least 256 KiB.
    pub(super) fn new(bytes: usize) -> Self {
        let entries = bytes / 16;
        let near = NEAR_ENTRIES.min(largest_power(entries / 2)).max(FEWEST_ENTRIES);
        let far = largest_power(entries.saturating_sub(near)).max(FEWEST_ENTRIES);
        Self { near: Tier::new(near), far: Arc::new(Tier::new(far)) }
    }

    /// A table for another thread, with a new near tier and the same far one.
    pub(super) fn for_thread(&self) -> Self {
        Self { near: Tier::new(self.near.words.len() / 2), far: Arc::clone(&self.far) }
    }

    #[inline]
    fn place(&self, hash: Hash, is_near: bool) -> (&Tier, usize) {
        let tier = if is_near { &self.near } else { &self.far };
        #[expect(clippy::cast_possible_truncation, reason = "the mask keeps the low bits")]
        (tier, (hash.index << 2) as usize & tier.mask)
    }

    #[inline]
    pub(super) fn find(&self, hash: Hash, is_near: bool) -> Option<Entry> {
        let (tier, at) = self.place(hash, is_near);
        let is_meant = |&[tag, word]: &[u64; 2]| tag == hash.tag && word >> TAKEN == hash.label();
        let [_, word] = [tier.read(at), tier.read(at + 2)].into_iter().find(is_meant)?;
        #[expect(clippy::cast_possible_truncation, reason = "at most seven bits are left")]
        let bits = |shift: u32, count: u32| ((word >> shift) & ((1 << count) - 1)) as u32;
        let (low, high) = (bits(LOW, 7), bits(HIGH, 7));
        Some(Entry {
            low: if low == NO_LOW { i32::MIN } else { low.cast_signed() - OFFSET },
            high: if high == NO_HIGH { i32::MAX } else { high.cast_signed() - OFFSET },
            best: bits(BEST, 4),
        })
    }

    /// Remembers a position that took `work` nodes, at least 1, to search.
    #[inline]
    pub(super) fn keep(&self, hash: Hash, is_near: bool, entry: Entry, work: u64) {
        let (no_low, no_high) = (NO_LOW.cast_signed(), NO_HIGH.cast_signed());
        // A lower bound that is too high to be kept is kept lower, and the other way round.
        let low = entry.low.saturating_add(OFFSET).clamp(no_low, no_high - 1).cast_unsigned();
        let high = entry.high.saturating_add(OFFSET).clamp(no_low + 1, no_high).cast_unsigned();
        let work = u64::from(work.ilog2().min(31));
        let packed = (hash.label() << TAKEN)
            | (u64::from(low) << LOW)
            | (u64::from(high) << HIGH)
            | (u64::from(entry.best) << BEST)
            | work;
        let (tier, at) = self.place(hash, is_near);
        let [tag, old] = tier.read(at);
        let is_other = tag != hash.tag || old >> TAKEN != hash.label();
        // An empty entry has no work.
        let keeps_first = is_other && (old & 31) > work;
        let at = at + 2 * usize::from(keeps_first);
        tier.words[at].store(hash.tag ^ packed, Ordering::Relaxed);
        tier.words[at + 1].store(packed, Ordering::Relaxed);
    }
}

/// The largest power of two that is not above `n`, or 0.
fn largest_power(n: usize) -> usize {
    n.checked_ilog2().map_or(0, |log| 1 << log)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_different_keys_differ() {
        let mut seen = std::collections::HashSet::new();
        for left in 0..64 {
            for right in 0..64 {
                let hash = Hash::new(left, right, 6);
                assert!(hash.index < 64 && hash.tag < 64);
                assert!(seen.insert((hash.index, hash.tag)));
            }
        }
    }

    #[test]
    fn bounds_come_back_or_say_nothing() {
        let table = Table::new(0);
        let hash = Hash::new(0x1_2345_6789_abcd, 0xf_edcb_a987, 49);
        for (low, high) in [(-3, 5), (-63, 62), (i32::MIN, 0), (0, i32::MAX), (70, 70), (-70, -70)] {
            table.keep(hash, true, Entry { low, high, best: 3 }, 1);
            let found = table.find(hash, true).unwrap();
            assert!(found.low <= low && found.high >= high, "{low} {high} {found:?}");
            if (-63..=62).contains(&low) && (-63..=62).contains(&high) {
                assert_eq!(found, Entry { low, high, best: 3 });
            }
        }
        assert_eq!(table.find(hash, false), None);
        assert_eq!(table.find(Hash::new(1, 2, 49), true), None);
    }
}
