//! The rungs of each game, weakest first.

use super::Rung;

const fn rung(agent: &'static str, rating: f64, low: f64, high: f64) -> Rung {
    Rung { agent, rating, interval: [low, high] }
}

/// By game.
pub(super) const ALL: &[(&str, &[Rung])] = &[(
    "connect-four",
    &[
        rung("random", -649.4, -691.5, -605.3),
        rung("graded:level=1", -415.1, -448.0, -381.3),
        rung("graded:level=2", -300.0, -329.5, -269.0),
        rung("graded:level=3", 281.5, 249.5, 312.6),
        rung("graded:level=4", 421.1, 385.8, 452.4),
        rung("graded:level=5", 771.1, 719.7, 816.0),
    ],
)];
