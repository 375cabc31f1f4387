//! How fast the engines for play search, on one thread, in processor time.

use std::time::Duration;

use plyground::arguments::game_names;
use plyground::present::{json, layout};
use plyground::{Failure, Streams};
use plyground_arena::clock::thread_cpu_time;
use plyground_core::agents::{AgentKind, AgentSpec};
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, Limits, stop_after};
use serde_json::{Value, json};

/// How often an engine may ask whether it must stop, in one position: every 1,024 nodes.
const MOST_QUESTIONS: u64 = 2_000;

/// Positions of each game: the start position, and those after 2, 4, 6, 8 and 10 random moves, in which engines still have
/// much to do.
const POSITIONS: usize = 6;

/// What the engine of a game has searched.
struct Speed {
    game: AnyGame,
    positions: usize,
    nodes: u128,
    /// Of the processor.
    time: Duration,
}

/// Have the agent `engine` search a few million nodes in positions of openings
///
/// Prints nodes; the nodes a second of processor time, on one thread, go to standard error.
///
/// JSON: an array with `game`, `positions`, `nodes` and `cpu_seconds` of each game.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The games, by default all
    #[arg(value_name = "GAME", value_parser = game_names())]
    games: Vec<AnyGame>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let games = if self.games.is_empty() { AnyGame::all() } else { &self.games };
        let speeds = games.iter().map(|&game| measure(game, MOST_QUESTIONS));
        let speeds: Vec<Speed> = speeds.collect::<Result<_, _>>()?;
        if self.json {
            return Ok(json::write(streams.out, &speeds.iter().map(Speed::document).collect())?);
        }
        let mut cells = vec![["game", "positions", "nodes"].map(str::to_owned).to_vec()];
        cells.extend(speeds.iter().map(|speed| {
            vec![speed.game.name().to_owned(), speed.positions.to_string(), speed.nodes.to_string()]
        }));
        layout::table(streams.out, "", 3, &cells)?;
        for speed in &speeds {
            let words = layout::speed(speed.nodes, speed.time);
            writeln!(streams.err, "{}: {words}", speed.game.name())?;
        }
        Ok(())
    }
}

fn measure(game: AnyGame, questions: u64) -> Result<Speed, Failure> {
    let mut engine = game.agent(&AgentSpec::of(AgentKind::Engine)).map_err(Failure::bad_input)?;
    let mut search = |position: &AnyPosition| {
        let decision = engine.choose(position, &Limits { stop: &stop_after(questions) });
        decision.map_or(0, |decision| decision.nodes)
    };
    // Memory is touched for the first time by a search that does not count.
    search(&game.start());
    let mut speed = Speed { game, positions: 0, nodes: 0, time: Duration::ZERO };
    for seed in 0..POSITIONS {
        let position = Rng::new(seed as u64).play(game.start(), 2 * seed, 0);
        let start = thread_cpu_time();
        speed.nodes += search(&position);
        speed.time += thread_cpu_time().saturating_sub(start);
        speed.positions += 1;
    }
    Ok(speed)
}

impl Speed {
    fn document(&self) -> Value {
        json!({
            "game": self.game.name(),
            "positions": self.positions,
            "nodes": json::count(self.nodes),
            "cpu_seconds": json::seconds(Some(self.time)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_search_as_much_as_they_may() {
        for &game in AnyGame::all() {
            let speed = measure(game, 30).unwrap_or_else(|failure| panic!("{failure:?}"));
            assert_eq!((speed.game, speed.positions), (game, 6));
            // The start position at least is not solved so soon.
            assert!((5_000..=6 * 31 * 1024).contains(&speed.nodes), "{}: {} nodes", game.name(), speed.nodes);
            assert_eq!(speed.document()["nodes"], json::count(speed.nodes));
        }
    }
}
