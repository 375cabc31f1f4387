//! A program on the streams of its process, from its first word to its exit status.

use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, Write};
use std::process::ExitCode;

pub use crate::failure::{Exit, Failure};
use crate::failure::{NAME, line_of};
use crate::present::style::Terminal;
use crate::{interrupt, startup, stdio};

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
    startup::run(|| run_here(program))
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
