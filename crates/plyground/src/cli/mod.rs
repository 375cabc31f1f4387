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

#[derive(Subcommand, Debug)]
enum Subcommands {
    Serve(serve::Args),
    Example(example::Args),
    Games(games::Args),
    Agents(agents::Args),
    Assignments(assignments::Args),
    Mark(mark::Args),
    Show(show::Args),
    Move(best_move::Args),
    Search(search::Args),
    Profile(profile::Args),
    Solve(solve::Args),
    SolveJob(solve_job::Args),
    VerifyProof(verify_proof::Args),
    Play(play::Args),
    Match(agent_match::Args),
    Tournament(tournament::Args),
    Check(check::Args),
    Perft(perft::Args),
    Complexity(complexity::Args),
    Bench(bench::Args),
    Book(book::Args),
    Report(report::Args),
    Completions(completions::Args),
    Man(man::Args),
    Help(help::Args),
}

impl Subcommands {
    /// Whether what it writes counts although it fails in the end.
    const fn writes_as_it_goes(&self) -> bool {
        matches!(
            self,
            Self::Serve(_)
                | Self::Play(_)
                | Self::Match(_)
                | Self::Check(_)
                | Self::Profile(_)
                | Self::Bench(_)
        )
    }

    fn run(&self, streams: &mut Streams<'_>, terminal: Terminal) -> Result<(), Failure> {
        let colors = terminal.colors;
        match self {
            Self::Serve(args) => args.run(streams),
            Self::Example(_) => example::run(streams, colors),
            Self::Games(args) => args.run(streams),
            Self::Agents(args) => args.run(streams),
            Self::Assignments(args) => args.run(streams),
            Self::Mark(args) => args.run(streams),
            Self::Show(args) => args.run(streams, colors),
            Self::Move(args) => args.run(streams),
            Self::Search(args) => args.run(streams),
            Self::Profile(args) => args.run(streams),
            Self::Solve(args) => args.run(streams),
            Self::SolveJob(args) => args.run(streams),
            Self::VerifyProof(args) => args.run(streams),
            Self::Play(args) => args.run(streams, colors),
            Self::Match(args) => args.run(streams),
            Self::Tournament(args) => args.run(streams, colors),
            Self::Check(args) => args.run(streams),
            Self::Perft(args) => args.run(streams),
            Self::Complexity(args) => args.run(streams),
            Self::Bench(args) => args.run(streams),
            Self::Book(args) => args.run(streams),
            Self::Report(args) => args.run(streams),
            Self::Completions(args) => args.run(streams),
            Self::Man(args) => args.run(streams),
            Self::Help(args) => args.run(streams, terminal),
        }
    }
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
pub fn run(args: Vec<OsString>, streams: &mut Streams<'_>, terminal: Terminal) -> Result<(), Failure> {
    let args: Vec<OsString> = std::iter::once(OsString::from("plyground")).chain(args).collect();
    let cli = match parse(args.iter().cloned(), terminal.width) {
        Ok(cli) => cli,
        Err(error) => {
            // The message quotes arguments as they are, so it is made again from printable ones.
            let shown =
                |arg: &OsString| arg.to_str().map_or_else(|| arg.clone(), |arg| printable(arg).into());
            let error = parse(args.iter().map(shown), terminal.width).err().unwrap_or(error);
            return report_usage(&error, streams, terminal);
        }
    };
    let Some(command) = &cli.command else { return serve::without_arguments(streams) };
    if command.writes_as_it_goes() {
        return command.run(streams, terminal);
    }
    let mut page = Vec::new();
    let mut buffered = Streams { input: &mut *streams.input, out: &mut page, err: &mut *streams.err };
    command.run(&mut buffered, terminal)?;
    streams.out.write_all(&page)?;
    Ok(())
}

/// Prints help and version to standard output, and what is wrong with the arguments to standard error.
fn report_usage(
    error: &clap::Error,
    streams: &mut Streams<'_>,
    Terminal { colors, width }: Terminal,
) -> Result<(), Failure> {
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
