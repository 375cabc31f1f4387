//! The solver of adjacent four as every other solver is asked.

use super::{Board, Solver, after};
use crate::games::adjacent_four::{Cell, Standard};
use crate::{Found, GameSolver, GameValue, Limits, Player, Position, Solve, SolverInfo, ValueKind};

/// The rule that is left out where stones may go on any empty cell.
const ADJACENCY: &str = "adjacency";

pub(in crate::games::adjacent_four) static SOLVER: GameSolver<Standard> = GameSolver::new(
    SolverInfo {
        kind: ValueKind::Distances,
        about: "exact values of all moves: first who wins, then how soon",
        has_threads: false,
        aids: &[],
        rules: &[ADJACENCY],
    },
    |settings| {
        let is_without = settings.is_without(ADJACENCY);
        let make = if is_without { Solver::<6, 5>::without_adjacency } else { Solver::new };
        Box::new(make(settings.bytes))
    },
);

fn result_for(side: Player, winner: Option<Player>) -> GameValue {
    winner.map_or(GameValue::Draw, |winner| if winner == side { GameValue::WIN } else { GameValue::LOSS })
}

impl<const W: u32, const H: u32> Solve<Board<W, H>> for Solver<W, H> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<GameValue> {
        Self::value(self, position, limits).map(GameValue::from)
    }

    fn result(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<GameValue> {
        Ok(result_for(position.turn(), self.winner(position, limits)?))
    }

    fn keeps(&mut self, value: GameValue, after: &Board<W, H>, limits: &Limits<'_>) -> Found<bool> {
        let (own, opponent) = (after.turn().opponent(), after.turn());
        match value {
            GameValue::Win { plies: Some(plies) } => self.wins_within(after, own, plies - 1, limits),
            GameValue::Win { plies: None } => self.wins(after, own, limits),
            GameValue::Draw => Ok(!self.wins(after, opponent, limits)?),
            GameValue::Loss { plies: Some(plies) } => {
                Ok(!self.wins_within(after, opponent, plies.saturating_sub(2), limits)?)
            }
            GameValue::Loss { plies: None } => Ok(true),
            GameValue::Margin(_) => Ok(false),
        }
    }

    /// Only replies that change who wins are mistakes.
    fn mistakes(&mut self, was: GameValue, after: &Board<W, H>, limits: &Limits<'_>) -> Found<Option<usize>> {
        if matches!(was, GameValue::Win { .. }) {
            return Ok(None);
        }
        let own = after.turn().opponent();
        let mut mistakes = 0;
        for reply in after.moves() {
            let now = result_for(own, self.winner(&after.play(reply), limits)?);
            mistakes += usize::from(now.result() > was.result());
        }
        Ok(Some(mistakes))
    }

    fn moves(&self, position: &Board<W, H>) -> Vec<Cell> {
        self.legal(position).collect()
    }

    fn after(&self, position: &Board<W, H>, cell: Cell) -> Board<W, H> {
        after(position, cell)
    }
}
