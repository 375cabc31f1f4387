//! `plyground-lab solve-job`: values too hard for one sitting, piece by piece, on as many machines as there are.

mod boards;
mod breakthrough;
mod folder;
mod openings;
mod plan;
mod run;
mod status;
mod value;
mod work;

use plyground::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job plan fives --game max-connect-four --size 5x5
  plyground-lab solve-job run fives
  plyground-lab solve-job status fives
  plyground-lab solve-job merge fives --json";

/// Solve what is too hard for one sitting: planned, interrupted, shared out, and nothing lost
///
/// A job is a folder. Its plan says what is to be found out; every result goes to a journal in it at
/// once, so that a run that was stopped, or killed, goes on where it ended.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Merge(status::MergeArgs),
    Openings(openings::Args),
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Plan(args) => args.run(streams),
            Command::Run(args) => args.run(streams),
            Command::Status(args) => args.run(streams),
            Command::Merge(args) => args.run(streams),
            Command::Openings(args) => args.run(streams),
        }
    }
}
