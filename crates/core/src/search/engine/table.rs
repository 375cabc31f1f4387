//! The transposition table: what a search has found out about positions, in memory of fixed size.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Bound;
use crate::search::memory::{LINE, MOST_BYTES, as_many, first_line};

/// What is known about a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The value found; wins and losses are counted from this position.
    pub(crate) value: i32,
    /// How the value relates to that of a full search to `depth`.
    pub(crate) bound: Bound,
    /// Plies searched below the position.
    pub(crate) depth: u32,
    /// The best move, as its number in the order of moves, if one is known.
    pub(crate) best: Option<u8>,
}

/// Buckets of four entries of two words each, a cache line, found by a hash that only one position has. Threads
/// may share it.
///
/// The first word of an entry is the hash, exclusive-ored with the second: where two threads write at once, what
/// is read fits no hash but by chance (Hyatt and Mann, A lock-less transposition table implementation for
/// parallel search, 2002).
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<AtomicU64>,
    /// The number of the first word that begins a cache line.
    origin: usize,
    /// Number of buckets, a power of two, minus one.
    mask: usize,
    generation: u64,
}

impl Table {
    const BUCKET_BYTES: usize = LINE * size_of::<u64>();

    /// A table of at most `bytes`, less if there is not as much memory, and at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = 1 << (bytes.min(MOST_BYTES) / Self::BUCKET_BYTES).max(1).ilog2();
        let words = as_many(buckets, 1, LINE, LINE - 1);
        Self { origin: first_line(&words), mask: words.len() / LINE - 1, words, generation: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.mask + 1) * Self::BUCKET_BYTES
    }

    pub(crate) fn clear(&mut self) {
        // New words take no memory until they are written to.
        *self = Self::new(self.bytes());
    }

    /// Marks what is stored from now on as newer than all before.
    pub(crate) fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The bucket that a position with this hash may be in.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are wanted")]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let first = self.origin + (hash as usize & self.mask) * LINE;
        &self.words[first..first + LINE]
    }

    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<Entry> {
        let mut entries = self.bucket(hash).chunks_exact(2).map(read);
        entries.find(|&[found, word]| found == hash && word != EMPTY).map(|[_, word]| unpack(word))
    }

    /// Stores an entry in place of an older one of the same position, an empty one, one of an
    /// earlier search, or the one of least depth. An old best move is kept if there is no new one.
    ///
    /// Not inlined: with it in every search the optimiser took minutes.
    #[inline(never)]
    pub(crate) fn put(&self, hash: u64, mut entry: Entry) {
        let generation = self.generation;
        let bucket = self.bucket(hash);
        let mut victim = 0;
        let mut least = u32::MAX;
        for (i, [found, word]) in bucket.chunks_exact(2).map(read).enumerate() {
            if found == hash && word != EMPTY {
                entry.best = entry.best.or(unpack(word).best);
                victim = i;
                break;
            }
            let worth = if word == EMPTY {
                0
            } else {
                1 + unpack(word).depth + (u32::from(word >> GENERATION == generation) << 16)
            };
            if worth < least {
                (least, victim) = (worth, i);
            }
        }
        let word = pack(entry, generation);
        bucket[2 * victim].store(hash ^ word, Ordering::Relaxed);
        bucket[2 * victim + 1].store(word, Ordering::Relaxed);
    }
}

/// The hash and the second word of an entry.
#[inline]
fn read(slot: &[AtomicU64]) -> [u64; 2] {
    let [first, second] = [0, 1].map(|i| slot[i].load(Ordering::Relaxed));
    [first ^ second, second]
}

// The second word of a slot, from the lowest bit: value (32 bits), depth (16), best move + 1 (8, so that
// an unnumbered move is none), bound (2, never 0), generation (6).
const EMPTY: u64 = 0;
const DEPTH: u32 = 32;
const BEST: u32 = 48;
const BOUND: u32 = 56;
const GENERATION: u32 = 58;
const GENERATIONS: u64 = 64;

fn pack(entry: Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let best = entry.best.map_or(0, |number| number.wrapping_add(1));
    u64::from(entry.value.cast_unsigned())
        | u64::from(entry.depth.min(0xffff)) << DEPTH
        | u64::from(best) << BEST
        | bound << BOUND
        | generation << GENERATION
}

#[expect(clippy::cast_possible_truncation, reason = "each field is cut to its width")]
fn unpack(word: u64) -> Entry {
    Entry {
        value: (word as u32).cast_signed(),
        bound: match word >> BOUND & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        depth: (word >> DEPTH) as u32 & 0xffff,
        best: ((word >> BEST) as u8).checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::UNNUMBERED;
    use super::*;
    use crate::rng::{Rng, mix};
    use std::collections::HashMap;

    fn random_entry(rng: &mut Rng) -> Entry {
        let [depth, best] = [1 << 16, 256].map(|bound| u32::try_from(rng.below(bound)).expect("small"));
        Entry {
            value: u32::try_from(rng.next() >> 32).expect("32 bits").cast_signed(),
            bound: [Bound::Exact, Bound::AtLeast, Bound::AtMost][rng.below(3)],
            depth,
            best: u8::try_from(best).ok().filter(|&number| number != UNNUMBERED),
        }
    }

    #[test]
    fn a_lookup_finds_what_was_stored_last_for_the_same_position() {
        let mut rng = Rng::new(2);
        let mut table = Table::new(1 << 12);
        let mut stored = HashMap::new();
        let (mut found, mut missing) = (0, 0);
        for round in 0..20_000 {
            if round % 1000 == 0 {
                table.begin_search();
            }
            let hash = mix(rng.below(512) as u64);
            let mut entry = random_entry(&mut rng);
            match table.get(hash) {
                Some(old) => {
                    assert_eq!(Some(&old), stored.get(&hash));
                    entry.best = entry.best.or(old.best);
                    found += 1;
                }
                None => missing += 1,
            }
            table.put(hash, entry);
            stored.insert(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
        assert!(found > 1000 && missing > 1000, "{found} found, {missing} missing");
        table.clear();
        assert!(stored.keys().all(|&hash| table.get(hash).is_none()));
        let late = Entry { value: -1, bound: Bound::Exact, depth: 3, best: Some(UNNUMBERED) };
        table.put(1, late);
        assert_eq!(table.get(1), Some(Entry { best: None, ..late }));
    }

    #[test]
    fn threads_read_nothing_that_none_of_them_wrote() {
        // Of one position every entry has the same value and depth, which others have not.
        let of = |hash: u64| {
            let [value, depth] = [0, 20].map(|from| u32::try_from(hash >> from & 0xff).expect("8 bits"));
            Entry { value: value.cast_signed(), bound: Bound::Exact, depth, best: None }
        };
        let table = Table::new(0);
        let found = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for seed in 0..4 {
                let (table, found) = (&table, &found);
                scope.spawn(move || {
                    let mut rng = Rng::new(seed);
                    for _ in 0..50_000 {
                        let hash = mix(rng.below(8) as u64);
                        match table.get(hash) {
                            Some(entry) => {
                                assert_eq!(entry, of(hash));
                                found.fetch_add(1, Ordering::Relaxed);
                            }
                            None => table.put(hash, of(hash)),
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > 1000);
    }

    #[test]
    fn deep_entries_of_this_search_outlive_shallow_and_old_ones() {
        let mut table = Table::new(0);
        let entry = |depth| Entry { value: 0, bound: Bound::Exact, depth, best: None };
        table.put(1, entry(9));
        table.begin_search();
        for (hash, depth) in [(2, 5), (3, 4), (4, 7), (5, 6), (6, 1)] {
            table.put(hash, entry(depth));
        }
        let kept: Vec<u64> = (1..=6).filter(|&hash| table.get(hash).is_some()).collect();
        assert_eq!(kept, [2, 4, 5, 6]);
    }

    #[test]
    fn sizes_are_powers_of_two_within_the_limit() {
        for (bytes, buckets) in [(0, 1), (64, 1), (127, 1), (128, 2), (255, 2), (1 << 20, 1 << 14)] {
            let mut table = Table::new(bytes);
            assert_eq!(table.mask + 1, buckets);
            table.clear();
            assert_eq!(table.mask + 1, buckets);
        }
    }
}
