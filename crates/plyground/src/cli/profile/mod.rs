//! `plyground profile`: CPU time as a function of the nodes that a search examines.

mod external;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plyground_arena::clock::thread_cpu_time;
use plyground_arena::file::{is_same, write_atomically};
use plyground_core::agents::parse_time;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyEvaluation, AnyGame, AnyPosition, Game, Position, quote};

use super::programs::IsolationArgs;
use crate::arguments::{PositionArgs, Unexpected, depth, game_values, place_for_file, read_text};
use crate::exit::{Exit, Failure, Streams};
use crate::plots::chart::Chart;
use crate::plots::raster;
use crate::present::{json, progress};
use crate::report::profile::{End, Point, Profile, Series, chart, csv, json as document, write_text};
use crate::{interrupt, shown};

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
/// A program given after `--` is measured instead: of connect-four as `COMMAND STATE red|yellow M|A DEPTH`, whose nodes
/// are those that it prints; of max-connect-four as `COMMAND one-move INPUT OUTPUT DEPTH`, which tells none. It is run
/// in a sandbox, in the folder that you are in; its CPU time is that of all its processes, their start included. Its
/// answers must be legal, not right. A run that takes five seconds more than twice the limit is ended.
///
/// JSON: `game`, `positions` and `series`, each with `position` (its number, from 0), `algorithm`, `evaluation` (null
/// for programs), `end` (why it goes no deeper), `slope` (of time against nodes, both logarithmic; null where times are
/// too short) and `points`, each with `depth`, `examined` (null if unknown), `effective_branching_factor`,
/// `cpu_seconds` (an array), `median_seconds` and `nanoseconds_per_node` (null for best-order).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground profile max-connect-four --limit 1s
  plyground profile connect-four --algorithm minimax --algorithm alpha-beta \\
      --depth 7 --plot time.svg
  plyground profile connect-four --algorithm best-order --algorithm alpha-beta \\
      --nodes-plot nodes.png --depth 8
  plyground profile connect-four --position 44 --position 4455 --depth 6
  mkdir mine && cp \"$(command -v ConnectFour)\" mine
  cd mine && plyground profile connect-four --allow-root --depth 3 \\
      --repeat 1 -- ./ConnectFour")]
pub(super) struct Args {
    /// The game, or `maxconnect4` for the search of that program
    #[arg(value_parser = game_names())]
    game: AnyGame,
    #[command(flatten)]
    position: PositionArgs,
    /// Measure this position; may be given several times
    #[arg(long = "position", value_name = "POSITION", allow_hyphen_values = true)]
    positions: Vec<String>,
    /// How to search; may be given several times [default: alpha-beta]
    #[arg(long = "algorithm", value_name = "NAME", value_parser = measure_names())]
    algorithms: Vec<Measure>,
    /// The evaluation, by default the first of the game; may be given several times
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<String>,
    /// Go no deeper when a depth has taken longer than this, such as 500ms or 60s; a number alone is milliseconds
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s")]
    limit: Duration,
    /// Go no deeper than this
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Search depths that are searched quickly N times
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Draw CPU time against nodes into this file, whose name ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Draw nodes against depth into this file, whose name ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    nodes_plot: Option<PathBuf>,
    /// Write comma-separated values into this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// A program to measure, and its own arguments
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "evaluations")]
    command: Vec<OsString>,
}

/// What is measured: a textbook search, or alpha-beta with the best reply first everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Search(Algorithm),
    BestOrder,
}

impl Measure {
    const BEST_ORDER: &str = "best-order";

    const fn name(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.name(),
            Self::BestOrder => Self::BEST_ORDER,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Search(algorithm) => algorithm.name(),
            Self::BestOrder => "best order",
        }
    }
}

/// The names of searches, and of the best order.
fn measure_names() -> impl TypedValueParser<Value = Measure> {
    let best_order = PossibleValue::new(Measure::BEST_ORDER)
        .help("Alpha-beta with the best reply first everywhere: nodes only");
    PossibleValuesParser::new(super::search::possible_algorithms().chain([best_order]))
        .map(|name| Algorithm::from_name(&name).map_or(Measure::BestOrder, Measure::Search))
}

/// Games, and the program that an assignment wants profiled.
fn game_names() -> impl TypedValueParser<Value = AnyGame> {
    let names = game_values().map(|value| {
        if value.get_name() == MaxConnectFour::NAME { value.alias("maxconnect4") } else { value }
    });
    PossibleValuesParser::new(names).try_map(|name| {
        let name = if name == "maxconnect4" { MaxConnectFour::NAME } else { &name };
        AnyGame::from_name(name).ok_or("not the name of a game")
    })
}

/// As `--time` is read: a number alone is milliseconds.
fn time(text: &str) -> Result<Duration, Unexpected> {
    let read = parse_time(text).or_else(|| parse_time(&format!("{text}ms")));
    read.ok_or_else(|| Unexpected::new(text, "a time such as 500ms or 60s"))
}

/// Whether a plot is to be a picture of pixels, by the end of its file's name.
fn is_png(option: &str, path: &Path) -> Result<bool, Failure> {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    match end.as_deref() {
        Some("png") => Ok(true),
        Some("svg") => Ok(false),
        _ => Err(bad_input!("{option} {}: expected a name that ends in .svg or .png", shown::path(path))),
    }
}

/// A plot as the bytes of a file.
fn picture(option: &str, path: &Path, chart: &Chart) -> Result<Vec<u8>, Failure> {
    if is_png(option, path)? {
        let failed = |error| bad_input!("{option} {}: {error}", shown::path(path));
        raster::png(&chart.drawing()).map_err(failed)
    } else {
        Ok(chart.svg().into_bytes())
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let interrupted = interrupt::flag("interrupted")?;
        let plots = [("--plot", &self.plot, false), ("--nodes-plot", &self.nodes_plot, true)].into_iter();
        let plots =
            plots.filter_map(|(option, path, is_of_nodes)| Some((option, path.as_ref()?, is_of_nodes)));
        let plots: Vec<_> = plots.collect();
        for &(option, path, _) in &plots {
            is_png(option, path)?;
            place_for_file(option, path)?;
        }
        if let Some(path) = &self.csv {
            place_for_file("--csv", path)?;
        }
        let of_plots = plots.iter().map(|&(option, path, _)| (option, path));
        let outputs: Vec<_> = of_plots.chain(self.csv.iter().map(|path| ("--csv", path))).collect();
        for (number, &(option, path)) in outputs.iter().enumerate() {
            if let Some((other, _)) = outputs[..number].iter().find(|(_, known)| is_same(known, path)) {
                let name = shown::path(path);
                return Err(bad_input!("{option} {name}: {other} is the same file; expected another"));
            }
        }
        let (profile, problem) = if self.command.is_empty() {
            (self.measure(self.game, streams, &interrupted)?, None)
        } else {
            external::measure(self, streams, &interrupted)?
        };
        if let Some(message) =
            problem.clone().filter(|_| profile.series.iter().all(|series| series.points.is_empty()))
        {
            return Err(Failure { exit: Exit::ProgramFailed, message });
        }
        let is_cut_short = interrupted.load(Ordering::Relaxed);
        if is_cut_short {
            // Files may take longer than there is time.
            self.tell(&profile, streams)?;
        }
        let mut files = Vec::new();
        for (option, path, is_of_nodes) in plots {
            files.push((path, picture(option, path, &chart(&profile, is_of_nodes))?));
        }
        files.extend(self.csv.as_ref().map(|path| (path, csv(&profile).into_bytes())));
        for (path, content) in files {
            write_atomically(path, &content)
                .map_err(|error| bad_input!("{}: {error}", quote(&path.display().to_string())))?;
        }
        if is_cut_short {
            return Err(Failure::interrupted("interrupted; this is what was measured"));
        }
        self.tell(&profile, streams)?;
        problem.map_or(Ok(()), |message| Err(Failure { exit: Exit::ProgramFailed, message }))
    }

    fn tell(&self, profile: &Profile, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.json {
            json::write(streams.out, &document(profile))?;
        } else {
            write_text(streams.out, profile)?;
        }
        Ok(streams.out.flush()?)
    }

    /// The positions that were asked for: the start position if there is none.
    fn positions(&self, game: AnyGame, streams: &mut Streams<'_>) -> Result<Vec<AnyPosition>, Failure> {
        let mut positions = Vec::new();
        if self.positions.is_empty() || self.position.is_given() {
            positions.push(self.position.read(game, streams.input)?);
        }
        for text in &self.positions {
            // Of several positions, the message names the one that cannot be read.
            let position = read_text(game, text, streams.input).map_err(|failure| Failure {
                message: format!("--position {}: {}", shown::printable(text), failure.message),
                ..failure
            })?;
            positions.push(position);
        }
        Ok(positions)
    }

    fn algorithms(&self) -> &[Measure] {
        const USUAL: &[Measure] = &[Measure::Search(Algorithm::AlphaBeta(CutRule::AtEqual))];
        if self.algorithms.is_empty() { USUAL } else { &self.algorithms }
    }

    fn measure(
        &self,
        game: AnyGame,
        streams: &mut Streams<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Profile, Failure> {
        let positions = self.positions(game, streams)?;
        let mut evaluations = Vec::new();
        for name in &self.evaluations {
            evaluations.push(game.evaluation(Some(name)).map_err(Failure::bad_input)?);
        }
        if evaluations.is_empty() {
            evaluations.push(game.evaluation(None).map_err(Failure::bad_input)?);
        }
        let bar = progress::spinner("measuring");
        let mut series = Vec::new();
        for (number, position) in positions.iter().enumerate() {
            for &evaluation in &evaluations {
                for &algorithm in self.algorithms() {
                    if interrupted.load(Ordering::Relaxed) {
                        break;
                    }
                    let (points, end) = self.series(algorithm, evaluation, position, interrupted);
                    let (algorithm, evaluation) = (algorithm.words().to_owned(), Some(evaluation.name));
                    series.push(Series { position: number, algorithm, evaluation, points, end });
                }
            }
        }
        bar.finish_and_clear();
        Ok(Profile { game: game.name(), positions: position_texts(&positions), series })
    }

    fn series(
        &self,
        algorithm: Measure,
        evaluation: AnyEvaluation,
        position: &AnyPosition,
        interrupted: &AtomicBool,
    ) -> (Vec<Point>, End) {
        self.deeper(position.plies_left(), |depth| {
            let at = position.clone();
            let work = move || match algorithm {
                Measure::Search(algorithm) => {
                    Some(evaluation.textbook(algorithm, &at, depth).counts.examined())
                }
                Measure::BestOrder => evaluation.best_order(&at, depth, CutRule::AtEqual, MOST_POSITIONS),
            };
            self.point(depth, algorithm != Measure::BestOrder, || {
                let value = work.clone();
                let (examined, cpu) = attended(move || thread_timed(value), interrupted)?;
                Ok((Some(examined.ok_or(End::Memory)?), cpu))
            })
        })
    }

    /// Measures depth after depth, as far as the game, the limit and what was asked for allow.
    fn deeper(
        &self,
        plies_left: u32,
        mut measure: impl FnMut(u32) -> Result<(Point, Duration), End>,
    ) -> (Vec<Point>, End) {
        let mut points = Vec::new();
        let end = loop {
            let depth = u32::try_from(points.len()).unwrap_or(u32::MAX).saturating_add(1);
            if depth > plies_left.max(1) {
                break End::Game;
            }
            if self.depth.is_some_and(|most| depth > most) {
                break End::Depth;
            }
            match measure(depth) {
                Ok((point, longest)) => {
                    points.push(point);
                    if longest > self.limit {
                        break End::Limit;
                    }
                }
                Err(end) => break end,
            }
        };
        (points, end)
    }

    /// One depth, and the CPU time that its first run took.
    fn point(
        &self,
        depth: u32,
        is_timed: bool,
        mut run: impl FnMut() -> Result<(Option<u128>, Duration), End>,
    ) -> Result<(Point, Duration), End> {
        let (examined, first) = run()?;
        let mut cpu = Vec::new();
        if is_timed {
            cpu.push(first);
            let again = if first < self.limit / 10 { self.repeat - 1 } else { 0 };
            for _ in 0..again {
                cpu.push(run()?.1);
            }
        }
        Ok((Point { depth, examined, cpu }, first))
    }
}

/// Positions as they are reported, each on one line.
fn position_texts(positions: &[AnyPosition]) -> Vec<String> {
    let text = |position: &AnyPosition| {
        json::position(position).as_str().unwrap_or_default().trim_end().replace('\n', " / ")
    };
    positions.iter().map(text).collect()
}

/// Does work, and measures the CPU time of this thread for it.
fn thread_timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = thread_cpu_time();
    let found = work();
    (found, thread_cpu_time().saturating_sub(begun))
}

/// Does work in a separate thread. After an interruption nothing waits for it.
fn attended<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    interrupted: &AtomicBool,
) -> Result<T, End> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        // Nobody listens any more after an interruption.
        let _ = sender.send(work());
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
