//! How the time of a search grows with the nodes it examines: what was measured, and what follows from it.
//!
//! Nothing is measured here.

mod fit;
#[cfg(test)]
mod tests;
mod text;

use std::time::Duration;

pub use fit::{Fit, branching_factor};
pub use text::{chart, csv, json, write_text};

/// One depth of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Plies.
    pub depth: u32,
    /// Nodes examined, the root included; `None` if a program does not tell.
    pub examined: Option<u128>,
    /// CPU time of every run; none where only nodes are counted.
    pub cpu: Vec<Duration>,
}

impl Point {
    /// The middle run; of an even number the longer of the two in the middle.
    pub fn median(&self) -> Option<Duration> {
        let mut sorted = self.cpu.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }

    /// Nanoseconds per node by the median.
    pub fn nanoseconds_per_node(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
        Some(self.median()?.as_secs_f64() * 1e9 / self.examined?.max(1) as f64)
    }
}

/// One search at growing depths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// Of the positions of the profile, the one that was searched.
    pub position: usize,
    /// `minimax`, `alpha-beta` or `best order`, of a program after its name.
    pub algorithm: String,
    /// The name of the evaluation; `None` of a program.
    pub evaluation: Option<&'static str>,
    /// From depth 1 on.
    pub points: Vec<Point>,
    /// Why there is no deeper one.
    pub end: End,
}

/// Why a series ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The last depth took longer than the limit.
    Limit,
    /// So deep was asked for.
    Depth,
    /// The game ends there.
    Game,
    /// Counting would take more memory than there is for it.
    Memory,
    /// Somebody interrupted it.
    Interrupted,
    /// The search failed.
    Failed,
}

impl End {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Limit => "the last depth took longer than the limit",
            Self::Depth => "as deep as asked",
            Self::Game => "the game goes no deeper",
            Self::Memory => "counting deeper takes too much memory",
            Self::Interrupted => "interrupted",
            Self::Failed => "the search failed",
        }
    }
}

/// All that was measured of positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The name of the game.
    pub game: &'static str,
    /// The positions in the game's own notation.
    pub positions: Vec<String>,
    /// One for every position, algorithm and evaluation.
    pub series: Vec<Series>,
}
