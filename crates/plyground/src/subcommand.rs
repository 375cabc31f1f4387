//! Subcommands: the rows of the table of a program.

use std::fmt;

use clap::{ArgMatches, Command};

use crate::exit::{Failure, Streams};

/// When the output of a subcommand is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// At once: the output counts even if the subcommand fails in the end. Examples are a conversation, the rows of a
    /// long measurement, the findings of a check.
    AsItGoes,
    /// All or nothing: it is kept in memory, and only success copies it to standard output.
    AtTheEnd,
}

/// The whole command line of a program. Its help is not wrapped yet.
pub(crate) type Root<'a> = &'a dyn Fn() -> Command;

type Run = dyn Fn(&ArgMatches, Root<'_>, &mut Streams<'_>) -> Result<(), Failure> + Send + Sync;

/// A subcommand: a row of the table that a [`Program`](crate::Program) has.
pub struct Subcommand {
    pub(crate) name: &'static str,
    pub(crate) output: Output,
    pub(crate) is_about_the_program: bool,
    /// Adds its arguments, and its help, to an empty command.
    pub(crate) augment: fn(Command) -> Command,
    pub(crate) run: Box<Run>,
}

impl Subcommand {
    /// A subcommand of this name. The documentation of its arguments is its help.
    pub fn new<A: clap::Args + 'static>(
        name: &'static str,
        output: Output,
        run: fn(&A, &mut Streams<'_>) -> Result<(), Failure>,
    ) -> Self {
        let run = move |args: &A, _: Root<'_>, streams: &mut Streams<'_>| run(args, streams);
        Self { output, is_about_the_program: false, ..Self::about_the_program(name, run) }
    }

    /// One that is about the program itself, such as its help.
    pub(crate) fn about_the_program<A: clap::Args + 'static>(
        name: &'static str,
        run: impl Fn(&A, Root<'_>, &mut Streams<'_>) -> Result<(), Failure> + Send + Sync + 'static,
    ) -> Self {
        let run = move |matches: &ArgMatches, root: Root<'_>, streams: &mut Streams<'_>| {
            // clap has checked them already.
            run(&A::from_arg_matches(matches).map_err(Failure::bad_input)?, root, streams)
        };
        let (output, augment) = (Output::AtTheEnd, A::augment_args);
        Self { name, output, is_about_the_program: true, augment, run: Box::new(run) }
    }
}

impl fmt::Debug for Subcommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subcommand").field("name", &self.name).finish_non_exhaustive()
    }
}
