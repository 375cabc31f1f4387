//! Games as Python has them: what is known of each, their positions, their sides, and how they end.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::LazyLock;

use plyground_core::agents::MOST_DEPTH;
use plyground_core::{
    AnyGame, AnyMove, AnyNotation, AnyPosition, ByPlayer, Evaluation, Limits, Notation, Outcome, Player,
    Position as _, Stopped, quote, words,
};
use plyground_drawing::{board, svg};
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyInt, PyString, PyTuple, PyType};

use crate::arguments::{Text, index, number_words, whole};
use crate::errors::{IllegalMove, parse_error, spec_error, unknown_name};
use crate::planes::{Bits, numbered_moves, planes};
use crate::side_by_side::{GameRow, Row};
use crate::stop;

/// The games by their names; here those are classes of positions.
mod games {
    pub(super) use plyground_core::games::adjacent_four::AdjacentFour;
    pub(super) use plyground_core::games::breakthrough::Breakthrough;
    pub(super) use plyground_core::games::connect_four::ConnectFour;
    pub(super) use plyground_core::games::max_connect_four::MaxConnectFour;
}

/// The same number for equal things, in every process.
pub(crate) fn hash(of: &(impl Hash + ?Sized)) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
}

/// A drawing so many pixels wide, where there is room: without a width a notebook would draw it as wide as the window.
pub(crate) fn at_width(svg: &str, width: u32) -> String {
    svg.replacen("<svg ", &format!("<svg width=\"{width}\" style=\"max-width:100%\" "), 1)
}

/// A position of one of the four games. It never changes: a move makes a new one.
///
/// Positions are equal if the pieces and the side to move are; they can be keys of dictionaries, copied and pickled. The
/// classes are `ConnectFour`, `MaxConnectFour`, `Breakthrough` and `AdjacentFour`; this one has what they share.
///
/// Sides are 0, who moves first, and 1. A move is a number from 0 to `game.actions - 1`, the same in every position: in
/// Connect Four and Max-Connect-Four the column, 0 at the left.
///
/// >>> from plyground import ConnectFour
/// >>> position = ConnectFour.parse("44455")
/// >>> position.turn, position.side, position.moves
/// (1, 'yellow', (0, 1, 2, 3, 4, 5, 6))
/// >>> position.play(2).play(2) == ConnectFour.parse("4445533")
/// True
#[pyclass(subclass, frozen, module = "plyground")]
pub(crate) struct Position {
    pub(crate) held: AnyPosition,
    pub(crate) kind: &'static Kind,
}

/// A position of Connect Four: 7 columns, 6 rows, pieces fall; a line of four or more wins, a full board is a draw.
///
/// Sides are red and yellow, moves are columns from 0 to 6.
#[pyclass(extends = Position, frozen, module = "plyground")]
pub(crate) struct ConnectFour;

/// A position of Max-Connect-Four: Connect Four's board, played until it is full; every four in a line is a point.
///
/// Sides are red and green, moves are columns from 0 to 6.
#[pyclass(extends = Position, frozen, module = "plyground")]
pub(crate) struct MaxConnectFour;

/// A position of Breakthrough on 6 columns and 6 rows: pawns step forward, straight to an empty cell or diagonally; a pawn on
/// the far row wins, and so does capturing the last enemy pawn.
///
/// Sides are white and black. Moves are numbers from 0 to 159; `move_text` has their names.
#[pyclass(extends = Position, frozen, module = "plyground")]
pub(crate) struct Breakthrough;

/// A position of Adjacent Four, the game of CS4750: 6 columns, 5 rows, no gravity. A stone is put on an empty cell that
/// touches a stone. A line of four or more wins, and a full board is a tie.
///
/// Sides are X and O. Moves are cells: 5 times the column from the left, and the row from the top, from 0 to 29.
#[pyclass(extends = Position, frozen, module = "plyground")]
pub(crate) struct AdjacentFour;

/// The class of a game's positions in Python.
pub(crate) trait Class: Bits {
    /// Its name.
    const CLASS: &'static str;

    /// An object of it.
    fn object(py: Python<'_>, position: Position) -> PyResult<Py<Position>>;
}

/// Ties a class to its game.
macro_rules! class {
    ($class:ident) => {
        impl Class for games::$class {
            const CLASS: &'static str = stringify!($class);

            fn object(py: Python<'_>, position: Position) -> PyResult<Py<Position>> {
                let object = PyClassInitializer::from(position).add_subclass($class);
                Ok(Bound::new(py, object)?.into_super().unbind())
            }
        }

        #[pymethods]
        impl $class {
            /// What is known of the game.
            #[classattr]
            fn game() -> Game {
                Game(Kind::of_game(AnyGame::listed::<games::$class>()))
            }
        }
    };
}

class!(ConnectFour);
class!(MaxConnectFour);
class!(Breakthrough);
class!(AdjacentFour);

/// A position as an object of the class of its game.
pub(crate) fn wrap(py: Python<'_>, kind: &'static Kind, held: AnyPosition) -> PyResult<Py<Position>> {
    (kind.object)(py, Position { held, kind })
}

impl Position {
    /// The move that is meant, if it is legal: a number, or a text in the game's own notation.
    pub(crate) fn legal(&self, given: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        if given.is_instance_of::<PyString>() {
            return self.read_move(self.held.game().notation(), &given.extract::<Text>()?);
        }
        let number = index(given)?.ok_or_else(|| {
            let found = quote(&given.to_string());
            PyTypeError::new_err(format!("move: found {found}; expected a number or a text"))
        })?;
        let mv = number.extract().ok().and_then(|number: usize| self.kind.actions.get(number).copied());
        let legal = mv.filter(|&mv| self.held.moves().any(|legal| legal == mv));
        legal.ok_or_else(|| self.illegal(&number, mv))
    }

    /// The legal move that a text means in a notation.
    fn read_move(&self, notation: AnyNotation, text: &str) -> PyResult<AnyMove> {
        notation.parse_move(&self.held, text).map_err(|error| parse_error("move", text, &error, None))
    }

    /// Why a number is no legal move.
    fn illegal(&self, number: &Bound<'_, PyInt>, mv: Option<AnyMove>) -> PyErr {
        let (game, most) = (self.held.game(), self.kind.actions.len() - 1);
        let words = match (self.held.outcome(), mv) {
            (Some(_), _) => {
                let state = words::state_words(&self.held);
                format!("the game is over: {state}; expected a position in which it goes on")
            }
            (None, None) => format!("{game} has no such move; expected a number from 0 to {most}"),
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

    /// The notation of that name, or the game's own.
    fn notation(&self, name: Option<Text>) -> PyResult<AnyNotation> {
        name.map_or_else(|| Ok(self.held.game().notation()), |name| named(self.held.game(), &name))
    }

    /// An evaluation, and the side for which its values are wanted.
    fn for_side(
        &self,
        name: Option<&str>,
        side: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Evaluation<AnyPosition>, Player)> {
        let game = self.held.game();
        let evaluation =
            game.evaluation(name).map_err(|error| spec_error(name.unwrap_or_default(), &error))?;
        let me = side.map(|side| read_side(game, side)).transpose()?;
        Ok((evaluation, me.unwrap_or_else(|| evaluation.maximiser(self.held.turn()))))
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

    /// Reads a position in any notation of the game, or in the one that is named (`game.notations`). If the text has
    /// no line ends, each `/` is read as one.
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

    /// How the game ended, or None if it is not over.
    #[getter]
    fn outcome(&self) -> Option<GameOutcome> {
        Some(GameOutcome { game: self.held.game(), outcome: self.held.outcome()? })
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
            let name = notation.name();
            let message = format!("notation {name}: it cannot express this position; expected another");
            PyValueError::new_err(message)
        })
    }

    /// The heuristic value for a side, by default for the side that maximises. It means nothing if the game is over:
    /// use `outcome` then.
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
        Ok(terms.iter().map(|term| (term.name, self::side(term.owner), term.count, term.weight)).collect())
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
        // Its memory is that of a `bytearray`, so it can be written to.
        let bytes = PyByteArray::new(py, &cells);
        let flat = py.import("numpy")?.call_method1("frombuffer", (bytes, "uint8"))?;
        flat.call_method1("reshape", ((2, rows, columns),))
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
        hash(&(&self.held, self.kind.class))
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

/// A position from what pickles hold: a class and a text in the game's own notation.
#[pyfunction]
pub(crate) fn _restore(py: Python<'_>, class_: Text, text: Text) -> PyResult<Py<Position>> {
    let found = KINDS.iter().find(|kind| kind.class == &*class_);
    let kind = found
        .ok_or_else(|| PyValueError::new_err(format!("pickle: no game has the class {}", quote(&class_))))?;
    let notation = kind.game.notation();
    let position = notation.parse(&text).map_err(|error| parse_error("pickle", &text, &error, None))?;
    wrap(py, kind, position)
}

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
        hash(self.name())
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
    let found = KINDS.iter().find(|kind| kind.game.name() == name.replace('_', "-"));
    found.ok_or_else(|| unknown_name("game", &name, &AnyGame::names()))
}

/// The game whose class this is.
pub(crate) fn kind_of(class: &Bound<'_, PyType>) -> PyResult<&'static Kind> {
    if let Ok(kind) = class.getattr("game").and_then(|game| Ok(game.cast_into::<Game>()?.get().0)) {
        return Ok(kind);
    }
    let classes: Vec<&str> = KINDS.iter().map(|kind| kind.class).collect();
    let message = format!("Position: it is of no game; expected one of {}", classes.join(", "));
    Err(PyNotImplementedError::new_err(message))
}

/// A game, from the game itself, its name, its class or a position.
#[pyfunction]
pub(crate) fn _game(given: &Bound<'_, PyAny>) -> PyResult<Game> {
    read_game(given).map(Game)
}

/// A game as Python sees it.
pub(crate) struct Kind {
    pub(crate) game: AnyGame,
    /// The name of the class of its positions.
    pub(crate) class: &'static str,
    /// Makes an object of that class.
    pub(crate) object: fn(Python<'_>, Position) -> PyResult<Py<Position>>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Every move that some position has, in the order of moves: the number of a move is its place here.
    pub(crate) actions: Vec<AnyMove>,
    /// Writes the planes of a position.
    pub(crate) planes: fn(&AnyPosition, bool, &mut [u8]),
    /// Makes so many games that are played side by side.
    pub(crate) row: fn(usize) -> Box<dyn Row>,
}

/// Every game, in the order of menus.
static KINDS: LazyLock<[Kind; 4]> = LazyLock::new(|| {
    [
        Kind::of::<games::ConnectFour>(),
        Kind::of::<games::MaxConnectFour>(),
        Kind::of::<games::Breakthrough>(),
        Kind::of::<games::AdjacentFour>(),
    ]
});

impl Kind {
    fn of<G: Class>() -> Self {
        Self {
            game: AnyGame::listed::<G>(),
            class: G::CLASS,
            object: G::object,
            rows: G::ROWS as usize,
            columns: G::COLUMNS as usize,
            actions: numbered_moves::<G>().into_iter().map(AnyMove::of).collect(),
            planes: |position, relative, out| {
                if let Some(position) = position.typed::<G>() {
                    planes::<G>(position, relative, out);
                }
            },
            row: |games| Box::new(GameRow::<G>::new(games)),
        }
    }

    /// The game of a position.
    pub(crate) fn of_game(game: AnyGame) -> &'static Self {
        let found = KINDS.iter().find(|kind| kind.game == game);
        found.expect("the list of games is never added to here")
    }

    /// The number of a move that some position has.
    pub(crate) fn number(&self, mv: AnyMove) -> usize {
        self.actions.binary_search(&mv).expect("every move of the game is in the list")
    }
}

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
        Player::BOTH.into_iter().find(|&player| Some(side(player)) == number)
    };
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
    Ok(GameOutcome { game, outcome })
}

/// Plies that are counted without a look at the limits: they take milliseconds.
const BLIND: u32 = 3;

/// The number of ways to play exactly so many plies from here. Fails if it is stopped.
fn perft(position: &AnyPosition, depth: u32, limits: &Limits<'_>) -> Result<u64, Stopped> {
    if (limits.stop)() {
        return Err(Stopped);
    }
    if depth <= BLIND {
        return Ok(position.perft(depth));
    }
    position
        .moves()
        .try_fold(0_u64, |count, mv| Ok(count.saturating_add(perft(&position.play(mv), depth - 1, limits)?)))
}

/// Reads a position in any notation, or in the one that is named. As on a command line, `/` means a line end.
fn parse(game: AnyGame, text: &str, notation: Option<&str>) -> PyResult<AnyPosition> {
    let notation = notation.map(|name| named(game, name)).transpose()?;
    let lines = if text.contains('\n') { text.to_owned() } else { text.replace('/', "\n") };
    game.read(&lines, notation).map(|(position, _)| position).map_err(|(assumed, error)| {
        let others: Vec<&str> =
            game.notations().iter().map(Notation::name).filter(|&name| name != assumed).collect();
        let remedy = (!others.is_empty()).then(|| {
            let others = others.join(", ");
            format!("this was read in the notation {assumed}; {game} also has {others}, and notation=NAME picks one")
        });
        parse_error("position", text, &error, remedy)
    })
}

fn named(game: AnyGame, name: &str) -> PyResult<AnyNotation> {
    let notations = game.notations();
    let found = notations.iter().find(|notation| notation.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = notations.iter().map(Notation::name).collect();
        unknown_name("notation", name, &names)
    })
}
