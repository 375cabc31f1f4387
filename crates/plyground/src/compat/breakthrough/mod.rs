//! `breakthrough`: the program of CS3243's 6x6 Breakthrough.
//!
//! It reads one request from standard input and answers as soon as the request is complete, without
//! waiting for the end of the input: `identify` with a line of at most 80 printable ASCII characters,
//! a `move` request ([`Request`]) with White's move such as `E1D2`.
//!
//! The text allows 3 seconds of wall time from the start of the process. The search stops 2 seconds
//! after the start, which leaves a second for a slow or crowded machine, but never sooner than a
//! quarter of a second after the request, so that a request that comes late (or is typed) still gets a
//! considered answer. It stops at once when the game is decided. One thread searches, so it takes no more
//! CPU time than wall time.

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::{BufRead, Read};
use std::time::{Duration, Instant};

use plyground_arena::clock::Deadline;
use plyground_core::games::breakthrough::notation::{Request, RequestReader};
use plyground_core::games::breakthrough::{Breakthrough, Standard, Step};
use plyground_core::{Game, Notation, Outcome, Position, quote};

use crate::exit::{Failure, Streams};

/// The answer to `identify`.
const IDENTITY: &str =
    concat!("Plyground ", env!("CARGO_PKG_VERSION"), " - thinks for two seconds, then breaks through");

const HELP: &str = "\
Plays White in 6x6 Breakthrough: answers one request from standard input.

usage: breakthrough < REQUEST

identify     prints the name of the program.
move         is followed by a line with the number of turns elapsed, the line 6 6, and six lines of six
             characters b w -, row 6 first; prints White's move, such as E1D2, within 3 seconds.

example: printf 'move\\n1\\n6 6\\nbbbbbb\\nbbbbbb\\n------\\n------\\nwwwwww\\nwwwwww\\n' | breakthrough
example: echo identify | breakthrough
";

/// Bytes of a line that are read; a request has none longer than its number of turns.
const LONGEST_LINE: u64 = 4096;

/// How long a search may take.
struct Timing {
    /// When the process began.
    start: Instant,
    /// Wall time from then until the search stops.
    budget: Duration,
    /// Wall time that a search gets in any case.
    least: Duration,
}

impl Timing {
    fn from_now() -> Self {
        Self { start: Instant::now(), budget: Duration::from_secs(2), least: Duration::from_millis(250) }
    }

    fn deadline(&self) -> Deadline {
        Deadline::after(self.budget.saturating_sub(self.start.elapsed()).max(self.least))
    }
}

/// Runs the program. It takes no arguments but `--help` and `--version`.
///
/// # Errors
///
/// If there is an argument, or the request is malformed or shows a board on which White has no move;
/// nothing is then written to standard output.
pub fn run(args: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let timing = Timing::from_now();
    match args.into_iter().next() {
        None => answer(streams, &timing),
        Some(help) if help == "--help" || help == "-h" => Ok(write!(streams.out, "{HELP}")?),
        Some(arg) if arg == "--version" => Ok(write!(streams.out, "{}", super::version("breakthrough"))?),
        Some(arg) => Err(bad_input!(
            "found the argument {}; expected none: the request is read from standard input",
            quote(&arg.to_string_lossy())
        )),
    }
}

fn answer(streams: &mut Streams<'_>, timing: &Timing) -> Result<(), Failure> {
    let mut lines = Lines { input: &mut *streams.input, number: 0, offset: 0 };
    let answer = match lines.next()? {
        Some((_, line)) if line == "identify" => IDENTITY.to_owned(),
        Some((offset, line)) if line == "move" => {
            let position = lines.rest_of_request(offset, &line)?;
            Request.write_move(&position, choose(&position, timing)?)
        }
        Some((_, line)) => {
            return Err(bad_input!("line 1: found {}; expected identify or move", quote(&line)));
        }
        None => return Err(Failure::bad_input("line 1: missing; expected identify or move")),
    };
    writeln!(streams.out, "{answer}")?;
    Ok(streams.out.flush()?)
}

/// White's move.
fn choose(position: &Standard, timing: &Timing) -> Result<Step, Failure> {
    let mut engine = Breakthrough::engine(1).expect("breakthrough has an engine of its own");
    let decision = timing.deadline().limit(|limits| engine.choose(position, limits));
    decision.map(|decision| decision.best).ok_or_else(|| {
        let winner = position.outcome().and_then(Outcome::winner);
        let winner = winner.map_or("nobody", |winner| Breakthrough::SIDES[winner]);
        bad_input!("board: the game is over, {winner} has won; expected a board on which white can move")
    })
}

/// The lines of the input, as they come.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    /// Lines read so far.
    number: u32,
    /// Bytes read so far.
    offset: usize,
}

impl Lines<'_> {
    /// The next line without its end, and where it begins; `None` at the end of the input.
    fn next(&mut self) -> Result<Option<(usize, String)>, Failure> {
        let start = self.offset;
        let mut line = Vec::new();
        // One byte more shows whether the line is too long.
        (&mut *self.input).take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.offset += line.len();
        if line.len() as u64 > LONGEST_LINE {
            let number = self.number;
            return Err(bad_input!("line {number}: longer than {LONGEST_LINE} bytes; expected a request"));
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        Ok(Some((start, text.strip_suffix('\r').unwrap_or(text).to_owned())))
    }

    /// Reads a move request from its second line on, and not a byte beyond.
    fn rest_of_request(&mut self, offset: usize, first: &str) -> Result<Standard, Failure> {
        let mut reader = RequestReader::default();
        reader.line(offset, first);
        while reader.wants_more()
            && let Some((offset, line)) = self.next()?
        {
            reader.line(offset, &line);
        }
        Ok(reader.finish()?)
    }
}
