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
mod runs;
mod shown;
mod stdio;
mod surroundings;
pub mod web;

use std::process::ExitCode;

use plyground_core::AnyGame;

/// Runs `plyground` on the process's own arguments and streams, with these games beside its own: the whole of a `main`
/// function. Each game has the command line, agents, tournaments and the page.
pub fn run_with_games(games: &[AnyGame]) -> ExitCode {
    exit::run("plyground", |args, streams| {
        AnyGame::add(games).map_err(failure::Failure::bad_input)?;
        cli::run(args, streams)
    })
}
