//! What Python knows of each game.

use std::hash::{DefaultHasher, Hash, Hasher};

use plyground_core::{AnyGame, Notation};
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::arguments::Text;
use crate::errors::unknown_name;
use crate::kind::Kind;
use crate::notation::parse;
use crate::position::{Position, wrap};

/// What is known of a game: `ConnectFour.game`, and `games` for all of them.
///
/// >>> from plyground import Breakthrough
/// >>> Breakthrough.game.sides, Breakthrough.game.actions
/// (('white', 'black'), 160)
#[pyclass(frozen, module = "plyground")]
#[derive(Clone, Copy)]
pub(crate) struct Game(pub(crate) &'static Kind);

#[pymethods]
impl Game {
    /// The name on command lines and in files.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.game.name()
    }

    /// The rules in a sentence.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.game.about()
    }

    /// What the sides are called, who moves first in front.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        self.0.game.sides().into_array().into()
    }

    /// Rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows
    }

    /// Columns of the board.
    #[getter]
    fn columns(&self) -> usize {
        self.0.columns
    }

    /// How many moves there are in all positions together: moves are the numbers below.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions.len()
    }

    /// The names of its notations, its own first.
    #[getter]
    fn notations(&self) -> Vec<&'static str> {
        self.0.game.notations().iter().map(Notation::name).collect()
    }

    /// The names of its evaluations, the usual one first.
    #[getter]
    fn evaluations(&self) -> Vec<&'static str> {
        self.0.game.evaluations().iter().map(|evaluation| evaluation.name).collect()
    }

    /// The position in which games begin.
    fn start(&self, py: Python<'_>) -> PyResult<Py<Position>> {
        wrap(py, self.0, self.0.game.start())
    }

    /// Reads a position, as `parse` of the game's class does.
    #[pyo3(signature = (text, notation = None))]
    fn parse(&self, py: Python<'_>, text: Text, notation: Option<Text>) -> PyResult<Py<Position>> {
        wrap(py, self.0, parse(self.0.game, &text, notation.as_deref())?)
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.name())
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.game == other.0.game
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("plyground._plyground")?.getattr("_game")?, (self.0.game.name(),)))
    }
}

/// A game from Python: itself, its name, the class of its positions, or a position.
pub(crate) fn read_game(given: &Bound<'_, PyAny>) -> PyResult<&'static Kind> {
    if let Ok(game) = given.cast::<Game>() {
        return Ok(game.get().0);
    }
    if let Ok(position) = given.cast::<Position>() {
        return Ok(position.get().kind);
    }
    if let Ok(class) = given.cast::<PyType>()
        && let Ok(kind) = kind_of(class)
    {
        return Ok(kind);
    }
    let name = given.to_string();
    let found = Kind::all().iter().find(|kind| kind.game.name() == name.replace('_', "-"));
    found.ok_or_else(|| unknown_name("game", &name, &AnyGame::names()))
}

/// The game whose class this is.
pub(crate) fn kind_of(class: &Bound<'_, PyType>) -> PyResult<&'static Kind> {
    if let Ok(kind) = class.getattr("game").and_then(|game| Ok(game.cast_into::<Game>()?.get().0)) {
        return Ok(kind);
    }
    let classes: Vec<&str> = Kind::all().iter().map(|kind| kind.class).collect();
    let message = format!("Position: it is of no game; expected one of {}", classes.join(", "));
    Err(PyNotImplementedError::new_err(message))
}

/// A game by its name, or what stands for it.
#[pyfunction]
pub(crate) fn _game(given: &Bound<'_, PyAny>) -> PyResult<Game> {
    read_game(given).map(Game)
}
