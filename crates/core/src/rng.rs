//! Seeded random numbers that stay the same in every version.

use crate::Position;

/// `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014). Schedules and test cases made from a seed must
/// replay years later, so this stream is frozen.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator whose stream depends only on `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`; the bias is below `bound / 2^64`.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        let product = u128::from(self.next()) * bound as u128;
        usize::try_from(product >> 64).expect("the high half is below bound")
    }

    /// A random element, or `None` if there is none.
    pub fn pick<T>(&mut self, mut items: impl Iterator<Item = T> + Clone) -> Option<T> {
        match items.clone().count() {
            0 => None,
            n => items.nth(self.below(n)),
        }
    }

    /// Where at most so many random moves lead. After one of so many of them a turn is lost, after none if `lost` is 0.
    pub fn play<P: Position>(&mut self, mut position: P, plies: usize, lost: usize) -> P {
        for _ in 0..plies {
            let Some(mv) = self.pick(position.moves()) else { break };
            position = position.play(mv);
            if lost > 0 && self.below(lost) == 0 {
                position = position.skip();
            }
        }
        position
    }

    /// The positions of random games, up to their ends; in every fourth game each of them has lost a turn.
    pub fn games<P: Position>(&mut self, start: &P, games: usize) -> Vec<P> {
        let mut positions = Vec::new();
        for game in 0..games {
            let mut position = start.clone();
            positions.push(position.clone());
            while let Some(mv) = self.pick(position.moves()) {
                position = position.play(mv);
                positions.push(if game % 4 == 3 { position.skip() } else { position.clone() });
            }
        }
        positions
    }
}

/// The output function of `SplitMix64`: a bijection of 64 bits that also serves as a hash.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_frozen() {
        // The published test vector of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_reaches_every_number() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..700 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
        assert_eq!(rng.pick(std::iter::empty::<u8>()), None);
    }
}
