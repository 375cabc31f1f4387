//! What Python knows of each game.

use std::hash::{DefaultHasher, Hash, Hasher};

use plyground_core::Notation;
use pyo3::prelude::*;

use crate::arguments::Text;
use crate::kind::{Game, Position, read_game, wrap};
use crate::notation::parse;

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

/// A game by its name, or what stands for it.
#[pyfunction]
pub(crate) fn _game(given: &Bound<'_, PyAny>) -> PyResult<Game> {
    read_game(given).map(Game)
}
