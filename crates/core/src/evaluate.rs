//! Evaluations of positions: one per assignment.

use std::ops::ControlFlow;

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

    /// The value of a node that is not expanded: utility if the game is over, else evaluation.
    #[inline]
    fn leaf(&self, position: &P, me: Player) -> i32 {
        match position.outcome() {
            Some(outcome) => self.utility(outcome, position, me),
            None => self.evaluate(position, me),
        }
    }

    /// The [`leaf`](Self::leaf) values of the children of an unfinished `parent`, in the order of
    /// moves, until `each` breaks. An evaluation may share work between the children.
    #[inline]
    fn leaves(&self, parent: &P, me: Player, mut each: impl FnMut(P::Move, i32) -> ControlFlow<()>)
    where
        Self: Sized,
    {
        for mv in parent.moves() {
            if each(mv, self.leaf(&parent.play(mv), me)).is_break() {
                break;
            }
        }
    }

    /// The addends of [`evaluate`](Self::evaluate), for people to read.
    ///
    /// Law: the sum of `count * weight` is the evaluation, unless it saturates. The default, one term that is the
    /// whole evaluation, is right for every evaluation; its parts are what people want to see.
    fn terms(&self, position: &P, me: Player) -> Vec<Term> {
        vec![Term { name: "evaluation", owner: me, count: 1, weight: self.evaluate(position, me) }]
    }
}

/// Evaluations and utilities lie strictly between `-VALUE_LIMIT` and `VALUE_LIMIT`; engines put
/// proved wins and losses outside.
pub const VALUE_LIMIT: i32 = 100_000_000;

/// One addend of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name of what is counted, in the words of the assignment.
    pub name: &'static str,
    /// Whose it is.
    pub owner: Player,
    /// How many there are.
    pub count: u32,
    /// The amount that one of them adds to the value for `me`.
    pub weight: i32,
}

impl Term {
    /// The terms of an evaluation that counts the same for both sides, with the weights of the own counts and of the
    /// opponent's.
    pub(crate) fn of_both<const N: usize>(
        me: Player,
        names: [&'static str; N],
        [own, theirs]: [[i32; N]; 2],
        counts: impl Fn(Player) -> [u32; N],
    ) -> Vec<Self> {
        let of = |owner: Player| {
            let weights = if owner == me { own } else { theirs };
            let counted = names.into_iter().zip(counts(owner)).zip(weights);
            counted.map(move |((name, count), weight)| Self { name, owner, count, weight })
        };
        Player::BOTH.into_iter().flat_map(of).collect()
    }

    /// The amount that this term adds to the evaluation.
    pub fn value(&self) -> i64 {
        i64::from(self.count) * i64::from(self.weight)
    }
}
