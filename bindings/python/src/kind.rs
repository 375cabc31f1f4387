//! What Python needs to know of each game beyond its rules: the class of its positions, numbers for its moves, its board as
//! planes, and rows of games that are played side by side.

use std::sync::LazyLock;

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, AnyMove, AnyPosition};
use pyo3::prelude::*;

use crate::planes::{numbered_moves, planes};
use crate::position::{Class, Position};
use crate::side_by_side::{GameRow, Row};

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
        Kind::of::<ConnectFour>(),
        Kind::of::<MaxConnectFour>(),
        Kind::of::<Breakthrough>(),
        Kind::of::<AdjacentFour>(),
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
