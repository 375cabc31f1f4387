//! Memory for tables: many zeroed words, or none where there are not as many.
//!
//! The operating system maps them when they are first touched, so unused ones cost nothing.

use std::iter::{repeat_with, successors};

use bytemuck::{Zeroable, try_zeroed_vec};

/// Words of a cache line.
pub(crate) const LINE: usize = 8;

/// The largest table, in bytes: 64 GiB, or what 32 bits leave room for beside everything else.
pub(crate) const MOST_BYTES: usize = match 1_usize.checked_shl(36) {
    Some(bytes) => bytes,
    None => 1 << 30,
};

/// The usual size of a table, in bytes: where addresses have 32 bits, which is in browsers, and some of them on phones, it
/// is 32 MiB at most.
pub(crate) const fn usual(bytes: usize) -> usize {
    const SMALL: usize = 32 << 20;
    if usize::BITS < 64 && bytes > SMALL { SMALL } else { bytes }
}

/// Zeroed words, and the number of the first that begins a cache line; from there on there are `len`
/// of them. `None` if there is not as much memory.
pub(crate) fn zeroed(len: usize) -> Option<(Vec<u64>, usize)> {
    let words = try_zeroed_vec(len.checked_add(LINE - 1)?).ok()?;
    let origin = first_line(&words);
    Some((words, origin))
}

/// The number of the first word that begins a cache line.
///
/// For speed only: any number is right, of which there are as many spare words.
pub(crate) fn first_line<T>(words: &[T]) -> usize {
    words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE - 1)
}

/// Zeroed words for `most` things, or, where there is not as much memory, for half as many, and so on down to `fewest`.
/// A thing is of so many words, and `spare` ones are left over.
pub(crate) fn as_many<T: Zeroable + Default>(
    most: usize,
    fewest: usize,
    words: usize,
    spare: usize,
) -> Vec<T> {
    let smaller = |&things: &usize| (things > fewest).then_some((things / 2).max(fewest));
    successors(Some(most), smaller)
        .find_map(|things| try_zeroed_vec(things * words + spare).ok())
        .unwrap_or_else(|| repeat_with(T::default).take(fewest * words + spare).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn words_are_zero_and_as_many_as_wanted() {
        for len in [0, 1, 8, 1000] {
            let (words, origin) = zeroed(len).expect("a little memory");
            assert!(words[origin..].len() >= len);
            assert!(words.iter().all(|&word| word == 0));
            let shared: Vec<AtomicU64> = as_many(len, 0, 3, 7);
            assert_eq!(shared.len(), 3 * len + 7);
            assert!(shared.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn more_memory_than_there_is_is_refused_or_halved() {
        for len in [usize::MAX, usize::MAX / 2, usize::MAX / 8] {
            assert_eq!(zeroed(len), None);
        }
        let words: Vec<u64> = as_many(1 << 60, 3, 8, 7);
        assert!(words.len() % 8 == 7 && words.len() >= 3 * 8 + 7, "{}", words.len());
        assert_eq!(as_many::<u64>(1 << 60, 1 << 60, 0, 5), [0; 5]);
    }
}
