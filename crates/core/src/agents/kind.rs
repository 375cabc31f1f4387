//! The table of agents: which there are, and which options each takes.

use super::engine::engine;
use super::graded::Graded;
use super::perfect;
use super::simple::{First, Random};
use super::textbook::Textbook;
use super::{Agent, AgentSpec, SpecError, evaluation_of};
use crate::search::Algorithm;
use crate::search::mcts::Mcts;
use crate::{Game, Player};

/// Makes the table: for each agent its name in code, and its description.
macro_rules! table {
    ($($(#[$doc:meta])* $kind:ident => $module:ident::$info:ident,)*) => {
        /// The built-in agents, in the order of menus.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        pub enum AgentKind {
            $($(#[$doc])* $kind,)*
        }

        impl AgentKind {
            /// Every kind, in the order of menus.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Name, description and options.
            pub const fn info(self) -> &'static AgentInfo {
                match self {
                    $(Self::$kind => &super::$module::$info,)*
                }
            }
        }
    };
}

table! {
    /// The first legal move.
    #[default]
    First => simple::FIRST,
    /// A random legal move.
    Random => simple::RANDOM,
    /// Textbook minimax.
    Minimax => textbook::MINIMAX,
    /// Textbook alpha-beta.
    AlphaBeta => textbook::ALPHA_BETA,
    /// The engine, as deep as depth and time allow.
    Engine => engine::ENGINE,
    /// Monte Carlo tree search.
    Mcts => engine::MCTS,
    /// Five graded players.
    Graded => graded::INFO,
    /// The solver of a game that has one, within its time.
    Perfect => perfect::INFO,
}

/// Makes the agent that a spec names for the game `G`.
///
/// # Errors
///
/// If the game has no evaluation of the wanted name, no perfect agent, or no engine for more than one thread.
pub fn build<G: Game>(spec: &AgentSpec) -> Result<Box<dyn Agent<G::Position>>, SpecError> {
    let evaluation = || evaluation_of::<G>(spec);
    Ok(match spec.kind() {
        AgentKind::First => Box::new(First),
        AgentKind::Random => Box::new(Random::new(spec.seed())),
        AgentKind::Minimax | AgentKind::AlphaBeta => {
            let algorithm = spec.kind().info().algorithm.map_or_else(Algorithm::default, |of| of(spec));
            Box::new(Textbook::new(evaluation()?, algorithm, spec.depth_limit()))
        }
        AgentKind::Engine => engine::<G>(spec)?,
        AgentKind::Mcts => Box::new(Mcts::<G::Position>::new(spec.mcts())),
        AgentKind::Graded => Box::new(Graded::of::<G>(evaluation()?, spec.level(), spec.seed())),
        AgentKind::Perfect => perfect::build::<G>(spec)?,
    })
}

/// The description of a kind of agent, for people.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    /// The options that it takes.
    pub options: &'static [AgentOption],
    /// The textbook search that it makes, if it makes one: its values are for the maximiser of the evaluation, those of
    /// others for the side to move.
    pub algorithm: Option<fn(&AgentSpec) -> Algorithm>,
    /// The default depth of its search in plies, if it has one.
    pub depth: Option<u32>,
    /// Whether an agent of this spec searches until it is stopped: without a time it gets a second for a move.
    pub is_endless: fn(&AgentSpec) -> bool,
}

impl AgentInfo {
    /// An agent without options that does not search.
    pub(super) const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, options: &[], algorithm: None, depth: None, is_endless: |_| false }
    }
}

/// Depth in plies of a textbook agent whose spec names none: what [`DEPTH`] says in words.
pub(super) const TEXTBOOK_DEPTH: Option<u32> = Some(4);

/// Options that several agents take.
pub(super) const DEPTH: AgentOption = AgentOption { key: OptionKey::Depth, default: "4" };
pub(super) const EVAL: AgentOption =
    AgentOption { key: OptionKey::Eval, default: "the first evaluation of the game" };
pub(super) const SEED: AgentOption = AgentOption { key: OptionKey::Seed, default: "0" };

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentOption {
    /// Which option it is.
    pub key: OptionKey,
    /// The value when it is left out, in words.
    pub default: &'static str,
}

/// The options that agents take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptionKey {
    /// Search depth in plies.
    Depth,
    /// Name of the evaluation.
    Eval,
    /// Cut rule of alpha-beta.
    Cut,
    /// Strength of a graded player.
    Level,
    /// Simulations for a move.
    Simulations,
    /// Weight of exploration.
    Exploration,
    /// Seed of the random numbers.
    Seed,
    /// Threads that search side by side.
    Threads,
    /// Time for a move. It belongs to the caller, since nothing here reads a clock.
    Time,
}

impl OptionKey {
    /// The name in specs.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// The values that it takes, for menus and messages.
    pub const fn expected(self) -> &'static str {
        self.texts().1
    }

    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Depth => ("depth", "a whole number of plies, 1 to 1000"),
            Self::Eval => ("eval", "the name of an evaluation of the game"),
            Self::Cut => ("cut", "equal (cut when alpha >= beta) or beyond (only when alpha > beta)"),
            Self::Level => ("level", "a whole number from 1 to 5"),
            Self::Simulations => ("simulations", "a whole number from 1 to 2147483647"),
            Self::Exploration => {
                ("exploration", "a number from 0 to 1000 with at most three decimals, such as 0.7")
            }
            Self::Seed => ("seed", "a whole number below 2^64"),
            Self::Threads => ("threads", "a whole number from 1 to 256"),
            Self::Time => ("time", "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms"),
        }
    }
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

    /// The agent with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether it takes an option.
    pub fn takes(self, key: OptionKey) -> bool {
        self.info().options.iter().any(|option| option.key == key)
    }
}

/// The side whose gain the values of this agent measure when `turn` is to move: the maximiser of the
/// evaluation for textbook agents, the side to move for others.
///
/// # Errors
///
/// If the game has no evaluation of the wanted name.
pub fn value_for<G: Game>(spec: &AgentSpec, turn: Player) -> Result<Player, SpecError> {
    let evaluation = evaluation_of::<G>(spec)?;
    Ok(if spec.kind().info().algorithm.is_some() { evaluation.maximiser(turn) } else { turn })
}
