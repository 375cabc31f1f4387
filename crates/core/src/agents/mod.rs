//! Players built in: everything that chooses a move.

mod engine;
mod evaluation;
mod graded;
mod kind;
mod mcts;
mod perfect;
mod simple;
mod spec;
#[cfg(test)]
mod tests;
mod textbook;
mod values;

pub use engine::EngineAgent;
pub use evaluation::evaluation;
pub(crate) use evaluation::named;
pub use graded::Graded;
pub use kind::{AgentInfo, AgentKind, AgentOption, OptionKey, build, value_for};
pub use perfect::Perfect;
pub use simple::{First, Random};
pub use spec::{AgentSpec, SpecError};
pub use textbook::Textbook;
pub use values::{MOST_DEPTH, parse_depth, parse_time};

use crate::{Decision, Limits, Position};
use evaluation::evaluation_of;

/// Chooses moves. One call a move, so it is used as a trait object.
pub trait Agent<P: Position>: Send {
    /// Chooses a legal move, or `None` exactly when the game is over.
    ///
    /// An agent without a depth limit searches until `limits` stop it.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>>;
}
