//! `plyground games`: the games, their notations and evaluations.

use plyground_core::{AnyGame, Notation};
use serde_json::{Value, json};

use crate::exit::{Failure, Streams};
use crate::present::{json, layout};

/// List the games with their notations and evaluations
///
/// JSON: an array with, for each game, `name`, `about`, `sides` (the side that moves first comes
/// first), `notations` and `evaluations` (each with `name` and `about`; the first is the default), and
/// `sizes` (names of the same game on boards of other sizes).
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

/// The names of the same game on boards of other sizes.
fn sizes(game: AnyGame) -> Vec<&'static str> {
    game.sizes().iter().map(|game| game.name()).collect()
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
                    "sizes": sizes(game),
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
            let sizes = sizes(game);
            if !sizes.is_empty() {
                let start = format!("{}-", game.name());
                let sizes: Vec<_> = sizes.iter().filter_map(|name| name.strip_prefix(&start)).collect();
                writeln!(streams.out, "  boards of other sizes\n    {start}SIZE with {}", sizes.join(", "))?;
            }
        }
        Ok(())
    }
}
