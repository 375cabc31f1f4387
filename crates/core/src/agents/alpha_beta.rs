//! The player of textbook alpha-beta.

use super::kind::{DEPTH, EVAL, TEXTBOOK_DEPTH};
use super::{Agent, AgentInfo, AgentOption, AgentSpec, OptionKey, SpecError, textbook};
use crate::Game;
use crate::search::Algorithm;

/// The description of this kind of agent.
pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[DEPTH, EVAL, AgentOption { key: OptionKey::Cut, default: "equal" }],
    depth: TEXTBOOK_DEPTH,
    algorithm: Some(|spec| Algorithm::AlphaBeta(spec.cut())),
    ..AgentInfo::new("alpha-beta", "chooses as minimax does, but leaves out lines that cannot matter")
};

pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    textbook::build::<G>(spec, Algorithm::AlphaBeta(spec.cut()))
}
