//! The sides of a game as Python has them, and how games end.

use plyground_core::{AnyGame, ByPlayer, Outcome, Player, words};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::{Text, index};
use crate::kind::{Game, Kind, read_game};

/// A side as Python has it.
pub(crate) const fn side(player: Player) -> u8 {
    player as u8
}

/// A side from Python: its number or its name.
pub(crate) fn read_side(game: AnyGame, given: &Bound<'_, PyAny>) -> PyResult<Player> {
    let sides = game.sides();
    let found = if given.is_instance_of::<PyString>() {
        let name = given.extract::<Text>()?;
        Player::BOTH.into_iter().find(|&player| *name == *sides[player])
    } else {
        let number = index(given)?.and_then(|number| number.extract::<u8>().ok());
        number.and_then(from_number)
    };
    found.ok_or_else(|| {
        let [first, second] = sides.into_array();
        PyValueError::new_err(format!("side: found {given}; expected 0 ({first}) or 1 ({second})"))
    })
}

/// The side of a number.
fn from_number(number: u8) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| side(player) == number)
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
    ///
    /// Raises `ValueError` if there is no such side.
    fn score(&self, side: &Bound<'_, PyAny>) -> PyResult<f64> {
        let me = read_side(self.game, side)?;
        Ok(f64::from(self.outcome.worth(1, me) + 1) / 2.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, OutcomeParts)> {
        let restore = py.import("plyground._plyground")?.getattr("_outcome")?;
        Ok((restore, (Game(Kind::of_game(self.game)), self.winner(), self.points())))
    }

    fn __str__(&self) -> String {
        words::outcome_words(self.game, self.outcome)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.__str__())
    }
}

/// What pickles hold of an outcome: the game, the winner and the points.
type OutcomeParts = (Game, Option<u8>, Option<(u16, u16)>);

/// An outcome from what pickles hold.
#[pyfunction]
pub(crate) fn _outcome(
    game: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
    points: Option<(u16, u16)>,
) -> PyResult<GameOutcome> {
    let game = read_game(game)?.game;
    let winner = winner.map(|winner| read_side(game, winner)).transpose()?;
    let outcome = match (points, winner) {
        (Some((first, second)), _) => Outcome::Points(ByPlayer::new(first, second)),
        (None, Some(winner)) => Outcome::Win(winner),
        (None, None) => Outcome::Draw,
    };
    Ok(GameOutcome::new(game, outcome))
}
