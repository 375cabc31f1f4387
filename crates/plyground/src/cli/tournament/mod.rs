//! `plyground tournament`: many games between programs of people and agents built in, nothing lost.

pub(super) mod folder;
mod init;
mod plan;
mod replay;
mod run;
mod shares;
mod standings;
mod status;

use clap::Subcommand;

use crate::exit::{Failure, Streams};

/// Play tournaments of programs and agents: interrupted, resumed, shared out, and nothing lost
///
/// A tournament is a folder. Its `tournament.toml` says who plays what; `plan.jsonl` has every game;
/// `records/` has every move of every game played, a line of JSON a game. Whatever ends a run, the same
/// command goes on where it ended.
///
/// Programs of people run in a sandbox: see 'plyground help tournaments'.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament init class --assignment comp3608
  plyground tournament run class --allow-root
  plyground tournament standings class
  plyground tournament report class --out class.html")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Init(init::Args),
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Standings(standings::Args),
    Report(standings::ReportArgs),
    Replay(replay::Args),
    Play(run::PlayArgs),
    Merge(shares::MergeArgs),
    Missing(shares::MissingArgs),
    Submit(shares::SubmitArgs),
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match &self.command {
            Command::Init(args) => args.run(streams),
            Command::Plan(args) => args.run(streams),
            Command::Run(args) => args.run(streams),
            Command::Status(args) => args.run(streams),
            Command::Standings(args) => args.run(streams),
            Command::Report(args) => args.run(streams),
            Command::Replay(args) => args.run(streams),
            Command::Play(args) => args.run(streams),
            Command::Merge(args) => args.run(streams),
            Command::Missing(args) => args.run(streams),
            Command::Submit(args) => args.run(streams),
        }
    }
}
