//! `plyground check`: a doctor for one's own program.

mod checkup;
mod exam;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_courses::engine::workshop::Respondent;

use self::exam::{Asker, build};
use super::assignments;
use super::programs::{IsolationArgs, in_current_dir};
use crate::arguments::milliseconds;
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::{json, progress};
use crate::shown;

/// Check a program of your own against the public examples of its assignment
///
/// Runs the program as the marker does, in a sandbox, in the folder that you are in, and says which answers are
/// right, what is wrong with the form of its output, how long it takes and how much memory it uses on this machine.
/// The program is given after `--`, without the arguments of a question; or as it would be handed in, a source file, a
/// zip or a folder, and then it is taken and built as the marker does. Answers are judged by the code that marks.
/// Hidden cases and games against other agents are for `plyground mark` alone.
///
/// ASSIGNMENT is the name of one that is built in, or the folder or the assignment.toml of a course of its own, whose
/// public cases are asked then.
///
/// Where answers are wrong, the mistake is named that would give exactly these answers, or two or three together; if none
/// does, what explains a part of them, and what the wrong ones have in common, with the smallest case.
///
/// comp3608: column and number of nodes for M and A on 28 boards and depths, and at which depth the first
/// difference appears. If the
/// program writes a trace, a line `node PATH ALPHA BETA VALUE` for each node on standard error, the first node
/// at which it differs from the right search is shown with its board.
///
/// cs431: the program is given a board as in COMP3608, its side and a depth, `STATE red|yellow DEPTH`, and prints
/// a column; any best one is right. cs4750: the program prints its game, for each move a line with the cell such
/// as `[3,4]` and after it the number of nodes generated; each move is compared on the board to which the game
/// had come. For both, the mistake that explains the answers is named.
///
/// max-connect-four: one-move mode on boards of all kinds: whether the output file holds the board with a legal
/// move, the top row first. cs3243: legal moves on many boards. What is said beyond that, of names, full boards and
/// printed scores, costs no marks.
///
/// Exit status: 0 all answers are right, 1 some are not, 2 bad usage, 3 the program could not be run, 130 interrupted;
/// what was found so far is printed then.
///
/// JSON: `assignment`, `isolation`, `passed`, `interrupted`, `asked`, `right`, `start_seconds` (null but for searches
/// of counted size), `shortest_seconds`, `longest_seconds`, `memory_bytes`, `cases` (each with `question`, `position`,
/// `expected`, `found`, `verdict`, `problem`, `clock` of a late answer, `remarks`, `wall_seconds`, `memory_bytes`), `plain`
/// (what failed in the same way, or is always printed), if something is found `diagnosis` (`finding`, `mistakes`, `explains`, `answered`,
/// `right`, `equals`, `confidence`, `groups`, `common` and `words`), perhaps `trace`, and `beyond` if something is wrong
/// that costs no marks.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  mkdir mine && cp \"$(command -v ConnectFour)\" mine
  cd mine && plyground check comp3608 --allow-root -- ./ConnectFour")]
pub(super) struct Args {
    /// The assignment: comp3608, cs431, max-connect-four, cs3243, cs4750, or a folder or file of your course's own
    assignment: PathBuf,
    /// What would be handed in: a source file, a zip or a folder
    #[arg(value_name = "FILE", conflicts_with = "command")]
    file: Option<PathBuf>,
    /// The program and its own arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Time for an answer, such as 300ms or 2s; a number alone is milliseconds [default: that of the assignment]
    #[arg(long, value_name = "TIME", value_parser = milliseconds)]
    time: Option<Duration>,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Writes what was found out, right or not, and flushes it: a failed check has its output too.
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.file.is_none() && self.command.is_empty() {
            let name = shown::path(&self.assignment);
            return Err(bad_input!(
                "check {name}: no program; expected FILE, what would be handed in, or a command after --, such as \
                 'plyground check {name} -- ./program'"
            ));
        }
        let interrupted = interrupt::flag("interrupted")?;
        let mut rules = assignments::open(&self.assignment)?;
        if let Some(time) = self.time {
            rules.run.wall = time;
        }
        let isolation = match &self.file {
            None => self.isolation.probe_for(&[&self.command], &[], &interrupted, streams)?,
            Some(_) => self.isolation.probe(&[], &interrupted, streams)?,
        };
        let level = isolation.level().word();
        // The folder of a submission is kept while it is asked.
        let workshop;
        let respondent = match &self.file {
            None => {
                let program = in_current_dir(self.command.clone())?;
                Respondent::new(Contained { program, isolation, bounds: rules.run })
            }
            Some(file) => {
                workshop = build(file, &rules, &isolation, &interrupted, streams)?;
                workshop.respondent()
            }
        };
        let bar = progress::bar();
        let mut asker = Asker::new(respondent, &rules.run, interrupted, bar.clone());
        let checkup = exam::check(&mut asker, &self.assignment, &rules);
        bar.finish_and_clear();
        let checkup = checkup?;
        if self.json {
            json::write(streams.out, &checkup.document(level))?;
        } else {
            checkup.write(streams.out)?;
        }
        streams.out.flush()?;
        if checkup.passed() {
            return Ok(());
        }
        let exit = if checkup.is_interrupted() { Exit::Interrupted } else { Exit::CheckFailed };
        Err(Failure { exit, message: checkup.summary() })
    }
}
