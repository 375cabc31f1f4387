//! `plyground tournament plan`.

use plyground_arena::tournament::PLAN;
use plyground_arena::tournament::plan::Plan;
use plyground_core::counted;

use super::folder::{FolderArg, plan_failure};
use crate::exit::{Failure, Streams};
use crate::shown;

/// Fix every game: who plays whom, from which opening, with which seed
///
/// `run` does this itself. Where several machines share the games (`play --shard`), plan first. Rounds
/// of a Swiss tournament or a knockout that depend on results are added when the same command is given
/// again.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  plyground tournament plan class")]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.read()?;
        let path = folder.path().join(PLAN);
        let known: Vec<_> = folder.results().iter().copied().collect();
        let (plan, growth) = Plan::extend(&path, folder.config(), &known).map_err(plan_failure)?;
        let games = plan.games();
        let rounds = games.last().map_or(0, |game| game.round + 1);
        let more = if growth.is_complete { "that is all" } else { "further rounds follow from results" };
        Ok(writeln!(
            streams.out,
            "{}: {} in {}, {} of them new; {more}",
            shown::path(&path),
            counted(games.len(), "game"),
            counted(rounds, "round"),
            growth.games
        )?)
    }
}
