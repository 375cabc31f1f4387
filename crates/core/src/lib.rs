//! The science of Plyground: rules, notations and evaluations of four two-player board games,
//! textbook searches with exact node counts, fast replays of them, and engines.
//!
//! This crate has no dependency, performs no input or output, reads no clock and uses no unseeded
//! randomness.

#![forbid(unsafe_code)]

pub mod agents;
pub mod games;
pub mod grid;
pub mod rng;
pub mod search;

mod evaluate;
mod game;
mod notation;
mod observe;
mod outcome;
mod perft;
mod player;
mod position;
mod view;

pub use evaluate::{Evaluate, Term, VALUE_LIMIT};
pub use game::{Evaluation, Game, GameId};
pub use notation::{Notation, ParseError, Problem, quote};
pub use observe::{Bound, Counts, Observer, RootMove, RootMoves, Silent, Window};
pub use outcome::Outcome;
pub use perft::perft;
pub use player::{ByPlayer, Player};
pub use position::Position;
pub use view::BoardView;
