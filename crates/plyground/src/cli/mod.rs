//! The subcommands of `plyground`: one file and one row each.
//!
//! A command writes its whole result to memory, and only success copies it to standard output. There are exceptions.
//! `play` is a conversation and `profile` takes long, so both write as they go. `serve` prints its address at once.
//! `check`, `mark --audit`, `doctor` and `bench` also print a result that is not good. `match` prints the score so far
//! when it is interrupted.

mod agent_match;
mod agents;
mod assignments;
mod bench;
mod best_move;
mod check;
mod completions;
mod decider;
mod doctor;
mod entrants;
mod example;
mod explain;
mod games;
mod gradebook;
pub(crate) mod help;
mod kit;
mod man;
mod mark;
mod perft;
mod play;
mod profile;
mod programs;
mod report;
mod search;
pub(crate) mod serve;
mod show;
mod solve;
mod terms;
#[cfg(test)]
mod tests;
mod tournament;
mod tree_file;

use crate::subcommand::Output::{AsItGoes, AtTheEnd};
use crate::subcommand::Subcommand;

/// The subcommands of `plyground`, in the order of its help: for each its name, when its output is written, and what
/// runs it on the arguments that it takes.
pub(crate) fn subcommands() -> Vec<Subcommand> {
    vec![
        Subcommand::new("serve", AsItGoes, serve::Args::run),
        Subcommand::new("site", AtTheEnd, serve::SiteArgs::run),
        Subcommand::new("example", AtTheEnd, example::Args::run),
        Subcommand::new("games", AtTheEnd, games::Args::run),
        Subcommand::new("agents", AtTheEnd, agents::Args::run),
        Subcommand::new("assignments", AtTheEnd, assignments::Args::run),
        Subcommand::new("mark", AsItGoes, mark::Args::run),
        Subcommand::new("gradebook", AtTheEnd, gradebook::Args::run),
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
