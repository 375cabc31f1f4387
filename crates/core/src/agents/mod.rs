//! Players built in: everything that chooses a move.

mod build;
mod engine;
mod first;
mod house;
mod kind;
mod random;
mod spec;
mod textbook;
mod values;

pub use build::{build, evaluation, value_for};
pub use engine::EngineAgent;
pub use first::First;
pub use house::House;
pub use kind::{AgentInfo, AgentKind, AgentOption, OptionKey};
pub use random::Random;
pub use spec::{AgentSpec, SpecError};
pub use textbook::Textbook;
pub use values::{MOST_DEPTH, cut_name, parse_depth, parse_time};

use crate::Position;

/// Chooses moves. One call a move, so it is used as a trait object.
pub trait Agent<P: Position>: Send {
    /// Chooses a legal move, or `None` exactly when the game is over.
    ///
    /// An agent without a depth limit of its own goes on until `limits` stop it.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>>;
}

/// What bounds a decision from outside. Core reads no clock: whoever calls owns the deadline.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Says that the agent must come back with what it has. Asked at least every few thousand nodes, by several
    /// threads at once where an agent has them.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// No limits: only for agents that have their own.
    pub const NONE: Limits<'static> = Limits { stop: &|| false };
}

/// The limits stopped a search before it found its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").finish_non_exhaustive()
    }
}

/// A chosen move and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The chosen move.
    pub best: M,
    /// Its value for the maximiser of the search, if a search was made.
    pub value: Option<i32>,
    /// What is proved about the position for the side to move, if anything is.
    pub proof: Option<Proof>,
    /// The depth that was searched completely, in plies.
    pub depth: Option<u32>,
    /// Nodes examined.
    pub nodes: u128,
    /// Expected play, beginning with `best`.
    pub line: Vec<M>,
}

impl<M: Copy> Decision<M> {
    /// A move chosen without search.
    pub fn unsearched(best: M) -> Self {
        Self { best, value: None, proof: None, depth: None, nodes: 0, line: vec![best] }
    }
}

/// A fact about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// It wins, and needs at most this many plies.
    Win {
        /// Plies until the game is over.
        plies: u32,
    },
    /// Neither side can win.
    Draw,
    /// It loses, and can hold out for at least this many plies.
    Loss {
        /// Plies until the game is over.
        plies: u32,
    },
}
