//! The subcommands of `plyground`: one file and one row each; and what those of other programs need.
//!
//! Commands write their whole result to memory, and only success copies it to standard output; `play`
//! is a conversation and `profile` takes long, so both write as they go, `serve` says its address at once,
//! `check`, `mark --audit`, `doctor` and `bench` say what they found also if that is not good, and `match` how it stands when it is interrupted.

mod agent_match;
mod agents;
mod assignments;
mod bench;
mod best_move;
mod check;
mod completions;
mod conversation;
pub(crate) mod decider;
mod doctor;
mod entrants;
mod example;
pub(crate) mod explain;
mod games;
pub(crate) mod help;
mod kit;
mod man;
mod mark;
mod perft;
mod play;
pub mod position;
mod profile;
mod programs;
pub mod progress;
mod report;
mod search;
mod search_report;
pub(crate) mod serve;
mod show;
mod site;
mod solve;
mod terms;
#[cfg(test)]
mod tests;
mod tournament;
pub mod winner;

pub use crate::present::style::{Colors, Terminal};

use std::path::Path;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground_core::agents::{OptionKey, parse_depth};
use plyground_core::{AnyGame, quote};

use crate::exit::Failure;
use crate::shown;
use crate::subcommand::Output::{AsItGoes, AtTheEnd};
use crate::subcommand::Subcommand;

/// The subcommands of `plyground`, in the order of its help: for each its name, when its output is written, and what
/// runs it on the arguments that it takes.
pub(crate) fn subcommands() -> Vec<Subcommand> {
    vec![
        Subcommand::new("serve", AsItGoes, serve::Args::run),
        Subcommand::new("site", AtTheEnd, site::Args::run),
        Subcommand::new("example", AtTheEnd, example::Args::run),
        Subcommand::new("games", AtTheEnd, games::Args::run),
        Subcommand::new("agents", AtTheEnd, agents::Args::run),
        Subcommand::new("assignments", AtTheEnd, assignments::Args::run),
        Subcommand::new("mark", AsItGoes, mark::Args::run),
        Subcommand::new("kit", AtTheEnd, kit::Args::run),
        Subcommand::new("show", AtTheEnd, show::Args::run),
        Subcommand::new("move", AtTheEnd, best_move::Args::run),
        Subcommand::new("search", AtTheEnd, search::Args::run),
        Subcommand::new("profile", AsItGoes, profile::Args::run),
        Subcommand::new("solve", AtTheEnd, solve::Args::run),
        Subcommand::new("play", AsItGoes, play::Args::run),
        Subcommand::new("match", AsItGoes, agent_match::Args::run),
        Subcommand::new("tournament", AtTheEnd, tournament::Args::run),
        Subcommand::new("check", AsItGoes, check::Args::run),
        Subcommand::new("perft", AtTheEnd, perft::Args::run),
        Subcommand::new("doctor", AsItGoes, doctor::Args::run),
        Subcommand::new("bench", AsItGoes, bench::Args::run),
        Subcommand::new("report", AtTheEnd, report::Args::run),
        Subcommand::about_the_program("completions", completions::Args::run),
        Subcommand::about_the_program("man", man::Args::run),
        Subcommand::about_the_program("help", help::Args::run),
    ]
}

/// Reads the name of a game.
pub fn game_names() -> impl TypedValueParser<Value = AnyGame> {
    PossibleValuesParser::new(AnyGame::names())
        .try_map(|name| AnyGame::from_name(&name).ok_or("not the name of a game"))
}

/// Reads a depth.
fn depth(text: &str) -> Result<u32, String> {
    parse_depth(text)
        .ok_or_else(|| format!("found {}; expected {}", quote(text), OptionKey::Depth.expected()))
}

/// The number of threads that was asked for, or that of processors.
pub fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Reads the seed of random numbers.
///
/// # Errors
///
/// What was expected.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("found {}; expected {}", quote(text), OptionKey::Seed.expected()))
}

/// Refuses at once what could not be written after hours: there must be a folder that takes new files.
///
/// # Errors
///
/// If there is none, or the path is that of a folder.
pub fn place_for_file(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_no_file = path.is_dir() || path.file_name().is_none() || !folder.is_dir();
    let problem = match tempfile::NamedTempFile::new_in(folder) {
        _ if is_no_file => String::new(),
        Ok(_) => return Ok(()),
        // Its words name a file that nobody asked for.
        Err(error) => format!("its folder takes no files ({}); ", error.kind()),
    };
    let name = shown::path(path);
    Err(Failure::bad_input(format_args!("{option} {name}: {problem}expected a place for a file")))
}

/// A time, and the nodes that it accounts for in each second.
pub fn speed(nodes: u128, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed for people to read")]
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {speed:.1} million nodes a second")
}
