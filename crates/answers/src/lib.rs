//! The questions of the board in the browser, as functions. The input is a query. The output is a document, a stream of
//! events or a refusal.
//!
//! Nothing here knows of sockets, headers, files or threads. Work is stopped through [`Limits`], which the caller owns;
//! how much of it a request may ask for is bounded here. [`Route`] and [`solve()`] are all that can be asked, so that
//! every way to ask (HTTP, a worker of the browser) has the same answers.

mod choose;
mod error;
pub mod evaluate;
mod examples;
pub mod json;
mod menu;
mod moves;
mod position;
pub mod proof;
mod query;
mod search;
mod solve;
#[cfg(test)]
mod tests;
mod tree;
pub mod value;

pub use choose::is_affordable;
pub use error::{ApiError, Status};
pub use menu::OfferedProgram;
pub use moves::{PlayedMove, to_json as move_to_json};
pub use position::{on_one_line, one_line, over};
pub use query::{GivenPosition, POSITION, Query};
pub use solve::{Event, Job, SOLVE, solve};

use std::time::Duration;

pub use plyground_core::Limits;
pub use plyground_core::games::connect_four::book::learn as learn_openings;
use plyground_core::quote;
use serde_json::Value;

/// The longest time for one document.
pub const MOST_TIME: Duration = Duration::from_secs(20);

/// The time since a fixed moment. The caller supplies it, because not every machine has the clock of the standard
/// library.
pub type Clock = fn() -> Duration;

/// Time since it was started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    clock: Clock,
    start: Duration,
}

impl Stopwatch {
    /// Starts now.
    pub fn start(clock: Clock) -> Self {
        Self { clock, start: clock() }
    }

    /// The time since then.
    pub fn elapsed(self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }
}

/// The programs and the clock that answers use.
#[derive(Clone, Copy, Debug)]
pub struct Host<'a> {
    /// Programs that the menus offer.
    pub programs: &'a [OfferedProgram],
    /// The clock.
    pub clock: Clock,
}

/// The routes that answer with one document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
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
    /// Counts and values of a search of any size.
    Search,
    /// A node of a search tree.
    Tree,
    /// A whole search tree.
    Overview,
    /// The steps of a search.
    Steps,
}

impl Route {
    /// Every route with its name.
    pub const ALL: [(&'static str, Self); 9] = [
        ("games", Self::Games),
        ("position", Self::Position),
        ("play", Self::Play),
        ("evaluate", Self::Evaluate),
        ("choose", Self::Choose),
        ("search", Self::Search),
        ("tree", Self::Tree),
        ("tree/overview", Self::Overview),
        ("tree/steps", Self::Steps),
    ];

    /// The route with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|&(own, _)| own == name).map(|(_, route)| route)
    }

    /// Whether it searches, and so can take its time.
    pub const fn searches(self) -> bool {
        matches!(self, Self::Choose | Self::Search | Self::Tree | Self::Overview | Self::Steps)
    }

    /// Whether equal requests have equal answers.
    pub const fn is_deterministic(self) -> bool {
        !matches!(self, Self::Choose)
    }

    /// Answers a request.
    ///
    /// # Errors
    ///
    /// If the request is malformed, asks for too much, or the limits stopped it.
    pub fn answer(self, query: &Query, host: Host<'_>, limits: &Limits<'_>) -> Result<Value, ApiError> {
        match self {
            Self::Position => position::show(query),
            Self::Play => position::play(query),
            // A build of the rules alone stops here, and has no code for the rest.
            _ if cfg!(rules_alone) => Err(ApiError::new(
                Status::NotFound,
                "path",
                "only position and play are answered here",
                "ask the file that answers everything",
            )),
            Self::Games => menu::games(query, host.programs),
            Self::Evaluate => evaluate::show(query),
            Self::Choose => choose::choose(query, limits, host.clock),
            Self::Search => search::show(query, limits),
            Self::Tree => tree::node(query, limits),
            Self::Overview => tree::overview::show(query, limits),
            Self::Steps => tree::steps::show(query, limits),
        }
    }
}

/// The refusal of an unknown route. `others` are names that are valid besides those of routes and [`SOLVE`].
pub fn no_route(name: &str, others: &str) -> ApiError {
    let names: Vec<&str> = Route::ALL.into_iter().map(|(name, _)| name).chain([SOLVE]).collect();
    let message = format!("no such route: {}; expected one of {}{others}", quote(name), names.join(", "));
    ApiError::new(Status::NotFound, "path", message, "'plyground help api' describes every route")
}
