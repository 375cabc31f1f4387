//! The player that searches as deep as its limits allow.

use super::{Agent, AgentInfo, AgentOption, AgentSpec, EngineSettings, OptionKey, SpecError, evaluation_of};
use crate::Game;
use crate::quote;
use crate::search::engine;

/// What people need to know about it.
pub(super) const INFO: AgentInfo = AgentInfo {
    options: &[
        AgentOption { key: OptionKey::Depth, default: "no limit" },
        AgentOption {
            key: OptionKey::Eval,
            default: "the first evaluation of the game, but without depth the engine of the game's own, if it has one",
        },
        AgentOption { key: OptionKey::Threads, default: "1; more are for an engine of the game's own" },
        AgentOption { key: OptionKey::Book, default: "yes, where there is one" },
        AgentOption { key: OptionKey::Time, default: "1s, or no limit if a depth is given" },
    ],
    is_endless: |spec| spec.depth().is_none(),
    ..AgentInfo::new(
        "engine",
        "searches deeper and deeper, and proves wins and losses where it can; without depth and evaluation it is the \
                        engine of the game's own, if the game has one",
    )
};

/// The engine of the game's own, or, with a depth or an evaluation or where there is none, that of every game.
pub(super) fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    if spec.depth().is_none()
        && spec.evaluation().is_none()
        && let Some(engine) = G::engine(spec.engine())
    {
        return Ok(engine);
    }
    let refused = |option: &str, cause: &str| {
        let text = spec.to_string();
        let place = format!("agent {}, option '{option}'", quote(&text));
        let has_own = G::engine(EngineSettings::default()).is_some();
        let own = if has_own { ", or the game's own engine, without depth and eval" } else { "" };
        let message = format!("{cause}{own}");
        Err(SpecError { span: 0..text.len(), place, message })
    };
    if spec.threads() > 1 {
        return refused("threads", "this engine searches with one thread; expected 1");
    }
    if spec.book() == Some(true) {
        return refused("book", "this engine has no book; expected no");
    }
    Ok(evaluation_of::<G>(spec)?.engine(spec.depth_limit(), engine::TABLE_BYTES))
}
