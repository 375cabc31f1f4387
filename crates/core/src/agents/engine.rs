//! Players that search as long as their limits allow.

use super::kind::SEED;
use super::{Agent, AgentInfo, AgentOption, AgentSpec, OptionKey, SpecError, evaluation_of};
use crate::search::engine::{self, Engine};
use crate::{Decision, Evaluate, Game, Limits, Position};

/// The player that searches deeper and deeper.
pub(super) const ENGINE: AgentInfo = AgentInfo {
    options: &[
        AgentOption { key: OptionKey::Depth, default: "no limit" },
        AgentOption {
            key: OptionKey::Eval,
            default: "the first evaluation of the game, but breakthrough without depth has an engine of its own",
        },
        AgentOption { key: OptionKey::Threads, default: "1; more are for the engine of breakthrough's own" },
        AgentOption { key: OptionKey::Time, default: "1s, or no limit if a depth is given" },
    ],
    is_endless: |spec| spec.depth().is_none(),
    ..AgentInfo::new(
        "engine",
        "searches deeper and deeper, and proves wins and losses where it can; without depth and evaluation it knows \
                        some openings of breakthrough by heart",
    )
};

/// The engine of the game's own, or, with a depth or an evaluation or where there is none, that of every game.
pub(super) fn engine<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    if spec.depth().is_none()
        && spec.evaluation().is_none()
        && let Some(engine) = G::engine(spec.threads())
    {
        return Ok(engine);
    }
    if spec.threads() > 1 {
        let message =
            "this engine searches with one thread; expected 1, or breakthrough without depth and eval";
        return Err(SpecError::of(spec, Some(OptionKey::Threads), message.to_owned()));
    }
    Ok(evaluation_of::<G>(spec)?.engine(spec.depth_limit(), engine::TABLE_BYTES))
}

/// The player that searches a tree of games played at random.
pub(super) const MCTS: AgentInfo = AgentInfo {
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

/// Plays what the [`Engine`] chooses, and keeps the engine's memory from move to move.
#[derive(Debug)]
pub struct EngineAgent<E> {
    engine: Engine<E>,
    depth: u32,
}

impl<E> EngineAgent<E> {
    /// A player that searches at most `depth` plies (at least one is searched) with a table of at
    /// most `table_bytes` bytes.
    pub fn new(eval: E, depth: u32, table_bytes: usize) -> Self {
        Self { engine: Engine::new(eval, table_bytes), depth }
    }
}

impl<P: Position, E: Evaluate<P> + Send> Agent<P> for EngineAgent<E> {
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.engine.search(position, self.depth, limits, &mut |_| {})
    }
}
