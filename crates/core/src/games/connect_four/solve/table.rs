//! The transposition table: bounds of scores, in two tiers.
//!
//! Nearly all nodes have few empty cells, and for them a look into distant memory would take longer than
//! the search that it saves. They go to a small tier that stays in the processor's cache; the few
//! expensive nodes near the root have the large one.
//!
//! An entry is one word on boards of up to seven columns whose keys have up to 49 bits, such as 7x6, and two words on
//! others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rng::mix;
use crate::search::memory::as_many;

/// The tier for positions near the end, in bytes.
const NEAR_BYTES: usize = 512 << 10;
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
    /// The column that reached the bound `low`; one that the board has not if none is known.
    pub(super) best: u32,
}

/// Slots in pairs: the first keeps the costlier position, the second the newer one.
///
/// Threads share a tier without locks. An entry of one word includes its tag: a reader sees a whole entry that some thread
/// wrote, and entries are true for all threads. An entry of two words has the exclusive or of the hash and the first word as
/// its second, so that words of two entries hardly ever fit a hash that is looked for. (Hyatt and Mann 2002.)
#[derive(Debug)]
struct Tier<const W: u32, const H: u32> {
    words: Vec<AtomicU64>,
    pairs: u64,
}

/// Both tiers. The near one belongs to one thread, as the cache that it lives in does.
#[derive(Debug)]
pub(super) struct Table<const W: u32, const H: u32> {
    near: Tier<W, H>,
    far: Arc<Tier<W, H>>,
    /// Entries of other generations are forgotten.
    generation: u64,
}

/// Bits of an entry, from the lowest: work 5, column 3, high 6, low 6, generation 6, tag 38. In entries of two words the
/// tag's lowest bit is the column's highest.
const BEST: u32 = 5;
const HIGH: u32 = 8;
const LOW: u32 = 14;
const GENERATION: u32 = 20;
const TAG: u32 = 26;
/// Added to scores, which lie between -29 and 29.
const OFFSET: i32 = 32;
const GENERATIONS: u64 = 63;

impl<const W: u32, const H: u32> Tier<W, H> {
    /// Whether entries have two words: keys of the board are too long for one, or it has too many columns.
    const IS_WIDE: bool = W * (H + 1) > INDEX_BITS + (64 - TAG) || W > 7;
    const PAIR_WORDS: usize = if Self::IS_WIDE { 4 } else { 2 };
    const PAIR_BYTES: usize = Self::PAIR_WORDS * size_of::<u64>();

    /// A tier of this many pairs of slots, or of as many as there is memory for.
    fn new(pairs: usize) -> Self {
        let words = as_many(pairs, FEWEST_PAIRS, Self::PAIR_WORDS, 0);
        Self { pairs: (words.len() / Self::PAIR_WORDS) as u64, words }
    }

    /// The first word of the pair that belongs to a hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        Self::PAIR_WORDS * (((hash >> (64 - PLACE_BITS)) * self.pairs) >> PLACE_BITS) as usize
    }

    #[inline]
    fn read(&self, index: usize) -> u64 {
        self.words[index].load(Ordering::Relaxed)
    }

    #[inline]
    fn write(&self, index: usize, word: u64) {
        self.words[index].store(word, Ordering::Relaxed);
    }

    fn clear(&self) {
        (0..self.words.len()).for_each(|index| self.write(index, 0));
    }
}

impl<const W: u32, const H: u32> Table<W, H> {
    /// Tiers that take at most `bytes` together, but at least 64 KiB, or 128 if entries have two words.
    pub(super) fn new(bytes: usize) -> Self {
        let most = usize::try_from(1_u64 << PLACE_BITS).unwrap_or(usize::MAX);
        let pairs = bytes / Tier::<W, H>::PAIR_BYTES;
        let near = (NEAR_BYTES / Tier::<W, H>::PAIR_BYTES).min(pairs / 2).max(FEWEST_PAIRS);
        let far = pairs.saturating_sub(near).clamp(FEWEST_PAIRS, most);
        Self { near: Tier::new(near), far: Arc::new(Tier::new(far)), generation: 1 }
    }

    /// A table for another thread, with a new near tier and the same far one.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            near: Tier::new(self.near.words.len() / Tier::<W, H>::PAIR_WORDS),
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
    fn tier(&self, is_near: bool) -> &Tier<W, H> {
        if is_near { &self.near } else { &self.far }
    }

    /// Tag and generation as an entry of one word has them. The lowest bits of a hash are 0, so that nothing is below the
    /// tag.
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
        if Tier::<W, H>::IS_WIDE {
            let index = tier.place(hash);
            return [index, index + 2].into_iter().find_map(|index| {
                let word = tier.read(index);
                let is_it = tier.read(index + 1) ^ word == hash && self.is_current(word);
                is_it.then(|| Entry::of::<true>(word))
            });
        }
        let index = tier.place(hash);
        let label = self.label(hash) >> GENERATION;
        // Spelled out: what maps arrays is not inlined where a crate is compiled in parts, and takes a fifth of the time then.
        let first = tier.read(index);
        let second = tier.read(index + 1);
        let word = if first >> GENERATION == label { first } else { second };
        if word >> GENERATION != label {
            return None;
        }
        Some(Entry::of::<false>(word))
    }

    #[inline]
    fn is_current(&self, word: u64) -> bool {
        (word >> GENERATION) & GENERATIONS == self.generation
    }

    /// Remembers a position that took `work` nodes, at least 1, to search.
    #[inline]
    pub(super) fn keep(&self, hash: u64, is_near: bool, entry: Entry, work: u64) {
        let work = u64::from(work.ilog2().min(31));
        let packed = entry.bits() | work;
        let tier = self.tier(is_near);
        let keeps_first = |old: u64, is_other: bool| is_other && self.is_current(old) && (old & 31) > work;
        if Tier::<W, H>::IS_WIDE {
            let packed = packed | u64::from(entry.best >> 3) << TAG | self.generation << GENERATION;
            let index = tier.place(hash);
            let old = tier.read(index);
            let is_other = tier.read(index + 1) ^ old != hash;
            let index = index + 2 * usize::from(keeps_first(old, is_other));
            tier.write(index, packed);
            tier.write(index + 1, packed ^ hash);
            return;
        }
        let label = self.label(hash);
        let index = tier.place(hash);
        let old = tier.read(index);
        let is_other = old >> GENERATION != label >> GENERATION;
        tier.write(index + usize::from(keeps_first(old, is_other)), label | packed);
    }
}

impl Entry {
    /// Bounds and the lowest bits of the column, where a word has them.
    #[inline]
    const fn bits(self) -> u64 {
        ((self.low + OFFSET).cast_unsigned() as u64) << LOW
            | ((self.high + OFFSET).cast_unsigned() as u64) << HIGH
            | ((self.best & 7) as u64) << BEST
    }

    #[inline]
    fn of<const WIDE: bool>(word: u64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most six bits are left")]
        let bits = |shift: u32, count: u32| ((word >> shift) & ((1 << count) - 1)) as u32;
        Self {
            low: bits(LOW, 6).cast_signed() - OFFSET,
            high: bits(HIGH, 6).cast_signed() - OFFSET,
            best: if WIDE { bits(BEST, 3) | bits(TAG, 1) << 3 } else { bits(BEST, 3) },
        }
    }
}

/// A different number for every key of a board of this size, in the highest bits of a word. It is a bijection, so
/// that what names one hash names one key.
#[inline]
pub(super) const fn hash<const W: u32, const H: u32>(key: u64) -> u64 {
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
        let table = Table::<7, 6>::new(0);
        for pairs in [2048, 2049, 3000, 65_536, 1 << PLACE_BITS] {
            let tier = Tier::<7, 6> { words: Vec::new(), pairs };
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
        let mut table = Table::<W, H>::new(200_000);
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
        keeps_until_cleared::<8, 7>(Entry { low: -29, high: 29, best: 15 });
        keeps_until_cleared::<12, 4>(Entry { low: 0, high: 0, best: 11 });
    }

    #[test]
    fn tables_take_what_they_may_and_nothing_is_left_over() {
        fn bytes<const W: u32, const H: u32>(most: usize) -> usize {
            let table = Table::<W, H>::new(most);
            (table.near.words.len() + table.far.words.len()) * size_of::<u64>()
        }
        for mebibytes in [1, 2, 3, 5, 7, 64] {
            assert_eq!(bytes::<7, 6>(mebibytes << 20), mebibytes << 20);
            assert_eq!(bytes::<8, 7>(mebibytes << 20), mebibytes << 20);
        }
        assert_eq!(bytes::<7, 6>(0), 64 << 10);
        assert_eq!(bytes::<8, 7>(0), 128 << 10);
        assert_eq!(bytes::<7, 6>(100_010), 100_000);
    }

    #[test]
    fn words_of_two_entries_are_no_entry() {
        let table = Table::<8, 7>::new(0);
        let (first, second) = (hash::<8, 7>(5), hash::<8, 7>(5) ^ 1);
        table.keep(first, true, Entry { low: -3, high: 4, best: 2 }, 8);
        // Less work: it goes to the second slot of the pair.
        table.keep(second, true, Entry { low: 0, high: 1, best: 9 }, 2);
        assert!(table.find(first, true).is_some() && table.find(second, true).is_some());
        let index = table.near.place(first);
        let [a, b] = [index, index + 2].map(|index| table.near.read(index));
        table.near.write(index, b);
        table.near.write(index + 2, a);
        assert_eq!([table.find(first, true), table.find(second, true)], [None; 2]);
    }
}
