//! The most likely strengths: Newton's method on a concave function, each step by conjugate gradients.
//!
//! Simple iterations such as D. R. Hunter's (Annals of Statistics 32, 2004) take thousands of rounds where
//! entrants are compared only through many others; Newton's method takes about ten in any case.

use super::TrialCount;

/// Imaginary games of each entrant, all drawn.
const PRIOR_GAMES: f64 = 1.0;

/// Points and games between pairs of entrants.
pub(super) struct Model {
    pub(super) entrants: usize,
    /// What different entrants, with numbers below that of entrants, came to. `count` is not looked at: see `sums`.
    pub(super) comparisons: Vec<TrialCount>,
}

impl Model {
    /// The most likely strengths, from those given, to about `tolerance`.
    pub(super) fn fit(&self, strengths: &mut [f64], tolerance: f64) {
        let mut weights = vec![0.0; self.comparisons.len()];
        let mut value = self.log_likelihood(strengths);
        for _ in 0..100 {
            let (gradient, own) = self.slopes(strengths, &mut weights);
            let step = self.solve(&gradient, &own, &weights);
            let greatest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            if greatest < tolerance {
                return;
            }
            // Far from the summit the whole step may lead down; some part of it leads up.
            let mut part = 1.0f64;
            loop {
                let next: Vec<f64> = strengths.iter().zip(&step).map(|(old, by)| old + part * by).collect();
                let better = self.log_likelihood(&next);
                if better >= value {
                    strengths.copy_from_slice(&next);
                    value = better;
                    break;
                }
                part /= 2.0;
                if part * greatest < tolerance {
                    // No further than rounding allows.
                    return;
                }
            }
        }
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        // ln(1 + e^x), for large x too.
        let soft = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        let played: f64 = self
            .comparisons
            .iter()
            .map(|&TrialCount { entrants: [a, b], score, games, .. }| {
                let lead = strengths[a] - strengths[b];
                score * lead - games * soft(lead)
            })
            .sum();
        let imagined: f64 = strengths.iter().map(|&s| PRIOR_GAMES * (s / 2.0 - soft(s))).sum();
        played + imagined
    }

    /// Points above expectation by entrant; and how fast expectations change: with the entrant's own
    /// strength by the imaginary games alone, and by comparison.
    fn slopes(&self, strengths: &[f64], weights: &mut [f64]) -> (Vec<f64>, Vec<f64>) {
        let expected = |lead: f64| 1.0 / (1.0 + (-lead).exp());
        let (mut gradient, mut own) = (vec![0.0; self.entrants], vec![0.0; self.entrants]);
        for (entrant, &strength) in strengths.iter().enumerate() {
            let share = expected(strength);
            gradient[entrant] = PRIOR_GAMES * (0.5 - share);
            own[entrant] = PRIOR_GAMES * share * (1.0 - share);
        }
        for (comparison, weight) in self.comparisons.iter().zip(weights) {
            let [a, b] = comparison.entrants;
            let share = expected(strengths[a] - strengths[b]);
            let excess = comparison.score - comparison.games * share;
            gradient[a] += excess;
            gradient[b] -= excess;
            *weight = comparison.games * share * (1.0 - share);
        }
        (gradient, own)
    }

    /// The step for which expectations change by the gradient: conjugate gradients, scaled by the
    /// diagonal (M. R. Hestenes and E. Stiefel, 1952).
    fn solve(&self, gradient: &[f64], own: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut diagonal = own.to_vec();
        for (comparison, weight) in self.comparisons.iter().zip(weights) {
            for entrant in comparison.entrants {
                diagonal[entrant] += weight;
            }
        }
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut step = vec![0.0; self.entrants];
        let mut residual = gradient.to_vec();
        let scaled = |residual: &[f64]| -> Vec<f64> {
            // Where certainty has made everything vanish, the gradient is the direction.
            residual.iter().zip(&diagonal).map(|(part, scale)| part / scale.max(1e-12)).collect()
        };
        let mut z = scaled(&residual);
        let mut direction = z.clone();
        let mut length = dot(&residual, &z);
        let enough = length * 1e-20;
        for _ in 0..2 * self.entrants + 10 {
            if length <= enough || length <= f64::MIN_POSITIVE {
                break;
            }
            let mut image: Vec<f64> = own.iter().zip(&direction).map(|(own, part)| own * part).collect();
            for (comparison, weight) in self.comparisons.iter().zip(weights) {
                let [a, b] = comparison.entrants;
                let flow = weight * (direction[a] - direction[b]);
                image[a] += flow;
                image[b] -= flow;
            }
            let curvature = dot(&direction, &image);
            if curvature <= 0.0 {
                break;
            }
            let by = length / curvature;
            for entrant in 0..self.entrants {
                step[entrant] += by * direction[entrant];
                residual[entrant] -= by * image[entrant];
            }
            z = scaled(&residual);
            let next = dot(&residual, &z);
            for (part, new) in direction.iter_mut().zip(&z) {
                *part = new + next / length * *part;
            }
            length = next;
        }
        step
    }
}
