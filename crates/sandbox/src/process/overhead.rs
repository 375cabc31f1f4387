//! What it costs to start a program and to end it, apart from what it does.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Bounds, End, Program, SpawnError, empty_folder, run_once};
use crate::isolation::Isolation;

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

/// A program that does nothing.
const NOTHING: &str = "/bin/true";

/// Starts a program that does nothing as simply as can be, waits for its end, and measures, `runs` times, at least
/// once. Every start costs this much, for any caller.
///
/// # Errors
///
/// If it cannot be started or does not exit with status 0.
pub fn measure_bare(runs: usize) -> Result<Cost, SpawnError> {
    let once = || {
        let mut command = Command::new(NOTHING);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(status.to_string()),
            Err(error) => Err(error.to_string()),
        }
    };
    measure(runs, || once().map_err(|reason| SpawnError::Program { program: NOTHING.to_owned(), reason }))
}

/// Runs a program that does nothing `runs` times by [`run_once`], one after the other, and measures; at
/// least once.
///
/// # Errors
///
/// If it cannot be started or does not exit with status 0, or there is no temporary folder.
pub fn measure_start(isolation: &Isolation, runs: usize) -> Result<Cost, SpawnError> {
    let folder =
        empty_folder().map_err(|error| SpawnError::Folder(std::env::temp_dir(), error.to_string()))?;
    let program = Program { argv: vec![NOTHING.into()], dir: folder.path().to_owned(), env: Vec::new() };
    measure(runs, || {
        let report = run_once(&program, isolation, b"", &Bounds::default())?;
        if report.end == End::Exited(0) {
            return Ok(());
        }
        let reason = format!("it does nothing, but ended with \"{}\"", report.end);
        Err(SpawnError::Program { program: NOTHING.to_owned(), reason })
    })
}

fn measure(runs: usize, mut once: impl FnMut() -> Result<(), SpawnError>) -> Result<Cost, SpawnError> {
    let times = (0..runs.max(1)).map(|_| {
        let start = Instant::now();
        once()?;
        Ok(start.elapsed())
    });
    Ok(Cost::of(times.collect::<Result<_, _>>()?).expect("there was one run at least"))
}
