//! Tournaments that lose nothing.
//!
//! A tournament is a folder. `tournament.toml` says what is to be played. `plan.jsonl` fixes every game. The files in
//! `records/` have a line for every game that was played. All are readable as text; plan and records only ever grow. An
//! interrupted tournament continues where it stopped, on one machine or on many.

mod books;
pub mod config;
mod entrants;
pub mod folder;
pub mod plan;
pub mod records;
pub mod run;
mod run_error;
pub mod table;
#[cfg(test)]
mod tests;
pub mod watch;

pub use config::{Config, ConfigError};
pub use entrants::{Programs, WrongFolder};
pub use folder::{Folder, FolderError};
pub use run_error::RunError;

/// The file that says what is to be played.
pub const CONFIG: &str = "tournament.toml";

/// The file that fixes every game.
pub const PLAN: &str = "plan.jsonl";

/// The folder of records.
pub const RECORDS: &str = "records";
