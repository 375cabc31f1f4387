//! What is more than a command's output: the match of CS4750, and the standings of tournaments, as text
//! for people and in forms for programs.

pub mod cs4750;
pub(crate) mod estimate;
pub mod standings;
