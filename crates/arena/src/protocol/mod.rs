//! How programs are asked for a move, and how their answers are read.
//!
//! One file a protocol. Each encodes a question as text and decodes an answer; neither starts a process
//! nor reads a clock. Decoders take arbitrary bytes: they give a legal move or say what was wrong and
//! what was expected, and they look at a bounded number of bytes.
//!
//! An answer that was given completely counts, however the process ended afterwards: a program that
//! prints its move in time and then hangs, or fails while it shuts down, has answered. Only too much
//! output undoes an answer. A file is complete when the program has ended by itself, not before.

mod argv;
pub mod lines;
mod play_rules;
mod state_file;
mod stdin_move;

pub use argv::Arguments;
pub use play_rules::PlayRules;
pub use state_file::{MOST_FILE, StateFiles};
pub use stdin_move::StdinMove;

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use plyground_core::{AnyMove, AnyPosition, Game, Position, quote};

use crate::invoke::{Call, Ended};
use plyground_league::event::{End, MOST_TEXT, excerpt};
use plyground_league::fault::{Fault, FaultKind};

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Started for every move, as the game's assignment says. The depth in plies is for programs that are given one.
    OneShot {
        /// The depth.
        depth: u32,
    },
    /// The line protocol.
    Lines,
}

impl Protocol {
    /// The depth in plies that programs are given by default.
    pub const USUAL_DEPTH: u32 = 4;
}

/// A protocol in which a program is started for every move.
pub trait OneShot<P: Position>: Send + Sync {
    /// The name in records.
    fn name(&self) -> &'static str;

    /// What to run for a move in this position, after this many turns of the game.
    fn call(&self, position: &P, turns: u32, wall: Duration) -> Call;

    /// Reads what the process left behind.
    fn decode(&self, position: &P, ended: &Ended) -> DecodedAnswer<P::Move>;
}

/// An answer as it was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedAnswer<M> {
    /// A legal move, or why the answer does not count.
    pub choice: Result<M, Fault>,
    /// Nodes examined, if the program reports them; more than 64 bits hold are cut.
    pub nodes: Option<u64>,
    /// The answer as it was given, cut short.
    pub said: String,
}

/// Bytes of an answer beyond which it is none; no protocol has a longer one.
const MOST_ANSWER: usize = 4096;

/// Which of what a process left behind counts: the answer, what was wrong with it, or how the process
/// ended.
///
/// # Errors
///
/// If the answer does not count.
pub fn verdict<T>(ended: &Ended, answer: Result<T, Fault>) -> Result<T, Fault> {
    if let Some((kind @ FaultKind::Flooded, how)) = without_answer(ended.end) {
        return Err(Fault::new(kind, how));
    }
    let fault = match answer {
        Err(fault) if fault.kind != FaultKind::Illegal => fault,
        answered => return answered,
    };
    let Some((kind, mut how)) = without_answer(ended.end) else { return Err(fault) };
    if ended.end == End::WallOut {
        how = format!("killed after {} ms", ended.own().as_millis());
    }
    Err(Fault::new(kind, format_args!("{how}; {}", fault.message)))
}

/// What is wrong with a process that ended in this way without an answer; `None` if it ended well.
pub fn without_answer(end: End) -> Option<(FaultKind, String)> {
    let killed = |kind, why: &str| Some((kind, format!("killed: {why}")));
    match end {
        End::Exited(0) | End::Closed => None,
        End::Exited(status) => Some((FaultKind::Crashed, format!("ended with status {status}"))),
        End::Signalled(signal) => Some((FaultKind::Crashed, format!("ended by signal {signal}"))),
        End::WallOut => killed(FaultKind::Late, "its time was over"),
        End::CpuOut => killed(FaultKind::Late, "its CPU time was used up"),
        End::MemoryOut => killed(FaultKind::Crashed, "its memory was used up"),
        End::OutOfTurn => killed(FaultKind::Crashed, "it ran while it was not on move"),
        End::ProcessesOut => killed(FaultKind::Crashed, "it had too many processes"),
        End::StdoutFlood => killed(FaultKind::Flooded, "too much on standard output"),
        End::StderrFlood => killed(FaultKind::Flooded, "too much on standard error"),
    }
}

/// The lines of standard output without white space at their ends, and without empty lines at the end
/// of the text. If the process was killed, a last line without an end does not count: there may have
/// been more to come.
///
/// # Errors
///
/// If there is more than any answer needs.
pub fn answer_lines(ended: &Ended, expected: &str) -> Result<Vec<String>, Fault> {
    let is_complete = matches!(ended.end, End::Exited(_));
    let complete = ended.stdout.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let bytes = if is_complete { &ended.stdout[..] } else { &ended.stdout[..complete] };
    let bytes = bytes.trim_ascii_end();
    if bytes.len() > MOST_ANSWER {
        let message = format!("standard output: {} bytes; expected {expected}", bytes.len());
        return Err(Fault::new(FaultKind::Unreadable, message));
    }
    let text = String::from_utf8_lossy(bytes);
    Ok(text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect())
}

/// A fault of a line of standard output, counted from 0.
pub fn wrong_line(index: usize, found: Option<&str>, expected: impl fmt::Display) -> Fault {
    let found = found.map_or("missing".to_owned(), |line| format!("found {}", quote(line)));
    let message = format!("standard output, line {}: {found}; expected {expected}", index + 1);
    Fault::new(FaultKind::Unreadable, message)
}

/// What a program said on standard output, for the record.
fn said(bytes: &[u8]) -> String {
    excerpt(bytes.trim_ascii_end(), MOST_TEXT)
}

/// A name that a program gives itself: 1 to 80 printable ASCII characters.
fn is_name(text: &str) -> bool {
    (1..=80).contains(&text.len()) && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// The same protocol for callers that choose games at run time. It panics when it is given another game.
pub fn for_game<G: Game>(protocol: impl OneShot<G::Position> + 'static) -> Box<dyn OneShot<AnyPosition>> {
    Box::new(Erased::<G, _> { protocol, game: PhantomData })
}

/// A protocol of the game `G`.
struct Erased<G, O> {
    protocol: O,
    game: PhantomData<fn() -> G>,
}

/// The position as the game has it. It panics if it is of another game.
fn typed<G: Game>(position: &AnyPosition) -> &G::Position {
    position.typed::<G>().expect("a position of the protocol's game")
}

impl<G: Game, O: OneShot<G::Position>> OneShot<AnyPosition> for Erased<G, O> {
    fn name(&self) -> &'static str {
        self.protocol.name()
    }

    fn call(&self, position: &AnyPosition, turns: u32, wall: Duration) -> Call {
        self.protocol.call(typed::<G>(position), turns, wall)
    }

    fn decode(&self, position: &AnyPosition, ended: &Ended) -> DecodedAnswer<AnyMove> {
        let DecodedAnswer { choice, nodes, said } = self.protocol.decode(typed::<G>(position), ended);
        DecodedAnswer { choice: choice.map(AnyMove::of), nodes, said }
    }
}

#[cfg(test)]
mod tests;
