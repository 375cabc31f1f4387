//! Connect Four positions with known scores, solved one after the other.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use plyground::present::json;
use plyground::{Failure, Streams, bad_input, interrupt, shown};
use plyground_arena::clock::process_cpu_time;
use plyground_arena::file;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::notation::MOVES;
use plyground_core::games::connect_four::solve::{MOST_THREADS, Solver};
use plyground_core::{Limits, Notation, Stopped, counted, quote};
use serde_json::json;

use super::{all_right, median_and_slowest, milliseconds};

/// Solve Connect Four positions of a file one after the other, forgetting everything before each
///
/// The exit status is 1 if a score is not the right one.
///
/// Beside the time on the clock stands the processor's, of all threads, which other work changes less; looking at it takes
/// some half a microsecond for each position.
///
/// JSON: `positions`, `wrong` (messages), `mean_milliseconds`, `median_milliseconds`, `maximum_milliseconds`,
/// `mean_cpu_milliseconds` and `mean_nodes`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Lines of a move string, a space and the right score
    file: PathBuf,
    /// Only the first N positions
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Win, draw or loss only
    #[arg(long)]
    weak: bool,
    /// Memory of the solver's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
    /// Threads that solve one position together
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    threads: u16,
    /// Solve all positions N times and tell the times of the quickest pass
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

const MOST_BYTES: u64 = 64 << 20;

struct Case {
    position: Standard,
    moves: String,
    score: i32,
}

fn read(path: &Path, most: usize) -> Result<Vec<Case>, Failure> {
    let name = shown::path(path);
    let text = file::read_text(path, MOST_BYTES)
        .map_err(|error| bad_input!("{name}: {error}; expected a readable file"))?;
    let case = |(number, line): (usize, &str)| {
        let wrong = |message: String| bad_input!("{name}: line {}: {message}", number + 1);
        let (moves, score) = line.split_once(' ').ok_or_else(|| {
            wrong(format!("found {}; expected a move string, a space and a score", quote(line)))
        })?;
        let position = MOVES.parse(moves).map_err(|error| wrong(error.to_string()))?;
        let score = score
            .trim()
            .parse()
            .map_err(|_| wrong(format!("found {}; expected a score such as -3", quote(score))))?;
        Ok(Case { position, moves: moves.to_owned(), score })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(most).map(case).collect()
}

const INTERRUPTED: &str = "interrupted; nothing is measured";

/// All positions solved once.
struct Pass {
    /// Ascending.
    times: Vec<Duration>,
    total: Duration,
    /// Processor time of all threads.
    cpu: Duration,
    nodes: u64,
}

/// Solves all positions, and notes those whose score is not the right one.
fn solve(
    cases: &[Case],
    is_weak: bool,
    solver: &mut Solver<7, 6>,
    limits: &Limits<'_>,
    wrong: &mut Vec<String>,
) -> Result<Pass, Stopped> {
    let mut times = Vec::with_capacity(cases.len());
    let (before, mut cpu) = (solver.nodes(), Duration::ZERO);
    for case in cases {
        solver.clear();
        let cpu_before = process_cpu_time();
        let start = Instant::now();
        let found = if is_weak {
            solver.result(&case.position, limits)
        } else {
            solver.score(&case.position, limits)
        };
        times.push(start.elapsed());
        cpu += process_cpu_time().saturating_sub(cpu_before);
        let found = found?;
        let expected = if is_weak { case.score.signum() } else { case.score };
        if found != expected {
            wrong.push(format!("{}: found {found}, expected {expected}", case.moves));
        }
    }
    times.sort();
    Ok(Pass { total: times.iter().sum(), times, cpu, nodes: solver.nodes() - before })
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let cases = read(&self.file, self.limit)?;
        if cases.is_empty() {
            let name = shown::path(&self.file);
            return Err(bad_input!("{name}: no position to solve; expected one at least"));
        }
        let stop = interrupt::flag(INTERRUPTED)?;
        let limits = Limits { stop: &|| stop.load(Ordering::Relaxed) };
        let mut solver = Solver::new(usize::from(self.table) << 20).with_threads(usize::from(self.threads));
        let mut wrong = Vec::new();
        let mut quickest: Option<Pass> = None;
        for _ in 0..self.repeat {
            let pass = solve(&cases, self.weak, &mut solver, &limits, &mut wrong)
                .map_err(|Stopped| Failure::interrupted(INTERRUPTED))?;
            if quickest.as_ref().is_none_or(|best| pass.total < best.total) {
                quickest = Some(pass);
            }
            if !wrong.is_empty() {
                break;
            }
        }
        let Pass { times, total, cpu, nodes } = quickest.expect("there is one pass at least");
        let count = cases.len();
        #[expect(clippy::cast_precision_loss, reason = "a mean for people to read")]
        let [mean, cpu, nodes] =
            [milliseconds(total), milliseconds(cpu), nodes as f64].map(|sum| sum / count as f64);
        let [median, slowest] = median_and_slowest(&times);
        if self.json {
            let document = json!({
                "positions": count,
                "wrong": wrong,
                "mean_milliseconds": mean,
                "median_milliseconds": median,
                "maximum_milliseconds": slowest,
                "mean_cpu_milliseconds": cpu,
                "mean_nodes": nodes,
            });
            json::write(streams.out, &document)?;
        } else {
            writeln!(
                streams.out,
                "{}, {} wrong, {nodes:.1} nodes on average",
                counted(count, "position"),
                wrong.len()
            )?;
            let speed = nodes / mean / 1e3;
            writeln!(
                streams.err,
                "milliseconds: mean {mean:.4}, median {median:.4}, maximum {slowest:.3}, of processor time {cpu:.4}; \
                 {speed:.1} million nodes a second"
            )?;
        }
        streams.out.flush()?;
        all_right(&wrong)
    }
}
