//! `plyground-lab`: `plyground` with what makers of engines need. One file or folder, and one row, a subcommand.

#![forbid(unsafe_code)]

mod book;
mod measure;
mod prove;
mod sized_boards;
mod solve_job;
mod strategy;
mod verify_proof;

use plyground::Output::{AsItGoes, AtTheEnd};
use plyground::{Program, Subcommand};

/// The program.
pub fn program() -> Program {
    Program::named("plyground-lab", "Plyground with proofs, solve jobs, books of openings and measurements")
        .subcommands([
            Subcommand::new("prove", AtTheEnd, prove::Args::run),
            Subcommand::new("verify-proof", AtTheEnd, verify_proof::Args::run),
            Subcommand::new("strategy", AtTheEnd, strategy::Args::run),
            Subcommand::new("solve-job", AtTheEnd, solve_job::Args::run),
            Subcommand::new("book", AtTheEnd, book::Args::run),
            Subcommand::new("measure", AsItGoes, measure::Args::run),
        ])
}
