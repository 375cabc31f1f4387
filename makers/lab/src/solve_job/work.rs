//! What a job finds out: the value of a position, its plan as a file, and what is found of it by now.

use std::path::PathBuf;

use plyground::Failure;
use plyground_arena::job::results;
use plyground_core::AnyGame;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::boards;
use super::value::{ValueJob, ValuePosition};

/// A position whose value is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueOf {
    pub(super) version: u32,
    pub(super) game: String,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// In the game's own notation; the empty board if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<String>,
    /// Plies after which positions become items.
    pub(super) split: u32,
}

pub(super) const VERSION: u32 = 1;

/// The question of a job, as its plan has it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "kebab-case", deny_unknown_fields)]
enum Work<T> {
    /// The value of a position.
    Value(T),
}

impl ValueOf {
    pub(super) fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(&Work::Value(self));
        text.expect("names and numbers are written without error") + "\n"
    }

    /// Reads what [`to_text`](Self::to_text) gave, or says what was expected.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let Work::Value(of) = serde_json::from_str::<Work<Self>>(text)
            .map_err(|error| format!("{error}; expected the plan of a job"))?;
        if of.version != VERSION {
            return Err(format!("version {}; expected {VERSION}", of.version));
        }
        boards::check(&of)?;
        Ok(of)
    }

    /// The game, or what was expected.
    pub(super) fn game(&self) -> Result<AnyGame, String> {
        AnyGame::from_name(&self.game).ok_or_else(|| {
            let names = AnyGame::names().join(", ");
            format!("game {}; expected {names}", self.game)
        })
    }

    /// What was found by now, from journals.
    pub(super) fn report(&self, journals: &[PathBuf]) -> Result<Report, Failure> {
        Ok(boards::apply(self, 0, Reading { journals, openings: false })?.0)
    }

    /// What was found by now, from journals, and the positions whose values are known, with the values for the first
    /// player.
    pub(super) fn openings(&self, journals: &[PathBuf]) -> Result<(Report, Vec<(String, i32)>), Failure> {
        boards::apply(self, 0, Reading { journals, openings: true })
    }
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
    pub(super) done: u64,
}

/// Something to do with a job on any board.
pub(super) trait Task {
    type Out;

    fn on<P: ValuePosition>(self, job: &ValueJob<'_, P>) -> Result<Self::Out, Failure>;
}

/// Reads journals: what is in them, and the positions whose values are known where `openings` asks for them.
struct Reading<'a> {
    journals: &'a [PathBuf],
    openings: bool,
}

impl Task for Reading<'_> {
    type Out = (Report, Vec<(String, i32)>);

    fn on<P: ValuePosition>(self, job: &ValueJob<'_, P>) -> Result<Self::Out, Failure> {
        let found = results(job, self.journals).map_err(Failure::bad_input)?;
        let report = job.tell(&found).map_err(Failure::bad_input)?;
        let openings = if self.openings { job.openings(&found) } else { Ok(Vec::new()) };
        Ok((report, openings.map_err(Failure::bad_input)?))
    }
}
