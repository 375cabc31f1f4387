//! How long an answer may take.

use std::time::Duration;

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
