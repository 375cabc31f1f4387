//! Statistics of the results of two players: score, Elo with error bars, and who is better.
//!
//! Everything is computed from counts in categories that lie at equal distances from 0 (all points
//! for the opponent) to 1 (all for us): three for single games, and five for pairs of games from one
//! opening with the sides exchanged (the pentanomial model). The two games of a pair are not independent:
//! an opening that is bad for one side is lost by both. Pairs are, so error bars come from them.

use std::f64::consts::{LN_10, PI};

/// Elo points of a unit of natural strength.
pub(crate) const ELO: f64 = 400.0 / LN_10;

/// The score that an Elo difference promises: 1 / (1 + 10^(-elo / 400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that a score from 0 to 1 means; infinite at the ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// A count as a real number. Counts here are far below 2^53, from which on they would be rounded.
pub fn real(count: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2^53")]
    let real = count as f64;
    real
}

/// The two-sided 95 % quantile of the normal distribution.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// The probability on each side that a 95 % interval leaves out.
const TAIL: f64 = 0.025;

/// Mean and spread of what was scored in independent trials, games or pairs of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number of trials, at least 1.
    pub trials: u64,
    /// The mean score of a trial, 0 to 1.
    pub mean: f64,
    /// The variance of the score of a trial about the mean found (divided by the number of trials).
    pub variance: f64,
}

impl Estimate {
    /// From counts in two or more categories at equal distances from 0 to 1; `None` without trials.
    pub fn of(counts: &[u64]) -> Option<Self> {
        let trials = counts.iter().sum();
        if trials == 0 || counts.len() < 2 {
            return None;
        }
        let n = real(trials);
        let mean = values(counts).map(|(value, count)| value * count).sum::<f64>() / n;
        let variance = values(counts).map(|(value, count)| (value - mean).powi(2) * count).sum::<f64>() / n;
        // All in one category: no rounding shall pretend a spread.
        let is_constant = counts.iter().filter(|&&count| count > 0).count() == 1;
        Some(Self { trials, mean, variance: if is_constant { 0.0 } else { variance } })
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        (self.variance / real(self.trials)).sqrt()
    }

    /// A 95 % interval for the expected score.
    ///
    /// It is that of the normal distribution. Where all trials came out the same there is no spread to
    /// compute it from; then that result has at least the probability of Clopper and Pearson's bound
    /// (Biometrika 26, 1934), 0.025^(1/n), and all others together the rest, at worst at 0 or at 1.
    pub fn interval(&self) -> [f64; 2] {
        if self.variance > 0.0 {
            let half = Z_95 * self.standard_error();
            return [(self.mean - half).max(0.0), (self.mean + half).min(1.0)];
        }
        let least = TAIL.powf(1.0 / real(self.trials));
        [self.mean * least, self.mean * least + (1.0 - least)]
    }

    /// The Elo difference, infinite if every point or no point was scored.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.mean)
    }

    /// The Elo differences at the ends of [`interval`](Self::interval), possibly infinite.
    pub fn elo_interval(&self) -> [f64; 2] {
        self.interval().map(elo_of_score)
    }

    /// Likelihood of superiority: the probability that the expected score is above one half, by the
    /// normal distribution of the mean.
    ///
    /// Where all trials came out the same: one half if that was a draw, else 1 - 2^-(n+1) or its
    /// complement, the probability for a binomial share with a uniform prior (Laplace).
    pub fn superiority(&self) -> f64 {
        let lead = self.mean - 0.5;
        if self.variance > 0.0 {
            return normal_cdf(lead / self.standard_error());
        }
        let doubt = 0.5f64.powf(real(self.trials) + 1.0);
        match lead.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0 - doubt,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => doubt,
        }
    }

    /// Normalized Elo of pairs of games: the lead in standard deviations of a game, on a scale that
    /// agrees with Elo where there are no draws (M. Van den Bergh, "Comments on Normalized Elo"). How many games are
    /// needed to see a difference depends on this number. Infinite if all trials came out the same and
    /// none was even.
    pub fn normalized_elo(&self) -> f64 {
        let lead = self.mean - 0.5;
        if lead == 0.0 {
            return 0.0;
        }
        // A pair's score is the mean of two games.
        lead / (2.0 * self.variance).sqrt() * 800.0 / LN_10
    }
}

/// Values and counts of categories.
pub(crate) fn values(counts: &[u64]) -> impl Iterator<Item = (f64, f64)> {
    let last = real(counts.len().saturating_sub(1) as u64);
    (0..).zip(counts).map(move |(i, &count)| (real(i) / last, real(count)))
}

/// The distribution function of the normal distribution, to about 1e-15.
pub fn normal_cdf(x: f64) -> f64 {
    if x < 0.0 { upper_tail(-x) } else { 1.0 - upper_tail(x) }
}

/// The probability above `x`, for `x` from 0 on.
fn upper_tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    if density == 0.0 || x.is_nan() {
        return density;
    }
    if x < 3.0 {
        // Abramowitz and Stegun 26.2.11: x + x^3/3 + x^5/(3*5) + ...
        let (mut term, mut sum, mut odd) = (x, x, 1.0);
        while term > sum * 1e-17 {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    // 26.2.14: a continued fraction 1/(x + 1/(x + 2/(x + ...))), from the inside out.
    let fraction = (1..=100u8).rev().fold(0.0, |below, k| f64::from(k) / (x + below));
    density / (x + fraction)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use plyground_core::rng::Rng;

    pub(crate) fn is_near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} and {b}");
    }

    /// The number of a category that has this share of all.
    pub(crate) fn draw(rng: &mut Rng, shares: [f64; 5]) -> usize {
        let mut at = real(rng.next() >> 11) / 2f64.powi(53);
        let category = shares.iter().position(|share| {
            at -= share;
            at < 0.0
        });
        category.unwrap_or(2)
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for (score, elo) in
            [(0.5, 0.0), (0.75, 190.848_501_888), (0.25, -190.848_501_888), (10.0 / 11.0, 400.0)]
        {
            is_near(elo_of_score(score), elo, 1e-8);
            is_near(score_of_elo(elo), score, 1e-11);
        }
        assert_eq!((elo_of_score(1.0), elo_of_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!((score_of_elo(f64::INFINITY), score_of_elo(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn the_normal_distribution_is_integrated() {
        // Simpson's rule from 0 in fine steps.
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
        let (step, mut sum, mut x) = (1e-3, 0.5, 0.0);
        for _ in 0..3000 {
            let area = (density(x) + 4.0 * density(x + step) + density(x + 2.0 * step)) * step / 3.0;
            (sum, x) = (sum + area, x + 2.0 * step);
            is_near(normal_cdf(x), sum, 1e-13);
            is_near(normal_cdf(-x), 1.0 - sum, 1e-13);
        }
        // Published values of tails.
        is_near(normal_cdf(Z_95), 0.975, 1e-15);
        is_near(normal_cdf(-5.0) / 2.866_515_718_791_939e-7, 1.0, 1e-12);
        is_near(normal_cdf(-10.0) / 7.619_853_024_160_527e-24, 1.0, 1e-12);
        assert_eq!((normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)), (1.0, 0.0));
        assert_eq!((normal_cdf(60.0), normal_cdf(-60.0), normal_cdf(0.0)), (1.0, 0.0, 0.5));
    }

    #[test]
    fn an_example_by_hand() {
        // Ten pairs: 1, 2, 3, 3 and 1 in the five categories. Sum 0.5 + 1.5 + 2.25 + 1 = 5.25; squares
        // 2/16 + 3/4 + 27/16 + 1 = 3.3125 + 0.25 = 3.5625.
        let estimate = Estimate::of(&[1, 2, 3, 3, 1]).unwrap();
        assert_eq!(estimate.trials, 10);
        is_near(estimate.mean, 0.525, 1e-15);
        is_near(estimate.variance, 0.356_25 - 0.525 * 0.525, 1e-15);
        is_near(estimate.standard_error(), 0.008_062_5f64.sqrt(), 1e-15);
        let [low, high] = estimate.interval();
        is_near(low, 0.525 - 1.96 * 0.089_791_4, 1e-5);
        is_near(high, 0.525 + 1.96 * 0.089_791_4, 1e-5);
        is_near(estimate.superiority(), normal_cdf(0.025 / 0.089_791_425), 1e-7);
        is_near(estimate.elo(), 400.0 * (0.525f64 / 0.475).log10(), 1e-10);
        is_near(estimate.normalized_elo(), 0.025 / (2.0 * 0.080_625f64).sqrt() * 347.435_585_5, 1e-6);
    }

    #[test]
    fn empty_and_one_sided_results_are_handled() {
        assert_eq!(Estimate::of(&[0, 0, 0]), None);
        assert_eq!(Estimate::of(&[]), None);
        assert_eq!(Estimate::of(&[3]), None);
        let wins = Estimate::of(&[0, 0, 0, 0, 20]).unwrap();
        let losses = |n| Estimate::of(&[n, 0, 0, 0, 0]).unwrap();
        assert_eq!((wins.mean, wins.variance, wins.elo()), (1.0, 0.0, f64::INFINITY));
        let [low, high] = wins.interval();
        // 0.025^(1/20).
        is_near(low, 0.831_566_5, 1e-6);
        assert_eq!((high, wins.elo_interval()[1]), (1.0, f64::INFINITY));
        is_near(wins.superiority(), 1.0 - 2f64.powi(-21), 1e-15);
        assert_eq!((wins.normalized_elo(), losses(20).normalized_elo()), (f64::INFINITY, f64::NEG_INFINITY));
        is_near(losses(20).interval()[1], 1.0 - low, 1e-12);
        is_near(losses(20).superiority(), 2f64.powi(-21), 1e-15);
        let draws = Estimate::of(&[0, 1, 0]).unwrap();
        assert_eq!((draws.superiority(), draws.elo(), draws.normalized_elo()), (0.5, 0.0, 0.0));
        let [low, high] = draws.interval();
        is_near(low, 0.0125, 1e-12);
        is_near(high, 0.9875, 1e-12);
        // Values that binary numbers do not hit exactly.
        is_near(Estimate::of(&[0, 7, 0, 0, 0, 0, 0]).unwrap().variance, 0.0, 0.0);
    }

    #[test]
    fn swapping_the_players_mirrors_everything() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let mut counts: Vec<u64> = (0..5).map(|_| rng.below(30) as u64).collect();
            let Some(one) = Estimate::of(&counts) else { continue };
            counts.reverse();
            let two = Estimate::of(&counts).unwrap();
            is_near(one.mean + two.mean, 1.0, 1e-12);
            is_near(one.superiority() + two.superiority(), 1.0, 1e-9);
            is_near(one.interval()[0] + two.interval()[1], 1.0, 1e-12);
        }
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        // 200 pairs from a known distribution: the true mean lies inside about 95 % of the time, and
        // single games, which ignore that pairs belong together, are off.
        let shares = [0.1, 0.1, 0.5, 0.2, 0.1];
        let truth = 0.1 * 0.25 + 0.25 + 0.15 + 0.1;
        let mut rng = Rng::new(77);
        let (rounds, mut inside) = (2000, 0);
        for _ in 0..rounds {
            let mut counts = [0; 5];
            for _ in 0..200 {
                counts[draw(&mut rng, shares)] += 1;
            }
            let [low, high] = Estimate::of(&counts).unwrap().interval();
            inside += u32::from(low <= truth && truth <= high);
        }
        assert!((1860..=1940).contains(&inside), "{inside} of {rounds}");
    }
}
