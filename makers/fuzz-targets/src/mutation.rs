//! Inputs that are almost right, from those that are right.

use plyground_core::rng::Rng;

/// Longer inputs are cut.
const MOST: usize = 4096;

/// Numbers at the ends of what some type or rule allows, and characters that mean something somewhere or are long.
/// They have single spaces between them.
const TELLING: &str = "0 1 -1 7 255 256 65536 4294967295 9223372036854775807 18446744073709551615 99999999999999999999 1e308 \
    nan inf 0.005 \n \r\n \0 \u{1b}[2J \u{feff} \u{e9} \u{2028} \u{1f600} .. / \\ \" { [[ } % null";

/// An input made from the kept ones: some bytes changed, numbers replaced, pieces moved, doubled or taken from another.
///
/// # Panics
///
/// If none are kept.
pub fn mutated(kept: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    assert!(!kept.is_empty(), "mutations need inputs to begin with");
    let mut bytes = kept[rng.below(kept.len())].clone();
    for _ in 0..=rng.below(4) {
        change(&mut bytes, kept, rng);
    }
    bytes.truncate(MOST);
    bytes
}

fn change(bytes: &mut Vec<u8>, kept: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.below(bytes.len() + 1);
    let end = (at + 1 + rng.below(16)).min(bytes.len());
    match rng.below(8) {
        0 => bytes.insert(at, rng.next().to_le_bytes()[0]),
        1 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let piece = bytes[at..end].to_vec();
            let to = rng.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        4 => {
            let other = &kept[rng.below(kept.len())];
            let from = rng.below(other.len() + 1);
            let to = (from + 1 + rng.below(32)).min(other.len());
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        5 => bytes.truncate(at),
        6 => {
            bytes.splice(at..at, telling(rng));
        }
        _ => {
            // A whole number gives way to another.
            let is_digit = |&place: &usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
            let Some(from) = (at..bytes.len()).find(is_digit) else { return };
            let to = (from..bytes.len()).find(|place| !is_digit(place)).unwrap_or(bytes.len());
            bytes.splice(from..to, telling(rng));
        }
    }
}

fn telling(rng: &mut Rng) -> impl Iterator<Item = u8> {
    let all: Vec<&str> = TELLING.split(' ').collect();
    all[rng.below(all.len())].bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_differ_and_are_the_same_for_the_same_seed() {
        let kept = [b"moves 12 34".to_vec(), b"other".to_vec()];
        let some = |seed| {
            let mut rng = Rng::new(seed);
            (0..200).map(|_| mutated(&kept, &mut rng)).collect::<Vec<_>>()
        };
        let one = some(1);
        assert_eq!(one, some(1));
        assert_ne!(one, some(2));
        assert!(one.iter().filter(|bytes| kept.contains(bytes)).count() < 20);
        assert!(one.iter().any(|bytes| bytes.len() > 12) && one.iter().any(|bytes| bytes.len() < 8));
        assert!(mutated(&[vec![b'x'; 2 * MOST]], &mut Rng::new(3)).len() <= MOST);
        assert!(mutated(&[Vec::new()], &mut Rng::new(3)).len() <= MOST);
    }
}
