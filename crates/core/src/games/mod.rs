//! The games.

mod cells;
pub mod connect_four;
pub mod gravity;
