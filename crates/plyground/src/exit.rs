//! A program on the streams of its process, from its first word to its exit status.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::{fmt, fs, thread};

use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use signal_hook::flag::register;

use crate::present::style::Terminal;
use crate::{interrupt, stdio};

/// A [`Failure`] of bad usage or input, its message written as by `format!`.
#[macro_export]
macro_rules! bad_input {
    ($($message:tt)*) => {
        $crate::exit::Failure::bad_input(format_args!($($message)*))
    };
}

/// Room for the deepest search, in bytes; `ulimit -s` may leave the first thread less.
const STACK: usize = 8 << 20;

/// The streams of a program.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Standard output: the result and nothing else.
    pub out: &'a mut dyn Write,
    /// Standard error: everything else. In a process it takes every write, even where nobody listens.
    pub err: &'a mut dyn Write,
    /// What the terminal shows to which they are attached, if they are.
    pub terminal: Terminal,
}

impl<'a> Streams<'a> {
    /// Streams that are attached to no terminal.
    pub fn plain(input: &'a mut dyn BufRead, out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Self { input, out, err, terminal: Terminal::NONE }
    }
}

impl fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

/// Runs a program on the process's own arguments and streams.
///
/// Standard output is written at the end or when `program` flushes it, so that a failing program
/// that has not flushed leaves it empty.
pub fn run(
    name: &'static str,
    program: impl FnOnce(Vec<OsString>, &mut Streams<'_>) -> Result<(), Failure> + Send,
) -> ExitCode {
    NAME.get_or_init(|| name);
    unharmed(|| run_here(program))
}

fn run_here(program: impl FnOnce(Vec<OsString>, &mut Streams<'_>) -> Result<(), Failure>) -> ExitCode {
    // Programs of this project are known by it; nothing else would keep it in those that do not mark.
    std::hint::black_box(plyground_arena::MARK);
    let args = std::env::args_os().skip(1).collect();
    let (mut input, mut out, mut err) = (stdio::input(), stdio::output(), stdio::errors());
    let terminal = Terminal::of_process();
    let result = program(args, &mut Streams { input: &mut input, out: &mut out, err: &mut err, terminal });
    // From here on the end is orderly.
    interrupt::settle();
    // Nobody waits any more for programs that run.
    interrupt::abandon();
    let result = result.and_then(|()| Ok(out.flush()?));
    let Err(failure) = result else {
        return ExitCode::from(Exit::Done as u8);
    };
    // It takes every write.
    let _ = err.write_all(line_of(&failure).as_bytes());
    // What a failing program has written but not flushed is dropped.
    let _ = out.into_parts();
    ExitCode::from(failure.exit as u8)
}

/// Runs a program so that what the process inherits does not end it without a word: a limit on the size of files, a
/// signal that is ignored, a small stack.
fn unharmed(program: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    // With a handler, a write beyond the limit fails and is reported as a failed write.
    let mut caught = vec![SIGXFSZ];
    if is_ignored(SIGCHLD) {
        // Of children that end nothing would be left to wait for.
        caught.push(SIGCHLD);
    }
    for signal in caught {
        // Where that fails it is as it was.
        let _ = register(signal, Arc::new(AtomicBool::new(false)));
    }
    let mut program = Some(program);
    let mut take = || program.take().map_or(ExitCode::FAILURE, |program| program());
    let in_thread = thread::scope(|scope| {
        let started =
            thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn_scoped(scope, &mut take);
        started.ok().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    in_thread.unwrap_or_else(take)
}

/// Whether this process ignores a signal: proc(5), `SigIgn`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

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
static NAME: OnceLock<&'static str> = OnceLock::new();

/// The lines that this process's program writes to standard error about a failure.
pub(crate) fn line_of(failure: &Failure) -> String {
    let name = NAME.get().copied().unwrap_or("plyground");
    failure.message.lines().flat_map(|line| [name, ": ", line, "\n"]).collect()
}

/// What a program did in memory: its status, what it printed, and standard error with the failure's message at its end.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) out: String,
    pub(crate) err: String,
}

#[cfg(test)]
impl Ran {
    /// Standard output of what must succeed.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!(self.exit, Exit::Done, "{}", self.err);
        self.out
    }

    /// Standard error of what must be refused, without a word on standard output.
    #[track_caller]
    pub(crate) fn refused(self) -> String {
        assert_eq!((self.exit, self.out.as_str()), (Exit::BadInput, ""), "{}", self.err);
        self.err
    }
}

/// Runs a program on this input, in no terminal.
#[cfg(test)]
pub(crate) fn in_memory(
    mut input: impl BufRead,
    program: impl FnOnce(&mut Streams<'_>) -> Result<(), Failure>,
) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let result = program(&mut Streams::plain(&mut input, &mut out, &mut err));
    let text = |bytes| String::from_utf8(bytes).expect("only text is written");
    let (exit, message) = match result {
        Ok(()) => (Exit::Done, String::new()),
        Err(failure) => (failure.exit, failure.message),
    };
    Ran { exit, out: text(out), err: text(err) + &message }
}
