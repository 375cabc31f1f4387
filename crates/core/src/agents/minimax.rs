//! The player of textbook minimax.

use super::kind::{DEPTH, EVAL, TEXTBOOK_DEPTH};
use super::{Agent, AgentInfo, AgentSpec, SpecError, textbook};
use crate::Game;
use crate::search::Algorithm;

/// The description of this kind of agent.
pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[DEPTH, EVAL],
    depth: TEXTBOOK_DEPTH,
    algorithm: Some(|_| Algorithm::Minimax),
    ..AgentInfo::new(
        "minimax",
        "searches every line to a fixed depth; of equal moves the first examined wins",
    )
};

pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    textbook::build::<G>(spec, Algorithm::Minimax)
}
