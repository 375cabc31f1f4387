//! What the proof-number searches share: proof numbers, and the table that remembers answers in memory of fixed size.
//!
//! Entries are found by their whole key, so what is found is never another position's. Where there is no room, the
//! entry whose search took least work makes place: it is the cheapest to find again.

use super::memory::{LINE, MOST_BYTES, as_many, first_line};

/// Proof and disproof numbers: how hard it seems to show that the side to move wins or loses. 0 if it is shown,
/// otherwise the work that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

/// Bits of a number in the table.
const BITS: u32 = 29;
const NUMBER: u64 = (1 << BITS) - 1;
const _: () = assert!(2 * BITS <= ANSWER_BITS, "both numbers must fit");

impl Numbers {
    /// More than any work: it cannot be shown.
    pub(crate) const IMPOSSIBLE: u32 = (1 << BITS) - 1;
    pub(crate) const WON: Self = Self { win: 0, loss: Self::IMPOSSIBLE };
    pub(crate) const LOST: Self = Self { win: Self::IMPOSSIBLE, loss: 0 };
    /// Numbers that an undecided position never reaches.
    pub(crate) const UNBOUNDED: Self = Self { win: Self::IMPOSSIBLE, loss: Self::IMPOSSIBLE };

    pub(crate) fn is_decided(self) -> bool {
        self.win == 0 || self.loss == 0
    }

    /// Whether one of the numbers is at least that of a limit.
    #[inline]
    pub(crate) fn reaches(self, limit: Self) -> bool {
        self.win >= limit.win || self.loss >= limit.loss
    }

    #[inline]
    pub(crate) fn of_answer(answer: u64) -> Self {
        let number = |shift: u32| (answer >> shift & NUMBER) as u32;
        Self { win: number(0), loss: number(BITS) }
    }

    #[inline]
    pub(crate) fn answer(self) -> u64 {
        u64::from(self.win) | u64::from(self.loss) << BITS
    }
}

/// The children of a node taken together.
pub(crate) struct Summary {
    /// The numbers of the node.
    pub(crate) numbers: Numbers,
    /// The place of the child to be searched.
    pub(crate) best: usize,
    /// The loss number of the next best.
    second: u32,
}

impl Summary {
    /// A position is won if one child is lost, and lost if all children are won. The places of the children begin at
    /// `start`.
    ///
    /// Work for different children is shared where they transpose, so the sum of all would count it many
    /// times: apart from the largest number, only a quarter of the others counts.
    #[inline]
    pub(crate) fn of(start: usize, children: impl Iterator<Item = Numbers>) -> Self {
        let (mut best, mut least) = (start, Numbers::UNBOUNDED);
        let (mut second, mut most, mut others) = (Numbers::IMPOSSIBLE, 0, 0u32);
        for (place, child) in (start..).zip(children) {
            let Numbers { win, loss } = child;
            if (loss, win) < (least.loss, least.win) {
                second = least.loss;
                (best, least) = (place, child);
            } else {
                second = second.min(loss);
            }
            others = others.saturating_add(most.min(win));
            most = most.max(win);
        }
        let numbers = match (least.loss, most) {
            (0, _) => Numbers::WON,
            (_, 0) => Numbers::LOST,
            // Only what is shown may be called impossible.
            (win, _) => Numbers { win, loss: (most + others / 4).min(Numbers::IMPOSSIBLE - 1) },
        };
        Self { numbers, best, second }
    }

    /// The limit of the search below the best child, which has the numbers `child`, where that of the node is `limit`.
    #[inline]
    pub(crate) fn limit_of_best(&self, child: Numbers, limit: Numbers) -> Numbers {
        Numbers {
            // What the others leave of the limit.
            win: (limit.loss - self.numbers.loss).saturating_add(child.win).min(Numbers::IMPOSSIBLE),
            // A quarter more than the next best, so that the search does not jump between the two.
            loss: limit.win.min(self.second + self.second / 4 + 1),
        }
    }
}

/// Words of a bucket: four entries of two words each, tag and answer.
const BUCKET: usize = LINE;
/// Bits of the index that find a bucket in the smallest table.
pub(crate) const INDEX_BITS: u32 = 10;
/// The smallest table: 64 KiB.
const FEWEST_BUCKETS: usize = 1 << INDEX_BITS;
/// Bits of an answer. Above it an entry has its work, which is never 0.
pub(crate) const ANSWER_BITS: u32 = 58;

/// Buckets of entries. An index finds the bucket, a tag the entry in it. Every table has at least 2^[`INDEX_BITS`] buckets, so
/// the tag must tell apart all positions of which the lowest [`INDEX_BITS`] of the index are equal.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<u64>,
    /// The first word that begins a cache line.
    origin: usize,
    /// Number of buckets, a power of two, minus one.
    mask: u64,
}

impl Table {
    /// A table of at most `bytes`, less if there is not as much memory, and 64 KiB at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = bytes.min(MOST_BYTES) / (BUCKET * size_of::<u64>());
        let buckets = 1 << buckets.max(FEWEST_BUCKETS).ilog2();
        let words = as_many(buckets, FEWEST_BUCKETS, BUCKET, LINE - 1);
        Self { origin: first_line(&words), mask: (words.len() / BUCKET) as u64 - 1, words }
    }

    #[inline]
    fn start(&self, index: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the buckets are in memory")]
        let bucket = (index & self.mask) as usize;
        self.origin + bucket * BUCKET
    }

    /// The first word of a bucket. A caller reads it for several positions before it looks them up: the memory then
    /// fetches their buckets all at once instead of one after the other.
    #[inline]
    pub(crate) fn touch(&self, index: u64) -> u64 {
        self.words[self.start(index)]
    }

    #[inline]
    pub(crate) fn get(&self, index: u64, tag: u64) -> Option<u64> {
        let start = self.start(index);
        let mut slots = self.words[start..start + BUCKET].chunks_exact(2);
        let word = slots.find(|slot| slot[0] == tag && slot[1] != 0)?[1];
        Some(word & ((1 << ANSWER_BITS) - 1))
    }

    /// Remembers an answer of at most [`ANSWER_BITS`] bits that took so many nodes.
    #[inline]
    pub(crate) fn put(&mut self, index: u64, tag: u64, answer: u64, work: u64) {
        debug_assert!(answer >> ANSWER_BITS == 0, "an answer must fit");
        let start = self.start(index);
        let bucket = &mut self.words[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.chunks_exact(2).enumerate() {
            if slot[0] == tag && slot[1] != 0 {
                victim = i;
                break;
            }
            // An empty entry has 0.
            let work = slot[1] >> ANSWER_BITS;
            if work < least {
                (least, victim) = (work, i);
            }
        }
        let work = 1 + u64::from(work.max(1).ilog2().min(62));
        bucket[2 * victim] = tag;
        bucket[2 * victim + 1] = answer | work << ANSWER_BITS;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rng::{Rng, mix};

    #[test]
    fn a_lookup_finds_what_was_stored_last_under_the_same_key() {
        let mut rng = Rng::new(8);
        let mut table = Table::new(0);
        assert_eq!(table.get(0, 0), None, "a tag of zero is a position, too");
        let mut stored = HashMap::new();
        let (mut found, mut missing) = (0, 0);
        for _ in 0..40_000 {
            let tag = rng.below(8192) as u64;
            match table.get(mix(tag), tag) {
                Some(answer) => {
                    assert_eq!(Some(&answer), stored.get(&tag));
                    found += 1;
                }
                None => missing += 1,
            }
            let [win, loss] = [0; 2].map(|_| u32::try_from(rng.below(1 << BITS)).expect("small"));
            let answer = Numbers { win, loss }.answer();
            assert_eq!(Numbers::of_answer(answer), Numbers { win, loss });
            table.put(mix(tag), tag, answer, rng.next() >> rng.below(64));
            stored.insert(tag, answer);
            assert_eq!(table.get(mix(tag), tag), Some(answer));
        }
        assert!(found > 1000 && missing > 1000, "{found} found, {missing} missing");
    }

    #[test]
    fn costly_entries_outlive_cheap_ones() {
        let mut table = Table::new(0);
        let costly = |tag: u64| tag.is_multiple_of(100);
        for tag in 0..20_000 {
            table.put(mix(tag), tag, tag, if costly(tag) { 1 << 20 } else { 1 + tag % 1000 });
        }
        let kept = |tag: &u64| table.get(mix(*tag), *tag) == Some(*tag);
        assert!((0..20_000).filter(|&tag| costly(tag)).all(|tag| kept(&tag)));
        let kept = (0..20_000).filter(kept).count();
        assert!((2000..=4096).contains(&kept), "{kept} kept in 4096 places");
    }
}
