//! A bounded memory for subtrees, keyed by position and remaining depth.
//!
//! Every remaining depth has a separate layer, which grows as it fills until the budget of all
//! layers is used up. From then on the entries that saved the least work are overwritten. Losing an
//! entry costs time, never correctness.

use std::ops::Range;

use crate::search::memory::{LINE, zeroed};

/// Entries that a key may lie in: with the usual four words, two neighbouring cache lines.
const BUCKET: usize = 4;
/// Entries of a new layer.
const FIRST_SLOTS: usize = 256;
/// Entries of a fixed number of words each, in layers by remaining depth.
#[derive(Debug)]
pub(super) struct Table {
    layers: Vec<Layer>,
    /// Bytes that the layers may still grow by.
    spare: usize,
}

/// Entries for one remaining depth: a key, then a payload whose first word is never 0.
#[derive(Debug)]
struct Layer {
    /// Words of an entry, its key included.
    stride: usize,
    words: Vec<u64>,
    /// The first word on a cache line boundary; the entries begin here.
    start: usize,
    slots: usize,
    /// 64 minus the binary logarithm of the number of buckets.
    shift: u32,
    filled: usize,
}

impl Table {
    /// Layers for the remaining depths below `depths`, in all at most `bytes`. `payload` gives the
    /// number of payload words, at least one, for each remaining depth.
    pub(super) fn new(bytes: usize, depths: u32, payload: impl Fn(u32) -> usize) -> Self {
        let layers = (0..depths).map(|depth| Layer::new(1 + payload(depth))).collect();
        Self { layers, spare: bytes }
    }

    /// The payload of the first entry with this key that `fits`.
    #[inline]
    pub(super) fn find(&self, depth: u32, key: u64, fits: impl Fn(&[u64]) -> bool) -> Option<&[u64]> {
        let layer = &self.layers[depth as usize];
        let bucket = &layer.words[layer.bucket(key)?];
        // Indices, not `chunks_exact`, which divides by the stride.
        (0..BUCKET)
            .map(|i| &bucket[i * layer.stride..][..layer.stride])
            .find(|entry| entry[0] == key && entry[1] != 0 && fits(&entry[1..]))
            .map(|entry| &entry[1..])
    }

    /// Reads from the buckets of keys that will be looked for soon. Memory answers them all at once,
    /// where one look after another would wait for each.
    #[inline]
    pub(super) fn load(&self, depth: u32, keys: impl Iterator<Item = u64>) {
        let layer = &self.layers[depth as usize];
        let ends = |bucket: Range<usize>| layer.words[bucket.start] ^ layer.words[bucket.end - 1];
        std::hint::black_box(
            keys.filter_map(|key| layer.bucket(key)).map(ends).fold(0, |sum, end| sum ^ end),
        );
    }

    /// Keeps a payload. Its first word, not 0, decides which entries stay: those with more of it.
    #[inline]
    pub(super) fn keep(&mut self, depth: u32, key: u64, payload: &[u64]) {
        debug_assert!(payload[0] != 0);
        let layer = &mut self.layers[depth as usize];
        if layer.needs_room() {
            layer.grow(&mut self.spare);
        }
        layer.insert(key, payload);
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum()
    }
}

impl Layer {
    fn new(stride: usize) -> Self {
        Self { stride, words: Vec::new(), start: 0, slots: 0, shift: 0, filled: 0 }
    }

    fn with_slots(stride: usize, slots: usize) -> Option<Self> {
        let (words, start) = zeroed(slots * stride)?;
        Some(Self { stride, words, start, slots, shift: 64 - (slots / BUCKET).ilog2(), filled: 0 })
    }

    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    fn needs_room(&self) -> bool {
        self.filled * 4 >= self.slots * 3
    }

    /// The words of the key's bucket, if the layer has any.
    #[inline]
    fn bucket(&self, key: u64) -> Option<Range<usize>> {
        if self.words.is_empty() {
            return None;
        }
        // Fibonacci hashing; folding first lets the high bits of the key reach every index bit.
        let hash = (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let size = BUCKET * self.stride;
        #[expect(clippy::cast_possible_truncation, reason = "an index into memory fits into usize")]
        let first = self.start + (hash >> self.shift) as usize * size;
        Some(first..first + size)
    }

    /// Doubles the layer, if budget and memory allow the old and the new one side by side.
    fn grow(&mut self, spare: &mut usize) {
        let slots = (self.slots * 2).max(FIRST_SLOTS);
        let bytes = (slots * self.stride + LINE - 1) * size_of::<u64>();
        if bytes > *spare {
            return;
        }
        let Some(mut larger) = Self::with_slots(self.stride, slots) else {
            // There will hardly be more memory later, and asking again and again takes time.
            *spare = 0;
            return;
        };
        for entry in self.words[self.start..].chunks_exact(self.stride).filter(|entry| entry[1] != 0) {
            larger.insert(entry[0], &entry[1..]);
        }
        *spare = *spare - bytes + self.bytes();
        *self = larger;
    }

    #[inline]
    fn insert(&mut self, key: u64, payload: &[u64]) {
        let Some(bucket) = self.bucket(key) else { return };
        let entries = self.words[bucket].chunks_exact_mut(self.stride);
        // An empty slot has work 0, so it is the least.
        let Some(slot) = entries.min_by_key(|entry| entry[1]) else { return };
        self.filled += usize::from(slot[1] == 0);
        slot[0] = key;
        slot[1..].copy_from_slice(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn entries_come_back_until_the_budget_is_used_up() {
        let budget = 80_000;
        let mut table = Table::new(budget, 2, |_| 2);
        let mut rng = Rng::new(5);
        let keys: Vec<u64> = (0..500).map(|_| rng.next()).collect();
        for &key in &keys {
            table.keep(1, key, &[7, key]);
        }
        let mut found = 0;
        for &key in &keys {
            // A full bucket may have lost an entry, but what is found is right.
            let payload = table.find(1, key, |_| true);
            assert!(payload.is_none_or(|payload| payload == [7, key]));
            found += u32::from(payload.is_some());
            assert_eq!(table.find(0, key, |_| true), None, "layers are separate");
            assert_eq!(table.find(1, key, |payload| payload[1] != key), None);
        }
        assert!(found > 350, "{found} of 500");
        for _ in 0..100_000 {
            let key = rng.next();
            table.keep(1, key, &[1, key]);
        }
        // 2048 slots next to the 1024 before them, which are free again afterwards.
        assert!(table.bytes() <= budget);
        assert!(table.bytes() > budget / 2, "a layer doubles while the old and the new one fit");
    }

    #[test]
    fn entries_that_saved_most_work_stay() {
        // Room for the first slots and no more.
        let mut table = Table::new(FIRST_SLOTS * 3 * size_of::<u64>() + 64, 1, |_| 2);
        let mut rng = Rng::new(6);
        let valuable: Vec<u64> = (0..20).map(|_| rng.next()).collect();
        for &key in &valuable {
            table.keep(0, key, &[1000, key]);
        }
        for _ in 0..10_000 {
            table.keep(0, rng.next(), &[1 + rng.next() % 100, 0]);
        }
        for &key in &valuable {
            assert!(table.find(0, key, |_| true).is_some());
        }
        assert_eq!(table.layers[0].slots, FIRST_SLOTS);
    }

    #[test]
    fn a_layer_is_made_if_the_budget_holds_all_of_it() {
        let whole = (FIRST_SLOTS * 3 + LINE - 1) * size_of::<u64>();
        for (budget, taken) in [(whole - 1, 0), (whole, whole)] {
            let mut table = Table::new(budget, 1, |_| 2);
            table.keep(0, 1, &[1, 1]);
            assert_eq!(table.bytes(), taken);
        }
    }
}
