//! How things look to people and to programs: boards, tables and words in a terminal, and JSON. The command line, the
//! server and the reports say the same thing in the same words.

pub(crate) mod board;
pub mod layout;
pub mod progress;
pub(crate) mod style;
pub mod winner;

pub use plyground_answers::json;
pub(crate) use plyground_answers::{evaluate, proof, value};
