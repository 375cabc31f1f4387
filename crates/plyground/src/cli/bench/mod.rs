//! `plyground bench`: a fixed amount of searching, as a signature of its behaviour and a measure of
//! its speed.

mod cold;
mod deep;
mod engines;
mod set;
mod starts;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::solve::MOST_THREADS;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{AnyGame, AnyPosition, Position};
use serde_json::{Value, json};

use super::game_names;
use super::searched::algorithm_name;
use crate::exit::{Exit, Failure, Streams};
use crate::present::{json, layout};

const EXAMPLES: &str = "Examples:
  plyground bench connect-four
  plyground bench connect-four --json";

/// Search fixed positions to fixed depths, node by node and by replay
///
/// Positions, depths and node counts never change; a changed total means that a search behaves
/// differently. The replay must give the same moves, values and counts as the textbook search, or the
/// exit status is 1. Times go to standard error.
///
/// JSON: `total` (examined nodes) and `searches`, each with `game`, `evaluation`, `algorithm`, `cut`
/// (null for minimax), `depth`, `positions`, `examined`, `textbook_seconds` and `replay_seconds`. With
/// --deep there is `searches` alone, with `algorithm`, `depth`, `examined`, `textbook_seconds` (null
/// where it would take minutes) and `replay_seconds`. With --set there are `positions`, `wrong`
/// (messages; with any the exit status is 1), `mean_milliseconds`, `median_milliseconds`,
/// `maximum_milliseconds` and `mean_nodes`. With --cold there are `boards`, `wrong` (as before),
/// `median_milliseconds`, `maximum_milliseconds` and `peak_mebibytes`, also if it is interrupted. With
/// --engine it is an array with `game`, `positions`, `nodes` and `cpu_seconds` of each game. With
/// --starts there are `bare` and `levels`, each with `level`, `start` and `turn`; all of these have
/// `least_seconds`, `median_seconds` and `percentile_99_seconds`. A turn is a start with all that a
/// referee does around it; `bare` is the program alone.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches of the command line")]
pub(super) struct Args {
    /// The games, by default all
    #[arg(value_name = "GAME", value_parser = game_names())]
    games: Vec<AnyGame>,
    /// Search COMP3608's empty board instead: minimax to 8 and 12 plies, alpha-beta to 10 and 14
    #[arg(long, conflicts_with = "games")]
    deep: bool,
    /// Have the agent `engine` search a few million nodes in positions of openings instead: nodes
    /// a second of processor time, on one thread
    #[arg(long, conflicts_with_all = ["deep", "set", "cold", "starts"])]
    engine: bool,
    /// Solve Connect Four positions instead: lines of a move string, a space and the right score
    #[arg(long, value_name = "FILE", conflicts_with = "deep")]
    set: Option<PathBuf>,
    /// With --set: only the first N positions
    #[arg(long, value_name = "N", requires = "set", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// With --set: win, draw or loss only
    #[arg(long, requires = "set")]
    weak: bool,
    /// With --set: memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", requires = "set", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// With --set: threads that solve one position together
    #[arg(long, value_name = "N", requires = "set", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: u16,
    /// With --set: solve all positions N times and tell the times of the quickest pass
    #[arg(long, value_name = "N", requires = "set", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Start the program `ConnectFour` instead, or `breakthrough` for that game, on N random
    /// boards: times, memory, and moves that are not the best, or late or illegal
    #[arg(long, value_name = "N", conflicts_with_all = ["deep", "set"], value_parser = clap::value_parser!(u32).range(1..))]
    cold: Option<u32>,
    /// Start a program that does nothing N times at every level of isolation that works here
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "deep", "set", "cold"], value_parser = clap::value_parser!(u32).range(1..))]
    starts: Option<u32>,
    /// With --cold: leave out the boards before the Nth, counted from 0, which an interrupted run has seen
    #[arg(long, value_name = "N", requires = "cold", default_value_t = 0)]
    from: u32,
    /// With --cold: boards with lost turns, and with any numbers of pieces
    #[arg(long, requires = "cold")]
    unbalanced: bool,
    /// With --cold: what the boards depend on
    #[arg(long, value_name = "N", requires = "cold", default_value_t = 1)]
    seed: u64,
    /// With --cold: programs that run side by side
    #[arg(long, value_name = "N", requires = "cold", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: u16,
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

/// Positions of each game beside the start position.
const WALKS: u64 = 4;

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
    for seed in 1..=WALKS {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        // At most half of the longest game, so that there is something left to search.
        let plies = u64::from(position.plies_left()) / 2 * seed / WALKS;
        for _ in 0..plies {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = position.play(mv);
        }
        positions.push(position);
    }
    positions
}

fn measure(game: AnyGame) -> Result<Vec<Row>, Failure> {
    let positions = positions(game);
    let mut rows = Vec::new();
    for evaluation in game.evaluations() {
        for (algorithm, depth) in SEARCHES {
            let mut row = Row {
                game,
                evaluation: evaluation.name,
                algorithm,
                depth,
                positions: positions.len(),
                examined: 0,
                textbook: Duration::ZERO,
                replay: Duration::ZERO,
            };
            for position in &positions {
                let start = Instant::now();
                let textbook = evaluation.textbook(algorithm, position, depth);
                row.textbook += start.elapsed();
                let start = Instant::now();
                let replay = evaluation.replay(algorithm, position, depth, replay::DEFAULT_BYTES);
                row.replay += start.elapsed();
                if replay != textbook {
                    let message = format!(
                        "{} {} {} depth {depth}: the replay differs from the textbook search on {}",
                        game.name(),
                        evaluation.name,
                        row.algorithm_words(),
                        json::position(position),
                    );
                    return Err(Failure { exit: Exit::CheckFailed, message });
                }
                row.examined += textbook.counts.examined();
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

/// A time, and the nodes that it accounts for in each second.
fn speed(nodes: u128, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed for people to read")]
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {speed:.1} million nodes a second")
}

impl Args {
    /// The games that were named, or these.
    fn games_or<'a>(&'a self, usual: &'a [AnyGame]) -> &'a [AnyGame] {
        if self.games.is_empty() { usual } else { &self.games }
    }

    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.set {
            if self.games.iter().any(|&game| !game.is::<ConnectFour>()) {
                return Err(Failure::bad_input(
                    "--set: positions of connect-four only; expected no other game",
                ));
            }
            let options = set::Options {
                most: self.limit,
                is_weak: self.weak,
                table: usize::from(self.table) << 20,
                threads: usize::from(self.threads),
                passes: self.repeat,
                as_json: self.json,
            };
            return set::run(path, options, streams);
        }
        if let Some(boards) = self.cold {
            if self.from >= boards {
                return Err(Failure::bad_input(format_args!(
                    "--from: {}; expected less than the {boards} boards of --cold",
                    self.from
                )));
            }
            let options = cold::Options {
                from: u64::from(self.from),
                boards: u64::from(boards),
                is_unbalanced: self.unbalanced,
                seed: self.seed,
                jobs: usize::from(self.jobs),
                as_json: self.json,
            };
            let [game] = *self.games_or(&[AnyGame::of::<ConnectFour>()]) else {
                return Err(Failure::bad_input("--cold: several games; expected one"));
            };
            return cold::run(game, options, streams);
        }
        if let Some(runs) = self.starts {
            return starts::run(runs, self.json, streams);
        }
        if self.deep {
            return deep::run(self.json, streams);
        }
        let games = self.games_or(AnyGame::all());
        if self.engine {
            return engines::run(games, self.json, streams);
        }
        let mut rows = Vec::new();
        for &game in games {
            rows.extend(measure(game)?);
        }
        let total: u128 = rows.iter().map(|row| row.examined).sum();
        if self.json {
            let searches: Vec<Value> = rows.iter().map(Row::document).collect();
            json::write(streams.out, &json!({ "total": json::count(total), "searches": searches }))?;
            return Ok(());
        }
        let mut cells =
            vec![["game", "evaluation", "algorithm", "depth", "nodes"].map(str::to_owned).to_vec()];
        cells.extend(rows.iter().map(Row::cells));
        layout::table(streams.out, "", 3, &cells)?;
        writeln!(streams.out, "total {total}")?;
        let mut cells =
            vec![["game", "evaluation", "algorithm", "textbook", "replay"].map(str::to_owned).to_vec()];
        cells.extend(rows.iter().map(Row::time_cells));
        layout::table(streams.err, "", 3, &cells)?;
        Ok(())
    }
}

impl Row {
    fn algorithm_words(&self) -> String {
        match self.cut() {
            None | Some("equal") => algorithm_name(self.algorithm).to_owned(),
            Some(cut) => format!("{} (cut {cut})", algorithm_name(self.algorithm)),
        }
    }

    fn cut(&self) -> Option<&'static str> {
        match self.algorithm {
            Algorithm::Minimax => None,
            Algorithm::AlphaBeta(rule) => Some(plyground_core::agents::cut_name(rule)),
        }
    }

    fn head(&self) -> Vec<String> {
        vec![self.game.name().to_owned(), self.evaluation.to_owned(), self.algorithm_words()]
    }

    fn cells(&self) -> Vec<String> {
        let mut cells = self.head();
        cells.extend([self.depth.to_string(), self.examined.to_string()]);
        cells
    }

    fn time_cells(&self) -> Vec<String> {
        let mut cells = self.head();
        cells.extend([self.textbook, self.replay].map(|time| speed(self.examined, time)));
        cells
    }

    fn document(&self) -> Value {
        json!({
            "game": self.game.name(),
            "evaluation": self.evaluation,
            "algorithm": algorithm_name(self.algorithm),
            "cut": self.cut(),
            "depth": self.depth,
            "positions": self.positions,
            "examined": json::count(self.examined),
            "textbook_seconds": json::seconds(Some(self.textbook)),
            "replay_seconds": json::seconds(Some(self.replay)),
        })
    }
}
