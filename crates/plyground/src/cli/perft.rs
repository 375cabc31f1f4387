//! `plyground perft`: how many move sequences there are.

use std::time::{Duration, Instant};

use plyground_core::{AnyGame, AnyPosition, Position};
use serde_json::{Value, json};

use crate::arguments::{PositionArgs, depth, game_names};
use crate::exit::{Failure, Streams};
use crate::present::{board, json, layout, progress};

/// Count the move sequences of each length: the standard check of a move generator
///
/// A sequence that ends the game early counts only where it ends. Times go to standard error.
///
/// JSON: `game`, `position`, `counts` (sequences of 1, 2 and more plies up to DEPTH or the first 0),
/// `divide` (null, or an array with `move` and `count` for each move of the root at DEPTH), `seconds`
/// (for all depths together).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground perft connect-four 6
  plyground perft connect-four 4 --divide 4453
  plyground perft connect-four 5 --json")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    /// The greatest length
    #[arg(value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Split the greatest length by first move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Counts of one position.
struct PerftCount {
    by_depth: Vec<(u64, Duration)>,
    divided: Option<Vec<(String, u64)>>,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let position = self.position.read(self.game, streams.input)?;
        let spinner = progress::spinner("counting");
        let mut by_depth = Vec::new();
        for depth in 1..=self.depth {
            let start = Instant::now();
            let count = position.perft(depth);
            by_depth.push((count, start.elapsed()));
            // Beyond the end of every line there is nothing left to count.
            if count == 0 {
                break;
            }
        }
        let by_move = |mv| (board::move_text(&position, mv), position.play(mv).perft(self.depth - 1));
        let divided = self.divide.then(|| position.moves().map(by_move).collect());
        spinner.finish_and_clear();
        let counted = PerftCount { by_depth, divided };
        if self.json {
            return Ok(json::write(streams.out, &counted.document(&position))?);
        }
        Ok(counted.write(streams, self.game.move_noun())?)
    }
}

impl PerftCount {
    fn write(&self, streams: &mut Streams<'_>, noun: &str) -> std::io::Result<()> {
        let mut rows = vec![["depth", "sequences"].map(str::to_owned).to_vec()];
        for (depth, &(count, time)) in (1..).zip(&self.by_depth) {
            rows.push(vec![depth.to_string(), count.to_string()]);
            let seconds = time.as_secs_f64();
            let speed = layout::real(count) / seconds.max(1e-9) / 1e6;
            writeln!(streams.err, "depth {depth}: {seconds:.6} s, {speed:.1} million sequences a second")?;
        }
        layout::table(streams.out, "", 0, &rows)?;
        if let Some(divided) = &self.divided {
            let mut rows = vec![vec![noun.to_owned(), "sequences".to_owned()]];
            rows.extend(divided.iter().map(|(mv, count)| vec![mv.clone(), count.to_string()]));
            writeln!(streams.out)?;
            layout::table(streams.out, "", 1, &rows)?;
        }
        Ok(())
    }

    fn document(&self, position: &AnyPosition) -> Value {
        let counts: Vec<u64> = self.by_depth.iter().map(|&(count, _)| count).collect();
        let time = self.by_depth.iter().map(|&(_, time)| time).sum();
        let by_move = |divided: &Vec<(String, u64)>| -> Value {
            divided.iter().map(|(mv, count)| json!({ "move": mv, "count": count })).collect()
        };
        json!({
            "game": position.game().name(),
            "position": json::position(position),
            "counts": counts,
            "divide": self.divided.as_ref().map(by_move),
            "seconds": json::seconds(Some(time)),
        })
    }
}
