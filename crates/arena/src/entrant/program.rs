//! Programs that are started for every move, as in COMP3608, CS3243 and Max-Connect-Four.

use std::time::Duration;

use plyground_core::AnyPosition;

use super::{Answer, Entrant, Question, stderr_tail};
use crate::invoke::{Invoke, SystemError};
use crate::protocol::OneShot;
use plyground_league::event::{Attempt, micros};
use plyground_league::record::EntrantRecord;

/// A program behind one of the protocols of a single answer.
pub struct Program {
    name: String,
    protocol: Box<dyn OneShot<AnyPosition>>,
    invoke: Box<dyn Invoke>,
    /// What its interpreter takes to start. It is subtracted in what is shown as corrected time; the limit remains what
    /// it is.
    pub startup: Duration,
    /// What it calls itself.
    pub identity: String,
}

impl Program {
    /// A program that is run by `invoke`.
    pub fn new(
        name: impl Into<String>,
        protocol: Box<dyn OneShot<AnyPosition>>,
        invoke: Box<dyn Invoke>,
    ) -> Self {
        Self { name: name.into(), protocol, invoke, startup: Duration::ZERO, identity: String::new() }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Entrant for Program {
    fn describe(&self) -> EntrantRecord {
        let (startup_us, identity) = (micros(self.startup), self.identity.clone());
        EntrantRecord { startup_us, identity, ..EntrantRecord::new(&self.name, self.protocol.name()) }
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        let call = self.protocol.call(question.position, question.turns, question.time.allowed());
        let ended = self.invoke.invoke(&call)?;
        let reply = self.protocol.decode(question.position, &ended);
        let spent = ended.spent(self.startup, reply.choice.as_ref().err(), question.time.allowed());
        let attempt = Attempt {
            answer: reply.said,
            nodes: reply.nodes,
            spent,
            end: Some(ended.end),
            stderr: stderr_tail(&ended.stderr),
            ..Attempt::default()
        };
        Ok(Answer { choice: reply.choice, attempt })
    }
}
