//! The command line of `plyground`: one file a subcommand.
//!
//! Commands write their whole result to memory, and only success copies it to standard output; `play`
//! is a conversation and `profile` takes long, so both write as they go, `serve` says its address at once,
//! `check` and `bench` say what they found also if that is not good, and `match` how it stands when it is interrupted.

mod agent_match;
mod agents;
mod assignments;
mod bench;
mod best_move;
mod book;
mod check;
mod completions;
mod complexity;
mod conversation;
pub(crate) mod decide;
mod entrants;
mod example;
pub(crate) mod explain;
mod games;
mod help;
mod man;
mod mark;
mod perft;
mod place;
mod play;
mod position;
mod profile;
mod programs;
pub(crate) mod progress;
mod report;
mod search;
mod searched;
pub(crate) mod serve;
mod show;
mod sized_boards;
mod solve;
mod solve_job;
mod terms;
#[cfg(test)]
mod tests;
mod tournament;
mod verify_proof;

use crate::present::style;
pub use crate::present::style::{Colors, Terminal};

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use plyground_core::agents::{OptionKey, parse_depth};
use plyground_core::{AnyGame, quote};

use crate::exit::{Exit, Failure, Streams};
use crate::shown::printable;

/// What stands below the list of commands. Each paragraph is one line, and the topics are another: clap fills them.
fn after_help() -> String {
    let topics = help::TOPICS.map(|topic| topic.name).join(", ");
    format!("{BEFORE_TOPICS}  {topics}\n{AFTER_TOPICS}")
}

const BEFORE_TOPICS: &str = "\
Without a command, the board opens for the browser, as with `plyground serve`.

Exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 an external program failed, \
130 interrupted. Results go to standard output and everything else to standard error.

Topics, for `plyground help TOPIC`:
";

const AFTER_TOPICS: &str = "
Examples:
  plyground serve
  plyground example
  plyground show connect-four 4453
  plyground help search";

/// The workbench for two-player board-game agents
#[derive(Parser, Debug)]
#[command(name = "plyground", version, styles = style::HELP, after_help = after_help())]
#[command(disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

/// When a command's output is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    /// What it writes counts although it fails in the end.
    AsItGoes,
    /// All or nothing.
    AtTheEnd,
}

/// Makes the table of subcommands: for each its name, its module, and when its output is written. A module has `Args`,
/// whose documentation is the help, and `Args::run`.
macro_rules! commands {
    ($($name:ident => $module:ident, $output:ident;)*) => {
        #[derive(Subcommand, Debug)]
        enum Subcommands {
            $($name($module::Args),)*
        }

        impl Subcommands {
            const fn output(&self) -> Output {
                match self {
                    $(Self::$name(_) => Output::$output,)*
                }
            }

            fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
                match self {
                    $(Self::$name(args) => args.run(streams),)*
                }
            }
        }
    };
}

commands! {
    Serve => serve, AsItGoes;
    Example => example, AtTheEnd;
    Games => games, AtTheEnd;
    Agents => agents, AtTheEnd;
    Assignments => assignments, AtTheEnd;
    Mark => mark, AtTheEnd;
    Show => show, AtTheEnd;
    Move => best_move, AtTheEnd;
    Search => search, AtTheEnd;
    Profile => profile, AsItGoes;
    Solve => solve, AtTheEnd;
    SolveJob => solve_job, AtTheEnd;
    VerifyProof => verify_proof, AtTheEnd;
    Play => play, AsItGoes;
    Match => agent_match, AsItGoes;
    Tournament => tournament, AtTheEnd;
    Check => check, AsItGoes;
    Perft => perft, AtTheEnd;
    Complexity => complexity, AtTheEnd;
    Bench => bench, AsItGoes;
    Book => book, AtTheEnd;
    Report => report, AtTheEnd;
    Completions => completions, AtTheEnd;
    Man => man, AtTheEnd;
    Help => help, AtTheEnd;
}

/// The command line, for completions, manual pages and checks of its help. No line of its help is broken.
pub fn command() -> clap::Command {
    help::complete(Cli::command().term_width(0))
}

/// Reads arguments; help, and the usage that errors show, are filled to this width.
fn parse(args: impl IntoIterator<Item = OsString>, width: usize) -> Result<Cli, clap::Error> {
    let mut matches = help::fit(Cli::command(), width).try_get_matches_from(args)?;
    Cli::from_arg_matches_mut(&mut matches)
        .map_err(|error| error.format(&mut help::fit(Cli::command(), width)))
}

/// Runs `plyground` on its arguments.
///
/// # Errors
///
/// If the arguments or the input are malformed, or the check that was asked for failed. Nothing but a conversation of
/// `play`, the address of `serve`, rows of `profile`, the score of a `match` that was interrupted, or the findings of
/// `check` and `bench` has then been written to standard output.
pub fn run(args: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let terminal = streams.terminal;
    let args: Vec<OsString> = std::iter::once(OsString::from("plyground")).chain(args).collect();
    let cli = match parse(args.iter().cloned(), terminal.width) {
        Ok(cli) => cli,
        Err(error) => {
            // The message quotes arguments as they are, so it is made again from printable ones.
            let shown =
                |arg: &OsString| arg.to_str().map_or_else(|| arg.clone(), |arg| printable(arg).into());
            let error = parse(args.iter().map(shown), terminal.width).err().unwrap_or(error);
            return report_usage(&error, streams);
        }
    };
    let Some(command) = &cli.command else { return serve::without_arguments(streams) };
    if command.output() == Output::AsItGoes {
        return command.run(streams);
    }
    let mut page = Vec::new();
    let mut buffered =
        Streams { input: &mut *streams.input, out: &mut page, err: &mut *streams.err, terminal };
    command.run(&mut buffered)?;
    streams.out.write_all(&page)?;
    Ok(())
}

/// Prints help and version to standard output, and what is wrong with the arguments to standard error.
fn report_usage(error: &clap::Error, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let Terminal { colors, width } = streams.terminal;
    let text = |colors| help::shown(&error.render(), width, colors, error.use_stderr());
    if error.use_stderr() {
        streams.err.write_all(text(colors.err).as_bytes())?;
        // Everything has been said.
        Err(Failure { exit: Exit::BadInput, message: String::new() })
    } else {
        streams.out.write_all(text(colors.out).as_bytes())?;
        Ok(())
    }
}

/// Reads the name of a game.
fn game_names() -> impl TypedValueParser<Value = AnyGame> {
    PossibleValuesParser::new(AnyGame::names())
        .try_map(|name| AnyGame::from_name(&name).ok_or("not the name of a game"))
}

/// Reads a depth.
fn depth(text: &str) -> Result<u32, String> {
    parse_depth(text)
        .ok_or_else(|| format!("found {}; expected {}", quote(text), OptionKey::Depth.expected()))
}

/// The number of threads that was asked for, or that of processors.
fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Reads the seed of random numbers.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("found {}; expected {}", quote(text), OptionKey::Seed.expected()))
}
