//! The transposition table: bounds of scores, in two tiers.
//!
//! Nearly all nodes have few empty cells, and for them a look into distant memory would take longer than
//! the search that it saves. They go to a small tier that stays in the processor's cache; the few
//! expensive nodes near the root have the large one.
//!
//! What is known of a position fits into one word where its key has no more than 49 bits, as on 7x6. Larger boards
//! have entries of two words (`wide`).

mod wide;

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::size::Size;
use crate::grid::Shape;
use crate::rng::mix;
use crate::search::memory::zeroed_shared;

/// The tier for positions near the end, in bytes.
const NEAR_BYTES: usize = 512 << 10;
/// Bits of the hash that an entry leaves out, since its place tells them.
const INDEX_BITS: u32 = 11;
/// The most bits of a key of which an entry of one word can tell the rest.
const NARROW_KEY: u32 = INDEX_BITS + u64::BITS - TAG;
/// The pairs of the smallest tier, so that places tell so many bits.
const FEWEST_PAIRS: usize = 1 << INDEX_BITS;
/// The pairs of the largest tier: places come from as many of the hash's highest bits.
const PLACE_BITS: u32 = 32;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The score is at least this.
    pub(super) low: i32,
    /// The score is at most this.
    pub(super) high: i32,
    /// The column that reached the bound `low`, or one off the board if none is known.
    pub(super) best: u32,
}

/// Slots in pairs: the first keeps the costlier position, the second the newer one.
///
/// Every word carries a tag of its own, so threads may share a tier without locks: whoever reads sees a word that
/// somebody wrote, and words are true for everybody.
#[derive(Debug)]
struct Tier {
    words: Vec<AtomicU64>,
    pairs: u64,
    /// Whether something was written, where that is asked: in tables of wide entries.
    is_used: AtomicBool,
}

/// Both tiers. The near one belongs to one thread, as the cache that it lives in does.
#[derive(Debug)]
pub(super) struct Table<S> {
    near: Tier,
    far: Arc<Tier>,
    /// Entries of other generations are forgotten.
    generation: u64,
    size: PhantomData<S>,
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
    /// A tier of this many pairs of slots of so many words, or of as many as there is memory for.
    fn new(pairs: usize, words: usize) -> Self {
        let mut pairs = pairs;
        loop {
            let words = match zeroed_shared(2 * pairs * words) {
                None if pairs > FEWEST_PAIRS => {
                    pairs = (pairs / 2).max(FEWEST_PAIRS);
                    continue;
                }
                None => (0..2 * pairs * words).map(|_| AtomicU64::new(0)).collect(),
                Some(words) => words,
            };
            return Self { words, pairs: pairs as u64, is_used: AtomicBool::new(false) };
        }
    }

    /// The first slot of the pair that belongs to a hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        let pair = (((hash >> (64 - PLACE_BITS)) * self.pairs) >> PLACE_BITS) as usize;
        2 * pair
    }

    fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }
}

impl<S: Size> Table<S> {
    /// Whether keys, or columns, have too many bits for entries of one word.
    const IS_WIDE: bool = S::MOST_BITS > NARROW_KEY || S::MOST_COLUMNS > 7;
    /// The words of an entry.
    const WORDS: usize = if Self::IS_WIDE { 2 } else { 1 };
    /// The bytes of a pair of slots.
    const PAIR_BYTES: usize = 2 * Self::WORDS * size_of::<u64>();

    /// Tiers that take at most `bytes` together, but at least 64 KiB, or 128 KiB where entries have two words.
    pub(super) fn new(bytes: usize) -> Self {
        let most = usize::try_from(1_u64 << PLACE_BITS).unwrap_or(usize::MAX);
        let pairs = bytes / Self::PAIR_BYTES;
        let near = (NEAR_BYTES / Self::PAIR_BYTES).min(pairs / 2).max(FEWEST_PAIRS);
        let far = pairs.saturating_sub(near).clamp(FEWEST_PAIRS, most);
        let tier = |pairs| Tier::new(pairs, Self::WORDS);
        Self { near: tier(near), far: Arc::new(tier(far)), generation: 1, size: PhantomData }
    }

    /// A table for another thread, with a near tier of its own and the same far one.
    pub(super) fn for_thread(&self) -> Self {
        Self {
            near: Tier::new(self.near.words.len() / (2 * Self::WORDS), Self::WORDS),
            far: Arc::clone(&self.far),
            generation: self.generation,
            size: PhantomData,
        }
    }

    /// Forgets everything. Entries of two words know no generations: what was written to is written anew.
    pub(super) fn clear(&mut self) {
        if Self::IS_WIDE {
            for tier in [&self.near, &self.far] {
                if tier.is_used.swap(false, Ordering::Relaxed) {
                    tier.clear();
                }
            }
            return;
        }
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

    /// Tag and generation as they stand in an entry.
    ///
    /// The tag is the hash without its highest [`INDEX_BITS`]. Tag and place together name one hash: if two have
    /// the same tag, their highest [`PLACE_BITS`] differ by a multiple of 2^([`PLACE_BITS`] - [`INDEX_BITS`]), so
    /// that their products with the number of pairs, at least 2^[`INDEX_BITS`], differ by 2^[`PLACE_BITS`] or more,
    /// which makes different pairs.
    #[inline]
    fn label(&self, hash: u64) -> u64 {
        (hash << INDEX_BITS) | (self.generation << GENERATION)
    }

    /// What is known about the position with this hash.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "calls take longer than what they save here")]
    pub(super) fn find(&self, hash: u64, is_near: bool) -> Option<Entry> {
        let tier = self.tier(is_near);
        let index = tier.place(hash);
        if Self::IS_WIDE {
            return wide::find(&tier.words[2 * index..2 * index + 4], hash);
        }
        let label = self.label(hash) >> GENERATION;
        // Spelled out: what maps arrays is not inlined where a crate is compiled in parts, and takes a fifth of the time then.
        let first = tier.words[index].load(Ordering::Relaxed);
        let second = tier.words[index + 1].load(Ordering::Relaxed);
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
        let work = u64::from(work.ilog2().min(31));
        if Self::IS_WIDE {
            let tier = self.tier(is_near);
            let index = tier.place(hash);
            tier.is_used.store(true, Ordering::Relaxed);
            return wide::keep(&tier.words[2 * index..2 * index + 4], hash, entry, work);
        }
        let label = self.label(hash);
        let generation = self.generation;
        let slot = label
            | (u64::from((entry.low + OFFSET).cast_unsigned()) << LOW)
            | (u64::from((entry.high + OFFSET).cast_unsigned()) << HIGH)
            | (u64::from(entry.best & 7) << BEST)
            | work;
        let tier = self.tier(is_near);
        let index = tier.place(hash);
        let old = tier.words[index].load(Ordering::Relaxed);
        let is_other = old >> GENERATION != label >> GENERATION;
        let is_current = (old >> GENERATION) & GENERATIONS == generation;
        let keeps_first = is_other && is_current && (old & 31) > work;
        tier.words[index + usize::from(keeps_first)].store(slot, Ordering::Relaxed);
    }
}

/// A number of its own for every key of a board of this size: those of a bijection of keys, as the highest bits of a
/// word.
#[inline]
pub(super) const fn hash(shape: Shape, key: u64) -> u64 {
    (key << (64 - shape.columns() * shape.stride())).wrapping_mul(mix(1) | 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::size::Fixed;
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn place_and_tag_name_one_key() {
        // All keys of 15 bits, and of 49 bits those that are hardest to tell apart: hashes with equal tags.
        let table = Table::<Fixed<7, 6>>::new(0);
        for pairs in [2048, 2049, 3000, 65_536, 1 << PLACE_BITS] {
            let tier = Tier { words: Vec::new(), pairs, is_used: AtomicBool::new(false) };
            let mut seen = HashSet::new();
            for key in 0..1 << 15 {
                let hash = hash(Shape::new(5, 2), key);
                assert!(seen.insert((tier.place(hash), table.label(hash))), "{key}");
            }
            let mut rng = Rng::new(pairs);
            for _ in 0..1000 {
                let low = rng.next() >> INDEX_BITS;
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
        let mut table = Table::<Fixed<W, H>>::new(200_000);
        for is_near in [true, false] {
            let keys = [0, 1, 5, u64::MAX >> (64 - W * (H + 1))];
            for key in keys {
                table.keep(hash(Shape::new(W, H), key), is_near, entry, 1 << 40);
                assert_eq!(table.find(hash(Shape::new(W, H), key), is_near), Some(entry));
            }
            assert_eq!(table.find(hash(Shape::new(W, H), 3), is_near), None);
            // Often enough for the numbers of generations to begin anew.
            for _ in 0..100 {
                table.clear();
                for key in keys {
                    // A word of zeros may be found, and says nothing.
                    let found = table.find(hash(Shape::new(W, H), key), is_near);
                    assert!(found.is_none_or(|found| found.low == -OFFSET && found.high == OFFSET));
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_found_until_it_is_forgotten() {
        keeps_until_cleared::<7, 6>(Entry { low: -22, high: 21, best: 6 });
        keeps_until_cleared::<4, 4>(Entry { low: -9, high: 8, best: 7 });
        keeps_until_cleared::<8, 5>(Entry { low: -21, high: 20, best: 7 });
        keeps_until_cleared::<4, 15>(Entry { low: -30, high: 30, best: 0 });
        keeps_until_cleared::<12, 4>(Entry { low: -25, high: 24, best: 11 });
    }

    fn bytes<const W: u32, const H: u32>(most: usize) -> usize {
        let table = Table::<Fixed<W, H>>::new(most);
        (table.near.words.len() + table.far.words.len()) * size_of::<u64>()
    }

    #[test]
    fn tables_take_what_they_may_and_nothing_is_left_over() {
        for mebibytes in [1, 2, 3, 5, 7, 64] {
            assert_eq!(bytes::<7, 6>(mebibytes << 20), mebibytes << 20);
            assert_eq!(bytes::<8, 7>(mebibytes << 20), mebibytes << 20);
        }
        assert_eq!(bytes::<7, 6>(0), 64 << 10);
        assert_eq!(bytes::<8, 7>(0), 128 << 10);
        assert_eq!(bytes::<7, 6>(100_010), 100_000);
        assert_eq!(bytes::<8, 7>(200_010), 200_000);
    }
}
