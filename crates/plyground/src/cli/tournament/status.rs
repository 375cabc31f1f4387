//! `plyground tournament status`.

use plyground_core::counted;
use plyground_league::schedule::Form;
use serde_json::json;

use super::folder::FolderArg;
use crate::exit::{Failure, Streams};
use crate::present::{json, layout};
use crate::shown::printable;

/// Say how far a tournament has come, and what goes on with it
///
/// JSON: `name`, `game`, `form`, `entrants`, `rungs` (of a ladder, else 0), `planned` (games; null before the plan), `played`,
/// `void` (games that the machine could not play, each as often as it was tried).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground tournament status class
  plyground tournament status class --json")]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let folder = self.folder.read()?;
        let (config, results) = (folder.config(), folder.results());
        let planned = folder.plan().map(|plan| plan.games().len());
        let form = match config.schedule.form() {
            Form::RoundRobin => "round robin",
            Form::Gauntlet { .. } => "gauntlet",
            Form::Ladder { .. } => "ladder",
            Form::Swiss { .. } => "swiss",
            Form::Knockout { .. } => "knockout",
        };
        if self.json {
            let document = json!({
                "name": config.name,
                "game": config.game.name(),
                "form": form,
                "entrants": config.entrants.len() - config.rungs.len(),
                "rungs": config.rungs.len(),
                "planned": planned,
                "played": results.len(),
                "void": results.void(),
            });
            return Ok(json::write(streams.out, &document)?);
        }
        let mut rows = Vec::new();
        let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
        row("tournament", printable(&config.name));
        row("game", config.game.name().to_owned());
        let rungs = match config.rungs.len() {
            0 => String::new(),
            rungs => format!(" on {}", counted(rungs, "rung")),
        };
        let entrants = counted(config.entrants.len() - config.rungs.len(), "entrant");
        row("form", format!("{form}, {entrants}{rungs}"));
        let games = match planned {
            None => "none planned yet".to_owned(),
            Some(planned) => format!("{} of {planned} played", results.len()),
        };
        row("games", games);
        if results.void() > 0 {
            row("void", format!("{}: the machine could not play them", results.void()));
        }
        let next = if folder.is_finished() { "standings" } else { "run" };
        row("next", self.folder.command(next));
        Ok(layout::table(streams.out, "", 2, &rows)?)
    }
}
