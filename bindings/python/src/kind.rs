//! The games as Python has them, and the classes of their positions. Of each game it is known beyond the rules: the class of its
//! positions, numbers for its moves, its board as planes, and rows of games that are played side by side.

use std::sync::LazyLock;

use plyground_core::{AnyGame, AnyMove, AnyPosition};
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::unknown_name;
use crate::planes::{Bits, numbered_moves, planes};
use crate::side_by_side::{GameRow, Row};

/// The games by their names; here those are classes of positions.
mod games {
    pub(super) use plyground_core::games::adjacent_four::AdjacentFour;
    pub(super) use plyground_core::games::breakthrough::Breakthrough;
    pub(super) use plyground_core::games::connect_four::ConnectFour;
    pub(super) use plyground_core::games::max_connect_four::MaxConnectFour;
}

/// A game as Python sees it.
pub(crate) struct Kind {
    /// The game.
    pub(crate) game: AnyGame,
    /// The name of the class of its positions.
    pub(crate) class: &'static str,
    /// Makes an object of that class.
    pub(crate) object: fn(Python<'_>, Position) -> PyResult<Py<Position>>,
    /// Rows of its board.
    pub(crate) rows: usize,
    /// Columns of its board.
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

    /// Every game, in the order of menus.
    pub(crate) fn all() -> &'static [Self; 4] {
        &KINDS
    }

    /// The game of a position.
    pub(crate) fn of_game(game: AnyGame) -> &'static Self {
        let found = Self::all().iter().find(|kind| kind.game == game);
        found.expect("the list of games is never added to here")
    }

    /// The number of a move that some position has.
    pub(crate) fn number(&self, mv: AnyMove) -> usize {
        self.actions.binary_search(&mv).expect("every move of the game is in the list")
    }
}

/// What is known of a game: `ConnectFour.game`, and `games` for all of them.
///
/// >>> from plyground import Breakthrough
/// >>> Breakthrough.game.sides, Breakthrough.game.actions
/// (('white', 'black'), 160)
#[pyclass(frozen, module = "plyground")]
#[derive(Clone, Copy)]
pub(crate) struct Game(pub(crate) &'static Kind);

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

/// A position of Adjacent Four, the game of CS4750: 6 columns, 5 rows, no gravity; a stone goes on an empty cell that touches a
/// stone, a line of four or more wins, a full board is a tie.
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
    found.ok_or_else(|| unknown_name("game", &name, &Kind::all().each_ref().map(|kind| kind.game.name())))
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
