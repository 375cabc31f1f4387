//! The solver of Connect Four as every other solver is asked: scores as wins and losses in so many plies.

use super::{Size, SizedSolver, Solver, proof_of_score};
use crate::games::connect_four::{Standard, book};
use crate::games::gravity::{Column, centre_first};
use crate::games::upright::Upright;
use crate::{GameSolver, GameValue, Limits, Position, Solve, SolverInfo, SolverSettings, Stopped, ValueKind};

/// What is left out where openings known by heart are not trusted.
const BOOK: &str = "book";

/// The solver of Connect Four.
pub(in crate::games::connect_four) static SOLVER: GameSolver<Standard> = GameSolver {
    info: SolverInfo {
        kind: ValueKind::Scores,
        about: "exact scores of all moves: first who wins, then how soon",
        has_threads: true,
        aids: &[BOOK],
        rules: &[],
    },
    new: |settings| Box::new(solver(settings)),
};

fn solver(settings: &SolverSettings) -> Solver<7, 6> {
    let solver = Solver::new(settings.bytes).with_threads(settings.threads);
    let books = if settings.is_without(BOOK) { &[] } else { book::embedded() };
    books.iter().fold(solver, |solver, &book| solver.with_book(book))
}

/// The least score that is as good as the value, on a board with so many empty cells; `None` if every score is.
fn least(value: GameValue, empty: u32) -> Option<i32> {
    match value {
        GameValue::WIN => Some(1),
        GameValue::LOSS => None,
        _ => score(value, empty),
    }
}

/// The score of a value whose distance is known, on a board with so many empty cells.
pub(in crate::games) fn score(value: GameValue, empty: u32) -> Option<i32> {
    let size = |plies: u32| ((empty + 2).saturating_sub(plies) / 2).cast_signed();
    match value {
        GameValue::Win { plies } => plies.map(size),
        GameValue::Draw => Some(0),
        GameValue::Loss { plies } => plies.map(|plies| -size(plies)),
        GameValue::Margin(_) => None,
    }
}

impl<S: Size> Solve<S::Board> for SizedSolver<S> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn for_thread(&self, _: usize) -> Box<dyn Solve<S::Board>> {
        Box::new(Self::for_thread(self))
    }

    fn value(&mut self, position: &S::Board, limits: &Limits<'_>) -> Result<GameValue, Stopped> {
        if let Some(outcome) = position.outcome() {
            let plies = Some(0);
            return Ok(match outcome.winner() {
                Some(winner) if winner == position.turn() => GameValue::Win { plies },
                Some(_) => GameValue::Loss { plies },
                None => GameValue::Draw,
            });
        }
        let score = self.score(position, limits)?;
        Ok(proof_of_score(score, position.empty()).into())
    }

    fn result(&mut self, position: &S::Board, limits: &Limits<'_>) -> Result<GameValue, Stopped> {
        Ok(GameValue::of_result(Self::result(self, position, limits)?.cmp(&0)))
    }

    fn is_at_least(
        &mut self,
        position: &S::Board,
        least: GameValue,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        match self::least(least, position.empty()) {
            Some(least) => Self::is_at_least(self, position, least, limits),
            None => Ok(true),
        }
    }

    fn keeps(&mut self, value: GameValue, after: &S::Board, limits: &Limits<'_>) -> Result<bool, Stopped> {
        match least(value, after.empty() + 1) {
            Some(least) => Ok(!self.is_at_least(after, 1 - least, limits)?),
            None => Ok(true),
        }
    }

    fn mistakes(
        &mut self,
        value: GameValue,
        after: &S::Board,
        limits: &Limits<'_>,
    ) -> Result<Option<usize>, Stopped> {
        let better = match value {
            GameValue::WIN => return Ok(None),
            _ => least(value, after.empty() + 1).map_or(0, |least| least + 1),
        };
        let mut mistakes = 0;
        for reply in after.moves() {
            mistakes += usize::from(self.is_at_least(&after.play(reply), better, limits)?);
        }
        Ok(Some(mistakes))
    }

    fn preferred(&self, position: &S::Board, _: Column) -> Vec<Column> {
        centre_first(position.moves(), position.shape().columns())
    }

    /// The score as the module's documentation defines it.
    fn score(&self, position: &S::Board, value: GameValue) -> Option<i32> {
        score(value, position.empty())
    }

    fn shallow_depth(&self) -> u32 {
        8
    }
}
