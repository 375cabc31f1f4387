//! The games of a plan.

use plyground_core::ByPlayer;

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlannedGame {
    /// Its number in the plan, from 0 without gaps.
    pub id: u64,
    /// The number of its pair; the games of pair n are 2n and 2n + 1.
    pub pair: u64,
    /// The round, from 0. In a round everybody has at most one opponent, but for the rungs of a ladder.
    pub round: u32,
    /// The number of its opening, from 0. Two pairs share an opening only if they are of different
    /// entrants.
    pub opening: u64,
    /// Who has which side, by the entrants' numbers from 0.
    pub entrants: ByPlayer<usize>,
    /// The seed of everything random in this game.
    pub seed: u64,
}
