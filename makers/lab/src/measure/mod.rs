//! `plyground-lab measure`: how fast searches, engines, solvers and programs are.

mod cold;
mod deep;
mod engines;
mod set;
mod starts;
mod values;

use std::borrow::Borrow;
use std::time::Duration;

use plyground::{Exit, Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab measure engines connect-four
  plyground-lab measure starts --runs 10";

/// Measure searches, engines, solvers and starts of programs
///
/// Results that are the same every time go to standard output, times to standard error. `plyground bench` is the
/// signature of the textbook searches.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

commands! {
    Engines(engines::Args), Deep(deep::Args), Set(set::Args),
    Cold(cold::Args), Starts(starts::Args), Values(values::Args)
}

impl Args {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.command.run(streams)
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Of ascending times the one in the middle and the last, in milliseconds; 0 if there are none.
fn median_and_slowest(times: &[Duration]) -> [f64; 2] {
    [times.get(times.len() / 2), times.last()].map(|time| time.copied().map_or(0.0, milliseconds))
}

/// Fails with all that was found to be wrong.
fn all_right<S: Borrow<str>>(wrong: &[S]) -> Result<(), Failure> {
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure { exit: Exit::CheckFailed, message: wrong.join("\n") })
    }
}
