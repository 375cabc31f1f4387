//! `plyground-lab solve-job merge`.

use super::folder::FoundArgs;
use plyground::present::json;
use plyground::{Exit, Failure, Streams};
use plyground_core::counted;

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job merge fives
  plyground-lab solve-job merge fives fives/journal-2-of-8.jsonl --json";

/// Put the journals of all shares together and say what was found
///
/// The exit status is 1 while something is left to be done. Journals that contradict each other are
/// refused.
///
/// JSON: `game`, `columns`, `rows`, `position` (null for the one before the first move), `value` (for
/// the first player: 1, 0, -1, or the difference of points; in breakthrough 1 or 0; null while it is
/// open), `at_least` and `at_most`, `answers`, `nodes` and `seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    found: FoundArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.found.folder.open()?;
        let report = work.report(&self.found.journals()?)?;
        if report.left > 0 {
            let next = self.found.folder.command("run");
            let message = format!(
                "{}; left: {} or more: {next}",
                report.text.replace('\n', "; "),
                counted(report.left, "item")
            );
            return Err(Failure { exit: Exit::CheckFailed, message });
        }
        if self.json {
            return Ok(json::write(streams.out, &report.document)?);
        }
        Ok(writeln!(streams.out, "{}", report.text)?)
    }
}
