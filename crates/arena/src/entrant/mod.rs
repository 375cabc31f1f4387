//! Those who play: programs of people, and agents built in, behind one trait.

mod built_in;
mod conversation;
mod program;

pub use built_in::BuiltIn;
pub use conversation::{Conversation, NOT_STARTED};
pub use program::Program;

use std::time::Duration;

use plyground_core::{AnyMove, AnyPosition, Player};

use crate::invoke::SystemError;
use plyground_league::event::{Attempt, MOST_STDERR, Spent, tail};
use plyground_league::fault::Fault;
use plyground_league::record::{EntrantRecord, Session};

/// One side of a game.
pub trait Entrant: Send {
    /// Who it is, for records. Asked at the end of a game.
    fn describe(&self) -> EntrantRecord;

    /// A game begins, in which it has this side. Its random numbers, if it has any, depend on `seed`. It keeps nothing
    /// from earlier games, so they cannot change this one.
    fn begin(&mut self, _side: Player, _seed: u64) {}

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// If the machine fails. Anything that a program does is an answer, perhaps with a fault.
    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError>;

    /// The game is over; `winner` is nobody in a draw and in a game without a result. A program that
    /// is still running ends now.
    fn finish(&mut self, _winner: Option<Player>) -> Option<Session> {
        None
    }
}

/// How long an answer may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimit {
    /// Wall time that a program is given in its question, or knows from its assignment.
    pub limit: Duration,
    /// Wall time beyond the limit in which an answer still counts, for interpreters that take their
    /// time to start. It makes the limit longer for everybody, and is shown wherever results are.
    pub grace: Duration,
}

impl TimeLimit {
    /// A second, as COMP3608 has it.
    pub const COMP3608: Self = Self::seconds(1);

    /// Three seconds, as CS3243 has it.
    pub const CS3243: Self = Self::seconds(3);

    /// A minute for Max-Connect-Four, whose text names none: a depth that takes longer is the last one
    /// that its report asks about.
    pub const MAX_CONNECT_FOUR: Self = Self::seconds(60);

    /// This many seconds without grace.
    pub const fn seconds(seconds: u64) -> Self {
        Self { limit: Duration::from_secs(seconds), grace: Duration::ZERO }
    }

    /// Wall time in which an answer counts.
    pub const fn allowed(&self) -> Duration {
        self.limit.saturating_add(self.grace)
    }
}

/// What a referee asks.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position. The game is not over, and the entrant is to move.
    pub position: &'a AnyPosition,
    /// Turns of the game so far, lost ones included.
    pub turns: u32,
    /// How long the answer may take.
    pub time: TimeLimit,
    /// Why the answer before did not count, if the same question is asked again.
    pub refused: Option<&'a Fault>,
}

/// What an entrant answers, and what is known about how it came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// A legal move, or why there is none that counts.
    pub choice: Result<AnyMove, Fault>,
    /// What records have of it besides. Whether it counts, and what it costs, the referee adds.
    pub attempt: Attempt,
}

impl Answer {
    /// An answer, or none, by somebody who leaves nothing else behind.
    pub fn new(choice: Result<AnyMove, Fault>, nodes: Option<u64>, spent: Spent) -> Self {
        Self { choice, attempt: Attempt { nodes, spent, ..Attempt::default() } }
    }
}

/// The end of standard error, for the record.
fn stderr_tail(bytes: &[u8]) -> String {
    tail(bytes.trim_ascii_end(), MOST_STDERR)
}

#[cfg(test)]
mod tests;
