//! The uncertainty of ratings and ranks, by the bootstrap.
//!
//! B. Efron, "Bootstrap Methods: Another Look at the Jackknife" (Annals of Statistics 7, 1979). As many
//! trials as there were (pairs of games where a pair is whole, else games) are drawn with replacement
//! from all that there were, and rated again, many times. The spread of the results is that of chance.
//!
//! What never happened would never be drawn, and a single trial would look certain. So everybody has one imaginary
//! trial among those that are drawn, half of it won and half of it lost, shared out among all whom it has met. For two
//! who met nobody else that is H. Jeffreys' prior for a share ("An Invariant Form for the Prior Probability",
//! Proceedings of the Royal Society A 186, 1946). A trial is of two: who meets many that meet few others takes part in
//! more than one imaginary trial, and nobody in less than a half. A sample has as many trials as took place, so that
//! the imaginary ones make it no larger. They are for the spread alone; the ratings have the imaginary draw of
//! all [ratings](super), and so has every sample.

use std::collections::BTreeMap;

use plyground_core::rng::Rng;

use super::newton::Model;
use super::{Ratings, TrialCount, sums};
use crate::stats::{ELO, real};

/// Rates the entrants and a number of samples of the trials. Equal seeds draw equal samples.
///
/// Without samples the intervals are empty. Time goes with samples times trials, memory with samples
/// times entrants.
pub fn bootstrap(entrants: usize, trials: &[TrialCount], samples: usize, seed: u64) -> Ratings {
    let is_valid = |trial: &&TrialCount| {
        let [a, b] = trial.entrants;
        a != b && a.max(b) < entrants && trial.games > 0.0 && trial.count > 0
    };
    let trials: Vec<TrialCount> = trials.iter().filter(is_valid).copied().collect();
    let pairs = sums(&trials);
    let mut model = Model { entrants, comparisons: pairs.clone() };
    let mut strengths = vec![0.0; entrants];
    model.fit(&mut strengths, 1e-12);
    let order = by_strength(&strengths);
    // Where the sums of each kind of trial go.
    let place = |trial: &TrialCount| pairs.partition_point(|pair| pair.entrants < trial.entrants);
    let kinds = with_imaginary(&trials);
    let places: Vec<usize> = kinds.iter().map(place).collect();
    let size: u64 = trials.iter().map(|trial| trial.count).sum();
    let lots = Lots::new(kinds.iter().map(|kind| kind.count));
    let mut rng = Rng::new(seed);
    let mut rated: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); entrants];
    let mut best_ranks: Vec<Vec<usize>> = vec![Vec::with_capacity(samples); entrants];
    let mut worst_ranks = best_ranks.clone();
    let mut ahead = vec![0u64; order.len().saturating_sub(1)];
    for _ in 0..samples {
        for comparison in &mut model.comparisons {
            (comparison.score, comparison.games) = (0.0, 0.0);
        }
        for _ in 0..size {
            let kind = lots.draw(&mut rng);
            let comparison = &mut model.comparisons[places[kind]];
            comparison.score += kinds[kind].score;
            comparison.games += kinds[kind].games;
        }
        let mut sample = strengths.clone();
        model.fit(&mut sample, EQUAL / 100.0);
        let sorted = by_strength(&sample);
        for (entrant, &strength) in sample.iter().enumerate() {
            rated[entrant].push(strength * ELO);
            best_ranks[entrant].push(1 + sorted.partition_point(|&other| sample[other] > strength + EQUAL));
            worst_ranks[entrant].push(sorted.partition_point(|&other| sample[other] >= strength - EQUAL));
        }
        for (count, next) in ahead.iter_mut().zip(order.windows(2)) {
            let lead = sample[next[0]] - sample[next[1]];
            *count += if lead > EQUAL { 2 } else { u64::from(lead >= -EQUAL) };
        }
    }
    let share = |&count: &u64| real(count) / real(2 * samples.max(1) as u64);
    let ranks = best_ranks.iter_mut().zip(&mut worst_ranks).filter_map(|(best, worst)| {
        Some([quantiles(best, usize::cmp)?[0], quantiles(worst, usize::cmp)?[1]])
    });
    Ratings {
        ratings: strengths.iter().map(|strength| strength * ELO).collect(),
        intervals: rated.iter_mut().filter_map(|sample| quantiles(sample, f64::total_cmp)).collect(),
        ranks: ranks.collect(),
        separation: if samples == 0 { Vec::new() } else { ahead.iter().map(share).collect() },
        order,
    }
}

/// The lots of a trial that took place; an imaginary one has as many, less what is lost to rounding.
const WHOLE: u64 = 1 << 20;

/// The trials, and the imaginary ones: each with its lots for a count.
fn with_imaginary(trials: &[TrialCount]) -> Vec<TrialCount> {
    // Games of a trial of every two who met, and how many each has met.
    let mut games: BTreeMap<[usize; 2], f64> = BTreeMap::new();
    for trial in trials {
        let most = games.entry(trial.entrants).or_default();
        *most = most.max(trial.games);
    }
    let mut met: BTreeMap<usize, u64> = BTreeMap::new();
    for entrant in games.keys().flatten() {
        *met.entry(*entrant).or_default() += 1;
    }
    let real = trials.iter().map(|trial| TrialCount { count: WHOLE * trial.count, ..*trial });
    let imaginary = games.iter().flat_map(|(&entrants, &games)| {
        // Half of each one's trial is won, and half of what is won here is from the other's trial.
        let count = entrants.iter().map(|entrant| WHOLE / 4 / met[entrant]).sum();
        [0.0, games].map(|score| TrialCount { entrants, score, games, count })
    });
    real.chain(imaginary).collect()
}

/// Strengths that differ by less are equal; they are computed about as exactly.
const EQUAL: f64 = 1e-6;

/// The entrants, strongest first; of equal ones the smaller number.
fn by_strength(strengths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
    order
}

/// The 2.5 % and 97.5 % quantiles: as many values lie beyond each as go into a fortieth of all.
fn quantiles<T: Copy>(sample: &mut [T], order: impl Fn(&T, &T) -> std::cmp::Ordering) -> Option<[T; 2]> {
    sample.sort_by(order);
    let beyond = sample.len() / 40;
    Some([*sample.get(beyond)?, *sample.get(sample.len() - 1 - beyond)?])
}

/// Draws kinds with probabilities proportional to their counts, each in constant time (A. J. Walker's
/// aliases, 1977, in M. D. Vose's arrangement, 1991), in whole numbers.
struct Lots {
    total: u64,
    /// For each kind how many of `total` lots in its column are its own, and whose the others are.
    columns: Vec<(u64, usize)>,
}

impl Lots {
    fn new(counts: impl Iterator<Item = u64>) -> Self {
        let counts: Vec<u64> = counts.collect();
        let total: u64 = counts.iter().sum();
        // Every column holds `total` lots, every kind its count times the number of columns.
        let mut lots: Vec<u128> =
            counts.iter().map(|&count| u128::from(count) * counts.len() as u128).collect();
        let whole = u128::from(total);
        let (mut poor, mut rich): (Vec<usize>, Vec<usize>) =
            (0..lots.len()).partition(|&kind| lots[kind] < whole);
        let mut columns: Vec<(u64, usize)> = (0..lots.len()).map(|kind| (total, kind)).collect();
        while let (Some(kind), Some(&giver)) = (poor.pop(), rich.last()) {
            columns[kind] = (u64::try_from(lots[kind]).unwrap_or(total), giver);
            lots[giver] -= whole - lots[kind];
            if lots[giver] < whole {
                poor.extend(rich.pop());
            }
        }
        Self { total, columns }
    }

    fn draw(&self, rng: &mut Rng) -> usize {
        let column = rng.below(self.columns.len());
        let (own, other) = self.columns[column];
        let lot = (u128::from(rng.next()) * u128::from(self.total)) >> 64;
        if lot < u128::from(own) { column } else { other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_drawn_as_often_as_they_should() {
        for counts in [vec![1], vec![5, 5], vec![1, 2, 3, 4], vec![1000, 1, 0, 77, 3]] {
            let lots = Lots::new(counts.iter().copied());
            // Exactly: the lots of all columns together.
            let mut share = vec![0u128; counts.len()];
            for (column, &(own, other)) in lots.columns.iter().enumerate() {
                share[column] += u128::from(own);
                share[other] += u128::from(lots.total - own);
            }
            let expected: Vec<u128> =
                counts.iter().map(|&count| u128::from(count) * counts.len() as u128).collect();
            assert_eq!(share, expected);
            let mut rng = Rng::new(2);
            let mut seen = vec![0u64; counts.len()];
            for _ in 0..20_000 {
                seen[lots.draw(&mut rng)] += 1;
            }
            for (&seen, &count) in seen.iter().zip(&counts) {
                let mean = 20_000.0 * real(count) / real(lots.total);
                assert!((real(seen) - mean).abs() <= 5.0 * mean.sqrt() + 1e-9, "{seen} for {mean}");
            }
        }
    }

    #[test]
    fn quantiles_leave_a_fortieth_on_each_side() {
        let mut numbers: Vec<usize> = (0..1000).rev().collect();
        assert_eq!(quantiles(&mut numbers, usize::cmp), Some([25, 974]));
        assert_eq!(quantiles(&mut [7], usize::cmp), Some([7, 7]));
        assert_eq!(quantiles(&mut [], usize::cmp), None);
    }
}
