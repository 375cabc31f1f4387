//! The limits of a search, and its result for a position: a move, and what is proved.

use std::sync::atomic::{AtomicU64, Ordering};

/// The limits of a decision. Core reads no clock: the caller owns the deadline.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Whether the agent must return what it has. Called at least every few thousand nodes, by several
    /// threads at once where an agent has them.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Limits<'_> {
    /// No limits: only for agents that have their own.
    pub const NONE: Limits<'static> = Limits { stop: &|| false };
}

/// What stops a search once it has asked so many times: [`Limits::stop`] without a clock, the same on every machine.
pub fn stop_after(questions: u64) -> impl Fn() -> bool + Sync {
    let asked = AtomicU64::new(0);
    move || asked.fetch_add(1, Ordering::Relaxed) >= questions
}

/// The limits stopped a search before it found its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What a search has found, unless its limits stopped it before.
pub(crate) type Found<T> = Result<T, Stopped>;

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").finish_non_exhaustive()
    }
}

/// A chosen move and what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The chosen move.
    pub best: M,
    /// Its value for the maximiser of the search, if a search was made.
    pub value: Option<i32>,
    /// The proof about the position for the side to move, if there is one.
    pub proof: Option<Proof>,
    /// The depth that was searched completely, in plies.
    pub depth: Option<u32>,
    /// Nodes examined.
    pub nodes: u128,
    /// Expected play, beginning with `best`.
    pub line: Vec<M>,
}

impl<M: Copy> Decision<M> {
    /// A move chosen without search.
    pub fn unsearched(best: M) -> Self {
        Self { best, value: None, proof: None, depth: None, nodes: 0, line: vec![best] }
    }

    /// The same with other names for moves.
    pub(crate) fn map<N>(self, name: impl Fn(M) -> N) -> Decision<N> {
        let Self { best, value, proof, depth, nodes, line } = self;
        Decision { best: name(best), value, proof, depth, nodes, line: line.into_iter().map(name).collect() }
    }
}

/// A fact about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// It wins, and needs at most this many plies.
    Win {
        /// Plies until the game is over.
        plies: u32,
    },
    /// Neither side can win.
    Draw,
    /// It loses, and can hold out for at least this many plies.
    Loss {
        /// Plies until the game is over.
        plies: u32,
    },
}
