//! The rungs of each game, weakest first.
//!
//! All rungs of a game met each other once, from openings of six random moves that a search to four plies finds undecided,
//! each opening from both sides. Ratings are those of that round robin: by the model of Bradley and Terry with one
//! imaginary draw of everybody against a player of rating 0, intervals by 1000 bootstrap samples of pairs of games. If
//! one of these agents plays differently after a change, they must be rated again: by a tournament with
//! `form = "round-robin"`, `opening_plies = 6` and `seed = 1`, whose entrants are the agents in the order of the rungs
//! below, and whose `openings` are as many as each game has here. The JSON of `plyground tournament standings` has their
//! `rating` and `rating_interval`.

use super::Rung;

const fn rung(agent: &'static str, rating: f64, low: f64, high: f64) -> Rung {
    Rung { agent, rating, interval: [low, high] }
}

/// Connect Four: 500 openings, 15,000 games.
const CONNECT_FOUR: [Rung; 6] = [
    rung("random", -636.7, -662.2, -610.0),
    rung("graded:level=1", -423.4, -444.3, -402.1),
    rung("graded:level=2", -300.2, -320.6, -279.5),
    rung("graded:level=3", 279.1, 258.6, 299.1),
    rung("graded:level=4", 432.5, 410.8, 455.3),
    rung("graded:level=5", 759.0, 727.6, 789.6),
];

/// Breakthrough: 500 openings, 15,000 games.
const BREAKTHROUGH: [Rung; 6] = [
    rung("random", -823.7, -858.3, -788.0),
    rung("graded:level=1", -598.8, -631.0, -567.7),
    rung("graded:level=2", -189.9, -206.3, -172.6),
    rung("graded:level=3", 262.9, 246.4, 278.6),
    rung("graded:level=4", 369.4, 349.1, 386.9),
    rung("graded:level=5", 978.4, 928.6, 1027.9),
];

/// Max-Connect-Four: 200 openings, 8,400 games. Nobody wins at once there, so the first level is as `random`, and loses
/// every game against the second.
const MAX_CONNECT_FOUR: [Rung; 7] = [
    rung("random", -859.0, -903.7, -812.2),
    rung("mcts:simulations=10", -610.6, -648.8, -571.1),
    rung("mcts:simulations=30", -239.6, -260.1, -217.3),
    rung("graded:level=2", -16.3, -30.3, -2.3),
    rung("graded:level=3", 380.3, 358.0, 400.7),
    rung("graded:level=4", 424.7, 400.9, 448.4),
    rung("graded:level=5", 586.1, 557.7, 611.2),
];

/// Adjacent Four: 500 openings, 15,000 games.
const ADJACENT_FOUR: [Rung; 6] = [
    rung("random", -695.1, -722.9, -666.6),
    rung("graded:level=1", -407.2, -425.1, -387.2),
    rung("graded:level=2", -121.1, -133.8, -108.2),
    rung("graded:level=3", 247.1, 237.2, 256.6),
    rung("graded:level=4", 316.4, 304.7, 328.0),
    rung("graded:level=5", 373.4, 362.1, 384.0),
];

/// By game.
pub(super) const ALL: &[(&str, &[Rung])] = &[
    ("connect-four", &CONNECT_FOUR),
    ("breakthrough", &BREAKTHROUGH),
    ("max-connect-four", &MAX_CONNECT_FOUR),
    ("adjacent-four", &ADJACENT_FOUR),
];
