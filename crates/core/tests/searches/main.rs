//! The searches against each other, against the literature and against closed forms.

#![expect(clippy::disallowed_methods, reason = "tests look at their environment")]

mod engine;
mod figures;
mod replay;
mod replay_counts;
