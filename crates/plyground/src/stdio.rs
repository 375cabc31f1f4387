//! The standard streams of the process, and the bars that are drawn between lines of standard error.
//!
//! Nothing else in the program uses these streams (`clippy.toml` sees to it), for two reasons. A separate thread draws
//! the bars again and again, so they are taken off the screen before a line is written, and no line is torn. That
//! thread also writes to standard error, so nothing may keep the lock of a stream while a command works: each write
//! takes the lock and releases it.

#![expect(clippy::disallowed_methods, reason = "the one place that writes to the standard streams")]

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, LineWriter, Write};
use std::sync::LazyLock;

use console::Term;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, TermLike};

/// All bars of the process. They are seen where standard error is a terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(|| {
    let is_seen = io::stderr().is_terminal();
    let screen = || ProgressDrawTarget::term_like(Box::new(Screen(Term::buffered_stderr())));
    MultiProgress::with_draw_target(if is_seen { screen() } else { ProgressDrawTarget::hidden() })
});

/// The columns at the right end of a bar's row that stay free: a terminal writes `^C` there, twice if need be, and it
/// is cleared with the bar. With none it would go into the next row, which would be the one that is cleared.
const FREE: u16 = 5;

/// The terminal on which bars are drawn.
#[derive(Debug)]
struct Screen(Term);

/// Methods that do what those of the terminal do.
macro_rules! as_the_terminal {
    ($($name:ident($($argument:ident: $type:ty)?)),+ $(,)?) => {
        $(fn $name(&self $(, $argument: $type)?) -> io::Result<()> {
            self.0.$name($($argument)?)
        })+
    };
}

impl TermLike for Screen {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE).max(1)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    as_the_terminal! {
        move_cursor_up(rows: usize), move_cursor_down(rows: usize),
        move_cursor_right(columns: usize), move_cursor_left(columns: usize),
        write_line(text: &str), write_str(text: &str), clear_line(), flush(),
    }
}

pub(crate) fn input() -> impl BufRead {
    BufReader::new(io::stdin())
}

/// Standard output, written when it is flushed, or 64 KiB are waiting.
pub(crate) fn output() -> BufWriter<impl Write> {
    BufWriter::with_capacity(1 << 16, Output(io::stdout()))
}

/// Standard error, written line by line. Failing to tell people something is no reason to withhold the result, so it
/// takes every write.
pub(crate) fn errors() -> impl Write {
    LineWriter::new(Errors(io::stderr()))
}

/// Which of standard output and standard error are terminals.
pub(crate) fn terminals() -> [bool; 2] {
    [io::stdout().is_terminal(), io::stderr().is_terminal()]
}

/// The columns of the terminal that standard output is, if it is one and knows.
pub(crate) fn width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}

/// Shows a bar below the others, until it is finished.
pub(crate) fn show(bar: ProgressBar) -> ProgressBar {
    BARS.add(bar)
}

/// Takes all bars off the screen for good and writes last words. This is for a process that is about to end while its
/// threads still work.
pub(crate) fn leave(words: &str) {
    let _ = BARS.clear();
    BARS.set_draw_target(ProgressDrawTarget::hidden());
    let _ = io::stderr().write_all(words.as_bytes());
}

/// Standard output. Where it is a terminal, bars stand on the same screen.
struct Output(io::Stdout);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.is_terminal() { BARS.suspend(|| self.0.write(bytes)) } else { self.0.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

struct Errors(io::Stderr);

impl Write for Errors {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = BARS.suspend(|| self.0.write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
