//! The sides of a game as Python has them, and how games end.

use plyground_core::{AnyGame, Outcome, Player, words};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A side as Python has it.
pub(crate) const fn side(player: Player) -> u8 {
    player as u8
}

/// A side from Python: its number or its name.
pub(crate) fn read_side(game: AnyGame, given: &Bound<'_, PyAny>) -> PyResult<Player> {
    let sides = game.sides();
    let found = Player::BOTH.into_iter().find(|&player| {
        given.extract::<u8>().is_ok_and(|number| number == side(player))
            || given.extract::<&str>().is_ok_and(|name| name == sides[player])
    });
    found.ok_or_else(|| {
        let [first, second] = sides.into_array();
        PyValueError::new_err(format!("side: found {given}; expected 0 ({first}) or 1 ({second})"))
    })
}

/// How a game ended.
///
/// >>> from plyground import ConnectFour
/// >>> outcome = ConnectFour.parse("1122334").outcome
/// >>> outcome.winner, str(outcome)
/// (0, 'red has won')
#[pyclass(name = "Outcome", frozen, eq, hash, module = "plyground")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct GameOutcome {
    game: AnyGame,
    outcome: Outcome,
}

impl GameOutcome {
    pub(crate) const fn new(game: AnyGame, outcome: Outcome) -> Self {
        Self { game, outcome }
    }
}

#[pymethods]
impl GameOutcome {
    /// The side that has won, 0 or 1, or None for a draw.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.outcome.winner().map(side)
    }

    /// The points of both sides where they decide, or None.
    #[getter]
    fn points(&self) -> Option<(u16, u16)> {
        let Outcome::Points(points) = self.outcome else { return None };
        Some(points.into_array().into())
    }

    /// 1.0 for a side that has won, 0.0 for one that has lost, 0.5 for a draw.
    fn score(&self, side: &Bound<'_, PyAny>) -> PyResult<f64> {
        let me = read_side(self.game, side)?;
        Ok(f64::from(self.outcome.worth(1, me) + 1) / 2.0)
    }

    fn __str__(&self) -> String {
        words::outcome_words(self.game, self.outcome)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.__str__())
    }
}
