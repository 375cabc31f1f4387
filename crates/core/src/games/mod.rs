//! The games.

pub mod adjacent_four;
pub mod breakthrough;
mod cells;
pub mod connect_four;
pub mod connect_four_sizes;
pub mod falling;
pub mod gravity;
pub mod max_connect_four;
pub mod move_string;
mod oddity;
pub mod tree;
pub mod upright;

#[cfg(test)]
pub(crate) use crate::each_game;
