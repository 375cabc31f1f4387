//! The solver of Max-Connect-Four as every other solver is asked.

use super::{Board, Solver};
use crate::games::gravity::{Column, centre_first};
use crate::games::max_connect_four::Standard;
use crate::grid::Grid;
use crate::{Found, GameSolver, GameValue, Limits, Position, Proof, Solve, SolverInfo, ValueKind};

pub(in crate::games::max_connect_four) static SOLVER: GameSolver<Standard> = GameSolver::new(
    SolverInfo {
        kind: ValueKind::Points,
        about: "exact values of all moves: quadruples at the end, more or fewer than the other side",
        has_threads: true,
        aids: &[],
        rules: &[],
    },
    |settings| Box::new(Solver::<7, 6>::new(settings.bytes).with_threads(settings.threads)),
);

/// The fewest points that are as good as the value; `None` if any are.
const fn least(value: GameValue) -> Option<i32> {
    match value {
        GameValue::Win { .. } => Some(1),
        GameValue::Draw => Some(0),
        GameValue::Loss { .. } => None,
        GameValue::Margin(points) => Some(points),
    }
}

impl<const W: u32, const H: u32> Solve<Board<W, H>> for Solver<W, H> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<GameValue> {
        Self::value(self, position, limits).map(GameValue::Margin)
    }

    fn result(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<GameValue> {
        Ok(if !self.is_at_least(position, 0, limits)? {
            GameValue::LOSS
        } else if self.is_at_least(position, 1, limits)? {
            GameValue::WIN
        } else {
            GameValue::Draw
        })
    }

    fn keeps(&mut self, value: GameValue, after: &Board<W, H>, limits: &Limits<'_>) -> Found<bool> {
        let Some(least) = least(value) else { return Ok(true) };
        Ok(!self.is_at_least(after, 1 - least, limits)?)
    }

    fn mistakes(&mut self, was: GameValue, after: &Board<W, H>, limits: &Limits<'_>) -> Found<Option<usize>> {
        let better = match was {
            GameValue::Win { .. } => return Ok(None),
            _ => least(was).map_or(0, |least| least + 1),
        };
        let mut is_mistake = |reply| self.is_at_least(&after.play(reply), better, limits);
        after.moves().map(|reply| is_mistake(reply).map(usize::from)).sum::<Result<_, _>>().map(Some)
    }

    fn preferred(&self, position: &Board<W, H>, _: Column) -> Vec<Column> {
        centre_first(Grid::<W, H>::SIZE, position.moves())
    }

    /// Every game lasts until the board is full.
    fn proof(&self, position: &Board<W, H>, value: GameValue) -> Proof {
        let plies = position.plies_left();
        if value == GameValue::LOSS { Proof::Loss { plies } } else { value.proof(plies) }
    }

    fn shallow_depth(&self) -> u32 {
        12
    }
}
