//! Why a program ends early, in words and as an exit status.

use std::fmt;
use std::io;
use std::sync::OnceLock;

/// Exit statuses, the same for every program. Where nothing is to be finished first, Ctrl-C ends a
/// program by its signal, which shells report as 130 too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The check that was asked for failed.
    CheckFailed = 1,
    /// Bad usage or input.
    BadInput = 2,
    /// An external program failed, or the machine that runs it.
    ProgramFailed = 3,
    /// Interrupted; what was done is kept.
    Interrupted = 130,
}

/// Why a program ends early: one or more lines for standard error that name place, cause and remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The exit status.
    pub exit: Exit,
    /// What to tell the user; empty if there is nothing to say.
    pub message: String,
}

impl Failure {
    /// Bad usage or input.
    pub fn bad_input(message: impl fmt::Display) -> Self {
        Self { exit: Exit::BadInput, message: message.to_string() }
    }

    /// Interrupted by Ctrl-C or `kill`.
    pub fn interrupted(message: impl fmt::Display) -> Self {
        Self { exit: Exit::Interrupted, message: message.to_string() }
    }
}

impl From<plyground_core::ParseError> for Failure {
    fn from(error: plyground_core::ParseError) -> Self {
        Self::bad_input(error)
    }
}

/// Standard output or input that fails. A reader that went away (`| head`) is no error of ours.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { exit: Exit::Done, message: String::new() },
            // Nobody reads from a disk that is full, or a file that has reached its limit.
            io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge => {
                Self::bad_input(format_args!("standard output: {error}; expected room for the result"))
            }
            _ => Self::bad_input(format_args!("standard input or output: {error}")),
        }
    }
}

/// The name of the program that this process runs.
pub(crate) static NAME: OnceLock<&'static str> = OnceLock::new();

/// The lines that this process's program writes to standard error about a failure.
pub(crate) fn line_of(failure: &Failure) -> String {
    let name = NAME.get().copied().unwrap_or("plyground");
    failure.message.lines().flat_map(|line| [name, ": ", line, "\n"]).collect()
}
