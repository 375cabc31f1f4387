//! How long the values of all moves take, on Connect Four boards that random play leads to.

use std::sync::atomic::Ordering;
use std::time::Duration;

use plyground::present::{json, layout};
use plyground::{Failure, Streams, interrupt};
use plyground_arena::clock::process_cpu_time;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::book::embedded;
use plyground_core::games::connect_four::solve::{Solver, TABLE_BYTES};
use plyground_core::rng::Rng;
use plyground_core::{Limits, Position, Stopped};
use serde_json::{Value, json};

use super::{median_and_slowest, milliseconds};

/// Find the scores of all moves of Connect Four boards after random moves, with the books, forgetting everything before each
///
/// Times are those of the processor, of one thread.
///
/// JSON: `boards`, an entry for every number of random moves, with `moves`, `nodes` (of all boards together),
/// `median_milliseconds`, `percentile_95_milliseconds` and `maximum_milliseconds`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Boards for every number of moves
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,
    /// The most random moves
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(..=30))]
    moves: u32,
    /// What the moves depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const INTERRUPTED: &str = "interrupted; nothing is measured";

struct Row {
    moves: u32,
    nodes: u64,
    /// Ascending.
    times: Vec<Duration>,
}

impl Row {
    /// The median, the time that 95 of 100 boards need at most, and the longest, in milliseconds.
    fn times(&self) -> [f64; 3] {
        let [median, slowest] = median_and_slowest(&self.times);
        let most =
            self.times.get((self.times.len() * 95).div_ceil(100) - 1).copied().map_or(0.0, milliseconds);
        [median, most, slowest]
    }
}

/// A board after so many random moves, on which the game is not over.
fn random_board(moves: u32, rng: &mut Rng) -> Standard {
    loop {
        let board = rng.play(Standard::EMPTY, moves as usize, 0);
        if board.outcome().is_none() {
            return board;
        }
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let stop = interrupt::flag(INTERRUPTED)?;
        let limits = Limits { stop: &|| stop.load(Ordering::Relaxed) };
        let books = embedded().iter();
        let mut solver = books.fold(Solver::new(TABLE_BYTES), |solver, &book| solver.with_book(book));
        let mut rng = Rng::new(self.seed);
        let mut row = |moves: u32| -> Result<Row, Stopped> {
            let before = solver.nodes();
            let mut time = || {
                let board = random_board(moves, &mut rng);
                solver.clear();
                let from = process_cpu_time();
                for mv in board.moves() {
                    solver.score(&board.play(mv), &limits)?;
                }
                Ok(process_cpu_time().saturating_sub(from))
            };
            let mut times = (0..self.boards).map(|_| time()).collect::<Result<Vec<_>, Stopped>>()?;
            times.sort();
            Ok(Row { moves, nodes: solver.nodes() - before, times })
        };
        let rows = (0..=self.moves).map(&mut row).collect::<Result<Vec<Row>, Stopped>>();
        let rows = rows.map_err(|Stopped| Failure::interrupted(INTERRUPTED))?;
        if self.json {
            let entry = |row: &Row| {
                let [median, most, slowest] = row.times();
                json!({
                    "moves": row.moves,
                    "nodes": row.nodes,
                    "median_milliseconds": median,
                    "percentile_95_milliseconds": most,
                    "maximum_milliseconds": slowest,
                })
            };
            let boards: Vec<Value> = rows.iter().map(entry).collect();
            return Ok(json::write(streams.out, &json!({ "boards": boards }))?);
        }
        let mut nodes = vec![["moves", "nodes"].map(str::to_owned).to_vec()];
        let mut times =
            vec![["moves", "median ms", "95 of 100 ms", "longest ms"].map(str::to_owned).to_vec()];
        for row in &rows {
            nodes.push([row.moves.to_string(), row.nodes.to_string()].to_vec());
            let in_words = row.times().map(|time| format!("{time:.1}"));
            times.push([[row.moves.to_string()].as_slice(), &in_words].concat());
        }
        layout::table(streams.out, "", 0, &nodes)?;
        Ok(layout::table(streams.err, "", 0, &times)?)
    }
}
