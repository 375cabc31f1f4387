//! Positions of all games.

use std::hash::{DefaultHasher, Hash, Hasher};

use plyground_core::agents::MOST_DEPTH;
use plyground_core::{
    AnyMove, AnyNotation, AnyPosition, Evaluation, Notation, Player, Position as _, quote, words,
};
use plyground_drawing::{board, svg};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyInt, PyString, PyTuple, PyType};

use crate::arguments::{Text, index, number_words, whole};
use crate::errors::{IllegalMove, move_error, parse_error, spec_error};
use crate::kind::{Kind, Position, kind_of, wrap};
use crate::notation::{named, parse};
use crate::outcome::{GameOutcome, read_side, side};
use crate::perft::perft;
use crate::stop;

/// A drawing so many pixels wide, where there is room: without a width a notebook would draw it as wide as the window.
pub(crate) fn at_width(svg: &str, width: u32) -> String {
    svg.replacen("<svg ", &format!("<svg width=\"{width}\" style=\"max-width:100%\" "), 1)
}

impl Position {
    /// The move that is meant, if it is legal: a number, or a text in the game's own notation.
    pub(crate) fn legal(&self, given: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        if given.is_instance_of::<PyString>() {
            return self.read_move(self.held.game().notation(), &given.extract::<Text>()?);
        }
        let number = index(given)?.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "move: found {}; expected a number or a text",
                quote(&given.to_string())
            ))
        })?;
        let mv = number.extract().ok().and_then(|number: usize| self.kind.actions.get(number).copied());
        let legal = mv.filter(|&mv| self.held.moves().any(|legal| legal == mv));
        legal.ok_or_else(|| self.illegal(&number, mv))
    }

    /// The legal move that a text means in a notation.
    fn read_move(&self, notation: AnyNotation, text: &str) -> PyResult<AnyMove> {
        notation.parse_move(&self.held, text).map_err(|error| move_error(text, &error))
    }

    /// Why a number is no legal move.
    fn illegal(&self, number: &Bound<'_, PyInt>, mv: Option<AnyMove>) -> PyErr {
        let game = self.held.game();
        let words = match (self.held.outcome(), mv) {
            (Some(_), _) => {
                format!(
                    "the game is over: {}; expected a position in which it goes on",
                    words::state_words(&self.held)
                )
            }
            (None, None) => format!(
                "{game} has no such move; expected a number from 0 to {}",
                self.kind.actions.len() - 1
            ),
            (None, Some(_)) => {
                let legal: Vec<String> = self.numbers().iter().map(ToString::to_string).collect();
                format!("it is not legal here; expected one of {}", legal.join(", "))
            }
        };
        IllegalMove::new_err(format!("move {}: {words}", number_words(number)))
    }

    /// The numbers of the legal moves.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        self.held.moves().map(|mv| self.kind.number(mv)).collect()
    }

    fn evaluation(&self, name: Option<&str>) -> PyResult<Evaluation<AnyPosition>> {
        self.held.game().evaluation(name).map_err(|error| spec_error(name.unwrap_or_default(), &error))
    }
}

#[pymethods]
impl Position {
    /// The position in which games begin.
    ///
    /// >>> from plyground import Breakthrough
    /// >>> len(Breakthrough.start().moves)
    /// 16
    #[classmethod]
    fn start(class: &Bound<'_, PyType>, py: Python<'_>) -> PyResult<Py<Self>> {
        let kind = kind_of(class)?;
        wrap(py, kind, kind.game.start())
    }

    /// Reads a position in any notation of the game, or in the one that is named (`game.notations`). A `/` stands for a line
    /// end where the text has none.
    ///
    /// Raises `ParseError` if it is none, and `ValueError` if the game has no such notation.
    ///
    /// >>> from plyground import ConnectFour
    /// >>> print(ConnectFour.parse(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red").side)
    /// red
    #[classmethod]
    #[pyo3(signature = (text, notation = None))]
    fn parse(
        class: &Bound<'_, PyType>,
        py: Python<'_>,
        text: Text,
        notation: Option<Text>,
    ) -> PyResult<Py<Self>> {
        let kind = kind_of(class)?;
        wrap(py, kind, parse(kind.game, &text, notation.as_deref())?)
    }

    /// The position after a move: its number, or its text in the game's own notation.
    ///
    /// Raises `IllegalMove` if it is not legal here, `ParseError` if a text is no move at all, and `TypeError` if it is neither a
    /// number nor a text.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        wrap(py, self.kind, self.held.play(self.legal(r#move)?))
    }

    /// The number of a legal move that is given as a number or as a text in the game's own notation.
    ///
    /// Raises as `play` does.
    #[pyo3(name = "legal")]
    fn legal_number(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        Ok(self.kind.number(self.legal(r#move)?))
    }

    /// The same board with the other side to move: a lost turn.
    fn skip(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        wrap(py, self.kind, self.held.skip())
    }

    /// The position reflected left to right, with the same side to move.
    fn mirror(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        wrap(py, self.kind, self.held.mirror())
    }

    /// The legal moves in the order of the assignment, in which searches examine them; none when the game is over.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.numbers())
    }

    /// The side to move: 0 for who moves first, 1 for the other.
    #[getter]
    fn turn(&self) -> u8 {
        side(self.held.turn())
    }

    /// The name of the side to move.
    #[getter]
    fn side(&self) -> &'static str {
        self.held.game().side(self.held.turn())
    }

    /// How the game ended, or None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<GameOutcome> {
        let (game, outcome) = (self.held.game(), self.held.outcome()?);
        Some(GameOutcome::new(game, outcome))
    }

    /// The most plies that the game can still take, 0 when it is over.
    #[getter]
    fn plies_left(&self) -> u32 {
        self.held.plies_left()
    }

    /// What is odd about a board that no game leads to, or None.
    #[getter]
    fn oddity(&self) -> Option<String> {
        self.held.oddity()
    }

    /// The text of a legal move in the game's own notation, or in the one that is named.
    ///
    /// Raises as `play` does, and `ValueError` if the game has no such notation.
    #[pyo3(signature = (r#move, notation = None))]
    fn move_text(&self, r#move: &Bound<'_, PyAny>, notation: Option<Text>) -> PyResult<String> {
        let notation = self.notation(notation)?;
        Ok(notation.write_move(&self.held, self.legal(r#move)?))
    }

    /// The number of a legal move from its text in the game's own notation, or in the one that is named.
    ///
    /// Raises `IllegalMove` if it is not legal here, `ParseError` if it is no move at all, and `ValueError` if the game has no
    /// such notation.
    #[pyo3(signature = (text, notation = None))]
    fn parse_move(&self, text: Text, notation: Option<Text>) -> PyResult<usize> {
        Ok(self.kind.number(self.read_move(self.notation(notation)?, &text)?))
    }

    /// The position as a text in the game's own notation, or in the one that is named.
    ///
    /// Raises `ValueError` if that notation cannot express it, or the game has no such notation.
    #[pyo3(signature = (notation = None))]
    fn write(&self, notation: Option<Text>) -> PyResult<String> {
        let notation = self.notation(notation)?;
        notation.write(&self.held).ok_or_else(|| {
            PyValueError::new_err(format!(
                "notation {}: it cannot express this position; expected another",
                notation.name()
            ))
        })
    }

    /// The heuristic value for a side, by default for the side that maximises, of a game that goes on. Of a game that is over it
    /// says nothing: `outcome` does.
    ///
    /// `evaluation` is a name (`game.evaluations`), by default the first.
    ///
    /// Raises `ParseError` if the game has no such evaluation, and `ValueError` if there is no such side.
    #[pyo3(signature = (evaluation = None, side = None))]
    fn evaluate(&self, evaluation: Option<Text>, side: Option<&Bound<'_, PyAny>>) -> PyResult<i32> {
        let (evaluation, me) = self.for_side(evaluation.as_deref(), side)?;
        Ok(evaluation.evaluate(&self.held, me))
    }

    /// The addends of the heuristic value: tuples of name, side, count, and what one of them adds.
    ///
    /// Raises as `evaluate` does.
    #[pyo3(signature = (evaluation = None, side = None))]
    fn terms(
        &self,
        evaluation: Option<Text>,
        side: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(&'static str, u8, u32, i32)>> {
        let (evaluation, me) = self.for_side(evaluation.as_deref(), side)?;
        let terms = evaluation.terms(&self.held, me);
        Ok(terms
            .iter()
            .map(|term| (term.name, crate::outcome::side(term.owner), term.count, term.weight))
            .collect())
    }

    /// The number of ways to play exactly so many plies from here, from 0 to 1000: the standard check of a move generator.
    ///
    /// Raises `ValueError` if the depth is another.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = whole("depth", depth, 0..=MOST_DEPTH)?;
        stop::answer(py, None, |limits| perft(&self.held, depth, limits))
    }

    /// The pieces as bytes in an array of numpy of shape (2, rows, columns), the top row first: 1 where the first side has a
    /// piece, then where the second has one; with `relative` first the side to move, then the other.
    ///
    /// Raises `ImportError` without numpy.
    #[pyo3(signature = (*, relative = false))]
    fn to_numpy<'py>(&self, py: Python<'py>, relative: bool) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = (self.kind.rows, self.kind.columns);
        let mut cells = vec![0; 2 * rows * columns];
        (self.kind.planes)(&self.held, relative, &mut cells);
        array(py, &cells, (2, rows, columns))
    }

    /// The drawing as SVG, in light and dark.
    fn svg(&self) -> String {
        let game = self.held.game();
        let view = self.held.view();
        let title = format!("{game}: {}", words::state_words(&self.held));
        let mut drawing = board::drawing(game, &view, title, None);
        drawing.about = board::words(&view, game.sides());
        svg::document(&drawing)
    }

    fn _repr_svg_(&self) -> String {
        at_width(&self.svg(), 320)
    }

    fn __str__(&self) -> String {
        format!("{}{}", words::board(&self.held), words::state_words(&self.held))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("{}.parse('{}')", self.kind.class, self.write(None)?.trim_end().replace('\n', "/")))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.held == other.held
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.held.hash(&mut hasher);
        self.kind.class.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let restore = py.import("plyground._plyground")?.getattr("_restore")?;
        Ok((restore, (self.kind.class, self.write(None)?)))
    }
}

impl Position {
    /// The notation of that name, or the game's own.
    fn notation(&self, name: Option<Text>) -> PyResult<AnyNotation> {
        name.map_or_else(|| Ok(self.held.game().notation()), |name| named(self.held.game(), &name))
    }

    /// An evaluation, and the side for which its values are wanted.
    fn for_side(
        &self,
        evaluation: Option<&str>,
        side: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Evaluation<AnyPosition>, Player)> {
        let evaluation = self.evaluation(evaluation)?;
        let me = side.map(|side| read_side(self.held.game(), side)).transpose()?;
        Ok((evaluation, me.unwrap_or_else(|| evaluation.maximiser(self.held.turn()))))
    }
}

/// Bytes as an array of numpy. They are handed over as they are: the array stands on a `bytearray`, and can be written to.
fn array<'py, S>(py: Python<'py>, bytes: &[u8], shape: S) -> PyResult<Bound<'py, PyAny>>
where
    S: for<'a> IntoPyObject<'a>,
{
    let bytes = PyByteArray::new(py, bytes);
    let flat = py.import("numpy")?.call_method1("frombuffer", (bytes, "uint8"))?;
    flat.call_method1("reshape", (shape,))
}

/// A position from what pickles hold: a class and a text in the game's own notation.
#[pyfunction]
pub(crate) fn _restore(py: Python<'_>, class_: Text, text: Text) -> PyResult<Py<Position>> {
    let found = Kind::all().iter().find(|kind| kind.class == &*class_);
    let kind = found
        .ok_or_else(|| PyValueError::new_err(format!("pickle: no game has the class {}", quote(&class_))))?;
    let notation = kind.game.notation();
    let position = notation.parse(&text).map_err(|error| parse_error("pickle", &text, &error, None))?;
    wrap(py, kind, position)
}
