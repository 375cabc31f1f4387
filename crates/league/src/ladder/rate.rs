//! The rating of one who climbs: the most likely one by the model of Bradley and Terry, where the ratings of all
//! opponents are known.
//!
//! With strengths in natural units (400 / ln 10 Elo) and p = 1 / (1 + e^(r - s)) for what is expected of strength s in a
//! game against a rung of strength r, the most likely s is where the points expected of all games are those scored. An
//! imaginary draw against a player of rating 0 is one of the games, as in other [ratings](crate::rating). Where
//! everybody plays equally many games against each rung, equal points make equal ratings.
//!
//! The variance is the inverse of R. A. Fisher's information ("Theory of Statistical Estimation", Proceedings of the
//! Cambridge Philosophical Society 22, 1925), the sum of p (1 - p) over the games. Pairs of games from one opening may
//! vary more than single games would. Where they do, the variance grows by the factor by which the scores of pairs vary
//! more than p (1 - p) says (P. `McCullagh` and J. A. Nelder, "Generalized Linear Models", 1989, section 4.5); it never
//! shrinks. What is not known of the rungs' ratings comes on top for the interval of the rating itself. It is the same
//! for all who climb, and plays no part where two of them are compared.

use super::Rung;
use crate::rating::Ratings;
use crate::standings::Meeting;
use crate::stats::{ELO, Estimate, Z_95, normal_cdf, real};

/// Strengths of players are nearer to 0 than this for every score: it is 6949 Elo.
const MOST: f64 = 40.0;

/// The rating of one who climbs a ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Climb {
    /// The rating in Elo, on the scale of the rungs.
    pub rating: f64,
    /// Its standard error by chance in the climber's own games: what a repetition on the same ladder differs by.
    pub error: f64,
    /// The most that errors in the ratings of the rungs make of it, as a standard error.
    pub rungs_error: f64,
}

impl Climb {
    /// Rates what was done against rungs, each of which is there once.
    pub fn of(meetings: &[(Rung, Meeting)]) -> Self {
        let games = |meeting: &Meeting| real(meeting.record().games());
        let against: Vec<[f64; 2]> =
            meetings.iter().map(|(rung, meeting)| [rung.rating / ELO, games(meeting)]).collect();
        // Half points are whole, so equal ones are equal however they came about.
        let half_points: u64 = meetings.iter().map(|(_, meeting)| meeting.record().half_points()).sum();
        let score = 0.5 * real(half_points);
        let strength = strength(score, &against);
        // The information of the games against each rung, and that of the imaginary draw.
        let weights: Vec<f64> =
            against.iter().map(|&[rung, games]| games * variance(strength - rung)).collect();
        let information = weights.iter().sum::<f64>() + variance(strength);
        let errors = weights.iter().zip(meetings).map(|(weight, (rung, _))| weight * rung.error());
        Self {
            rating: strength * ELO,
            error: ELO * (dispersion(meetings, &weights) / information).sqrt(),
            rungs_error: errors.sum::<f64>() / information,
        }
    }

    /// The 95 % interval of the rating.
    pub fn interval(&self) -> [f64; 2] {
        let most = Z_95 * self.error.hypot(self.rungs_error);
        [self.rating - most, self.rating + most]
    }

    /// By how many standard errors it is above another on the same ladder.
    fn lead(&self, other: &Self) -> f64 {
        (self.rating - other.rating) / self.error.hypot(other.error)
    }

    /// Whether the two differ by more than the 95 % interval of their difference.
    pub fn differs(&self, other: &Self) -> bool {
        self.lead(other).abs() > Z_95
    }
}

/// The points expected of one game.
fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// The variance of the points of one game.
fn variance(lead: f64) -> f64 {
    expected(lead) * expected(-lead)
}

/// The strength of which so many points are expected, the imaginary half point included: Newton's method, kept
/// between bounds that close in, since far away the steps are too long.
fn strength(score: f64, against: &[[f64; 2]]) -> f64 {
    let (mut low, mut high, mut strength) = (-MOST, MOST, 0.0_f64);
    for _ in 0..200 {
        let sums = |sums: [f64; 2], &[rung, games]: &[f64; 2]| {
            [sums[0] - games * expected(strength - rung), sums[1] + games * variance(strength - rung)]
        };
        let start = [score + 0.5 - expected(strength), variance(strength)];
        let [excess, slope] = against.iter().fold(start, sums);
        if excess > 0.0 {
            low = strength;
        } else {
            high = strength;
        }
        let newton = strength + excess / slope;
        let next = if low < newton && newton < high { newton } else { low.midpoint(high) };
        let step = (next - strength).abs();
        strength = next;
        if step < 1e-12 {
            break;
        }
    }
    strength
}

/// By which factor pairs of games vary more than single games of the model would, at least 1.
fn dispersion(meetings: &[(Rung, Meeting)], weights: &[f64]) -> f64 {
    let (mut found, mut told) = (0.0, 0.0);
    for ((_, meeting), weight) in meetings.iter().zip(weights) {
        let estimate = Estimate::of(&meeting.pairs).filter(|pairs| pairs.trials > 1);
        let Some(pairs) = estimate else { continue };
        let trials = real(pairs.trials);
        // Points of a pair are two games' scores, so their variance is four times that of the mean of the two.
        found += trials * 4.0 * pairs.variance * trials / (trials - 1.0);
        told += weight * 2.0 * trials / real(meeting.record().games());
    }
    if told > 0.0 { (found / told).max(1.0) } else { 1.0 }
}

/// The ratings of all entrants, the first of whom are these rungs, by what they have done against each rung.
///
/// Ranks are 1 more than the number of those who are certainly better, to so many fewer than all as are certainly worse:
/// those who differ by more than the 95 % interval of the difference. Rungs have no ranks: theirs are 0.
pub fn ratings(rungs: &[Rung], entrants: usize, meets: &dyn Fn(usize, usize) -> Option<Meeting>) -> Ratings {
    let climbs: Vec<Climb> = (rungs.len()..entrants)
        .map(|entrant| {
            let against = rungs.iter().enumerate();
            let met = against.filter_map(|(at, rung)| Some((*rung, meets(entrant, at)?)));
            Climb::of(&met.collect::<Vec<_>>())
        })
        .collect();
    let mut order: Vec<usize> = (0..climbs.len()).collect();
    order.sort_by(|&a, &b| climbs[b].rating.total_cmp(&climbs[a].rating));
    let ranks = climbs.iter().map(|climb| {
        let others = || climbs.iter().filter(|other| climb.differs(other));
        let better = others().filter(|other| other.rating > climb.rating).count();
        [1 + better, climbs.len() - (others().count() - better)]
    });
    let rated = rungs.iter().map(|rung| rung.rating).chain(climbs.iter().map(|climb| climb.rating));
    Ratings {
        ratings: rated.collect(),
        intervals: rungs.iter().map(|rung| rung.interval).chain(climbs.iter().map(Climb::interval)).collect(),
        ranks: std::iter::repeat_n([0; 2], rungs.len()).chain(ranks).collect(),
        separation: order.windows(2).map(|next| normal_cdf(climbs[next[0]].lead(&climbs[next[1]]))).collect(),
        order: order.into_iter().map(|at| at + rungs.len()).collect(),
    }
}
