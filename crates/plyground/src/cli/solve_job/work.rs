//! What a job finds out, and how what was found is told.

use std::collections::BTreeMap;
use std::path::PathBuf;

use plyground_arena::job::{Job, results};
use plyground_core::GameId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::value;
use crate::exit::Failure;

/// What is to be found out, as it stands in the plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Work {
    /// The value of a position.
    Value(ValueOf),
}

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
pub(super) trait Told: Job {
    /// Tells it.
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

/// Something to be done with a job, whatever it finds out.
pub(super) trait Task {
    /// What comes of it.
    type Out;

    fn on<J: Told>(self, job: &J) -> Result<Self::Out, Failure>;
}

impl Work {
    /// As it stands in a file.
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
        of.check()?;
        Ok(work)
    }

    /// The game.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn game(&self) -> Result<GameId, String> {
        let Self::Value(of) = self;
        of.game()
    }

    /// Memory in bytes for each thread's table, or for the one that all share, where all together may have so much.
    pub(super) fn table(&self, memory: usize, threads: usize) -> usize {
        let Self::Value(of) = self;
        value::table_of_thread(of, memory, threads)
    }

    /// Does something with the job; `table` is memory in bytes.
    pub(super) fn apply<T: Task>(&self, table: usize, task: T) -> Result<T::Out, Failure> {
        let Self::Value(of) = self;
        value::apply(of, table, task)
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

impl ValueOf {
    /// The game.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn game(&self) -> Result<GameId, String> {
        GameId::from_name(&self.game).ok_or_else(|| {
            let names = GameId::ALL.map(GameId::name).join(", ");
            format!("game {}; expected {names}", self.game)
        })
    }

    /// Whether there is a solver for it.
    ///
    /// # Errors
    ///
    /// What was expected.
    pub(super) fn check(&self) -> Result<(), String> {
        let sizes = value::sizes(self.game()?);
        if !sizes.contains(&(self.columns, self.rows)) {
            let known = sizes.iter().map(|(columns, rows)| format!("{columns}x{rows}")).collect::<Vec<_>>();
            let (columns, rows) = (self.columns, self.rows);
            return Err(format!(
                "size {columns}x{rows}; expected columns x rows, one of {}",
                known.join(", ")
            ));
        }
        if self.split > self.columns * self.rows {
            return Err(format!("split {}; expected at most {} plies", self.split, self.columns * self.rows));
        }
        Ok(())
    }
}

/// Reads journals and tells what is in them.
struct Reading<'a> {
    journals: &'a [PathBuf],
}

impl Task for Reading<'_> {
    type Out = Report;

    fn on<J: Told>(self, job: &J) -> Result<Report, Failure> {
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

    fn on<J: Told>(self, job: &J) -> Result<Self::Out, Failure> {
        let found = results(job, self.journals).map_err(Failure::bad_input)?;
        let report = job.tell(&found).map_err(Failure::bad_input)?;
        Ok((report, job.openings(&found).map_err(Failure::bad_input)?))
    }
}
