//! A solver of a game that is chosen at run time.

use super::{AnyGame, AnyMove, AnyPosition};
use crate::{Found, GameValue, Limits, Position, Proof, Solve};

/// A solver of a known game. It passes on every method, because a solver may have quicker ones than the defaults.
pub(super) struct AnySolver<P> {
    pub(super) game: AnyGame,
    pub(super) solver: Box<dyn Solve<P>>,
}

impl<P: Position<Move: Into<u32> + TryFrom<u32>>> Solve<AnyPosition> for AnySolver<P> {
    answered!(Solve, self => &*self.solver; nodes() -> u64, shallow_depth() -> u32);

    fn value(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Found<GameValue> {
        self.solver.value(position.held(), limits)
    }

    fn result(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Found<GameValue> {
        self.solver.result(position.held(), limits)
    }

    fn keeps(&mut self, value: GameValue, after: &AnyPosition, limits: &Limits<'_>) -> Found<bool> {
        self.solver.keeps(value, after.held(), limits)
    }

    fn mistakes(&mut self, was: GameValue, after: &AnyPosition, limits: &Limits<'_>) -> Found<Option<usize>> {
        self.solver.mistakes(was, after.held(), limits)
    }

    fn moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        self.solver.moves(position.held()).into_iter().map(AnyMove::of).collect()
    }

    fn after(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
        AnyPosition::new(self.game, Box::new(self.solver.after(position.held(), mv.typed())))
    }

    fn preferred(&self, position: &AnyPosition, guess: AnyMove) -> Vec<AnyMove> {
        let moves = self.solver.preferred(position.held(), guess.typed());
        moves.into_iter().map(AnyMove::of).collect()
    }

    fn line(&mut self, position: &AnyPosition, first: AnyMove, limits: &Limits<'_>) -> Found<Vec<AnyMove>> {
        let line = self.solver.line(position.held(), first.typed(), limits)?;
        Ok(line.into_iter().map(AnyMove::of).collect())
    }

    fn proof(&self, position: &AnyPosition, value: GameValue) -> Proof {
        self.solver.proof(position.held(), value)
    }

    fn score(&self, position: &AnyPosition, value: GameValue) -> Option<i32> {
        self.solver.score(position.held(), value)
    }
}
