//! `plyground check`: a doctor for one's own program.

mod ask;
mod checkup;
mod comp3608;
mod cs3243;
mod cs431;
mod cs4750;
mod max_connect_four;
mod one_answer;
mod output;
mod submission;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground_arena::marking::assignment::Assignment as Rules;

use self::ask::{Asker, Tested};
use self::checkup::Checkup;
use super::programs::{IsolationArgs, in_current_dir, without_own_programs};
use super::{assignments, json, progress};
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;

const EXAMPLES: &str = "Examples:
  mkdir mine && cp \"$(command -v ConnectFour)\" mine
  cd mine && plyground check comp3608 --allow-root -- ./ConnectFour";

/// Check a program of your own against the public examples of its assignment
///
/// Runs the program as the marker does, in a sandbox, in the folder that you are in, and says which answers are
/// right, what is wrong with the form of its output, how long it takes to start and how much memory it uses on
/// this machine. The program is given after `--`, without the arguments of a question; or as it would be handed in,
/// a source file, a zip or a folder, and then it is taken and built as the marker does.
///
/// comp3608: column and number of nodes for M and A on 28 boards and depths, at which depth the first
/// difference appears, and which mistake, or which two together, would give exactly these answers. If the
/// program writes a trace, a line `node PATH ALPHA BETA VALUE` for each node on standard error, the first node
/// at which it differs from the right search is shown with its board.
///
/// cs431: the program is given a board as in COMP3608, its side and a depth, `STATE red|yellow DEPTH`, and prints
/// a column; any best one is right. cs4750: the program prints its game, for each move a line with the cell such
/// as `[3,4]` and after it the number of nodes generated; each move is compared on the board to which the game
/// had come. For both, the mistake that explains the answers is named.
///
/// max-connect-four: one-move mode on boards of all kinds: whether the output file holds the board with a legal
/// move, the top row first. cs3243: the name, and legal moves on many boards.
///
/// Exit status: 0 all answers are right, 1 some are not, 2 bad usage, 3 the program could not be run, 130 interrupted;
/// what was found so far is printed then.
///
/// JSON: `assignment`, `isolation`, `passed`, `interrupted`, `asked`, `right`, `shortest_seconds`, `longest_seconds`,
/// `memory_bytes`, `cases` (each with `question`, `expected`, `found`, `verdict`, `problem`, `remarks`,
/// `wall_seconds`, `memory_bytes`), and for comp3608, cs431 and cs4750 `diagnosis` (`finding`, `mistakes`,
/// `explains`, `answered`, `next_best`, `equals`, `confidence`, `words`) and perhaps `trace`.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment, after_help = EXAMPLES)]
pub(super) struct Args {
    /// The assignment
    #[arg(value_parser = names())]
    assignment: Assignment,
    /// What would be handed in: a source file, a zip or a folder
    #[arg(value_name = "FILE", required_unless_present = "command", conflicts_with = "command")]
    file: Option<PathBuf>,
    /// The program and its own arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// Time for an answer in milliseconds [default: that of the assignment]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    time: Option<u32>,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The assignments whose programs can be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Assignment {
    Comp3608,
    Cs431,
    MaxConnectFour,
    Cs3243,
    Cs4750,
}

impl Assignment {
    const ALL: [(&'static str, Self); 5] = [
        ("comp3608", Self::Comp3608),
        ("cs431", Self::Cs431),
        ("max-connect-four", Self::MaxConnectFour),
        ("cs3243", Self::Cs3243),
        ("cs4750", Self::Cs4750),
    ];

    /// Its name on command lines.
    fn name(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|&(_, assignment)| assignment == self);
        found.map_or("", |(name, _)| name)
    }

    fn check(self, asker: &mut Asker, rules: &Rules) -> Result<Checkup, Failure> {
        match self {
            Self::Comp3608 => comp3608::check(asker, rules),
            Self::Cs431 => cs431::check(asker, rules),
            Self::MaxConnectFour => max_connect_four::check(asker, rules),
            Self::Cs3243 => cs3243::check(asker, rules),
            Self::Cs4750 => cs4750::check(asker, rules),
        }
    }
}

fn names() -> impl TypedValueParser<Value = Assignment> {
    PossibleValuesParser::new(Assignment::ALL.map(|(name, _)| name)).try_map(|word| {
        let found = Assignment::ALL.into_iter().find(|(name, _)| *name == word);
        found.map(|(_, assignment)| assignment).ok_or("not the name of an assignment")
    })
}

impl Args {
    /// Writes what was found out, right or not, and flushes it: a failed check has its output too.
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let interrupted = interrupt::flag()?;
        let isolation = self.isolation.probe(&[], streams)?;
        let level = isolation.level().word();
        let mut rules = assignments::open(Path::new(self.assignment.name()))?;
        if let Some(milliseconds) = self.time {
            rules.run.wall = Duration::from_millis(u64::from(milliseconds));
        }
        let (isolation, tested) = match &self.file {
            None => (isolation, Tested::Command(in_current_dir(self.command.clone())?)),
            Some(file) => {
                let isolation = without_own_programs(&isolation, &self.isolation)?;
                let built = submission::build(file, &rules, &isolation, streams)?;
                (isolation, Tested::Handed(Box::new(built)))
            }
        };
        let bar = progress::bar();
        let mut asker = Asker::new(tested, isolation, rules.run, interrupted, bar.clone());
        let checkup = self.assignment.check(&mut asker, &rules);
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
        let exit = if checkup.is_cut_short { Exit::Interrupted } else { Exit::CheckFailed };
        Err(Failure { exit, message: checkup.summary() })
    }
}
