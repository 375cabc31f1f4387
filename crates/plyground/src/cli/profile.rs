//! `plyground profile`: CPU time as a function of the nodes that a search examines.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plyground_arena::clock::thread_cpu_time;
use plyground_arena::file::write_atomically;
use plyground_core::agents::{self, parse_time};
use plyground_core::search::{Algorithm, CutRule, best_order};
use plyground_core::{Evaluation, Game, GameId, Position, dispatch, quote};

use super::position::PositionArgs;
use super::{depth, json, place, progress};
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::report::profile::{End, Point, Profile, Series, chart, csv, json as document, write_text};

const EXAMPLES: &str = "Examples:
  plyground profile max-connect-four --limit 1s
  plyground profile connect-four --algorithm minimax --algorithm alpha-beta --depth 7 --plot time.svg
  plyground profile connect-four --algorithm best-order --algorithm alpha-beta --nodes-plot nodes.svg --depth 8";

/// Positions that the best order may remember: about a gibibyte.
const MOST_POSITIONS: usize = 20_000_000;

/// How often an interruption is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Measure CPU time by nodes explored, deeper and deeper until a depth takes longer than a limit
///
/// Every search is the textbook's, node by node. Depths that take less than a tenth of the limit are searched
/// several times; the table tells the median, the least and the most CPU time. `best-order` counts the nodes that
/// alpha-beta examines if the best reply always comes first; it has no times of its own. `branching` is the effective
/// branching factor: that of a uniform tree with as many nodes.
///
/// JSON: `game`, `position` and `series`, each with `algorithm`, `evaluation`, `end` (why it goes no deeper), `slope`
/// (of time against nodes, both logarithmic; null where times are too short) and `points`, each with `depth`, `examined`,
/// `effective_branching_factor`, `cpu_seconds` (an array), `median_seconds` and `nanoseconds_per_node` (null for best-order).
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(super) struct Args {
    /// The game, or `maxconnect4` for the search of that program
    #[arg(value_parser = game_names())]
    game: GameId,
    #[command(flatten)]
    position: PositionArgs,
    /// How to search; may be given several times [default: alpha-beta]
    #[arg(long = "algorithm", value_name = "NAME")]
    algorithms: Vec<AlgorithmName>,
    /// The evaluation, by default the first of the game; may be given several times
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<String>,
    /// Go no deeper when a depth has taken longer than this
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    limit: Duration,
    /// Go no deeper than this
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Search depths that are searched quickly N times
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Draw CPU time against nodes into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Draw nodes against depth into this SVG file
    #[arg(long, value_name = "FILE")]
    nodes_plot: Option<PathBuf>,
    /// Write comma-separated values into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum AlgorithmName {
    /// Examines every line
    #[value(alias = "M")]
    Minimax,
    /// Leaves out lines that cannot matter
    #[value(alias = "A")]
    AlphaBeta,
    /// Alpha-beta with the best reply first everywhere: nodes only
    BestOrder,
}

/// Games, and the program that an assignment wants profiled.
fn game_names() -> impl TypedValueParser<Value = GameId> {
    let names = GameId::ALL.map(|game| {
        let value = PossibleValue::new(game.name());
        if game == GameId::MaxConnectFour { value.alias("maxconnect4") } else { value }
    });
    PossibleValuesParser::new(names).try_map(|name| {
        let name = if name == "maxconnect4" { GameId::MaxConnectFour.name() } else { &name };
        GameId::from_name(name).ok_or("not the name of a game")
    })
}

fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| format!("found {}; expected a time such as 500ms or 60s", quote(text)))
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let interrupted = interrupt::flag()?;
        for (option, path) in
            [("--plot", &self.plot), ("--nodes-plot", &self.nodes_plot), ("--csv", &self.csv)]
        {
            if let Some(path) = path {
                place::for_file(option, path)?;
            }
        }
        let profile = dispatch!(self.game, G => self.measure::<G>(streams, &interrupted)?);
        for (path, content) in [
            (&self.plot, chart(&profile, false).svg()),
            (&self.nodes_plot, chart(&profile, true).svg()),
            (&self.csv, csv(&profile)),
        ] {
            if let Some(path) = path {
                write_atomically(path, content.as_bytes()).map_err(|error| {
                    Failure::bad_input(format_args!("{}: {error}", quote(&path.display().to_string())))
                })?;
            }
        }
        if self.json {
            json::write(streams.out, &document(&profile))?;
        } else {
            write_text(streams.out, &profile)?;
        }
        if interrupted.load(Ordering::Relaxed) {
            streams.out.flush()?;
            let message = "interrupted; this is what was measured".to_owned();
            return Err(Failure { exit: Exit::Interrupted, message });
        }
        Ok(())
    }

    fn measure<G: Game>(
        &self,
        streams: &mut Streams<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Profile, Failure> {
        let position = self.position.read::<G>(streams.input)?;
        let mut evaluations = Vec::new();
        for name in &self.evaluations {
            evaluations.push(agents::evaluation::<G>(Some(name)).map_err(Failure::bad_input)?);
        }
        if evaluations.is_empty() {
            evaluations.push(agents::evaluation::<G>(None).map_err(Failure::bad_input)?);
        }
        let algorithms =
            if self.algorithms.is_empty() { &[AlgorithmName::AlphaBeta][..] } else { &self.algorithms };
        let bar = progress::spinner("measuring");
        let mut series = Vec::new();
        for &evaluation in &evaluations {
            for &algorithm in algorithms {
                if interrupted.load(Ordering::Relaxed) {
                    break;
                }
                series.push(self.series::<G>(algorithm, evaluation, position, interrupted));
            }
        }
        bar.finish_and_clear();
        let position =
            json::position::<G>(&position).as_str().unwrap_or_default().trim_end().replace('\n', " / ");
        Ok(Profile { game: G::ID.name(), position, series })
    }

    fn series<G: Game>(
        &self,
        algorithm: AlgorithmName,
        evaluation: &'static Evaluation<G::Position>,
        position: G::Position,
        interrupted: &AtomicBool,
    ) -> Series {
        let name = match algorithm {
            AlgorithmName::Minimax => "minimax",
            AlgorithmName::AlphaBeta => "alpha-beta",
            AlgorithmName::BestOrder => "best order",
        };
        let mut points = Vec::new();
        let most = position.plies_left().max(1);
        let end = loop {
            let depth = u32::try_from(points.len()).unwrap_or(u32::MAX).saturating_add(1);
            if depth > most {
                break End::Game;
            }
            if self.depth.is_some_and(|most| depth > most) {
                break End::Depth;
            }
            let work = move || match algorithm {
                AlgorithmName::Minimax => Some(examined(evaluation, Algorithm::Minimax, &position, depth)),
                AlgorithmName::AlphaBeta => {
                    Some(examined(evaluation, Algorithm::AlphaBeta(CutRule::AtEqual), &position, depth))
                }
                AlgorithmName::BestOrder => {
                    best_order::examined(evaluation, &position, depth, CutRule::AtEqual, MOST_POSITIONS)
                }
            };
            match self.point(depth, algorithm != AlgorithmName::BestOrder, work, interrupted) {
                Ok((point, longest)) => {
                    points.push(point);
                    if longest > self.limit {
                        break End::Limit;
                    }
                }
                Err(end) => break end,
            }
        };
        Series { algorithm: name, evaluation: evaluation.name, points, end }
    }

    /// One depth, and the CPU time that its first run took.
    fn point(
        &self,
        depth: u32,
        is_timed: bool,
        work: impl Fn() -> Option<u128> + Clone + Send + 'static,
        interrupted: &AtomicBool,
    ) -> Result<(Point, Duration), End> {
        let (examined, first) = timed(work.clone(), interrupted)?;
        let examined = examined.ok_or(End::Memory)?;
        let mut cpu = Vec::new();
        if is_timed {
            cpu.push(first);
            let again = if first < self.limit / 10 { self.repeat - 1 } else { 0 };
            for _ in 0..again {
                cpu.push(timed(work.clone(), interrupted)?.1);
            }
        }
        Ok((Point { depth, examined, cpu }, first))
    }
}

fn examined<P: Position>(evaluation: &Evaluation<P>, algorithm: Algorithm, position: &P, depth: u32) -> u128 {
    evaluation.textbook(algorithm, position, depth).counts.examined()
}

/// Does work in a thread of its own and tells its CPU time; after an interruption nobody waits for it.
fn timed<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    interrupted: &AtomicBool,
) -> Result<(T, Duration), End> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        let begun = thread_cpu_time();
        let found = work();
        // Nobody listens any more after an interruption.
        let _ = sender.send((found, thread_cpu_time().saturating_sub(begun)));
    });
    loop {
        if interrupted.load(Ordering::Relaxed) {
            return Err(End::Interrupted);
        }
        match receiver.recv_timeout(LOOK) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Timeout) => {}
            // A search that fails has said why; there is nothing to measure.
            Err(RecvTimeoutError::Disconnected) => return Err(End::Failed),
        }
    }
}
