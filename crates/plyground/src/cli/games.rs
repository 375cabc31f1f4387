//! `plyground games`: the games, their notations and evaluations.

use plyground_core::{AnyGame, Notation, Player};
use serde_json::{Value, json};

use crate::exit::{Failure, Streams};
use crate::present::{json, layout};

const EXAMPLES: &str = "Examples:
  plyground games
  plyground games --json";

/// List the games with their notations and evaluations
///
/// JSON: an array with, for each game, `name`, `about`, `sides` (the side that moves first comes
/// first), `notations` and `evaluations` (each with `name` and `about`; the first is the default).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game with its menus, as text.
struct Entry {
    name: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    notations: Vec<[&'static str; 2]>,
    evaluations: Vec<[&'static str; 2]>,
}

fn entry(game: AnyGame) -> Entry {
    Entry {
        name: game.name(),
        about: game.about(),
        sides: Player::BOTH.map(|player| game.sides()[player]),
        notations: game.notations().iter().map(|notation| [notation.name(), notation.about()]).collect(),
        evaluations: game
            .evaluations()
            .iter()
            .map(|evaluation| [evaluation.name, evaluation.about])
            .collect(),
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let games = AnyGame::all().iter().map(|&game| entry(game)).collect::<Vec<_>>();
        if self.json {
            let menu = |items: &[[&str; 2]]| -> Value {
                items.iter().map(|[name, about]| json!({ "name": name, "about": about })).collect()
            };
            let game = |game: &Entry| {
                json!({
                    "name": game.name,
                    "about": game.about,
                    "sides": game.sides,
                    "notations": menu(&game.notations),
                    "evaluations": menu(&game.evaluations),
                })
            };
            json::write(streams.out, &games.iter().map(game).collect())?;
            return Ok(());
        }
        for (i, game) in games.iter().enumerate() {
            if i > 0 {
                writeln!(streams.out)?;
            }
            writeln!(streams.out, "{}", game.name)?;
            writeln!(streams.out, "  {}; {} moves first, then {}", game.about, game.sides[0], game.sides[1])?;
            for (heading, items) in [("notations", &game.notations), ("evaluations", &game.evaluations)] {
                writeln!(streams.out, "  {heading}")?;
                let rows: Vec<Vec<String>> =
                    items.iter().map(|item| item.map(str::to_owned).to_vec()).collect();
                layout::table(streams.out, "    ", 2, &rows)?;
            }
        }
        Ok(())
    }
}
