//! What assignments on Connect Four and its relatives have in common: random boards, and simple features of them.

pub(crate) mod boards;
pub(crate) mod features;
