//! What it costs to start a program and to end it, apart from what it does.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Bounds, End, Program, SpawnError, empty_folder, run_once};
use crate::isolation::{Isolation, Means, Plan};

/// Wall times of something that was done many times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The shortest: what the machine can do when nothing else runs.
    pub least: Duration,
    /// Half of the times were no longer.
    pub median: Duration,
    /// 99 of 100 times were no longer.
    pub percentile_99: Duration,
}

impl Cost {
    /// The cost of these times; `None` without any.
    pub fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |percent: usize| times.get(times.len().checked_sub(1)? * percent / 100).copied();
        Some(Self { least: at(0)?, median: at(50)?, percentile_99: at(99)? })
    }
}

/// What it costs to start a program that does nothing, and to end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartCost {
    /// As every program is started and ended.
    pub start: Cost,
    /// Where programs are started by `bwrap`: what it takes for such a box by itself, without filters, limits, a user of its own
    /// and anybody who watches.
    pub bubblewrap: Option<Cost>,
}

/// A program that does nothing.
const NOTHING: &str = "/bin/true";

/// Starts a program that does nothing as simply as can be, waits for its end, and measures, `runs` times,
/// at least once: what every start costs, whoever starts it.
///
/// # Errors
///
/// If it cannot be started or does not exit with status 0.
pub fn measure_bare(runs: usize) -> Result<Cost, SpawnError> {
    let failed = |reason| SpawnError::Program { program: NOTHING.to_owned(), reason };
    measure(runs, || succeed(Command::new(NOTHING)).map_err(failed))
}

/// Runs a program that does nothing `runs` times by [`run_once`], one after the other, and measures; at
/// least once. Where `bwrap` starts it, it is also started by `bwrap` alone, in turns, so that whatever else the machine does
/// falls on both.
///
/// # Errors
///
/// If it cannot be started or does not exit with status 0, or there is no temporary folder.
pub fn measure_start(isolation: &Isolation, runs: usize) -> Result<StartCost, SpawnError> {
    let folder = empty_folder()
        .map_err(|error| SpawnError::Folder { path: std::env::temp_dir(), reason: error.to_string() })?;
    let program = Program { argv: vec![NOTHING.into()], dir: folder.path().to_owned(), env: Vec::new() };
    let whole = || {
        let report = run_once(&program, isolation, b"", &Bounds::default())?;
        if report.end == End::Exited(0) {
            return Ok(());
        }
        let reason = format!("it does nothing, but ended with \"{}\"", report.end);
        Err(SpawnError::Program { program: NOTHING.to_owned(), reason })
    };
    let Means::Bwrap { bwrap, .. } = &isolation.means else {
        return Ok(StartCost { start: measure(runs, whole)?, bubblewrap: None });
    };
    let plan = Plan {
        isolation,
        folder: folder.path(),
        env: &program.env,
        file_bytes: Bounds::default().file_bytes,
        given: &[],
        filters: &[],
        watch: None,
    };
    let alone = || {
        let mut command = Command::new(bwrap);
        command.env_clear().args(plan.arguments()).arg("--").arg(NOTHING);
        succeed(command)
            .map_err(|reason| SpawnError::Program { program: bwrap.display().to_string(), reason })
    };
    let (mut starts, mut alones) = (Vec::new(), Vec::new());
    for _ in 0..runs.max(1) {
        starts.push(timed(whole)?);
        alones.push(timed(alone)?);
    }
    Ok(StartCost { start: cost(starts), bubblewrap: Cost::of(alones) })
}

/// Runs a command and waits for its end, which is to be one with success.
fn succeed(mut command: Command) -> Result<(), String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// The cost of times, of which there is one at least.
fn cost(times: Vec<Duration>) -> Cost {
    Cost::of(times).expect("there was one run at least")
}

fn measure(runs: usize, once: impl Fn() -> Result<(), SpawnError>) -> Result<Cost, SpawnError> {
    let times = (0..runs.max(1)).map(|_| timed(&once));
    Ok(cost(times.collect::<Result<_, _>>()?))
}

/// How long something takes.
fn timed(once: impl Fn() -> Result<(), SpawnError>) -> Result<Duration, SpawnError> {
    let start = Instant::now();
    once()?;
    Ok(start.elapsed())
}
