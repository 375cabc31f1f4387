//! Ratings of any number of players from all their games at once: the model of Bradley and Terry.
//!
//! R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs" (Biometrika 39, 1952): a
//! beats b with probability 1 / (1 + 10^((b - a) / 400)). A draw counts as half a win of each. The order
//! of games plays no part, and neither does who moved first: everybody meets everybody from both sides.
//!
//! Without more, an entrant who has won every game would be infinitely strong, and entrants who never met,
//! even through others, could not be compared. So everybody is given one imaginary drawn game against
//! an opponent of rating 0. It pulls ratings towards 0, and weighs less the more games there are.

mod bootstrap;
mod newton;
#[cfg(test)]
mod tests;

pub use bootstrap::bootstrap;

use crate::stats::real;

/// Ratings with 95 % intervals: by samples ([`bootstrap()`]), or on a [`ladder`](crate::ladder).
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The ratings by entrant, in Elo.
    pub ratings: Vec<f64>,
    /// The ends of each rating's interval.
    pub intervals: Vec<[f64; 2]>,
    /// The ends of the interval of each entrant's rank by rating, 1 for the best. Equal ratings have all the
    /// ranks that they share.
    pub ranks: Vec<[usize; 2]>,
    /// The entrants by rating, best first, without the rungs of a ladder.
    pub order: Vec<usize>,
    /// For each place in `order` but the last: with which probability its entrant is stronger than the entrant of
    /// the next place; equal ones count half. From 0.95 on the places are well separated.
    pub separation: Vec<f64>,
}

/// For each entrant the smallest number of an entrant whom it has met, directly or through others. Ratings across
/// different groups rest on the imaginary games alone.
pub fn groups(entrants: usize, trials: &[TrialCount]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..entrants).collect();
    let root = |groups: &[usize], mut entrant: usize| {
        while groups[entrant] != entrant {
            entrant = groups[entrant];
        }
        entrant
    };
    for TrialCount { entrants: both, games, count, .. } in trials {
        if *games > 0.0 && *count > 0 && both.iter().all(|&entrant| entrant < entrants) {
            let [a, b] = both.map(|entrant| root(&groups, entrant));
            groups[a.max(b)] = a.min(b);
        }
    }
    (0..entrants).map(|entrant| root(&groups, entrant)).collect()
}

/// A kind of trial, game or pair of games, that took place a number of times between two entrants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrialCount {
    /// The two entrants' numbers.
    pub entrants: [usize; 2],
    /// Points of the first in one trial: 1 for a game won, and 0.5 for a draw.
    pub score: f64,
    /// Games in one trial.
    pub games: f64,
    /// How often it took place.
    pub count: u64,
}

/// All that took place between two entrants as one trial, for each two.
fn sums(trials: &[TrialCount]) -> Vec<TrialCount> {
    let mut sums = std::collections::BTreeMap::new();
    for trial in trials {
        let (score, games): &mut (f64, f64) = sums.entry(trial.entrants).or_default();
        *score += trial.score * real(trial.count);
        *games += trial.games * real(trial.count);
    }
    let sum = |(entrants, (score, games))| TrialCount { entrants, score, games, count: 1 };
    sums.into_iter().map(sum).collect()
}
