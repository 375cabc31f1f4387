//! Entries of two words, for boards whose positions one word cannot tell apart.
//!
//! Each word has the whole tag and a bound that is true by itself. So threads that write at the same time may leave
//! words of two positions side by side, and nothing that is read is wrong. A word of zeros says nothing either,
//! whatever tag is looked for: its bound is beyond every score.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Entry, INDEX_BITS, OFFSET};

/// Bits of the first word, from the lowest: work 5, lower bound 6, tag 53. Of the second: one that is not used, column
/// 4, upper bound 6, tag 53.
const BOUND: u32 = 5;
const COLUMN: u32 = 1;
/// The bits below the tag.
const REST: u32 = INDEX_BITS;

/// The tag: the hash without its highest bits, which the place tells.
#[inline]
const fn label(hash: u64) -> u64 {
    hash << INDEX_BITS
}

/// What one of the two slots of these words says of a position.
#[inline]
pub(super) fn find(words: &[AtomicU64], hash: u64) -> Option<Entry> {
    let tag = label(hash) >> REST;
    for slot in words.chunks_exact(2) {
        let (lower, upper) = (slot[0].load(Ordering::Relaxed), slot[1].load(Ordering::Relaxed));
        let (has_lower, has_upper) = (lower >> REST == tag, upper >> REST == tag);
        if has_lower || has_upper {
            let lower = if has_lower { lower } else { 0 };
            let upper = if has_upper { upper } else { NOTHING };
            return Some(Entry {
                low: bits(lower, BOUND, 6) - OFFSET,
                high: OFFSET - bits(upper, BOUND, 6),
                best: bits(upper, COLUMN, 4).cast_unsigned(),
            });
        }
    }
    None
}

/// A second word without a bound and without a column.
const NOTHING: u64 = 0b1111 << COLUMN;

/// Remembers what took so much work, at most 31, in one of the two slots of these words.
#[inline]
pub(super) fn keep(words: &[AtomicU64], hash: u64, entry: Entry, work: u64) {
    let label = label(hash);
    let bound = |score: i32| u64::from((score + OFFSET).cast_unsigned()) << BOUND;
    let lower = label | bound(entry.low) | work;
    let upper = label | bound(-entry.high) | (u64::from(entry.best & 15) << COLUMN);
    let old = words[0].load(Ordering::Relaxed);
    let keeps_first = old >> REST != label >> REST && (old & 31) > work;
    let slot = &words[2 * usize::from(keeps_first)..];
    slot[0].store(lower, Ordering::Relaxed);
    slot[1].store(upper, Ordering::Relaxed);
}

/// So many bits of a word, at most six.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "at most six bits are left")]
const fn bits(word: u64, shift: u32, count: u32) -> i32 {
    ((word >> shift) & ((1 << count) - 1)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry { low: -30, high: 30, best: 11 };

    fn slots() -> [AtomicU64; 4] {
        [0; 4].map(AtomicU64::new)
    }

    #[test]
    fn bounds_of_all_scores_are_read_as_they_were_written() {
        for low in -30..=30 {
            for high in low..=30 {
                for best in 0..16 {
                    let (words, entry) = (slots(), Entry { low, high, best });
                    keep(&words, u64::MAX - 7, entry, 31);
                    assert_eq!(find(&words, u64::MAX - 7), Some(entry));
                    assert_eq!(find(&words, u64::MAX - 6), None);
                }
            }
        }
    }

    #[test]
    fn words_of_two_positions_side_by_side_are_both_true() {
        let words = slots();
        keep(&words, 1, ENTRY, 3);
        // Another thread writes its own upper bound between ours.
        let others = slots();
        keep(&others, 2, Entry { low: 1, high: 2, best: 4 }, 3);
        words[1].store(others[1].load(Ordering::Relaxed), Ordering::Relaxed);
        assert_eq!(find(&words, 1), Some(Entry { low: -30, high: OFFSET, best: 15 }));
        assert_eq!(find(&words, 2), Some(Entry { low: -OFFSET, high: 2, best: 4 }));
    }

    #[test]
    fn what_was_never_written_bounds_nothing() {
        let found = find(&slots(), 0).expect("zeros look like the tag of hash 0");
        assert_eq!((found.low, found.high), (-OFFSET, OFFSET));
    }

    #[test]
    fn the_costlier_position_stays_and_the_newer_one_is_beside_it() {
        let words = slots();
        keep(&words, 1, ENTRY, 9);
        keep(&words, 2, ENTRY, 8);
        keep(&words, 3, ENTRY, 7);
        assert_eq!([1, 2, 3].map(|hash| find(&words, hash).is_some()), [true, false, true]);
        keep(&words, 4, ENTRY, 10);
        assert_eq!([1, 3, 4].map(|hash| find(&words, hash).is_some()), [false, true, true]);
    }
}
