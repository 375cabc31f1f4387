//! The table of agents: which there are, and which options each takes.

use std::str::FromStr;

use super::{Agent, AgentInfo, AgentSpec, SpecError};
use crate::{Game, Player};

/// Makes the table: for each agent its name in code and its module, which has `INFO` and `build`.
macro_rules! table {
    ($($(#[$doc:meta])* $kind:ident => $module:ident,)*) => {
        /// The built-in agents, in the order of menus.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum AgentKind {
            $($(#[$doc])* $kind,)*
        }

        impl AgentKind {
            /// Every kind, in the order of menus.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Name, description and options.
            pub const fn info(self) -> &'static AgentInfo {
                match self {
                    $(Self::$kind => &super::$module::INFO,)*
                }
            }
        }

        /// Makes the agent that a spec names for the game `G`.
        ///
        /// # Errors
        ///
        /// If the game has no evaluation of the wanted name, no perfect agent, or no engine for more than one thread, or
        /// with a book.
        pub fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
            match spec.kind() {
                $(AgentKind::$kind => super::$module::build::<G>(spec),)*
            }
        }
    };
}

table! {
    /// The first legal move.
    First => first,
    /// A random legal move.
    Random => random,
    /// Textbook minimax.
    Minimax => minimax,
    /// Textbook alpha-beta.
    AlphaBeta => alpha_beta,
    /// The engine, as deep as depth and time allow.
    Engine => engine,
    /// Monte Carlo tree search.
    Mcts => mcts,
    /// Five graded players.
    Graded => graded_player,
    /// The solver of a game that has one, within its time.
    Perfect => perfect,
}

impl AgentKind {
    /// The name in specs.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The names of all agents, in the order of menus.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|kind| kind.name()).collect()
    }

    /// The agent with this name, or which had it before.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.info().is_called(name))
    }
}

impl AgentSpec {
    /// An agent with every option left out.
    pub const fn of(kind: AgentKind) -> Self {
        Self::of_info(kind.info())
    }

    /// The kind of agent.
    pub fn kind(&self) -> AgentKind {
        let is_it = |kind: &&AgentKind| kind.name() == self.info().name;
        // A spec is made of a row of the table.
        AgentKind::ALL.iter().find(is_it).copied().unwrap_or(AgentKind::First)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text, &AgentKind::ALL.iter().map(|kind| kind.info()).collect::<Vec<_>>())
    }
}

/// The side whose gain the values of this agent measure when `turn` is to move: the maximiser of the
/// evaluation for textbook agents, the side to move for others.
///
/// # Errors
///
/// If the game has no evaluation of the wanted name.
pub fn value_for<G: Game>(spec: &AgentSpec, turn: Player) -> Result<Player, SpecError> {
    let evaluation = super::evaluation_of::<G>(spec)?;
    Ok(if spec.info().algorithm.is_some() { evaluation.maximiser(turn) } else { turn })
}
