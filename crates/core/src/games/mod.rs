//! The games.

pub mod adjacent_four;
pub mod breakthrough;
mod cells;
pub mod connect_four;
pub mod gravity;
pub mod max_connect_four;
pub mod move_string;
pub mod tree;
