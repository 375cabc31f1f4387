//! How long the values of all moves take, on boards that random play leads to.

use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use plyground::present::{json, layout};
use plyground::{Failure, Streams, bad_input, interrupt};
use plyground_arena::clock::process_cpu_time;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::book::embedded;
use plyground_core::games::connect_four::solve::{Solver, TABLE_BYTES};
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::games::max_connect_four::solve::Solver as MaxConnectFourSolver;
use plyground_core::rng::{Rng, mix};
use plyground_core::{Game, Limits, Position, Stopped};
use serde_json::{Value, json};

use super::{median_and_slowest, milliseconds};

/// Find the values of all moves of boards after random moves, forgetting everything before each
///
/// Times are those of the processor, of one thread. Connect Four's books are used.
///
/// JSON: `boards`, an entry for every number of random moves, with `moves`, `nodes` (of all boards together),
/// `median_milliseconds`, `percentile_95_milliseconds` and `maximum_milliseconds`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The game
    #[arg(long, value_name = "GAME", default_value = ConnectFour::NAME, value_parser = PossibleValuesParser::new([ConnectFour::NAME, MaxConnectFour::NAME]))]
    game: String,
    /// Boards for every number of moves
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,
    /// The fewest random moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=30))]
    fewest: u32,
    /// The most random moves, 12 or the fewest if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=30))]
    moves: Option<u32>,
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
fn random_board<G: Game>(moves: u32, rng: &mut Rng) -> G::Position {
    loop {
        let board = rng.play(G::start(), moves as usize, 0);
        if board.outcome().is_none() {
            return board;
        }
    }
}

impl Args {
    fn most(&self) -> u32 {
        self.moves.unwrap_or_else(|| self.fewest.max(12))
    }

    /// A row for every number of moves, by a function that finds the values of a board and says how long the processor
    /// worked for them, and how many nodes it took.
    fn rows<G: Game>(
        &self,
        mut values: impl FnMut(G::Position) -> Result<(Duration, u64), Stopped>,
    ) -> Result<Vec<Row>, Stopped> {
        let mut row = |moves: u32| {
            let mut rng = Rng::new(mix(self.seed ^ mix(moves.into())));
            let mut of_one = || values(random_board::<G>(moves, &mut rng));
            let found = (0..self.boards).map(|_| of_one()).collect::<Result<Vec<_>, Stopped>>()?;
            let (mut times, nodes): (Vec<Duration>, Vec<u64>) = found.into_iter().unzip();
            times.sort();
            Ok(Row { moves, nodes: nodes.iter().sum(), times })
        };
        (self.fewest..=self.most()).map(&mut row).collect()
    }

    fn connect_four(&self, limits: &Limits<'_>) -> Result<Vec<Row>, Stopped> {
        let books = embedded().iter();
        let mut solver = books.fold(Solver::new(TABLE_BYTES), |solver, &book| solver.with_book(book));
        self.rows::<ConnectFour>(|board| {
            solver.clear();
            let (from, nodes) = (process_cpu_time(), solver.nodes());
            for mv in board.moves() {
                solver.score(&board.play(mv), limits)?;
            }
            Ok((process_cpu_time().saturating_sub(from), solver.nodes() - nodes))
        })
    }

    fn max_connect_four(&self, limits: &Limits<'_>) -> Result<Vec<Row>, Stopped> {
        self.rows::<MaxConnectFour>(|board| {
            let from = process_cpu_time();
            let mut solver = MaxConnectFourSolver::new(TABLE_BYTES);
            for mv in board.moves() {
                solver.value(&board.play(mv), limits)?;
            }
            Ok((process_cpu_time().saturating_sub(from), solver.nodes()))
        })
    }

    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let (fewest, most) = (self.fewest, self.most());
        if fewest > most {
            return Err(bad_input!("--fewest {fewest}; expected at most {most}, as --moves"));
        }
        let stop = interrupt::flag(INTERRUPTED)?;
        let limits = Limits { stop: &|| stop.load(Ordering::Relaxed) };
        let rows = if self.game == MaxConnectFour::NAME {
            self.max_connect_four(&limits)
        } else {
            self.connect_four(&limits)
        };
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
