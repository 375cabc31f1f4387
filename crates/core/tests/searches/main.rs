//! The searches against each other, against the literature and against closed forms.

mod engine;
mod figures;
mod replay;
mod replay_counts;
