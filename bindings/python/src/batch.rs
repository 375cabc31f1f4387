//! Many games of the same kind, played side by side: for learning.

use plyground_core::rng::Rng;
use plyground_core::{Outcome, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::arguments::{place, whole};
use crate::errors::{IllegalMove, wrong_game};
use crate::position::{self, Game, Kind, Position, read_game, wrap};
use crate::side_by_side::Row;

/// The most games of a batch.
const MOST: usize = 1 << 20;

/// Games side by side, with bytes for arrays: `plyground.Batch` makes arrays of them.
#[pyclass(name = "_Batch", module = "plyground._plyground")]
pub(crate) struct Batch {
    kind: &'static Kind,
    games: usize,
    held: Box<dyn Row>,
    rng: Rng,
}

impl Batch {
    /// Refuses another number of things than that of games.
    fn one_for_each(&self, what: &str, found: usize) -> PyResult<()> {
        if found == self.games {
            return Ok(());
        }
        let message = format!("{what}: found {found}; expected {}, one for each game", self.games);
        Err(PyValueError::new_err(message))
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(game: &Bound<'_, PyAny>, games: &Bound<'_, PyAny>, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = read_game(game)?;
        let games = whole("games", games, 0..=MOST)?;
        let seed = whole("seed", seed, 0..=u64::MAX)?;
        Ok(Self { kind, games, held: (kind.row)(games), rng: Rng::new(seed) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.kind)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// Plays moves given as bytes of 16-bit numbers in the order of this machine.
    fn step(&mut self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let actions: Vec<i16> =
            actions.chunks_exact(2).map(|pair| i16::from_ne_bytes([pair[0], pair[1]])).collect();
        self.one_for_each("moves", actions.len())?;
        py.detach(|| self.held.step(&actions)).map_err(|(game, action)| {
            IllegalMove::new_err(format!(
                "game {game}: move {action} is not legal there; expected one whose mask is set (nothing was played)"
            ))
        })
    }

    /// A legal move by lot for every game, -1 where it is over: bytes of 16-bit numbers.
    fn draw<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let Self { held, rng, .. } = self;
        let drawn = py.detach(|| held.draw(rng));
        let bytes: Vec<u8> = drawn.iter().flat_map(|action| action.to_ne_bytes()).collect();
        PyByteArray::new(py, &bytes)
    }

    /// 1 where a move is legal.
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut out = vec![0; self.games * self.kind.actions.len()];
        py.detach(|| self.held.masks(&mut out));
        PyByteArray::new(py, &out)
    }

    /// The planes of every game.
    fn planes<'py>(&self, py: Python<'py>, relative: bool) -> Bound<'py, PyByteArray> {
        let mut out = vec![0; self.games * 2 * self.kind.rows * self.kind.columns];
        py.detach(|| self.held.planes(relative, &mut out));
        PyByteArray::new(py, &out)
    }

    /// The side to move of every game.
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let sides: Vec<u8> = self.held.turns().into_iter().map(position::side).collect();
        PyByteArray::new(py, &sides)
    }

    /// 1 for every game that is over.
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let done: Vec<u8> = self.held.outcomes().iter().map(|outcome| outcome.is_some().into()).collect();
        PyByteArray::new(py, &done)
    }

    /// What every game is worth to the first side, as bytes with a sign: 1 won, 0 drawn or not over, -1 lost.
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let worth = |outcome: Outcome| outcome.worth(1, Player::First);
        let results = self.held.outcomes().iter().map(|outcome| outcome.map_or(0, worth).signum() as i8);
        let bytes: Vec<u8> = results.map(i8::cast_unsigned).collect();
        PyByteArray::new(py, &bytes)
    }

    /// Resets each game whose byte is not 0 to the start.
    fn reset(&mut self, which: &[u8]) -> PyResult<()> {
        self.one_for_each("which", which.len())?;
        let start = self.kind.game.start();
        for (game, _) in which.iter().enumerate().filter(|&(_, &wanted)| wanted != 0) {
            self.held.set(game, &start);
        }
        Ok(())
    }

    /// A game's position.
    fn position(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Py<Position>> {
        wrap(py, self.kind, self.held.position(place("game", game, self.games)?))
    }

    /// Puts a position into a game.
    fn set(&mut self, game: &Bound<'_, PyAny>, position: &Bound<'_, Position>) -> PyResult<()> {
        let game = place("game", game, self.games)?;
        let position = &position.get().held;
        if self.held.set(game, position) {
            return Ok(());
        }
        Err(wrong_game(self.kind.game, position.game()))
    }
}
