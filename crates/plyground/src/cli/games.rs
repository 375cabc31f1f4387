//! `plyground games`: the games, their notations and evaluations.

use plyground_core::{AnyGame, Notation};
use serde_json::{Value, json};

use crate::exit::{Failure, Streams};
use crate::present::{json, layout};

/// List the games with their notations and evaluations
///
/// JSON: an array with, for each game, `name`, `about`, `sides` (the side that moves first comes
/// first), `notations` and `evaluations` (each with `name` and `about`; the first is the default).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground games
  plyground games --json")]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The names of notations and evaluations, each with what it is.
type Menu = Vec<[&'static str; 2]>;

fn notations(game: AnyGame) -> Menu {
    game.notations().iter().map(|notation| [notation.name(), notation.about()]).collect()
}

fn evaluations(game: AnyGame) -> Menu {
    game.evaluations().iter().map(|evaluation| [evaluation.name, evaluation.about]).collect()
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.json {
            let menu = |items: Menu| -> Value {
                items.iter().map(|[name, about]| json!({ "name": name, "about": about })).collect()
            };
            let game = |&game: &AnyGame| {
                json!({
                    "name": game.name(),
                    "about": game.about(),
                    "sides": game.sides().into_array(),
                    "notations": menu(notations(game)),
                    "evaluations": menu(evaluations(game)),
                })
            };
            return Ok(json::write(streams.out, &AnyGame::all().iter().map(game).collect())?);
        }
        for (i, &game) in AnyGame::all().iter().enumerate() {
            if i > 0 {
                writeln!(streams.out)?;
            }
            writeln!(streams.out, "{}", game.name())?;
            let [first, second] = game.sides().into_array();
            writeln!(streams.out, "  {}; {first} moves first, then {second}", game.about())?;
            for (heading, items) in [("notations", notations(game)), ("evaluations", evaluations(game))] {
                writeln!(streams.out, "  {heading}")?;
                let rows: Vec<_> = items.iter().map(|item| item.map(str::to_owned).to_vec()).collect();
                layout::table(streams.out, "    ", 2, &rows)?;
            }
        }
        Ok(())
    }
}
