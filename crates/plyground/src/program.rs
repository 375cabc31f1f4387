//! A program: its name, what it brings to the tables of Plyground, and its command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use plyground_core::{AnyGame, quote};
#[cfg(target_os = "linux")]
use plyground_courses::engine::task::TaskKind;

use crate::cli::{self, help, serve};
use crate::exit::{self, Exit, Failure, Streams};
use crate::present::style;
use crate::shown::printable;
use crate::subcommand::{Output, Subcommand};

/// `plyground`, or a program that is `plyground` with more games, assignments and subcommands.
///
/// ```no_run
/// use plyground::{Output, Program, Streams, Subcommand};
///
/// /// Say hello
/// #[derive(clap::Args)]
/// struct Hello {
///     /// To whom
///     name: String,
/// }
///
/// fn hello(args: &Hello, streams: &mut Streams<'_>) -> Result<(), plyground::Failure> {
///     Ok(writeln!(streams.out, "hello, {}", args.name)?)
/// }
///
/// fn main() -> std::process::ExitCode {
///     Program::new().subcommands([Subcommand::new("hello", Output::AtTheEnd, hello)]).run()
/// }
/// ```
#[derive(Debug)]
pub struct Program {
    name: &'static str,
    about: &'static str,
    games: Vec<AnyGame>,
    #[cfg(target_os = "linux")]
    assignments: Vec<TaskKind>,
    subcommands: Vec<Subcommand>,
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}

impl Program {
    /// `plyground` itself.
    pub fn new() -> Self {
        Self::named("plyground", "The workbench for two-player board-game agents")
    }

    /// A program of another name, with a line about it for its help.
    pub fn named(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            games: Vec::new(),
            #[cfg(target_os = "linux")]
            assignments: Vec::new(),
            subcommands: cli::subcommands(),
        }
    }

    /// Adds games. They work on the command line, with agents, in tournaments and on the page.
    #[must_use]
    pub fn games(mut self, games: impl IntoIterator<Item = AnyGame>) -> Self {
        self.games.extend(games);
        self
    }

    /// Adds kinds of assignments. They are set, checked and marked like those of Plyground.
    #[cfg(target_os = "linux")]
    #[must_use]
    pub fn assignments(mut self, assignments: impl IntoIterator<Item = TaskKind>) -> Self {
        self.assignments.extend(assignments);
        self
    }

    /// Adds subcommands. Each has help, a manual page and completion, and is listed before those about the program
    /// itself.
    #[must_use]
    pub fn subcommands(mut self, subcommands: impl IntoIterator<Item = Subcommand>) -> Self {
        let at = self.subcommands.iter().position(|row| row.is_about_the_program).unwrap_or_default();
        self.subcommands.splice(at..at, subcommands);
        self
    }

    /// Runs it on the process's own arguments and streams: the whole of a `main` function.
    pub fn run(self) -> ExitCode {
        exit::run(self.name, |args, streams| {
            AnyGame::add(&self.games).map_err(Failure::bad_input)?;
            #[cfg(target_os = "linux")]
            TaskKind::add(&self.assignments).map_err(Failure::bad_input)?;
            self.run_on(args, streams)
        })
    }

    fn check_names(&self) -> Result<(), Failure> {
        let mut names: Vec<&str> = self.subcommands.iter().map(|row| row.name).collect();
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_name = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(is_letter)
        };
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            return Err(bad_input!(
                "subcommand {}: expected lower-case letters, digits and hyphens, a letter first",
                quote(name)
            ));
        }
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => {
                Err(bad_input!("subcommand {}: it is there already; expected a name of its own", pair[0]))
            }
        }
    }

    /// The command line, for completions, manual pages and checks of its help. Lines of its help are not wrapped.
    pub fn command(&self) -> Command {
        help::complete(self.root().term_width(0))
    }

    /// The command line with nothing done to its help.
    pub(crate) fn root(&self) -> Command {
        Command::new(self.name)
            .version(env!("CARGO_PKG_VERSION"))
            .about(self.about)
            .after_help(self.after_help())
            .disable_help_subcommand(true)
            .subcommands(self.subcommands.iter().map(|row| (row.augment)(Command::new(row.name))))
    }

    /// The help below the list of subcommands. Each paragraph and the list of topics is one line: clap wraps them.
    fn after_help(&self) -> String {
        let name = self.name;
        let topics = help::TOPICS.map(|topic| topic.name).join(", ");
        format!(
            "\
Without a command, the board opens for the browser, as with `{name} serve`.

Exit status: 0 done, 1 a check failed, 2 bad usage or input, 3 an external program failed, \
130 interrupted. Results go to standard output and everything else to standard error.

Topics, for `{name} help TOPIC`:
  {topics}

Examples:
  {name} serve
  {name} example
  {name} show connect-four 4453
  {name} help search"
        )
    }

    /// Reads arguments; help is filled to this width.
    fn parse(
        &self,
        args: impl IntoIterator<Item = OsString>,
        width: usize,
    ) -> Result<ArgMatches, clap::Error> {
        self.root().term_width(width).try_get_matches_from(args)
    }

    /// Runs it on these arguments and streams. Games and assignments are those of this process.
    ///
    /// # Errors
    ///
    /// If the arguments or the input are malformed, or the check that was asked for failed. Nothing has then been written
    /// to standard output, but by subcommands that write [as they go](Output::AsItGoes).
    pub fn run_on(&self, args: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Failure> {
        self.check_names()?;
        let terminal = streams.terminal;
        let args: Vec<OsString> = std::iter::once(OsString::from(self.name)).chain(args).collect();
        let matches = match self.parse(args.iter().cloned(), terminal.width) {
            Ok(matches) => matches,
            Err(error) => {
                // The message quotes arguments as they are, so it is made again from printable ones.
                let shown =
                    |arg: &OsString| arg.to_str().map_or_else(|| arg.clone(), |arg| printable(arg).into());
                let error = self.parse(args.iter().map(shown), terminal.width).err().unwrap_or(error);
                return report_usage(&error, streams);
            }
        };
        let row = |name: &str| self.subcommands.iter().find(|row| row.name == name);
        let found = matches.subcommand().and_then(|(name, matches)| Some((row(name)?, matches)));
        let Some((row, matches)) = found else { return serve::without_arguments(streams) };
        if row.output == Output::AsItGoes {
            return (row.run)(matches, &|| self.root(), streams);
        }
        let mut page = Vec::new();
        let mut buffered =
            Streams { input: &mut *streams.input, out: &mut page, err: &mut *streams.err, terminal };
        (row.run)(matches, &|| self.root(), &mut buffered)?;
        streams.out.write_all(&page)?;
        Ok(())
    }
}

/// Prints help and version to standard output, and what is wrong with the arguments to standard error.
fn report_usage(error: &clap::Error, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let colors = streams.terminal.colors;
    let text = error.render().to_string();
    if error.use_stderr() {
        streams.err.write_all(style::help(&text, colors.err).as_bytes())?;
        // Everything has been said.
        Err(Failure { exit: Exit::BadInput, message: String::new() })
    } else {
        streams.out.write_all(style::help(&text, colors.out).as_bytes())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Args)]
    struct Nothing {}

    #[test]
    fn subcommands_that_could_not_be_called_are_refused() {
        for (name, message) in [
            ("serve", "subcommand serve: it is there already; expected a name of its own"),
            ("-x", "subcommand '-x': expected lower-case letters, digits and hyphens, a letter first"),
            (
                "two words",
                "subcommand 'two words': expected lower-case letters, digits and hyphens, a letter first",
            ),
        ] {
            let row = Subcommand::new(name, Output::AtTheEnd, |_: &Nothing, _| Ok(()));
            let program = Program::new().subcommands([row]);
            let ran =
                exit::in_memory(std::io::empty(), |streams| program.run_on(vec!["games".into()], streams));
            assert_eq!(ran.refused(), message);
        }
    }
}
