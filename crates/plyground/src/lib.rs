//! The program: command line, reports, the board in the browser with its API, and the programs that the
//! assignments name.
//!
//! Everything here writes to the streams it is given; only [`exit::run`], which `main` functions call, knows those of
//! the process.

#![forbid(unsafe_code)]

pub mod cli;
pub mod compat;
pub mod drawing;
pub mod exit;
mod failure;
mod interrupt;
mod present;
pub mod report;
mod shown;
mod stdio;
mod surroundings;
pub mod web;

use std::process::ExitCode;

use plyground_core::AnyGame;
#[cfg(target_os = "linux")]
use plyground_courses::engine::task::TaskKind;

/// Runs `plyground` on the process's own arguments and streams, with these games beside its own: the whole of a `main`
/// function. Each game has the command line, agents, tournaments and the page.
pub fn run_with_games(games: &[AnyGame]) -> ExitCode {
    run(games, || Ok(()))
}

/// The same with these kinds of assignments too. Each is set, checked and marked like those of Plyground.
#[cfg(target_os = "linux")]
pub fn run_with_games_and_assignments(games: &[AnyGame], assignments: &[TaskKind]) -> ExitCode {
    run(games, || TaskKind::add(assignments).map_err(failure::Failure::bad_input))
}

fn run(games: &[AnyGame], add_more: impl FnOnce() -> Result<(), failure::Failure> + Send) -> ExitCode {
    exit::run("plyground", |args, streams| {
        AnyGame::add(games).map_err(failure::Failure::bad_input)?;
        add_more()?;
        cli::run(args, streams)
    })
}
