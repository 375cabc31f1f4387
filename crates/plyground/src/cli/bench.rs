//! `plyground bench`: a fixed amount of searching, as a signature of its behaviour and a measure of
//! its speed.

use std::time::Duration;

use plyground_arena::clock::thread_cpu_time;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{AnyGame, AnyPosition, Position};
use serde_json::{Value, json};

use crate::arguments::game_names;
use crate::exit::{Exit, Failure, Streams};
use crate::present::layout::speed;
use crate::present::{json, layout};

/// Search fixed positions to fixed depths, node by node and by replay
///
/// Positions, depths and node counts never change; a changed total means that a search behaves
/// differently. The replay must give the same moves, values and counts as the textbook search, or the
/// exit status is 1. Times go to standard error: processor time, of the quickest of as many passes over the positions as
/// take 50 ms.
///
/// JSON: `total` (examined nodes) and `searches`, each with `game`, `evaluation`, `algorithm`, `cut`
/// (null for minimax), `depth`, `positions`, `examined`, `textbook_seconds` and `replay_seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground bench connect-four
  plyground bench connect-four --json")]
pub(super) struct Args {
    /// The games, by default all
    #[arg(value_name = "GAME", value_parser = game_names())]
    games: Vec<AnyGame>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Algorithms with depths at which the textbook search takes a fraction of a second.
const SEARCHES: [(Algorithm, u32); 3] = [
    (Algorithm::Minimax, 4),
    (Algorithm::AlphaBeta(CutRule::AtEqual), 6),
    (Algorithm::AlphaBeta(CutRule::Beyond), 6),
];

/// Positions of each game besides the start position.
const WALKS: usize = 4;

/// One evaluation searched by one algorithm, all positions together.
struct Row {
    game: AnyGame,
    evaluation: &'static str,
    algorithm: Algorithm,
    depth: u32,
    positions: usize,
    examined: u128,
    textbook: Duration,
    replay: Duration,
}

/// The start position, and positions in the course of random games: frozen, since the signature
/// depends on them.
fn positions(game: AnyGame) -> Vec<AnyPosition> {
    let mut positions = vec![game.start()];
    for walk in 1..=WALKS {
        // At most half of the longest game, so that there is something left to search.
        let plies = game.start().plies_left() as usize / 2 * walk / WALKS;
        positions.push(Rng::new(walk as u64).play(game.start(), plies, 0));
    }
    positions
}

/// Searches are repeated until together they have taken this long. A single pass over the positions may take less than
/// the clock can measure.
const LEAST: Duration = Duration::from_millis(50);

/// What a pass finds, and the processor time of the quickest one.
fn timed<T>(pass: impl Fn() -> T) -> (T, Duration) {
    let (mut total, mut quickest) = (Duration::ZERO, Duration::MAX);
    loop {
        let start = thread_cpu_time();
        let found = pass();
        let took = thread_cpu_time().saturating_sub(start);
        total += took;
        quickest = quickest.min(took);
        if total >= LEAST {
            return (found, quickest);
        }
    }
}

fn measure(game: AnyGame) -> Result<Vec<Row>, Failure> {
    let positions = positions(game);
    let mut rows = Vec::new();
    for evaluation in game.evaluations() {
        for (algorithm, depth) in SEARCHES {
            let (textbook, textbook_time) = timed(|| {
                positions.iter().map(|p| evaluation.textbook(algorithm, p, depth)).collect::<Vec<_>>()
            });
            let bytes = replay::DEFAULT_BYTES;
            let (replay, replay_time) = timed(|| {
                positions.iter().map(|p| evaluation.replay(algorithm, p, depth, bytes)).collect::<Vec<_>>()
            });
            let row = Row {
                game,
                evaluation: evaluation.name,
                algorithm,
                depth,
                positions: positions.len(),
                examined: textbook.iter().map(|search| search.counts.examined()).sum(),
                textbook: textbook_time,
                replay: replay_time,
            };
            if let Some(at) = (0..positions.len()).find(|&at| textbook[at] != replay[at]) {
                let message = format!(
                    "{} {} {} depth {depth}: the replay differs from the textbook search on {}",
                    game.name(),
                    evaluation.name,
                    row.algorithm_words(),
                    json::position(&positions[at]),
                );
                return Err(Failure { exit: Exit::CheckFailed, message });
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let games = if self.games.is_empty() { AnyGame::all() } else { &self.games };
        let mut rows = Vec::new();
        for &game in games {
            rows.extend(measure(game)?);
        }
        let total: u128 = rows.iter().map(|row| row.examined).sum();
        if self.json {
            let searches: Vec<Value> = rows.iter().map(Row::document).collect();
            let document = json!({ "total": json::count(total), "searches": searches });
            return Ok(json::write(streams.out, &document)?);
        }
        let mut cells =
            vec![["game", "evaluation", "algorithm", "depth", "nodes"].map(str::to_owned).to_vec()];
        cells.extend(rows.iter().map(|row| row.cells([row.depth.to_string(), row.examined.to_string()])));
        layout::table(streams.out, "", 3, &cells)?;
        writeln!(streams.out, "total {total}")?;
        let mut cells =
            vec![["game", "evaluation", "algorithm", "textbook", "replay"].map(str::to_owned).to_vec()];
        let speeds = |row: &Row| [row.textbook, row.replay].map(|time| speed(row.examined, time));
        cells.extend(rows.iter().map(|row| row.cells(speeds(row))));
        Ok(layout::table(streams.err, "", 3, &cells)?)
    }
}

impl Row {
    fn algorithm_words(&self) -> String {
        match self.cut() {
            None | Some("equal") => self.algorithm.name().to_owned(),
            Some(cut) => format!("{} (cut {cut})", self.algorithm.name()),
        }
    }

    fn cut(&self) -> Option<&'static str> {
        self.algorithm.cut().map(CutRule::name)
    }

    /// A line of a table that ends with these cells.
    fn cells(&self, last: [String; 2]) -> Vec<String> {
        let first = [self.game.name().to_owned(), self.evaluation.to_owned(), self.algorithm_words()];
        first.into_iter().chain(last).collect()
    }

    fn document(&self) -> Value {
        json!({
            "game": self.game.name(),
            "evaluation": self.evaluation,
            "algorithm": self.algorithm.name(),
            "cut": self.cut(),
            "depth": self.depth,
            "positions": self.positions,
            "examined": json::count(self.examined),
            "textbook_seconds": json::seconds(Some(self.textbook)),
            "replay_seconds": json::seconds(Some(self.replay)),
        })
    }
}
