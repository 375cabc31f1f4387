//! What assignments ask to be reported, as text for people and as JSON for programs.

pub mod cs4750;
