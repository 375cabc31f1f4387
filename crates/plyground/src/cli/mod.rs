//! The subcommands of `plyground`: one file and one row each.
//!
//! Commands write their whole result to memory, and only success copies it to standard output; `play`
//! is a conversation and `profile` takes long, so both write as they go, `serve` says its address at once,
//! `check` and `bench` say what they found also if that is not good, and `match` how it stands when it is interrupted.

mod agent_match;
mod agents;
mod assignments;
mod bench;
mod best_move;
mod book;
mod check;
mod completions;
mod complexity;
mod conversation;
pub(crate) mod decide;
mod entrants;
mod example;
pub(crate) mod explain;
mod games;
pub(crate) mod help;
mod man;
mod mark;
mod perft;
mod place;
mod play;
mod position;
mod profile;
mod programs;
pub(crate) mod progress;
mod report;
mod search;
mod searched;
pub(crate) mod serve;
mod show;
mod sized_boards;
mod solve;
mod solve_job;
mod terms;
#[cfg(test)]
mod tests;
mod tournament;
mod verify_proof;

pub use crate::present::style::{Colors, Terminal};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground_core::agents::{OptionKey, parse_depth};
use plyground_core::{AnyGame, quote};

use crate::program::Output::{AsItGoes, AtTheEnd};
use crate::program::Subcommand;

/// The subcommands of `plyground`, in the order of its help: for each its name, when its output is written, and what
/// runs it on the arguments that it takes.
pub(crate) fn subcommands() -> Vec<Subcommand> {
    vec![
        Subcommand::new("serve", AsItGoes, serve::Args::run),
        Subcommand::new("example", AtTheEnd, example::Args::run),
        Subcommand::new("games", AtTheEnd, games::Args::run),
        Subcommand::new("agents", AtTheEnd, agents::Args::run),
        Subcommand::new("assignments", AtTheEnd, assignments::Args::run),
        Subcommand::new("mark", AtTheEnd, mark::Args::run),
        Subcommand::new("show", AtTheEnd, show::Args::run),
        Subcommand::new("move", AtTheEnd, best_move::Args::run),
        Subcommand::new("search", AtTheEnd, search::Args::run),
        Subcommand::new("profile", AsItGoes, profile::Args::run),
        Subcommand::new("solve", AtTheEnd, solve::Args::run),
        Subcommand::new("solve-job", AtTheEnd, solve_job::Args::run),
        Subcommand::new("verify-proof", AtTheEnd, verify_proof::Args::run),
        Subcommand::new("play", AsItGoes, play::Args::run),
        Subcommand::new("match", AsItGoes, agent_match::Args::run),
        Subcommand::new("tournament", AtTheEnd, tournament::Args::run),
        Subcommand::new("check", AsItGoes, check::Args::run),
        Subcommand::new("perft", AtTheEnd, perft::Args::run),
        Subcommand::new("complexity", AtTheEnd, complexity::Args::run),
        Subcommand::new("bench", AsItGoes, bench::Args::run),
        Subcommand::new("book", AtTheEnd, book::Args::run),
        Subcommand::new("report", AtTheEnd, report::Args::run),
        Subcommand::about_the_program("completions", completions::Args::run),
        Subcommand::about_the_program("man", man::Args::run),
        Subcommand::about_the_program("help", help::Args::run),
    ]
}

/// Reads the name of a game.
fn game_names() -> impl TypedValueParser<Value = AnyGame> {
    PossibleValuesParser::new(AnyGame::names())
        .try_map(|name| AnyGame::from_name(&name).ok_or("not the name of a game"))
}

/// Reads a depth.
fn depth(text: &str) -> Result<u32, String> {
    parse_depth(text)
        .ok_or_else(|| format!("found {}; expected {}", quote(text), OptionKey::Depth.expected()))
}

/// The number of threads that was asked for, or that of processors.
fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Reads the seed of random numbers.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("found {}; expected {}", quote(text), OptionKey::Seed.expected()))
}
