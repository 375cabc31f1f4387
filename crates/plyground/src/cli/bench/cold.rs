//! `ConnectFour STATE red|yellow` from a cold start, on random boards.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plyground_arena::process::{Bounds, Program, Report, run_once};
use plyground_arena::sandbox::{Isolation, Level, Policy, probe};
use plyground_core::agents::Limits;
use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::notation::Comp3608State;
use plyground_core::games::connect_four::solve::{Solver, TABLE_BYTES};
use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::grid::Grid;
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Game, Notation, Player, Position};
use serde_json::json;

use crate::cli::{json, progress};
use crate::exit::{Exit, Failure, Streams};

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) boards: u64,
    pub(super) is_unbalanced: bool,
    pub(super) seed: u64,
    /// Programs that run side by side.
    pub(super) jobs: usize,
    pub(super) as_json: bool,
}

/// The program of COMP3608, which lies beside this one.
const PROGRAM: &str = "ConnectFour";

/// What one start of the program came to.
struct Run {
    wall: Duration,
    max_rss: u64,
    /// What is wrong with the move, if anything is.
    wrong: Option<String>,
}

/// Starts the program on every board: what it played to standard output, times to standard error.
pub(super) fn run(options: Options, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let unusable = |problem: String| Failure::bad_input(format_args!("{PROGRAM}: {problem}"));
    let this = std::env::current_exe().map_err(|error| unusable(error.to_string()))?;
    let program = this.with_file_name(PROGRAM);
    if !program.is_file() {
        return Err(unusable("it does not lie beside this program; build the whole workspace".to_owned()));
    }
    // Our own program needs no box.
    let isolation =
        probe(&Policy { trust_agents: true, allow_root: true, strongest: Level::None, ..Policy::default() })
            .map_err(|refusal| unusable(refusal.to_string()))?;
    let bar = progress::bar();
    bar.set_length(options.boards);
    let next = AtomicU64::new(0);
    let work = || {
        let mut solver = Solver::new(TABLE_BYTES);
        for &book in book::embedded() {
            solver = solver.with_book(book);
        }
        let mut runs = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.boards {
                return Ok(runs);
            }
            let mut rng = Rng::new(options.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let position = if options.is_unbalanced { unbalanced(&mut rng) } else { balanced(&mut rng) };
            runs.push(start(&program, &isolation, &position, &mut solver)?);
            bar.inc(1);
        }
    };
    let runs: Vec<Result<Vec<Run>, String>> = std::thread::scope(|scope| {
        // Where no more threads start, fewer programs run side by side.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..options.jobs).map_while(start).collect();
        let own = work();
        let died = |_| Err("a thread of the measurement died".to_owned());
        others.into_iter().map(|other| other.join().unwrap_or_else(died)).chain([own]).collect()
    });
    bar.finish_and_clear();
    let runs: Vec<Vec<Run>> = runs.into_iter().collect::<Result<_, _>>().map_err(unusable)?;
    report(&runs.into_iter().flatten().collect::<Vec<_>>(), options, streams)
}

/// Starts the program once and solves what it was asked.
fn start(
    program: &Path,
    isolation: &Isolation,
    position: &Standard,
    solver: &mut Solver<7, 6>,
) -> Result<Run, String> {
    let state = Comp3608State.write(position).unwrap_or_default();
    let argv =
        std::iter::once(program.as_os_str().to_owned()).chain(state.split(' ').map(OsString::from)).collect();
    let dir = program.parent().map(Path::to_owned).unwrap_or_default();
    let program = Program { argv, dir, env: Vec::new() };
    let bounds = Bounds { wall: Duration::from_secs(10), ..Bounds::default() };
    let Report { stdout, wall, max_rss, .. } =
        run_once(&program, isolation, b"", &bounds).map_err(|error| error.to_string())?;
    let answer = String::from_utf8_lossy(&stdout);
    let column = answer.trim_end().parse().ok().map(Column::new);
    let wrong = match column.filter(|&column| position.moves().any(|mv| mv == column)) {
        Some(column) => {
            let mut result = |position| solver.result(&position, &Limits::NONE).expect("nobody stops it");
            let (before, after) = (result(*position), -result(position.play(column)));
            let column = column.index();
            (before != after)
                .then(|| format!("{state}: column {column} leads to {after} instead of {before}"))
        }
        None => Some(format!("{state}: found {answer:?}; expected a column")),
    };
    Ok(Run { wall, max_rss, wrong })
}

/// A position of a game with random moves after a random number of plies.
fn balanced(rng: &mut Rng) -> Standard {
    random_game(rng, false)
}

/// A board with a turn lost on the way, or, every other time, with any heights and colours.
fn unbalanced(rng: &mut Rng) -> Standard {
    if rng.below(2) == 0 {
        return random_game(rng, true);
    }
    loop {
        let mut stones = ByPlayer::new(0, 0);
        for column in 0..7 {
            for row in 0..rng.below(7) {
                let row = u32::try_from(row).unwrap_or(0);
                stones[Player::BOTH[rng.below(2)]] |= Grid::<7, 6>::bit(column, row);
            }
        }
        let turn = Player::BOTH[rng.below(2)];
        if let Some(board) = Gravity::new(stones, turn)
            && Standard::new(board).outcome().is_none()
        {
            return Standard::new(board);
        }
    }
}

fn random_game(rng: &mut Rng, loses_turn: bool) -> Standard {
    loop {
        let plies = rng.below(42);
        let lost = if loses_turn { rng.below(plies.max(1)) } else { usize::MAX };
        let mut position = ConnectFour::start();
        for ply in 0..plies {
            if ply == lost {
                position = position.skip();
            }
            position = rng.pick(position.moves()).map_or(position, |mv| position.play(mv));
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn report(runs: &[Run], options: Options, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let wrong: Vec<&str> = runs.iter().filter_map(|run| run.wrong.as_deref()).collect();
    let mut times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
    times.sort_unstable();
    let milliseconds = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
    let (median, slowest) = (milliseconds(times.get(times.len() / 2)), milliseconds(times.last()));
    let memory = runs.iter().map(|run| run.max_rss).max().unwrap_or(0) >> 20;
    if options.as_json {
        let document = json!({
            "boards": runs.len(),
            "wrong": wrong,
            "median_milliseconds": median,
            "maximum_milliseconds": slowest,
            "peak_mebibytes": memory,
        });
        json::write(streams.out, &document)?;
    } else {
        writeln!(streams.out, "{} boards, {} moves not the best", runs.len(), wrong.len())?;
        writeln!(
            streams.err,
            "milliseconds from start to end: median {median:.1}, maximum {slowest:.1}; at most {memory} MiB"
        )?;
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure { exit: Exit::CheckFailed, message: wrong.join("\n") })
    }
}
