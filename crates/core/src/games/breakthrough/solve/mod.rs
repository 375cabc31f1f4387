//! The winner of a Breakthrough position with best play, by proof.
//!
//! There are no draws, so every position is won for one side, and the prover finds out for which. It is a depth-first
//! proof-number search (Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, 2002) with limits
//! that grow by a quarter (Pawlewicz and Lew, *Improving Depth-First PN-Search: 1 + epsilon Trick*, 2006), a table of
//! fixed size and races that are decided at sight (`race` of this game). Every move brings a pawn forward, so
//! positions never repeat and what is proved about one holds however it was reached.

mod search;
mod strategy;
#[cfg(test)]
pub(super) mod tests;

use self::search::Search;
pub use self::strategy::{Strategy, StrategyError};
use super::{Board, Standard, Step, seen_by_mover};
use crate::search::memory;
use crate::{Found, GameSolver, GameValue, Limits, Outcome, Player, Position, Solve, SolverInfo, ValueKind};

/// The memory that proving takes by default: 256 MiB (32 where addresses have 32 bits).
pub const TABLE_BYTES: usize = memory::usual(256 << 20);

pub(super) static SOLVER: GameSolver<Standard> = GameSolver::new(
    SolverInfo {
        kind: ValueKind::Winner,
        about: "who wins after each move, proved one by one; distances are not known",
        has_threads: false,
        aids: &[],
        rules: &[],
    },
    |settings| Box::new(Prover::<6, 6>::new(settings.bytes)),
);

/// Proves who wins, and remembers what it has seen from one position to the next. Methods with limits fail if these stopped
/// the search; what was found out by then is remembered, too.
#[derive(Debug)]
pub struct Prover<const W: u32, const H: u32> {
    search: Search<W, H>,
}

#[expect(clippy::missing_errors_doc, reason = "all fail in the same way, which is said of the type")]
impl<const W: u32, const H: u32> Prover<W, H> {
    /// A prover whose table takes at most `bytes`, but 64 KiB at least. Only the used part takes memory.
    ///
    /// Too small a table makes proofs longer, never wrong.
    pub fn new(bytes: usize) -> Self {
        Self { search: Search::new(bytes) }
    }

    /// Nodes searched so far: positions whose moves were looked at, again each time.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The side that wins with best play, or has won.
    pub fn winner(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<Player> {
        if let Some(Outcome::Win(winner)) = position.outcome() {
            return Ok(winner);
        }
        let turn = position.turn();
        let is_won = self.search.root(&seen_by_mover(position), limits)?.is_some();
        Ok(if is_won { turn } else { turn.opponent() })
    }

    /// A move that wins for the side to move, `None` if it loses or the game is over. After it the
    /// opponent is proved lost.
    pub fn winning_move(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<Option<Step>> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        let Some(child) = self.search.root(&seen_by_mover(position), limits)? else { return Ok(None) };
        Ok(position.moves().find(|&step| {
            let after = seen_by_mover(&position.play(step));
            after == child || after.mirror() == child
        }))
    }
}

impl<const W: u32, const H: u32> Solve<Board<W, H>> for Prover<W, H> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    /// Who wins; distances are not known.
    fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<GameValue> {
        let winner = self.winner(position, limits)?;
        Ok(if winner == position.turn() { GameValue::WIN } else { GameValue::LOSS })
    }
}
