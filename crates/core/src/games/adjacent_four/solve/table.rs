//! The transposition table: answers to the question of the search, in memory of fixed size.
//!
//! Entries are found by the whole position, so what is found is never another position's.

use super::search::Node;
use crate::games::adjacent_four::Board;
use crate::grid::Grid;
use crate::rng::mix;
use crate::search::memory::{LINE, zeroed};

/// Words of a bucket: four entries of two words each.
const BUCKET: usize = LINE;
/// Where in an entry's second word the plies within which no win is possible begin. Below are the
/// plies within which there is one; 0 for not known.
const NONE_WITHIN: u32 = 8;
const PLIES: u64 = 0xff;

/// A position, the same for all its images, and who is to move in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key(u64);

impl Key {
    #[inline]
    pub(super) fn of<const W: u32, const H: u32>(node: Node, attacks: bool) -> Self {
        const { assert!(2 * W * H < 63, "both sets of cells and the side to move must fit, and leave 0 free") };
        let word = |[attacker, defender]: [u64; 2]| {
            Board::<W, H>::packed(attacker) | Board::<W, H>::packed(defender) << (W * H)
        };
        let cells = [node.attacker, node.defender];
        let flipped = cells.map(flip::<W, H>);
        let least = word(cells)
            .min(word(flipped))
            .min(word(cells.map(Grid::<W, H>::mirror)))
            .min(word(flipped.map(Grid::<W, H>::mirror)));
        // The highest bit tells every key from the 0 of an empty entry.
        Self(least | u64::from(attacks) << (2 * W * H) | 1 << 63)
    }
}

/// The set reflected top to bottom.
#[inline]
pub(super) fn flip<const W: u32, const H: u32>(cells: u64) -> u64 {
    let row = |row: u32| Grid::<W, H>::BOTTOM << row;
    (0..H).fold(0, |flipped, r| flipped | ((cells & row(r)) >> r) << (H - 1 - r))
}

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
    /// The largest table.
    const MOST_BYTES: usize = 1 << 36;

    /// A table of at most `bytes`, less if there is not as much memory, and one bucket at least.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = bytes.min(Self::MOST_BYTES) / (BUCKET * size_of::<u64>());
        let mut buckets = 1 << buckets.max(1).ilog2();
        let (words, origin) = loop {
            match zeroed(buckets * BUCKET) {
                Some(memory) => break memory,
                None if buckets > 1 => buckets /= 2,
                None => break (vec![0; BUCKET], 0),
            }
        };
        Self { words, origin, mask: buckets as u64 - 1 }
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the buckets are in memory")]
        let bucket = (mix(key.0) & self.mask) as usize;
        self.origin + bucket * BUCKET
    }

    /// Whether the attacker wins within this many plies, if it is known.
    #[inline]
    pub(super) fn get(&self, key: Key, plies: u32) -> Option<bool> {
        let start = self.start(key);
        let word = self.words[start..start + BUCKET].chunks_exact(2).find(|slot| slot[0] == key.0)?[1];
        let (win, none) = (word & PLIES, word >> NONE_WITHIN & PLIES);
        if win != 0 && win <= u64::from(plies) {
            Some(true)
        } else if none >= u64::from(plies) {
            Some(false)
        } else {
            None
        }
    }

    /// Remembers an answer; the entry with the shortest question makes place.
    #[inline]
    pub(super) fn put(&mut self, key: Key, plies: u32, found: bool) {
        let start = self.start(key);
        let bucket = &mut self.words[start..start + BUCKET];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, slot) in bucket.chunks_exact(2).enumerate() {
            if slot[0] == key.0 {
                victim = i;
                break;
            }
            let reach = (slot[1] & PLIES).max(slot[1] >> NONE_WITHIN & PLIES);
            if reach < least {
                (least, victim) = (reach, i);
            }
        }
        let slot = &mut bucket[2 * victim..2 * victim + 2];
        if slot[0] != key.0 {
            slot.copy_from_slice(&[key.0, 0]);
        }
        let plies = u64::from(plies);
        let (win, none) = (slot[1] & PLIES, slot[1] >> NONE_WITHIN & PLIES);
        let (win, none) = match (found, win) {
            (true, 0) => (plies, none),
            (true, win) => (win.min(plies), none),
            (false, win) => (win, none.max(plies)),
        };
        slot[1] = win | none << NONE_WITHIN;
    }
}
