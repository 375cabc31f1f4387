//! Players built in: everything that chooses a move.

mod alpha_beta;
mod engine;
mod evaluation;
mod first;
mod graded_player;
mod kind;
mod mcts;
mod minimax;
mod option;
mod perfect;
mod random;
mod spec;
#[cfg(test)]
mod tests;
mod textbook;
mod values;

pub use evaluation::evaluation;
pub(crate) use evaluation::named;
pub use first::First;
pub use graded_player::Graded;
pub use kind::{AgentKind, build, value_for};
pub use option::{AgentOption, OptionKey};
pub use perfect::Perfect;
pub use random::Random;
pub use spec::{AgentInfo, AgentSpec, SpecError};
pub use textbook::Textbook;
pub use values::{MOST_DEPTH, cut_name, parse_depth, parse_time};

pub use crate::agent::{Agent, EngineSettings};
pub use crate::search::engine::EngineAgent;
use evaluation::evaluation_of;
