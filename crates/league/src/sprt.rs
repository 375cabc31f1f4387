//! Sequential testing: when enough games have been played to decide between two hypotheses.
//!
//! A. Wald, "Sequential Tests of Statistical Hypotheses" (Annals of Mathematical Statistics 16, 1945), in
//! the generalized form for unknown distributions of pairs of games that Fishtest uses: M. Van den Bergh,
//! "A Practical Introduction to the GSPRT" (2017).

use crate::stats::{score_of_elo, values};

/// A test of "the Elo difference is `elo1`" (H1) against "it is `elo0`" (H0).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// H0 is accepted: no better than `elo0`.
    AcceptH0,
    /// H1 is accepted: at least as good as `elo1`.
    AcceptH1,
}

/// Why there is no such test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SprtError(&'static str);

/// The greatest Elo bound; scores beyond it are the same as 0 and 1.
const MOST_ELO: f64 = 2000.0;

/// The count of an empty category, so that no hypothesis is impossible.
const EMPTY: f64 = 1e-3;

impl Sprt {
    /// A test that accepts H1 wrongly with probability `alpha` and H0 wrongly with probability `beta`.
    ///
    /// # Errors
    ///
    /// Unless `elo0 < elo1`, both from -2000 to 2000, and `alpha` and `beta` lie between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let bounds = -MOST_ELO..=MOST_ELO;
        if !bounds.contains(&elo0) || !bounds.contains(&elo1) || elo0 >= elo1 {
            return Err(SprtError("expected two Elo differences from -2000 to 2000, the smaller first"));
        }
        let is_error_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_error_rate(alpha) || !is_error_rate(beta) {
            return Err(SprtError("expected error rates above 0 and below 0.5"));
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }

    /// The Elo differences of H0 and H1.
    pub const fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The error rates alpha and beta.
    pub const fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted (Wald's bounds).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of H1 to H0 for counts in categories at equal distances from score 0 to
    /// score 1: each hypothesis is given the distribution of its mean under which the counts are most
    /// likely. 0 without counts.
    pub fn ratio(&self, counts: &[u64]) -> f64 {
        if counts.len() < 2 || counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let categories: Vec<_> = values(counts).map(|(value, count)| (value, count.max(EMPTY))).collect();
        let [zero, one] = [self.elo0, self.elo1].map(|elo| log_likelihood(&categories, score_of_elo(elo)));
        one - zero
    }

    /// The state of the test after these counts.
    pub fn verdict(&self, counts: &[u64]) -> Verdict {
        let [low, high] = self.bounds();
        match self.ratio(counts) {
            ratio if ratio >= high => Verdict::AcceptH1,
            ratio if ratio <= low => Verdict::AcceptH0,
            _ => Verdict::Open,
        }
    }
}

/// The greatest log-likelihood of counts among distributions whose mean is `mean`, without the part
/// that does not depend on it.
///
/// The distribution is p / (1 + x (a - mean)) for shares p, values a, and the x for which its mean is
/// right (a Lagrange multiplier; A. B. Owen, "Empirical Likelihood", 2001, chapter 2). The sum that must
/// vanish falls with x.
fn log_likelihood(categories: &[(f64, f64)], mean: f64) -> f64 {
    // Between the poles, where every probability is positive: values reach from 0 to 1.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Halved until the numbers meet.
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let excess: f64 =
            categories.iter().map(|(value, count)| count * (value - mean) / (1.0 + x * (value - mean))).sum();
        if excess > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    categories.iter().map(|(value, count)| -count * (x * (value - mean)).ln_1p()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::real;
    use crate::stats::tests::{draw, is_near};
    use plyground_core::rng::Rng;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    #[test]
    fn bounds_are_walds() {
        // ln(0.05 / 0.95) and ln(0.95 / 0.05).
        let [low, high] = sprt(0.0, 5.0).bounds();
        is_near(low, -2.944_438_979, 1e-9);
        is_near(high, 2.944_438_979, 1e-9);
        let [low, high] = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap().bounds();
        is_near(low, (0.1f64 / 0.99).ln(), 1e-12);
        is_near(high, 90f64.ln(), 1e-12);
    }

    /// Raw statistics that Fishtest's software has published for a test of 128 pairs: "Logistic (exact)
    /// -0.53772" for scores of 0.5 and of 4 normalized Elo, and "Normalized Elo -63.97".
    #[test]
    fn a_published_test_is_reproduced() {
        let counts = [13, 37, 50, 25, 3];
        let estimate = crate::stats::Estimate::of(&counts).unwrap();
        is_near(estimate.mean, 0.4375, 1e-15);
        is_near(estimate.variance, 0.057_62, 5e-6);
        is_near(estimate.normalized_elo(), -63.97, 5e-3);
        let score = 0.5 + 4.0 * 10f64.ln() / 800.0 * (2.0 * estimate.variance).sqrt();
        is_near(score, 0.503_91, 5e-6);
        is_near(sprt(0.0, crate::stats::elo_of_score(score)).ratio(&counts), -0.537_72, 5e-6);
    }

    #[test]
    fn two_categories_are_a_binomial_test() {
        // Wins and losses only: the ratio is W ln(s1/s0) + L ln((1-s1)/(1-s0)).
        let (s0, s1) = (score_of_elo(-10.0), score_of_elo(20.0));
        for (losses, wins) in [(3, 8), (100, 40), (1, 1)] {
            let by_hand = real(wins) * (s1 / s0).ln() + real(losses) * ((1.0 - s1) / (1.0 - s0)).ln();
            is_near(sprt(-10.0, 20.0).ratio(&[losses, wins]), by_hand, 1e-9);
        }
    }

    #[test]
    fn three_categories_agree_with_a_search() {
        // With the mean given, one number is free: the share of draws.
        let likelihood = |counts: [f64; 3], mean: f64| {
            let value = |draws: f64| {
                let wins = mean - draws / 2.0;
                let losses = 1.0 - wins - draws;
                counts[0] * losses.ln() + counts[1] * draws.ln() + counts[2] * wins.ln()
            };
            let (mut low, mut high) = (0.0, 2.0 * mean.min(1.0 - mean));
            for _ in 0..300 {
                let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if value(a) < value(b) { low = a } else { high = b }
            }
            value(low)
        };
        let mut rng = Rng::new(6);
        for _ in 0..200 {
            let counts = [0; 3].map(|_: u64| 1 + rng.below(300) as u64);
            let by_search = likelihood(counts.map(real), score_of_elo(30.0))
                - likelihood(counts.map(real), score_of_elo(-5.0));
            is_near(sprt(-5.0, 30.0).ratio(&counts), by_search, 1e-6);
        }
    }

    #[test]
    fn empty_and_one_sided_counts_have_a_verdict() {
        let test = sprt(0.0, 50.0);
        assert_eq!((test.ratio(&[0; 5]), test.verdict(&[0; 5])), (0.0, Verdict::Open));
        is_near(test.ratio(&[]), 0.0, 0.0);
        assert_eq!(test.verdict(&[0, 0, 0, 0, 500]), Verdict::AcceptH1);
        assert_eq!(test.verdict(&[500, 0, 0, 0, 0]), Verdict::AcceptH0);
        assert_eq!(test.verdict(&[0, 0, 1, 0, 0]), Verdict::Open);
        assert!(test.ratio(&[0, 0, 0, 0, 1_000_000]).is_finite());
        assert!(Sprt::new(-2000.0, 2000.0, 0.05, 0.05).unwrap().ratio(&[1, 2, 3]).is_finite());
    }

    #[test]
    fn error_rates_are_kept() {
        // Pairs of games of two equal players, and of one that is 40 Elo better.
        let test = sprt(0.0, 40.0);
        let mut rng = Rng::new(21);
        let mut play = |shares: [f64; 5]| {
            let mut counts = [0; 5];
            loop {
                for _ in 0..4 {
                    counts[draw(&mut rng, shares)] += 1;
                }
                match test.verdict(&counts) {
                    Verdict::Open => {}
                    verdict => return verdict,
                }
            }
        };
        let rounds = 300;
        let mut wrong = |shares, right| (0..rounds).filter(|_| play(shares) != right).count();
        // 5 % of 300 are 15; four standard deviations more are 30.
        let under_h0 = wrong([0.1, 0.2, 0.4, 0.2, 0.1], Verdict::AcceptH0);
        let lead = score_of_elo(40.0) - 0.5;
        let under_h1 = wrong([0.1 - lead, 0.2, 0.4, 0.2, 0.1 + lead], Verdict::AcceptH1);
        assert!((1..=30).contains(&under_h0), "{under_h0}");
        assert!((1..=30).contains(&under_h1), "{under_h1}");
    }

    #[test]
    fn impossible_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-2001.0, 0.0)] {
            let expected = "expected two Elo differences from -2000 to 2000, the smaller first";
            assert_eq!(Sprt::new(elo0, elo1, 0.05, 0.05).unwrap_err().to_string(), expected);
        }
        for (alpha, beta) in [(0.0, 0.1), (0.1, 0.5), (f64::NAN, 0.1), (-1.0, 0.1)] {
            let expected = "expected error rates above 0 and below 0.5";
            assert_eq!(Sprt::new(0.0, 1.0, alpha, beta).unwrap_err().to_string(), expected);
        }
    }
}
