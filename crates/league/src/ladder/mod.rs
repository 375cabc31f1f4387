//! Ladders: everybody is rated by games against players of known strength, and by nobody else's games.
//!
//! The rungs of a ladder are players built in, which met each other once; their ratings are frozen here. Every climber
//! meets every rung equally often, from the same openings and with the same seeds as all other climbers
//! ([`Form::Ladder`](crate::schedule::Form::Ladder)). So a rating does not change when other entrants come, leave, or
//! submit again.

mod marks;
mod rate;
mod rungs;
#[cfg(test)]
mod tests;

pub use marks::{RungMarks, RungMarksError};
pub use rate::{Climb, ratings};

use crate::stats::Z_95;

/// A player of known strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// The spec of the agent, which draws other lots in every game.
    pub agent: &'static str,
    /// Its rating in Elo, on the scale of its game's ladder.
    pub rating: f64,
    /// The 95 % interval of the rating.
    pub interval: [f64; 2],
}

impl Rung {
    /// The standard error of its rating.
    pub fn error(&self) -> f64 {
        let [low, high] = self.interval;
        (high - low) / (2.0 * Z_95)
    }
}

/// The rungs of a game's ladder, weakest first, if the game has one.
pub fn of(game: &str) -> Option<&'static [Rung]> {
    rungs::ALL.iter().find(|(name, _)| *name == game).map(|(_, rungs)| *rungs)
}

/// The games that have a ladder.
pub fn games() -> impl Iterator<Item = &'static str> {
    rungs::ALL.iter().map(|(name, _)| *name)
}

/// What to do about a game without a ladder, for messages.
pub fn missing(game: &str) -> String {
    let games: Vec<_> = games().collect();
    format!(
        "{game} has no ladder; expected one of {} ('plyground help tournaments' says how rungs are rated)",
        games.join(", ")
    )
}
