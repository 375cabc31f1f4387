//! The player that takes the first legal move.

use super::{Agent, AgentInfo, AgentSpec, SpecError};
use crate::{Decision, Game, Limits, Position};

/// The description of this kind of agent.
pub(super) const INFO: AgentInfo =
    AgentInfo::new("first", "plays the first legal move, on upright boards the left-most open column");

#[expect(clippy::unnecessary_wraps, reason = "the table makes all agents in one way")]
pub(super) fn build<G: Game>(_: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    Ok(Box::new(First))
}

/// Plays the first legal move: the left-most open column of the upright boards, which is the player
/// that CS431 hands out.
#[derive(Clone, Copy, Default, Debug)]
pub struct First;

impl<P: Position> Agent<P> for First {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        position.moves().next().map(Decision::unsearched)
    }
}
