//! A program on the streams of its process, from its first word to its exit status.

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, fs, thread};

use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use signal_hook::flag::register;

pub use crate::failure::{Exit, Failure};
use crate::failure::{NAME, line_of};
use crate::present::style::Terminal;
use crate::{interrupt, stdio};

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
