//! What a position is worth: one evaluation per assignment.

use crate::{Outcome, Player, Position};

/// Numbers for positions, from the point of view of one side.
///
/// Evaluations need not be antisymmetric (`evaluate(p, me) != -evaluate(p, opponent)` for CS4750),
/// so the point of view is an argument and a search keeps it fixed from root to leaf.
/// Absolute values must stay below [`VALUE_LIMIT`].
pub trait Evaluate<P: Position>: Sync {
    /// The value of a finished game for `me`.
    ///
    /// The position is given too, because some assignments evaluate a drawn board heuristically.
    fn utility(&self, outcome: Outcome, position: &P, me: Player) -> i32;

    /// The heuristic value of an unfinished game for `me`.
    fn evaluate(&self, position: &P, me: Player) -> i32;

    /// The side that maximises when `root` is to move at the root: `root` itself unless the
    /// assignment fixes it (COMP3608: red).
    fn maximiser(&self, root: Player) -> Player {
        root
    }

    /// The addends of [`evaluate`](Self::evaluate), for people to read.
    ///
    /// Law: the sum of `count * weight` is the evaluation, unless it saturates.
    fn terms(&self, position: &P, me: Player) -> Vec<Term>;
}

/// Evaluations and utilities lie strictly between `-VALUE_LIMIT` and `VALUE_LIMIT`; engines put
/// proved wins and losses outside.
pub const VALUE_LIMIT: i32 = 100_000_000;

/// One addend of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What is counted, in the words of the assignment.
    pub name: &'static str,
    /// Whose it is.
    pub owner: Player,
    /// How many there are.
    pub count: u32,
    /// What one of them adds to the value for `me`.
    pub weight: i32,
}

impl Term {
    /// What this term adds to the evaluation.
    pub fn value(&self) -> i64 {
        i64::from(self.count) * i64::from(self.weight)
    }
}
