//! What chooses moves, and how an engine of a game's own goes about.

use crate::{Decision, Limits, Position};

/// Chooses moves. One call a move, so it is used as a trait object.
pub trait Agent<P: Position>: Send {
    /// Chooses a legal move, or `None` exactly when the game is over.
    ///
    /// An agent without a depth limit of its own goes on until `limits` stop it.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>>;
}

/// How an engine of a game's own goes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// Threads that search side by side, at least 1.
    pub threads: u32,
    /// Whether it looks into its book of openings, if it has one, before it searches.
    pub has_book: bool,
}

impl EngineSettings {
    /// The most threads that may be asked for.
    pub const MOST_THREADS: u32 = 256;
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self { threads: 1, has_book: true }
    }
}
