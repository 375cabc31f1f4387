//! Many games of the same kind, played side by side: for learning.

use plyground_core::rng::Rng;
use plyground_core::{AnyPosition, Outcome, Player, Position};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::IllegalMove;
use crate::kind::{Bits, Kind, planes};
use crate::position::{self, Game, read_game};

/// The number that stands for no move, in games that are over.
const NO_MOVE: i16 = -1;

/// Games whose type is not known.
pub(crate) trait ErasedBatch: Send + Sync {
    /// Plays a move in every game that goes on, or in none: then the game and the number that is wrong there come back.
    fn step(&mut self, actions: &[i16]) -> Result<(), (usize, i16)>;
    /// Draws a legal move by lot for every game that goes on.
    fn draw(&self, rng: &mut Rng) -> Vec<i16>;
    /// Writes 1 where a move is legal, game by game.
    fn masks(&self, out: &mut [u8]);
    /// Writes the planes of every game.
    fn planes(&self, relative: bool, out: &mut [u8]);
    /// The side to move of every game.
    fn turns(&self) -> Vec<u8>;
    /// 1 for every game that is over.
    fn done(&self) -> Vec<u8>;
    /// What every game is worth to the first side: 1, 0 or -1, and 0 while it goes on.
    fn results(&self) -> Vec<i8>;
    /// Begins anew where `which` is not 0.
    fn reset(&mut self, which: &[u8]);
    /// A game's position.
    fn position(&self, game: usize) -> AnyPosition;
    /// Puts a position into a game; `false` if it is of another game.
    fn set(&mut self, game: usize, position: &AnyPosition) -> bool;
}

/// Games whose type is known.
pub(crate) struct GameBatch<G: Bits> {
    positions: Vec<G::Position>,
    outcomes: Vec<Option<Outcome>>,
    /// The moves by their numbers, as the game has them.
    moves: Vec<<G::Position as Position>::Move>,
}

impl<G: Bits> GameBatch<G> {
    pub(crate) fn new(games: usize) -> Self {
        let mut moves = G::all_moves();
        moves.sort_unstable();
        moves.dedup();
        Self { positions: vec![G::start(); games], outcomes: vec![G::start().outcome(); games], moves }
    }

    /// The move with this number, if it is legal.
    fn legal(&self, game: usize, action: i16) -> Option<<G::Position as Position>::Move> {
        let mv = *self.moves.get(usize::try_from(action).ok()?)?;
        self.positions[game].moves().any(|legal| legal == mv).then_some(mv)
    }

    fn number(&self, mv: <G::Position as Position>::Move) -> usize {
        self.moves.binary_search(&mv).expect("every move of the game is in the list")
    }
}

impl<G: Bits> ErasedBatch for GameBatch<G> {
    fn step(&mut self, actions: &[i16]) -> Result<(), (usize, i16)> {
        let mut chosen = Vec::with_capacity(actions.len());
        for (game, &action) in actions.iter().enumerate() {
            let is_over = self.outcomes[game].is_some();
            // In a game that is over any number will do.
            let mv = if is_over { None } else { Some(self.legal(game, action).ok_or((game, action))?) };
            chosen.push(mv);
        }
        for (game, mv) in chosen.into_iter().enumerate() {
            if let Some(mv) = mv {
                self.positions[game] = self.positions[game].play(mv);
                self.outcomes[game] = self.positions[game].outcome();
            }
        }
        Ok(())
    }

    fn draw(&self, rng: &mut Rng) -> Vec<i16> {
        let mut drawn = |position: &G::Position| {
            let mv = rng.pick(position.moves());
            mv.map_or(NO_MOVE, |mv| i16::try_from(self.number(mv)).unwrap_or(NO_MOVE))
        };
        self.positions.iter().map(&mut drawn).collect()
    }

    fn masks(&self, out: &mut [u8]) {
        out.fill(0);
        for (position, mask) in self.positions.iter().zip(out.chunks_exact_mut(self.moves.len())) {
            for mv in position.moves() {
                mask[self.number(mv)] = 1;
            }
        }
    }

    fn planes(&self, relative: bool, out: &mut [u8]) {
        let size = 2 * (G::ROWS * G::COLUMNS) as usize;
        for (position, out) in self.positions.iter().zip(out.chunks_exact_mut(size)) {
            planes::<G>(position, relative, out);
        }
    }

    fn turns(&self) -> Vec<u8> {
        self.positions.iter().map(|position| position::side(position.turn())).collect()
    }

    fn done(&self) -> Vec<u8> {
        self.outcomes.iter().map(|outcome| u8::from(outcome.is_some())).collect()
    }

    fn results(&self) -> Vec<i8> {
        let worth = |outcome: Outcome| outcome.worth(1, Player::First);
        self.outcomes.iter().map(|outcome| outcome.map_or(0, worth).signum() as i8).collect()
    }

    fn reset(&mut self, which: &[u8]) {
        let start = G::start();
        for (game, _) in which.iter().enumerate().filter(|&(_, &wanted)| wanted != 0) {
            self.outcomes[game] = start.outcome();
            self.positions[game] = start.clone();
        }
    }

    fn position(&self, game: usize) -> AnyPosition {
        AnyPosition::of::<G>(self.positions[game].clone())
    }

    fn set(&mut self, game: usize, position: &AnyPosition) -> bool {
        let Some(position) = position.typed::<G>() else { return false };
        self.outcomes[game] = position.outcome();
        self.positions[game] = position.clone();
        true
    }
}

/// The most games of a batch.
const MOST: usize = 1 << 20;

/// Games side by side, with bytes for arrays: `plyground.Batch` makes arrays of them.
#[pyclass(name = "_Batch", module = "plyground._plyground")]
pub(crate) struct Batch {
    kind: &'static Kind,
    games: usize,
    held: Box<dyn ErasedBatch>,
    rng: Rng,
}

impl Batch {
    fn known(&self, game: usize) -> PyResult<usize> {
        if game < self.games {
            return Ok(game);
        }
        Err(PyIndexError::new_err(format!(
            "game {game}: expected a number from 0 to {}",
            self.games.saturating_sub(1)
        )))
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(game: &Bound<'_, PyAny>, games: usize, seed: u64) -> PyResult<Self> {
        let kind = read_game(game)?;
        if games > MOST {
            return Err(PyValueError::new_err(format!("games: found {games}; expected at most {MOST}")));
        }
        Ok(Self { kind, games, held: (kind.batch)(games), rng: Rng::new(seed) })
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
        if actions.len() != self.games {
            let (found, expected) = (actions.len(), self.games);
            return Err(PyValueError::new_err(format!(
                "moves: found {found}; expected {expected}, one for each game"
            )));
        }
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
        PyByteArray::new(py, &self.held.turns())
    }

    /// 1 for every game that is over.
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        PyByteArray::new(py, &self.held.done())
    }

    /// What every game is worth to the first side, as bytes with a sign.
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let bytes: Vec<u8> = self.held.results().into_iter().map(i8::cast_unsigned).collect();
        PyByteArray::new(py, &bytes)
    }

    /// Begins anew where a byte is not 0.
    fn reset(&mut self, which: &[u8]) -> PyResult<()> {
        if which.len() != self.games {
            let (found, expected) = (which.len(), self.games);
            return Err(PyValueError::new_err(format!(
                "which: found {found}; expected {expected}, one for each game"
            )));
        }
        self.held.reset(which);
        Ok(())
    }

    /// A game's position.
    fn position(&self, py: Python<'_>, game: usize) -> PyResult<Py<position::Position>> {
        position::wrap(py, self.kind, self.held.position(self.known(game)?))
    }

    /// Puts a position into a game.
    fn set(&mut self, game: usize, position: &Bound<'_, position::Position>) -> PyResult<()> {
        let game = self.known(game)?;
        let position = &position.get().held;
        if self.held.set(game, position) {
            return Ok(());
        }
        Err(crate::errors::wrong_game(self.kind.game, position.game()))
    }
}
