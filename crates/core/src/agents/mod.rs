//! Players built in: everything that chooses a move.

mod build;
mod engine;
mod first;
mod house;
mod kind;
mod perfect;
mod random;
mod spec;
mod textbook;
mod values;

pub(crate) use build::named;
pub use build::{build, evaluation, value_for};
pub use engine::EngineAgent;
pub use first::First;
pub use house::House;
pub use kind::{AgentInfo, AgentKind, AgentOption, OptionKey};
pub use perfect::Perfect;
pub use random::Random;
pub use spec::{AgentSpec, SpecError};
pub use textbook::Textbook;
pub use values::{MOST_DEPTH, cut_name, parse_depth, parse_time};

use crate::{Decision, Limits, Position};

/// Chooses moves. One call a move, so it is used as a trait object.
pub trait Agent<P: Position>: Send {
    /// Chooses a legal move, or `None` exactly when the game is over.
    ///
    /// An agent without a depth limit of its own goes on until `limits` stop it.
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>>;
}
