//! `plyground-lab solve-job status` and `merge`: what was found by now.

use std::time::Duration;

use indicatif::HumanDuration;
use plyground_core::counted;
use serde_json::json;

use super::folder::{FolderArg, FoundArgs};
use plyground::present::json;
use plyground::{Exit, Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab solve-job status fives
  plyground-lab solve-job status fives --json";

const MERGE_EXAMPLES: &str = "Examples:
  plyground-lab solve-job merge fives
  plyground-lab solve-job merge fives fives/journal-2-of-8.jsonl --json";

/// Say how far a job has come, and what is left at least
///
/// What is left is a lower bound: results decide what else is needed. Its time is that of as many items
/// of the mean cost so far, on one thread.
///
/// JSON: `done` and `left` (items; at least so many), `seconds` (of all threads so far), `seconds_left`
/// (null before the first item) and what `merge --json` gives, as far as it is known.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    folder: FolderArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let work = self.folder.open()?;
        let report = work.report(&self.folder.journals()?)?;
        let each = report.milliseconds.checked_div(report.done);
        let left = each.map(|each| Duration::from_millis(each.saturating_mul(report.left)));
        if self.json {
            let mut document = report.document;
            document["done"] = json!(report.done);
            document["left"] = json!(report.left);
            document["seconds"] = json::seconds(Some(Duration::from_millis(report.milliseconds)));
            document["seconds_left"] = json::seconds(left);
            return Ok(json::write(streams.out, &document)?);
        }
        writeln!(streams.out, "{}", report.text)?;
        if report.left == 0 {
            return Ok(writeln!(streams.out, "next: {}", self.folder.command("merge"))?);
        }
        let time = left.map_or_else(String::new, |left| {
            let left = HumanDuration(Duration::from_secs(left.as_secs()));
            format!(", {left} of one thread or more")
        });
        writeln!(streams.out, "left: {} or more{time}", counted(report.left, "item"))?;
        Ok(writeln!(streams.out, "next: {}", self.folder.command("run"))?)
    }
}

/// Put the journals of all shares together and say what was found
///
/// The exit status is 1 while something is left to be done. Journals that contradict each other are
/// refused.
///
/// JSON: `game`, `columns`, `rows`, `position` (null for the one before the first move), `value` (for
/// the first player: 1, 0, -1, or the difference of points; in breakthrough 1 or 0; null while it is
/// open), `at_least` and `at_most`, `answers`, `nodes` and `seconds`.
#[derive(clap::Args, Debug)]
#[command(after_help = MERGE_EXAMPLES)]
pub(super) struct MergeArgs {
    #[command(flatten)]
    found: FoundArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MergeArgs {
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
