//! The programs of the assignments from a cold start, on random boards.

mod breakthrough;
mod connect_four;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use plyground::arguments::game_names;
use plyground::present::{json, progress};
use plyground::{Failure, Streams, bad_input, interrupt};
use plyground_arena::pool::{Pool, Queue, Worker};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::connect_four::solve::MOST_THREADS;
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, Game, Limits, Position, Stopped, counted};
use plyground_sandbox::isolation::{Isolation, Level, Policy, probe};
use plyground_sandbox::process::{self, Bounds, Report, SpawnError, run_once};
use serde_json::json;

use super::{all_right, median_and_slowest};

/// Start the program of an assignment on random boards: what it plays, how long it takes, and its memory
///
/// `ConnectFour`, whose moves are compared with the best, or with breakthrough the program of that name, whose moves must
/// be legal and in time. It must lie next to this program. The exit status is 1 if a move is wrong. Ctrl-C ends it with
/// what is measured by then.
///
/// JSON: `boards`, `wrong` (messages), `median_milliseconds`, `maximum_milliseconds` and `peak_mebibytes`, also if it is
/// interrupted.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_names(), default_value = ConnectFour::NAME)]
    game: AnyGame,
    /// Boards; they are numbered from 0
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    boards: u32,
    /// Leave out the boards before the Nth, which an interrupted run has seen
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u32,
    /// Boards with lost turns, and with any numbers of pieces
    #[arg(long)]
    unbalanced: bool,
    /// What the boards depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Programs that run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Starts the program on every board: what it played to standard output, times to standard error. Fails if the game
    /// has no program to start, the program is not there, a move is wrong, or somebody interrupts it: in the last two
    /// cases what is known is printed all the same.
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.from >= self.boards {
            return Err(bad_input!("--from: {}; expected less than the {} boards", self.from, self.boards));
        }
        match self.game.name() {
            ConnectFour::NAME => start_all::<connect_four::Tournament>(*self, streams),
            Breakthrough::NAME => start_all::<breakthrough::Requests>(*self, streams),
            name => Err(bad_input!(
                "no program of {name} plays by the clock; expected connect-four or breakthrough"
            )),
        }
    }
}

/// A program that lies next to this one.
trait Program {
    const NAME: &'static str;
    /// What is counted of its moves.
    const WRONG: &'static str;
    type Position: Position;

    /// What is needed to judge it.
    fn new() -> Self;

    /// A random board on which the game is not over.
    fn board(rng: &mut Rng, is_unbalanced: bool) -> Self::Position;

    /// How it is asked: its arguments, and its standard input.
    fn ask(position: &Self::Position) -> (Vec<OsString>, Vec<u8>);

    /// What is wrong with its answer, if anything is, unless `limits` stopped the judge.
    fn problem(
        &mut self,
        position: &Self::Position,
        answer: &str,
        wall: Duration,
        limits: &Limits<'_>,
    ) -> Result<Option<String>, Stopped>;
}

/// What one start of the program came to.
struct Run {
    board: u64,
    wall: Duration,
    max_rss: u64,
    /// What is wrong with the move, if anything is.
    wrong: Option<String>,
}

fn start_all<P: Program>(args: Args, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let unusable = |problem: String| bad_input!("{}: {problem}", P::NAME);
    let this = std::env::current_exe().map_err(|error| unusable(error.to_string()))?;
    let program = this.with_file_name(P::NAME);
    if !program.is_file() {
        return Err(unusable(
            "it does not lie next to this program; 'cargo build --release' builds it".to_owned(),
        ));
    }
    let stop = interrupt::flag("interrupted")?;
    // Our own program needs no box.
    let isolation =
        probe(&Policy { trust_agents: true, allow_root: true, strongest: Level::None, ..Policy::default() })
            .map_err(|refusal| unusable(refusal.to_string()))?
            .until(&stop);
    let bar = progress::bar();
    let (from, boards) = (u64::from(args.from), u64::from(args.boards));
    bar.set_length(boards - from);
    let queue = Queue::new(from..boards);
    let work = |worker: Worker<'_, Result<Run, String>>| {
        let mut judge = P::new();
        while let Some(number) = worker.next(&queue) {
            let mut rng = Rng::new(args.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
            let position = P::board(&mut rng, args.unbalanced);
            let limits = Limits { stop: &|| worker.is_over() };
            let run = start(&program, &isolation, number, &position, &mut judge, &limits);
            let Some(run) = run.transpose() else { return };
            worker.hand_in(run);
        }
    };
    let jobs = usize::from(args.jobs);
    let pool = Pool { workers: jobs, room: jobs, stop: &stop };
    let runs = pool.run(work, |runs| runs.iter().inspect(|_| bar.inc(1)).collect::<Result<_, _>>());
    bar.finish_and_clear();
    let runs = runs.map_err(|error| error.to_string()).flatten().map_err(unusable)?;
    let runs = in_a_row(from, runs);
    let judged = report(&runs, P::WRONG, args.json, streams);
    let reached = from + runs.len() as u64;
    if reached == boards {
        return judged;
    }
    let words =
        format!("interrupted at board {reached} of {boards}; the same command with --from {reached} goes on");
    Err(match judged {
        Ok(()) => Failure::interrupted(words),
        Err(failure) => Failure { message: format!("{}\n{words}", failure.message), ..failure },
    })
}

/// The runs on the boards from this one on, up to the first that was broken off.
fn in_a_row(from: u64, mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_unstable_by_key(|run| run.board);
    let reached = (from..).zip(&runs).take_while(|(board, run)| *board == run.board).count();
    runs.truncate(reached);
    runs
}

/// Starts the program once and judges its answer; `None` if somebody has had enough.
fn start<P: Program>(
    program: &Path,
    isolation: &Isolation,
    board: u64,
    position: &P::Position,
    judge: &mut P,
    limits: &Limits<'_>,
) -> Result<Option<Run>, String> {
    let (arguments, input) = P::ask(position);
    let argv = std::iter::once(program.as_os_str().to_owned()).chain(arguments).collect();
    let dir = program.parent().map(Path::to_owned).unwrap_or_default();
    let program = process::Program { argv, dir, env: Vec::new() };
    let bounds = Bounds { wall: Duration::from_secs(10), ..Bounds::default() };
    let Report { stdout, wall, max_rss, .. } = match run_once(&program, isolation, &input, &bounds) {
        Ok(report) => report,
        Err(SpawnError::Interrupted) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let answer = String::from_utf8_lossy(&stdout);
    let Ok(wrong) = judge.problem(position, &answer, wall, limits) else { return Ok(None) };
    Ok(Some(Run { board, wall, max_rss, wrong }))
}

fn report(runs: &[Run], what: &str, as_json: bool, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let wrong: Vec<&str> = runs.iter().filter_map(|run| run.wrong.as_deref()).collect();
    let mut times: Vec<Duration> = runs.iter().map(|run| run.wall).collect();
    times.sort_unstable();
    let [median, slowest] = median_and_slowest(&times);
    let memory = runs.iter().map(|run| run.max_rss).max().unwrap_or(0) >> 20;
    if as_json {
        let document = json!({
            "boards": runs.len(),
            "wrong": wrong,
            "median_milliseconds": median,
            "maximum_milliseconds": slowest,
            "peak_mebibytes": memory,
        });
        json::write(streams.out, &document)?;
    } else {
        writeln!(streams.out, "{}, {} {what}", counted(runs.len(), "board"), wrong.len())?;
        writeln!(
            streams.err,
            "milliseconds from start to end: median {median:.1}, maximum {slowest:.1}; at most {memory} MiB"
        )?;
    }
    streams.out.flush()?;
    all_right(&wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_after_one_that_was_broken_off_are_measured_again() {
        let boards = |boards: &[u64]| {
            let run = |&board| Run { board, wall: Duration::ZERO, max_rss: 0, wrong: None };
            let kept = in_a_row(3, boards.iter().map(run).collect());
            kept.iter().map(|run| run.board).collect::<Vec<_>>()
        };
        assert_eq!(boards(&[4, 3, 5]), [3, 4, 5]);
        assert_eq!(boards(&[6, 3, 4]), [3, 4]);
        assert_eq!((boards(&[4]), boards(&[])), (vec![], vec![]));
    }
}
