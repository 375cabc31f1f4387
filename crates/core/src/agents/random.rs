//! The player that draws lots.

use super::kind::SEED;
use super::{Agent, AgentInfo, AgentSpec, SpecError};
use crate::rng::Rng;
use crate::{Decision, Game, Limits, Position};

/// The description of this kind of agent.
pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[SEED],
    ..AgentInfo::new("random", "plays every legal move with the same probability")
};

#[expect(clippy::unnecessary_wraps, reason = "the table makes all agents in one way")]
pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    Ok(Box::new(Random::new(spec.seed())))
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
