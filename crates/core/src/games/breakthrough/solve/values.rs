//! The prover of Breakthrough as every solver is asked.

use super::{Board, Prover};
use crate::games::breakthrough::Standard;
use crate::{GameSolver, GameValue, Limits, Position, Solve, SolverInfo, Stopped, ValueKind};

/// The prover of Breakthrough.
pub(in crate::games::breakthrough) static SOLVER: GameSolver<Standard> = GameSolver {
    info: SolverInfo {
        kind: ValueKind::Winner,
        about: "who wins after each move, proved one by one; distances are not known",
        has_threads: false,
        aids: &[],
        rules: &[],
    },
    new: |settings| Box::new(Prover::<6, 6>::new(settings.bytes)),
};

impl<const W: u32, const H: u32> Solve<Board<W, H>> for Prover<W, H> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    /// Who wins; distances are not known.
    fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Result<GameValue, Stopped> {
        let winner = self.winner(position, limits)?;
        Ok(if winner == position.turn() { GameValue::WIN } else { GameValue::LOSS })
    }
}
