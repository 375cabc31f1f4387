//! Exact values, and proofs of them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use plyground_arena::certificate::{Certificate, Claim};
use plyground_core::games::breakthrough::certificate::{VerifyError, verify};
use plyground_core::games::breakthrough::sized::{self, OnBoard, on_board};
use plyground_core::games::breakthrough::{Board, Breakthrough};
use plyground_core::{
    AnyPosition, Game as _, GameValue, Limits, Player, Position as _, Solve, SolverSettings, Stopped, quote,
    words,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::whole;
use crate::errors::{file_error, os_error, wrong_game};
use crate::position::{Game, Kind, Position, read_game, side};
use crate::stop::{answer, aside, duration, until};
use crate::turns::Turns;

const MOST_THREADS: usize = 256;

/// Memory of a solver's table in bytes, if nothing else is said.
const MEMORY: usize = 64 << 20;

/// The most that it can be, as for the program.
const MOST_MEMORY: usize = 65_535 << 20;

/// What a position is worth with best play, for the side to move.
///
/// Two values are equal if result, distance and points are.
#[pyclass(frozen, module = "plyground")]
#[derive(Clone)]
pub(crate) struct Value {
    exact: GameValue,
    words: String,
    /// "win", "draw" or "loss".
    #[pyo3(get)]
    result: &'static str,
    /// 1 for a win, 0 for a draw, -1 for a loss.
    #[pyo3(get)]
    sign: i8,
    /// Plies until the game is over with best play, of wins and losses whose distance is known; else None.
    #[pyo3(get)]
    plies: Option<u32>,
    /// Where points decide: so many more than the other side it gets in the end; else None.
    #[pyo3(get)]
    margin: Option<i32>,
    /// The number by which people know it, if there is one.
    #[pyo3(get)]
    score: Option<i32>,
}

#[pymethods]
impl Value {
    fn __eq__(&self, other: &Self) -> bool {
        self.exact == other.exact
    }

    fn __hash__(&self) -> u32 {
        self.plies.unwrap_or(0)
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<Value: {}>", self.words)
    }
}

/// A move with what it is worth to the side that makes it.
#[pyclass(frozen, get_all, module = "plyground")]
#[derive(Clone)]
pub(crate) struct MoveValue {
    /// The move.
    r#move: usize,
    /// The move in the game's own notation.
    text: String,
    /// What it is worth.
    value: Value,
    /// Whether no move is better.
    best: bool,
}

#[pymethods]
impl MoveValue {
    fn __repr__(&self) -> String {
        let best = if self.best { ", best" } else { "" };
        format!("<MoveValue {}: {}{best}>", self.text, self.value.words)
    }
}

/// The values of a position and of all its moves.
#[pyclass(frozen, get_all, module = "plyground")]
pub(crate) struct Solution {
    /// The position.
    position: Py<Position>,
    /// What the position is worth to the side to move.
    value: Value,
    /// What every legal move is worth, in the order of moves.
    moves: Vec<MoveValue>,
    /// The moves than which none is better.
    best: Vec<usize>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<Solution: {}>", self.value.words)
    }

    /// The moves as a table (Jupyter).
    fn _repr_html_(&self) -> String {
        let row = |found: &MoveValue| {
            let best = if found.best { "best" } else { "" };
            format!("<tr><td>{}</td><td>{}</td><td>{best}</td></tr>", found.text, found.value.words)
        };
        let rows: String = self.moves.iter().map(row).collect();
        let noun = self.position.get().kind.game.move_noun();
        format!(
            "<table><caption>{}</caption><thead><tr><th>{noun}</th><th>value</th><th></th></tr></thead><tbody>{rows}\
             </tbody></table>",
            self.value.words
        )
    }
}

/// Finds exact values of the positions of a game, and remembers what it has seen from one to the next.
///
/// `game` is a game, its name or class, or a position of it. `memory` bounds the table, in bytes; only what is used is taken.
/// `threads` search side by side, from 1 to 256 where the game's solver can (Connect Four, Max-Connect-Four).
///
/// Connect Four and Adjacent Four are solved with distances, Max-Connect-Four with points; of Breakthrough it is proved who
/// wins, which takes long near the start. A `time` in seconds ends any question with `OutOfTime`; asking again
/// continues the work. Threads of Python that ask the same solver wait for each other, and their waiting is part of
/// their time.
///
/// Raises `ValueError` if a number is beyond its bounds or the game is unknown. Every question raises `ValueError` if the
/// position is of another game or `time` is no valid time, `OutOfTime`, and `RuntimeError` if a signal handler asks a
/// solver in the middle of its work.
///
/// >>> from plyground import ConnectFour, Solver
/// >>> solver = Solver(ConnectFour)
/// >>> solution = solver.solve(ConnectFour.parse("4444445623513222"))
/// >>> str(solution.value), solution.best
/// ('red wins in 2 moves (3 plies)', [2])
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Solver {
    kind: &'static Kind,
    held: Turns<Box<dyn Solve<AnyPosition>>>,
    /// Nodes of all questions that have ended.
    nodes: AtomicU64,
}

impl Solver {
    /// Asks the solver without the interpreter's lock.
    fn ask<T: Send>(
        &self,
        position: &Bound<'_, Position>,
        time: Option<f64>,
        work: impl FnOnce(&mut dyn Solve<AnyPosition>, &AnyPosition, &Limits<'_>) -> Result<T, Stopped> + Send,
    ) -> PyResult<T> {
        let held = &position.get().held;
        if held.game() != self.kind.game {
            return Err(wrong_game(self.kind.game, held.game()));
        }
        let time = duration(time)?;
        let found = until(position.py(), time, |limits| {
            self.held.take(limits, |solver| {
                let found = work(&mut **solver, held, limits);
                self.nodes.store(solver.nodes(), Ordering::Relaxed);
                found
            })
        })?;
        found.map_err(|why| why.exception("solver", time))
    }
}

/// A value with its words.
fn told(solver: &dyn Solve<AnyPosition>, position: &AnyPosition, value: GameValue) -> Value {
    let words = match value.plies() {
        Some(0) => words::state_words(position),
        _ => words::value_words(position.game(), value, position.turn()),
    };
    let margin = if let GameValue::Margin(points) = value { Some(points) } else { None };
    let (sign, plies, score) = (value.result() as i8, value.plies(), solver.score(position, value));
    let result = value.result_name();
    Value { exact: value, words, result, sign, plies, margin, score }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(
        text_signature = "(game, *, memory=67108864, threads=1)",
        signature = (game, *, memory = None, threads = None)
    )]
    fn new(
        game: &Bound<'_, PyAny>,
        memory: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let kind = read_game(game)?;
        let bytes = memory.map_or(Ok(MEMORY), |memory| whole("memory", memory, 0..=MOST_MEMORY))?;
        let most =
            if kind.game.solver_info().is_some_and(|info| info.has_threads) { MOST_THREADS } else { 1 };
        let threads = threads.map_or(Ok(1), |threads| whole("threads", threads, 1..=most))?;
        let settings = SolverSettings { bytes, threads, without: Vec::new() };
        let held = kind.game.solver(&settings).ok_or_else(|| {
            PyValueError::new_err(format!("{} is not solved; expected another game", kind.game))
        })?;
        Ok(Self { kind, held: Turns::new(held), nodes: AtomicU64::new(0) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.kind)
    }

    /// Nodes that were searched for all questions that have ended.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// What a position is worth to the side to move.
    #[pyo3(signature = (position, *, time = None))]
    fn value(&self, position: &Bound<'_, Position>, time: Option<f64>) -> PyResult<Value> {
        self.ask(position, time, |solver, position, limits| {
            let value = solver.value(position, limits)?;
            Ok(told(solver, position, value))
        })
    }

    /// Who wins, without distance or points: 1, 0 or -1 for the side to move. Quicker than `value`.
    #[pyo3(signature = (position, *, time = None))]
    fn sign(&self, position: &Bound<'_, Position>, time: Option<f64>) -> PyResult<i8> {
        self.ask(position, time, |solver, position, limits| {
            Ok(solver.result(position, limits)?.result() as i8)
        })
    }

    /// What a position and every move are worth to the side to move.
    #[pyo3(signature = (position, *, time = None))]
    fn solve(&self, position: &Bound<'_, Position>, time: Option<f64>) -> PyResult<Solution> {
        let (value, moves) = self.ask(position, time, |solver, position, limits| {
            let best = solver.value(position, limits)?;
            let mut moves = Vec::new();
            for mv in position.moves() {
                let value = solver.value(&position.play(mv), limits)?.before();
                moves.push(MoveValue {
                    r#move: self.kind.number(mv),
                    text: words::move_text(position, mv),
                    value: told(solver, position, value),
                    best: value == best,
                });
            }
            Ok((told(solver, position, best), moves))
        })?;
        let best = moves.iter().filter(|found| found.best).map(|found| found.r#move).collect();
        Ok(Solution { position: position.clone().unbind(), value, moves, best })
    }

    /// Best play to the end of the game; none if it is over. Where only the winner is known, moves keep the win.
    #[pyo3(signature = (position, *, time = None))]
    fn best_line(&self, position: &Bound<'_, Position>, time: Option<f64>) -> PyResult<Vec<usize>> {
        let kind = self.kind;
        self.ask(position, time, |solver, position, limits| {
            let best = solver.value(position, limits)?;
            for mv in position.moves() {
                if solver.keeps(best, &position.play(mv), limits)? {
                    let line = solver.line(position, mv, limits)?;
                    return Ok(line.into_iter().map(|mv| kind.number(mv)).collect());
                }
            }
            Ok(Vec::new())
        })
    }

    fn __repr__(&self) -> String {
        format!("<Solver of {}>", self.kind.game)
    }
}

/// What a certificate proves.
#[pyclass(frozen, get_all, module = "plyground")]
pub(crate) struct Proof {
    /// The name of the game.
    game: String,
    /// Columns of the board.
    columns: u32,
    /// Rows of the board.
    rows: u32,
    /// The position on one line.
    position: String,
    /// The side that wins, 0 or 1.
    winner: u8,
    /// Positions in which the winner chooses.
    choices: usize,
    /// Replies of the other side, all of which were played.
    replies: u64,
}

#[pymethods]
impl Proof {
    fn __repr__(&self) -> String {
        let Self { game, columns, rows, position, winner, choices, replies } = self;
        format!(
            "<Proof: {game} {columns}x{rows} {position}, side {winner} wins; choices: {choices}, replies: {replies}>"
        )
    }
}

/// A certificate that is being checked.
struct Check<'a> {
    claim: &'a Claim,
    winner: Player,
    choices: &'a [u8],
    limits: &'a Limits<'a>,
}

/// What comes of it: the number of replies, or why there is no proof.
type Verdict = Result<Result<u64, String>, Stopped>;

impl OnBoard for Check<'_> {
    type Out = Verdict;

    fn on<const W: u32, const H: u32>(self, _: Board<W, H>) -> Verdict {
        let root = match sized::read::<W, H>(&self.claim.position) {
            Ok(root) => root,
            Err(error) => return Ok(Err(format!("line 1: {}", error.to_string().replace('\n', "; ")))),
        };
        match verify(&root, self.winner, self.choices, &mut |_| !(self.limits.stop)()) {
            Ok(verified) => Ok(Ok(verified.replies)),
            Err(VerifyError::Stopped) => Err(Stopped),
            Err(VerifyError::Flaw(flaw)) => {
                Ok(Err(format!("no proof that {} wins: {flaw}", self.claim.winner)))
            }
        }
    }
}

/// Checks a certificate of who wins a position of Breakthrough, with nothing but the rules of the game: the winner's choices
/// are played against every reply of the other side.
///
/// Raises `OSError`, such as `FileNotFoundError`, if the file cannot be read, and `ParseError` if it is no certificate or proves
/// nothing.
#[pyfunction]
pub(crate) fn verify_proof(py: Python<'_>, path: PathBuf) -> PyResult<Proof> {
    let wrong = |message: String| file_error(&path, message);
    let place = path.clone();
    let read = aside(py, move || Certificate::read(&place))?;
    let Certificate { claim, choices } = read.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::FileTooLarge => {
            wrong(format!("{error}; expected a certificate"))
        }
        _ => os_error(py, &path, &error),
    })?;
    if claim.game != Breakthrough::NAME {
        return Err(wrong(format!("line 1: game {}; expected breakthrough", quote(&claim.game))));
    }
    let winner = Player::BOTH.into_iter().find(|&player| Breakthrough::SIDES[player] == claim.winner);
    let winner = winner
        .ok_or_else(|| wrong(format!("line 1: winner {}; expected white or black", quote(&claim.winner))))?;
    let checked = answer(py, None, |limits| {
        let task = Check { claim: &claim, winner, choices: &choices, limits };
        on_board(claim.columns, claim.rows, task).transpose()
    })?;
    let (columns, rows) = (claim.columns, claim.rows);
    let checked =
        checked.ok_or_else(|| wrong(format!("line 1: no board of {columns}x{rows} is known here")))?;
    let replies = checked.map_err(wrong)?;
    let Claim { game, position, .. } = claim;
    Ok(Proof { game, columns, rows, position, winner: side(winner), choices: choices.len(), replies })
}
