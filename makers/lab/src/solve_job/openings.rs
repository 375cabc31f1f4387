//! `plyground-lab solve-job openings`.

use plyground_core::Game;
use plyground_core::games::breakthrough::Breakthrough;
use serde_json::{Value, json};

use super::folder::FoundArgs;
use plyground::present::json;
use plyground::shown;
use plyground::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job openings six
  plyground-lab solve-job openings six --json";

/// List the positions whose winners are known by now: lines for the book of Breakthrough
///
/// Each line is a position, a space, and 1 if White wins or 0 if Black does; remarks begin with #. The first position
/// comes first, then those one ply on, and so on to those that are items; of mirror images one is
/// listed. A job need not be done for this. The program's own book is of the board 6x6.
///
/// JSON: `game`, `columns`, `rows`, `position` (null for the one before the first move), `openings`, a list of
/// `position` and `value` (for the first player).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    found: FoundArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.found.folder.open()?;
        let game = work.game().map_err(Failure::bad_input)?;
        if !game.is::<Breakthrough>() {
            let (plan, game, expected) = (self.found.folder.plan(), game.name(), Breakthrough::NAME);
            return Err(Failure::bad_input(format_args!(
                "{}: game {game}; expected {expected}",
                shown::path(&plan)
            )));
        }
        let (report, known) = work.openings(&self.found.journals()?)?;
        if self.json {
            let field = |name: &str| report.document[name].clone();
            let opening = |(position, value): &(String, i32)| json!({ "position": position, "value": value });
            let document = json!({
                "game": field("game"),
                "columns": field("columns"),
                "rows": field("rows"),
                "position": field("position"),
                "openings": known.iter().map(opening).collect::<Value>(),
            });
            return Ok(json::write(streams.out, &document)?);
        }
        for line in report.text.lines() {
            writeln!(streams.out, "# {line}")?;
        }
        for (position, value) in known {
            writeln!(streams.out, "{position} {value}")?;
        }
        Ok(())
    }
}
