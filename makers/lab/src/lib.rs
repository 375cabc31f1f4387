//! `plyground-lab`: `plyground` with what makers of engines need. One file or folder, and one row, a subcommand.

#![forbid(unsafe_code)]

/// The subcommands of a subcommand by their arguments, which run them.
macro_rules! commands {
    ($($name:ident($($args:ident)::+)),+) => {
        #[derive(clap::Subcommand, Debug)]
        enum Command {
            $($name($($args)::+),)+
        }

        impl Command {
            fn run(&self, streams: &mut plyground::Streams<'_>) -> Result<(), plyground::Failure> {
                match self {
                    $(Self::$name(args) => args.run(streams),)+
                }
            }
        }
    };
}

mod book;
mod measure;
mod prove;
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
