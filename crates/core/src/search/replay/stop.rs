//! Limits that stop a replay before it has its answer.

use crate::{Limits, Stopped};

/// How many subtrees are looked at between two questions to the limits: each has some hundred nodes, so that they are
/// asked about once in a millisecond.
const BETWEEN: u32 = 64;

/// The limits of a search, and whether they have stopped it.
#[derive(Debug)]
pub(super) struct Stop<'a> {
    limits: &'a Limits<'a>,
    looked_at: u32,
    has_stopped: bool,
}

impl<'a> Stop<'a> {
    pub(super) const fn new(limits: &'a Limits<'a>) -> Self {
        Self { limits, looked_at: 0, has_stopped: false }
    }

    /// Counts a subtree, and asks the limits now and then. Once they have stopped the search, it stays stopped.
    #[inline]
    pub(super) fn is_over(&mut self) -> bool {
        self.looked_at = self.looked_at.wrapping_add(1);
        if self.looked_at.is_multiple_of(BETWEEN) && !self.has_stopped {
            self.has_stopped = (self.limits.stop)();
        }
        self.has_stopped
    }

    /// Whether the limits have stopped the search: then all unfinished numbers are meaningless.
    #[inline]
    pub(super) const fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// An error if the limits have stopped the search.
    pub(super) const fn check(&self) -> Result<(), Stopped> {
        if self.has_stopped { Err(Stopped) } else { Ok(()) }
    }
}
