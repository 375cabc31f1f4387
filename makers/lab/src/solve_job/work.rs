//! What a job finds out, and how it is reported.

use std::path::PathBuf;

use plyground_arena::job::results;
use plyground_core::AnyGame;
use serde::{Deserialize, Serialize};

use super::boards;
use super::task::{Report, ReportingJob, Task, VERSION, ValueOf};
use plyground::Failure;

/// The question of a job, as the plan has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Work {
    /// The value of a position.
    Value(ValueOf),
}

impl Work {
    /// The text for a file.
    pub(super) fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("names and numbers are written without error");
        text + "\n"
    }

    /// Reads what [`to_text`](Self::to_text) gave.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let work: Self =
            serde_json::from_str(text).map_err(|error| format!("{error}; expected the plan of a job"))?;
        let Self::Value(of) = &work;
        if of.version != VERSION {
            return Err(format!("version {}; expected {VERSION}", of.version));
        }
        boards::check(of)?;
        Ok(work)
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn game(&self) -> Result<AnyGame, String> {
        let Self::Value(of) = self;
        of.game()
    }

    /// Memory in bytes for each thread's table, or for the one that all share, where all together may have so much.
    pub(super) fn table(&self, memory: usize, threads: usize) -> usize {
        let Self::Value(of) = self;
        boards::table_of_thread(of, memory, threads)
    }

    /// Does something with the job; `table` is memory in bytes.
    pub(super) fn apply<T: Task>(&self, table: usize, task: T) -> Result<T::Out, Failure> {
        let Self::Value(of) = self;
        boards::apply(of, table, task)
    }

    /// What was found by now, from journals.
    pub(super) fn report(&self, journals: &[PathBuf]) -> Result<Report, Failure> {
        self.apply(0, Reading { journals })
    }

    /// What was found by now, from journals, and the positions whose values are known, with the values for the first
    /// player.
    pub(super) fn openings(&self, journals: &[PathBuf]) -> Result<(Report, Vec<(String, i32)>), Failure> {
        self.apply(0, Listing { journals })
    }
}

/// Reads journals and reports what is in them.
struct Reading<'a> {
    journals: &'a [PathBuf],
}

impl Task for Reading<'_> {
    type Out = Report;

    fn on<J: ReportingJob>(self, job: &J) -> Result<Report, Failure> {
        let found = results(job, self.journals).map_err(Failure::bad_input)?;
        job.tell(&found).map_err(Failure::bad_input)
    }
}

/// Reads journals and lists what is known of positions.
struct Listing<'a> {
    journals: &'a [PathBuf],
}

impl Task for Listing<'_> {
    type Out = (Report, Vec<(String, i32)>);

    fn on<J: ReportingJob>(self, job: &J) -> Result<Self::Out, Failure> {
        let found = results(job, self.journals).map_err(Failure::bad_input)?;
        let report = job.tell(&found).map_err(Failure::bad_input)?;
        Ok((report, job.openings(&found).map_err(Failure::bad_input)?))
    }
}
