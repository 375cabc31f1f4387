//! The transposition table: proof numbers of positions, in memory of fixed size.
//!
//! Entries are found by the whole position, so what is found is never another position's. Where there
//! is no room, the entry whose search took least work makes place: it is the cheapest to find again.

use crate::Player;
use crate::games::breakthrough::Board;
use crate::rng::mix;
use crate::search::memory::{LINE, MOST_BYTES, zeroed};

/// Proof and disproof numbers: how hard it seems to show that the side to move wins or loses: 0 if it is shown, otherwise the work
/// that is left, in units of which an even position that was not searched has 48.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Numbers {
    /// More than any work: it cannot be shown.
    pub(super) const IMPOSSIBLE: u32 = (1 << 29) - 1;
    pub(super) const WON: Self = Self { win: 0, loss: Self::IMPOSSIBLE };
    pub(super) const LOST: Self = Self { win: Self::IMPOSSIBLE, loss: 0 };
    /// Numbers that an undecided position never reaches.
    pub(super) const UNBOUNDED: Self = Self { win: Self::IMPOSSIBLE, loss: Self::IMPOSSIBLE };

    pub(super) fn is_decided(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// Words of a bucket: four entries of two words each.
const BUCKET: usize = LINE;
/// Bits of the bucket's number in the smallest table; entries hold all others.
const INDEX_BITS: u32 = 10;
/// The smallest table: 64 KiB.
const FEWEST_BUCKETS: usize = 1 << INDEX_BITS;

/// Buckets of entries.
#[derive(Debug)]
pub(super) struct Table {
    words: Vec<u64>,
    /// The first word that begins a cache line.
    origin: usize,
    /// Number of buckets, a power of two, minus one.
    mask: u64,
}

/// A position and its mirror image as the table knows them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    index: u64,
    tag: u64,
}

impl Key {
    /// The key that only this position has.
    ///
    /// The pawns of both sides go through two rounds of a Feistel network, which is a bijection however
    /// poor its round function is.
    ///
    /// Precondition: the first player is to move.
    #[inline]
    pub(super) fn of<const W: u32, const H: u32>(board: &Board<W, H>) -> Self {
        const { assert!(2 * W * H - INDEX_BITS <= 64, "index and tag must hold the pawns of both sides") };
        let left = board.pawns(Player::First) ^ mix(board.pawns(Player::Second)) & Board::<W, H>::CELLS;
        let index = board.pawns(Player::Second) ^ mix(left) & Board::<W, H>::CELLS;
        Self { index, tag: left | index >> INDEX_BITS << (W * H) }
    }
}

// The second word of an entry, from the lowest bit: number for a win, number for a loss, work (never 0).
const LOSS: u32 = 29;
const WORK: u32 = 58;
const NUMBER: u64 = (1 << LOSS) - 1;
const _: () = assert!(Numbers::IMPOSSIBLE as u64 <= NUMBER, "numbers must fit");

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

    /// Forgets everything, without touching memory that was never used.
    pub(super) fn clear(&mut self) {
        let buckets = self.words.len() / BUCKET;
        // The old memory goes back first, so that both are never held at once.
        self.words = Vec::new();
        *self = Self::new(buckets * BUCKET * size_of::<u64>());
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the buckets are in memory")]
        let bucket = (key.index & self.mask) as usize;
        self.origin + bucket * BUCKET
    }

    /// The first word of the position's bucket. A caller reads it for several positions before it looks them up:
    /// the memory then fetches their buckets all at once instead of one after the other.
    #[inline]
    pub(super) fn touch(&self, key: Key) -> u64 {
        self.words[self.start(key)]
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        let start = self.start(key);
        let mut slots = self.words[start..start + BUCKET].chunks_exact(2);
        let word = slots.find(|slot| slot[0] == key.tag && slot[1] != 0)?[1];
        let number = |shift: u32| (word >> shift & NUMBER) as u32;
        Some(Numbers { win: number(0), loss: number(LOSS) })
    }

    /// Remembers a position that took `work` nodes to search.
    #[inline]
    pub(super) fn put(&mut self, key: Key, numbers: Numbers, work: u64) {
        let start = self.start(key);
        let bucket = &mut self.words[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.chunks_exact(2).enumerate() {
            if slot[0] == key.tag && slot[1] != 0 {
                victim = i;
                break;
            }
            let work = slot[1] >> WORK;
            if work < least {
                (least, victim) = (work, i);
            }
        }
        let work = 1 + u64::from(work.max(1).ilog2().min(62));
        bucket[2 * victim] = key.tag;
        bucket[2 * victim + 1] = u64::from(numbers.win) | u64::from(numbers.loss) << LOSS | work << WORK;
    }
}
