//! How the time of a search grows with the nodes it examines: what was measured, and what follows from it.
//!
//! Nothing is measured here.

#[cfg(test)]
mod tests;
mod text;

use std::time::Duration;

use crate::present::layout::real;
pub(crate) use text::{chart, csv, json, write_text};

/// One depth of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    /// Plies.
    pub depth: u32,
    /// Nodes examined, the root included; `None` if a program does not print them.
    pub examined: Option<u128>,
    /// CPU time of every run; none where only nodes are counted.
    pub cpu: Vec<Duration>,
}

impl Point {
    /// The times of the middle run, the shortest and the longest.
    pub(crate) fn times(&self) -> [Option<Duration>; 3] {
        [self.median(), self.cpu.iter().min().copied(), self.cpu.iter().max().copied()]
    }

    /// The middle run; of an even number the longer of the two in the middle.
    pub(crate) fn median(&self) -> Option<Duration> {
        let mut sorted = self.cpu.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }

    pub(crate) fn nanoseconds_per_node(&self) -> Option<f64> {
        Some(self.median()?.as_secs_f64() * 1e9 / real(self.examined?.max(1)))
    }
}

/// One search at growing depths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Series {
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
pub(crate) enum End {
    /// The last depth took longer than the limit.
    Limit,
    /// So deep was asked for.
    Depth,
    /// The game ends there.
    Game,
    /// Counting would take more memory than there is for it.
    Memory,
    Interrupted,
    Failed,
}

impl End {
    pub(crate) const fn words(self) -> &'static str {
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
pub(crate) struct Profile {
    pub game: &'static str,
    /// The positions in the game's own notation.
    pub positions: Vec<String>,
    /// One for every position, algorithm and evaluation.
    pub series: Vec<Series>,
}

/// Shorter times say more of the clock than of the search.
const LEAST: Duration = Duration::from_micros(100);

/// Time as a power of nodes: `seconds = factor * nodes ^ slope`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fit {
    /// 1 if every node takes as long as any other.
    pub slope: f64,
    /// Seconds for one node by this law.
    pub factor: f64,
}

impl Fit {
    /// By least squares of logarithms over medians of 0.1 ms and more; `None` for fewer than two different counts.
    pub(crate) fn of(series: &Series) -> Option<Self> {
        let points = series.points.iter().filter_map(|point| {
            let median = point.median().filter(|&median| median >= LEAST)?;
            Some((real(point.examined?).ln(), median.as_secs_f64().ln()))
        });
        let points: Vec<(f64, f64)> = points.collect();
        let count = plyground_drawing::real(points.len());
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
        if points.len() < 2 || spread == 0.0 {
            return None;
        }
        let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
        Some(Self { slope, factor: (y - slope * x).exp() })
    }

    /// The time for so many nodes, in seconds.
    pub(crate) fn seconds(&self, nodes: f64) -> f64 {
        self.factor * nodes.powf(self.slope)
    }
}

/// The effective branching factor: what a uniform tree of this depth with as many nodes has (Russell and Norvig,
/// "Artificial Intelligence: A Modern Approach", 3rd edition, section 3.6.1). At least 0; for depth 0 it is 0.
pub(crate) fn branching_factor(examined: u128, depth: u32) -> f64 {
    let (wanted, children) = (real(examined), real(examined.saturating_sub(1)));
    if depth == 0 {
        return 0.0;
    }
    let nodes = |factor: f64| (0..depth).fold(1.0, |sum, _| sum * factor + 1.0);
    let (mut low, mut high) = (0.0, children);
    // Halving the interval so often leaves nothing that a float could tell apart.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if nodes(middle) < wanted { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
