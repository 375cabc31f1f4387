//! What is wanted of a job, and what a job can tell.

use std::collections::BTreeMap;

use plyground_arena::job::Job;
use plyground_core::AnyGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use plyground::Failure;

/// A position whose value is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueOf {
    pub(super) version: u32,
    /// The name of the game.
    pub(super) game: String,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// In the game's own notation; the empty board if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<String>,
    /// Plies after which positions become items.
    pub(super) split: u32,
}

/// The version of plans.
pub(super) const VERSION: u32 = 1;

/// Work that can tell what it has found by now.
pub(super) trait ReportingJob: Job {
    /// The report of what these results show.
    ///
    /// # Errors
    ///
    /// If the results contradict each other.
    fn tell(&self, results: &BTreeMap<u64, Self::Output>) -> Result<Report, String>;

    /// The positions whose values are known by now, in the game's own notation, with the values; those nearer to the
    /// first come first.
    ///
    /// # Errors
    ///
    /// If the results contradict each other.
    fn openings(&self, results: &BTreeMap<u64, Self::Output>) -> Result<Vec<(String, i32)>, String>;
}

/// What a job has found by now.
pub(super) struct Report {
    /// For people.
    pub(super) text: String,
    /// For programs.
    pub(super) document: Value,
    /// Items that have still to be done, at least.
    pub(super) left: u64,
    /// Milliseconds that the results took.
    pub(super) milliseconds: u64,
    /// Items done.
    pub(super) done: u64,
}

/// Something to do with a job of any kind.
pub(super) trait Task {
    /// What comes of it.
    type Out;

    fn on<J: ReportingJob>(self, job: &J) -> Result<Self::Out, Failure>;
}

impl ValueOf {
    /// The game.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn game(&self) -> Result<AnyGame, String> {
        AnyGame::from_name(&self.game).ok_or_else(|| {
            let names = AnyGame::names().join(", ");
            format!("game {}; expected {names}", self.game)
        })
    }
}
