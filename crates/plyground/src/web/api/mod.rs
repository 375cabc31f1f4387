//! The JSON API as functions: a query goes in, a document or an error comes out.
//!
//! Nothing here knows of sockets, headers or threads. Work is stopped through [`Limits`], which the caller
//! owns; how much of it a request may ask for is bounded here.

mod choose;
mod error;
mod evaluate;
mod examples;
mod menu;
mod moves;
mod position;
mod query;
mod solve;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use choose::is_affordable;
pub(super) use error::{ApiError, Status};
pub(super) use menu::OfferedProgram;
pub(super) use moves::{PlayedMove, to_json as move_to_json};
pub(super) use position::{one_line, over};
pub(super) use query::{GivenPosition, POSITION, Query};
pub(super) use solve::{Event, Job, solve};

use plyground_core::Limits;
use serde_json::Value;

/// The routes that answer with one document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Route {
    /// Menus.
    Games,
    /// A position.
    Position,
    /// A move.
    Play,
    /// Evaluations.
    Evaluate,
    /// An agent's move.
    Choose,
    /// A node of a search tree.
    Tree,
    /// A whole search tree.
    Overview,
    /// The steps of a search.
    Steps,
}

impl Route {
    /// Every route with its address below `/api/v1/`.
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("games", Self::Games),
        ("position", Self::Position),
        ("play", Self::Play),
        ("evaluate", Self::Evaluate),
        ("choose", Self::Choose),
        ("tree", Self::Tree),
        ("tree/overview", Self::Overview),
        ("tree/steps", Self::Steps),
    ];

    /// Whether it searches, and so can take its time.
    pub(super) const fn searches(self) -> bool {
        matches!(self, Self::Choose | Self::Tree | Self::Overview | Self::Steps)
    }

    /// Whether equal requests have equal answers.
    pub(super) const fn is_deterministic(self) -> bool {
        !matches!(self, Self::Choose)
    }
}

/// Answers a request.
///
/// # Errors
///
/// If the request is malformed, asks for too much, or the limits stopped it.
pub(super) fn answer(
    route: Route,
    query: &Query,
    programs: &[OfferedProgram],
    limits: &Limits<'_>,
) -> Result<Value, ApiError> {
    match route {
        Route::Games => menu::games(query, programs),
        Route::Position => position::show(query),
        Route::Play => position::play(query),
        Route::Evaluate => evaluate::show(query),
        Route::Choose => choose::choose(query, limits),
        Route::Tree => tree::node(query, limits),
        Route::Overview => tree::overview::show(query, limits),
        Route::Steps => tree::steps::show(query, limits),
    }
}
