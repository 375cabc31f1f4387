//! Searches in three layers that check each other: the textbook, its fast replay, and the engines.

mod algorithm;
pub mod best_order;
pub mod engine;
#[cfg(test)]
mod figures;
pub(crate) mod first_answer;
pub mod mcts;
pub(crate) mod memory;
pub(crate) mod proof_numbers;
pub mod record;
pub mod replay;
pub mod textbook;

pub use self::algorithm::{Algorithm, AlgorithmInfo, CutRule, Step};
use crate::{Counts, RootMove};

/// The answer of a search: a move and what it is worth to the maximiser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choice<M> {
    /// The first examined of the best moves; `None` if the game is over or the depth is 0.
    pub best: Option<M>,
    /// The value of the root.
    pub value: i32,
}

impl<M> Choice<M> {
    /// The same with other names for moves.
    pub(crate) fn map<N>(self, name: impl Fn(M) -> N) -> Choice<N> {
        Choice { best: self.best.map(name), value: self.value }
    }
}

/// The report of a search: what it chose, what it counted, and what came back for each move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// Move and value, for the maximiser of the evaluation.
    pub choice: Choice<M>,
    /// Examined nodes by ply.
    pub counts: Counts,
    /// The result for each examined move of the root, in order.
    pub root_moves: Vec<RootMove<M>>,
}

impl<M> Report<M> {
    /// The same with other names for moves.
    pub(crate) fn map<N>(self, name: impl Fn(M) -> N) -> Report<N> {
        let Self { choice, counts, root_moves } = self;
        let named = |RootMove { mv, value, bound }| RootMove { mv: name(mv), value, bound };
        let root_moves = root_moves.into_iter().map(named).collect();
        Report { choice: choice.map(name), counts, root_moves }
    }
}
