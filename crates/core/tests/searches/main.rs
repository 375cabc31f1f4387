//! The searches against each other and against closed forms.

mod engine;
mod replay;
mod replay_counts;
