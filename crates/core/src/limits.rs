//! What ends a search before it has finished.

/// What bounds a decision from outside. Core reads no clock: whoever calls owns the deadline.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Says that the agent must come back with what it has. Asked at least every few thousand nodes, by several
    /// threads at once where an agent has them.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// No limits: only for agents that have their own.
    pub const NONE: Limits<'static> = Limits { stop: &|| false };
}

/// The limits stopped a search before it found its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").finish_non_exhaustive()
    }
}
