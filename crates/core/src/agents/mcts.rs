//! The player that searches a tree of games played at random.

use super::kind::SEED;
use super::{Agent, AgentInfo, AgentOption, AgentSpec, OptionKey, SpecError};
use crate::Game;
use crate::search::mcts::Mcts;

/// The description of this kind of agent.
pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[
        AgentOption { key: OptionKey::Simulations, default: "no limit" },
        AgentOption { key: OptionKey::Exploration, default: "0.7" },
        SEED,
        AgentOption { key: OptionKey::Time, default: "1s, or no limit if simulations are given" },
    ],
    is_endless: |spec| spec.simulations().is_none(),
    ..AgentInfo::new(
        "mcts",
        "plays games at random from the most promising lines (UCT), and proves what it can; knows no evaluation; \
                        values are thousandths, from -1000 for a loss to 1000 for a win",
    )
};

#[expect(clippy::unnecessary_wraps, reason = "the table makes all agents in one way")]
pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    Ok(Box::new(Mcts::new(spec.mcts())))
}
