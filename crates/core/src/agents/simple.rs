//! Players that do not search.

use super::kind::SEED;
use super::{Agent, AgentInfo};
use crate::rng::Rng;
use crate::{Decision, Limits, Position};

pub(super) const FIRST: AgentInfo =
    AgentInfo::new("first", "plays the first legal move, on upright boards the left-most open column");

pub(super) const RANDOM: AgentInfo = AgentInfo {
    options: &[SEED],
    ..AgentInfo::new("random", "plays every legal move with the same probability")
};

/// Plays the first legal move: the left-most open column of the upright boards, which is the player
/// that CS431 hands out.
pub(super) struct First;

impl<P: Position> Agent<P> for First {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        position.moves().next().map(Decision::unsearched)
    }
}

/// Plays every legal move with the same probability. Equal seeds play equal games.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// A player whose choices depend only on `seed` and on the positions it has been asked about.
    pub const fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }
}

impl<P: Position> Agent<P> for Random {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.0.pick(position.moves()).map(Decision::unsearched)
    }
}
