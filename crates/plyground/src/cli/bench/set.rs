//! Connect Four positions with known scores, solved one after the other.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use plyground_arena::file;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::connect_four::notation::MoveString;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::{Limits, Notation, Stopped, counted, quote};
use serde_json::json;

use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::json;
use crate::shown;

/// What to solve and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Positions from the beginning of the file.
    pub(super) most: usize,
    /// Win, draw or loss only.
    pub(super) is_weak: bool,
    /// Bytes of the table.
    pub(super) table: usize,
    pub(super) threads: usize,
    /// Passes over all positions; times are those of the quickest.
    pub(super) passes: u32,
    pub(super) as_json: bool,
}

/// The longest file that is read.
const MOST_BYTES: u64 = 64 << 20;

struct Case {
    position: Standard,
    moves: String,
    score: i32,
}

fn read(path: &Path, most: usize) -> Result<Vec<Case>, Failure> {
    let name = shown::path(path);
    let text = file::read_text(path, MOST_BYTES)
        .map_err(|error| Failure::bad_input(format_args!("{name}: {error}; expected a readable file")))?;
    let case = |(number, line): (usize, &str)| {
        let wrong =
            |message: String| Failure::bad_input(format_args!("{name}: line {}: {message}", number + 1));
        let (moves, score) = line.split_once(' ').ok_or_else(|| {
            wrong(format!("found {}; expected a move string, a space and a score", quote(line)))
        })?;
        let position = MoveString.parse(moves).map_err(|error| wrong(error.to_string()))?;
        let score = score
            .trim()
            .parse()
            .map_err(|_| wrong(format!("found {}; expected a score such as -3", quote(score))))?;
        Ok(Case { position, moves: moves.to_owned(), score })
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(most).map(case).collect()
}

/// What is said when it is interrupted.
const INTERRUPTED: &str = "interrupted; nothing is measured";

/// All positions solved once.
struct Pass {
    /// Ascending.
    times: Vec<Duration>,
    total: Duration,
    nodes: u64,
}

/// Solves all positions, and notes those whose score is not the right one.
///
/// # Errors
///
/// If `limits` stopped it.
fn solve(
    cases: &[Case],
    is_weak: bool,
    solver: &mut Solver<7, 6>,
    limits: &Limits<'_>,
    wrong: &mut Vec<String>,
) -> Result<Pass, Stopped> {
    let mut times = Vec::with_capacity(cases.len());
    let before = solver.nodes();
    for case in cases {
        solver.clear();
        let start = Instant::now();
        let found = if is_weak {
            solver.result(&case.position, limits)
        } else {
            solver.score(&case.position, limits)
        };
        times.push(start.elapsed());
        let found = found?;
        let expected = if is_weak { case.score.signum() } else { case.score };
        if found != expected {
            wrong.push(format!("{}: found {found}, expected {expected}", case.moves));
        }
    }
    times.sort();
    Ok(Pass { total: times.iter().sum(), times, nodes: solver.nodes() - before })
}

/// Solves the positions of a file of move strings and scores, forgetting everything before each.
pub(super) fn run(path: &Path, options: Options, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let cases = read(path, options.most)?;
    if cases.is_empty() {
        let name = shown::path(path);
        return Err(Failure::bad_input(format_args!("{name}: no position to solve; expected one at least")));
    }
    let stop = interrupt::flag(INTERRUPTED)?;
    let is_stopped = || stop.load(Ordering::Relaxed);
    let limits = Limits { stop: &is_stopped };
    let mut solver = Solver::new(options.table).with_threads(options.threads);
    let mut wrong = Vec::new();
    let mut quickest: Option<Pass> = None;
    for _ in 0..options.passes {
        let pass = solve(&cases, options.is_weak, &mut solver, &limits, &mut wrong)
            .map_err(|Stopped| Failure::interrupted(INTERRUPTED))?;
        if quickest.as_ref().is_none_or(|best| pass.total < best.total) {
            quickest = Some(pass);
        }
        if !wrong.is_empty() {
            break;
        }
    }
    let Pass { times, total, nodes } = quickest.expect("there is one pass at least");
    let count = cases.len();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    #[expect(clippy::cast_precision_loss, reason = "a mean for people to read")]
    let (mean, nodes) = (milliseconds(total) / count as f64, nodes as f64 / count as f64);
    let (median, slowest) = (milliseconds(times[count / 2]), milliseconds(times[count - 1]));
    if options.as_json {
        let document = json!({
            "positions": count,
            "wrong": wrong,
            "mean_milliseconds": mean,
            "median_milliseconds": median,
            "maximum_milliseconds": slowest,
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
            "milliseconds: mean {mean:.4}, median {median:.4}, maximum {slowest:.3}; {speed:.1} million nodes a second"
        )?;
    }
    streams.out.flush()?;
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure { exit: Exit::CheckFailed, message: wrong.join("\n") })
    }
}
