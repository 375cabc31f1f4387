//! Textbook searches.

use plyground_core::agents::MOST_DEPTH;
use plyground_core::search::{Algorithm, Choice, CutRule, Report, replay, textbook};
use plyground_core::{AnyEvaluation, AnyMove, AnyPosition, Player, Position as _, Stopped, words};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{Text, whole};
use crate::callback::{Callable, Raised, Watching};
use crate::errors::{spec_error, unknown_name};
use crate::position::{Game, Kind, Position, side};
use crate::stop;

/// What a game that is won is worth where the evaluation is a callable, if nothing else is said.
const WIN: i32 = 1_000_000;

/// An evaluation from Python.
pub(crate) enum Evaluation {
    /// One of the game.
    Named(AnyEvaluation),
    /// A callable, and what a game that is won is worth.
    Callable(Py<PyAny>, i32),
}

impl Evaluation {
    fn read(kind: &Kind, given: Option<&Bound<'_, PyAny>>, win: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let win = win.map(|win| whole("win", win, 0..=plyground_core::VALUE_LIMIT - 1)).transpose()?;
        let named = |name: Option<&str>| {
            let found = kind.game.evaluation(name);
            found.map(Self::Named).map_err(|error| spec_error(name.unwrap_or_default(), &error))
        };
        match given {
            Some(function) if function.is_callable() => {
                Ok(Self::Callable(function.clone().unbind(), win.unwrap_or(WIN)))
            }
            _ if win.is_some() => Err(PyTypeError::new_err(
                "win: an evaluation of the game has a value for games that are won; expected a callable as evaluation with it",
            )),
            None => named(None),
            Some(name) => {
                let name = name.extract::<Text>().map_err(|_| {
                    PyTypeError::new_err("evaluation: expected the name of an evaluation, or a callable (position, side) -> int")
                })?;
                named(Some(&name))
            }
        }
    }

    /// The side that maximises when this one is to move.
    fn maximiser(&self, turn: Player) -> Player {
        match self {
            Self::Named(evaluation) => evaluation.maximiser(turn),
            Self::Callable(..) => turn,
        }
    }

    /// Whether Python is asked at every leaf.
    pub(crate) const fn is_callable(&self) -> bool {
        matches!(self, Self::Callable(..))
    }

    fn name(&self) -> String {
        match self {
            Self::Named(evaluation) => evaluation.name.to_owned(),
            Self::Callable(function, _) => Python::attach(|py| {
                let name = function.bind(py).getattr("__name__");
                name.map_or_else(|_| "callable".to_owned(), |name| name.to_string())
            }),
        }
    }
}

/// What `search` and `tree` are asked: a position, and how to search it.
pub(crate) struct Question<'a> {
    pub(crate) position: &'a AnyPosition,
    pub(crate) kind: &'static Kind,
    pub(crate) algorithm: Algorithm,
    pub(crate) depth: u32,
    pub(crate) evaluation: Evaluation,
    /// The side that maximises.
    pub(crate) me: Player,
}

impl<'a> Question<'a> {
    /// The question that arguments ask.
    pub(crate) fn read(
        position: &'a Bound<'_, Position>,
        depth: &Bound<'_, PyAny>,
        algorithm: &str,
        cut: Option<&str>,
        evaluation: Option<&Bound<'_, PyAny>>,
        win: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let Position { held: position, kind } = position.get();
        let evaluation = Evaluation::read(kind, evaluation, win)?;
        Ok(Self {
            position,
            kind,
            algorithm: self::algorithm(algorithm, cut)?,
            depth: whole("depth", depth, 0..=MOST_DEPTH)?,
            me: evaluation.maximiser(position.turn()),
            evaluation,
        })
    }

    /// Searches node by node, seen by an observer. With a callable the interpreter's lock is held: at every leaf Python is
    /// asked.
    pub(crate) fn observe(
        &self,
        error: &Raised,
        observer: &mut dyn plyground_core::Observer<AnyPosition, Stop = Stopped>,
    ) -> Result<Choice<AnyMove>, Stopped> {
        let &Self { position, kind, algorithm, depth, ref evaluation, me } = self;
        match evaluation {
            Evaluation::Named(evaluation) => evaluation.observe(algorithm, position, depth, me, observer),
            Evaluation::Callable(function, win) => {
                let evaluation = Callable { function, kind, win: *win, error };
                textbook::search(algorithm, position, depth, &evaluation, me, observer)
            }
        }
    }
}

/// An algorithm from its name and the rule of pruning.
fn algorithm(name: &str, cut: Option<&str>) -> PyResult<Algorithm> {
    let unknown_cut = |name: &str| unknown_name("cut", name, &CutRule::ALL.map(CutRule::name));
    let rule = cut.map(|name| CutRule::from_name(name).ok_or_else(|| unknown_cut(name))).transpose()?;
    let algorithm =
        Algorithm::from_name(name).ok_or_else(|| unknown_name("algorithm", name, &Algorithm::names()))?;
    if rule.is_some() && algorithm.cut().is_none() {
        let message = format!("cut: {algorithm} skips nothing; expected algorithm=\"alpha-beta\" with it");
        return Err(PyValueError::new_err(message));
    }
    Ok(algorithm.with_cut(rule.unwrap_or_default()))
}

/// What came back for a move of the root.
#[pyclass(frozen, get_all, module = "plyground")]
#[derive(Clone)]
pub(crate) struct RootMove {
    /// The move.
    r#move: usize,
    /// The move in the game's own notation.
    text: String,
    /// The value that came back, for the maximiser.
    value: i32,
    /// Whether it is the minimax value: "exact", "at-most" or "at-least".
    bound: &'static str,
}

#[pymethods]
impl RootMove {
    fn __repr__(&self) -> String {
        let Self { r#move: mv, text, value, bound } = self;
        format!("RootMove(move={mv}, text='{text}', value={value}, bound='{bound}')")
    }
}

/// The answer of a search: a move, its value, and every node counted.
///
/// >>> from plyground import ConnectFour, search
/// >>> found = search(ConnectFour.parse(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red"), 4)
/// >>> found.move, found.value, found.examined
/// (1, 10000, 297)
/// >>> found.by_ply
/// [1, 7, 18, 88, 183]
/// >>> [root.bound for root in found.root_moves]
/// ['exact', 'exact', 'at-most', 'at-most', 'at-most', 'at-most', 'at-most']
#[pyclass(frozen, get_all, module = "plyground")]
pub(crate) struct Search {
    /// The position that was searched.
    position: Py<Position>,
    /// The game.
    game: Game,
    /// The first examined of the best moves, or None if the game is over or the depth is 0.
    r#move: Option<usize>,
    /// The same in the game's own notation.
    text: Option<String>,
    /// The value of the position for the maximiser.
    value: i32,
    /// Nodes on which the terminal test was made, the root included (COMP3608's count).
    examined: u128,
    /// Successors that were made, the root not counted (CS4750's count).
    generated: u128,
    /// Examined nodes at each ply, the root first.
    by_ply: Vec<u128>,
    /// What came back for every move of the root that was examined, in order.
    root_moves: Vec<RootMove>,
    /// The legal moves of the root that were not examined.
    not_examined: Vec<usize>,
    /// "minimax" or "alpha-beta".
    algorithm: &'static str,
    /// The depth that was asked for, in plies. Games that end sooner are searched to their end.
    depth: u32,
    /// The name of the evaluation.
    evaluation: String,
    /// The side that maximises: values are for it.
    maximiser: u8,
}

impl Search {
    /// The name of the side that maximises.
    fn side(&self) -> &'static str {
        self.game.0.game.sides().into_array()[usize::from(self.maximiser)]
    }
}

#[pymethods]
impl Search {
    fn __repr__(&self) -> String {
        let Self { algorithm, depth, value, examined, .. } = self;
        let (noun, mv) = (self.game.0.game.move_noun(), self.text.as_deref().unwrap_or("none"));
        let side = self.side();
        format!(
            "<Search {algorithm} to depth {depth}: {noun} {mv}, value {value} for {side}, {examined} nodes examined>"
        )
    }

    /// The moves of the root as a table (Jupyter).
    fn _repr_html_(&self) -> String {
        let row = |found: &RootMove| {
            let chosen = if Some(found.r#move) == self.r#move { "chosen" } else { "" };
            format!(
                "<tr><td>{}</td><td style=\"text-align:right\">{}</td><td>{}</td><td>{chosen}</td></tr>",
                found.text, found.value, found.bound
            )
        };
        let rows: String = self.root_moves.iter().map(row).collect();
        let Self { algorithm, depth, examined, .. } = self;
        let (noun, side) = (self.game.0.game.move_noun(), self.side());
        let plies = self.by_ply.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ");
        format!(
            "<table><caption>{algorithm} to depth {depth}: {examined} nodes examined ({plies})</caption><thead><tr>\
             <th>{noun}</th><th>value for {side}</th><th>bound</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        )
    }
}

/// Searches as the textbooks do, and counts every node.
///
/// `depth` is in plies, from 0 to 1000. `algorithm` is "alpha-beta" or "minimax"; `cut` says when alpha-beta skips the rest of
/// a node: "equal", as soon as alpha >= beta, or "beyond", only when alpha > beta. `evaluation` is the name of an evaluation of
/// the game (`game.evaluations`), by default the first; or a callable that gets a position and a side, and returns a whole
/// number for that side. It is called at every leaf whose game is not over; a game that is over is then worth `win`
/// (1000000 by default), 0 or `-win`. Values are for the side that maximises: the side to move, or the one that a named
/// evaluation fixes (comp3608: red).
///
/// An `observer` is an object with any of the methods `enter(position, ply, alpha, beta)`, `generated(move)`,
/// `evaluated(value)`, `cutoff()` and `leave(value)`. They are called in the order of the search: `enter`, for every child
/// `generated` and the calls of that child, perhaps `cutoff`, then `leave`. A window that is open has infinite ends.
///
/// Without a callable and an observer the answer comes from a replay, which has the same numbers in less time; the
/// interpreter's lock is released. Ctrl-C ends a search at once. What a callable or an observer raises comes out as it is.
///
/// Raises `ValueError` if a name or number is none that exists, `ParseError` if the game has no evaluation of that name, and
/// `TypeError` if an observer has none of these methods, or a callable returns no whole number from -99999999 to 99999999.
#[pyfunction]
#[pyo3(
    text_signature = "(position, depth, algorithm='alpha-beta', *, evaluation=None, cut=None, observer=None, win=None)",
    signature = (position, depth, algorithm = Text::of("alpha-beta"), *, evaluation = None, cut = None, observer = None, win = None)
)]
pub(crate) fn search(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    algorithm: Text,
    evaluation: Option<&Bound<'_, PyAny>>,
    cut: Option<Text>,
    observer: Option<&Bound<'_, PyAny>>,
    win: Option<&Bound<'_, PyAny>>,
) -> PyResult<Search> {
    let question = Question::read(position, depth, &algorithm, cut.as_deref(), evaluation, win)?;
    let Report { choice, counts, root_moves } =
        if let (Evaluation::Named(named), None) = (&question.evaluation, observer) {
            let Question { position, algorithm, depth, .. } = question;
            stop::answer(py, None, |limits| {
                named.replay_within(algorithm, position, depth, replay::DEFAULT_BYTES, limits)
            })?
        } else {
            let error = Raised::default();
            let mut watching = Watching::new(question.kind, observer, &error)?;
            let choice = question.observe(&error, &mut watching);
            let (counts, root_moves) = watching.into_parts();
            error.into_result()?;
            let choice = choice.map_err(|_| PyValueError::new_err("the search was stopped"))?;
            Report { choice, counts, root_moves }
        };
    let Question { position: held, kind, algorithm, depth, evaluation, me } = question;
    let was_examined = |mv| root_moves.iter().any(|found| found.mv == mv);
    let not_examined = held.moves().filter(|&mv| !was_examined(mv)).map(|mv| kind.number(mv)).collect();
    let root_moves = root_moves.iter().map(|found| RootMove {
        r#move: kind.number(found.mv),
        text: words::move_text(held, found.mv),
        value: found.value,
        bound: found.bound.name(),
    });
    Ok(Search {
        position: position.clone().unbind(),
        game: Game(kind),
        r#move: choice.best.map(|best| kind.number(best)),
        text: choice.best.map(|best| words::move_text(held, best)),
        value: choice.value,
        examined: counts.examined(),
        generated: counts.generated(),
        by_ply: counts.by_ply().to_vec(),
        root_moves: root_moves.collect(),
        not_examined,
        algorithm: algorithm.name(),
        depth,
        evaluation: evaluation.name(),
        maximiser: side(me),
    })
}
