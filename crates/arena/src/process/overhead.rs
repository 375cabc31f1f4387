//! What it costs to start a program and to end it, apart from what it does.

use std::time::{Duration, Instant};

use super::{Bounds, End, Program, SpawnError, run_once};
use crate::sandbox::{Isolation, Level};

/// Wall times from the call of [`run_once`] to its return, for a program that does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartCost {
    /// How the program was kept apart.
    pub level: Level,
    /// The shortest: what the machine can do when nothing else runs.
    pub least: Duration,
    /// Half of the runs took no longer.
    pub median: Duration,
    /// 99 of 100 runs took no longer.
    pub percentile_99: Duration,
}

/// Starts `/bin/true` `runs` times, one after the other, and measures. 200 runs take about a second;
/// at least one is made.
///
/// # Errors
///
/// If it cannot be started or does not exit with status 0.
pub fn measure_start(isolation: &Isolation, runs: usize) -> Result<StartCost, SpawnError> {
    let program = Program { argv: vec!["/bin/true".into()], dir: "/usr".into(), env: Vec::new() };
    let mut times = Vec::new();
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        let report = run_once(&program, isolation, b"", &Bounds::default())?;
        times.push(start.elapsed());
        if report.end != End::Exited(0) {
            let reason = format!("it does nothing, but ended with \"{}\"", report.end);
            return Err(SpawnError::Program { program: "/bin/true".to_owned(), reason });
        }
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    Ok(StartCost { level: isolation.level(), least: at(0), median: at(50), percentile_99: at(99) })
}
