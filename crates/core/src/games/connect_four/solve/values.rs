//! The solver of Connect Four as every other solver is asked: scores as wins and losses in so many plies.

use super::{Solver, proof_of_score};
use crate::games::connect_four::{ConnectFour, Standard, book, sized};
use crate::games::falling::Falling;
use crate::games::gravity::{Column, centre_first};
use crate::grid::Shape;
use crate::{Found, GameSolver, GameValue, Limits, Position, Solve, SolverInfo, ValueKind};

/// What is left out where openings known by heart are not trusted.
const BOOK: &str = "book";

pub(in crate::games::connect_four) static SOLVER: GameSolver<Standard> = GameSolver::new(
    SolverInfo {
        kind: ValueKind::Scores,
        about: "exact scores of all moves: first who wins, then how soon",
        has_threads: true,
        aids: &[BOOK],
        rules: &[],
    },
    |settings| {
        let solver = Solver::<7, 6>::new(settings.bytes).with_threads(settings.threads);
        let books = if settings.is_without(BOOK) { &[] } else { book::embedded() };
        Box::new(books.iter().fold(solver, |solver, &book| solver.with_book(book)))
    },
);

/// The solver of a board of another size, without books.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "browsers load none"))]
pub(in crate::games::connect_four) const fn of_size<const W: u32, const H: u32>() -> GameSolver<sized::Board>
{
    let SolverInfo { kind, about, has_threads, .. } = SOLVER.info;
    GameSolver::new(SolverInfo { kind, about, has_threads, aids: &[], rules: &[] }, |settings| {
        Box::new(Solver::<W, H>::new(settings.bytes).with_threads(settings.threads))
    })
}

/// The least score that is as good as the value, on a board with so many empty cells; `None` if every score is.
fn least(value: GameValue, empty: u32) -> Option<i32> {
    match value {
        GameValue::WIN => Some(1),
        GameValue::LOSS => None,
        _ => score(value, empty),
    }
}

/// The score of a value whose distance is known.
fn score(value: GameValue, empty: u32) -> Option<i32> {
    let size = |plies: u32| ((empty + 2).saturating_sub(plies) / 2).cast_signed();
    match value {
        GameValue::Win { plies } => plies.map(size),
        GameValue::Draw => Some(0),
        GameValue::Loss { plies } => plies.map(|plies| -size(plies)),
        GameValue::Margin(_) => None,
    }
}

impl<S: Shape, const W: u32, const H: u32> Solve<Falling<ConnectFour, S>> for Solver<W, H> {
    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn value(&mut self, position: &Falling<ConnectFour, S>, limits: &Limits<'_>) -> Found<GameValue> {
        let score = self.score(&position.on_grid(), limits)?;
        Ok(proof_of_score(score, position.board().empty_cells()).into())
    }

    fn result(&mut self, position: &Falling<ConnectFour, S>, limits: &Limits<'_>) -> Found<GameValue> {
        Ok(GameValue::of_result(Self::result(self, &position.on_grid(), limits)?.cmp(&0)))
    }

    fn keeps(
        &mut self,
        value: GameValue,
        after: &Falling<ConnectFour, S>,
        limits: &Limits<'_>,
    ) -> Found<bool> {
        let Some(least) = least(value, after.board().empty_cells() + 1) else { return Ok(true) };
        Ok(!self.is_at_least(&after.on_grid(), 1 - least, limits)?)
    }

    fn mistakes(
        &mut self,
        was: GameValue,
        after: &Falling<ConnectFour, S>,
        limits: &Limits<'_>,
    ) -> Found<Option<usize>> {
        let better = match was {
            GameValue::WIN => return Ok(None),
            _ => least(was, after.board().empty_cells() + 1).map_or(0, |least| least + 1),
        };
        let mut is_mistake = |reply| self.is_at_least(&after.play(reply).on_grid(), better, limits);
        after.moves().map(|reply| is_mistake(reply).map(usize::from)).sum::<Result<_, _>>().map(Some)
    }

    fn preferred(&self, position: &Falling<ConnectFour, S>, _: Column) -> Vec<Column> {
        centre_first(position.board().size(), position.moves())
    }

    /// The score as the module's documentation defines it.
    fn score(&self, position: &Falling<ConnectFour, S>, value: GameValue) -> Option<i32> {
        score(value, position.board().empty_cells())
    }

    fn shallow_depth(&self) -> u32 {
        8
    }
}
