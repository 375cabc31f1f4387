//! How the boards of a game look: enough for any front end to draw, read out and edit them, without its rules.

use crate::grid::Size;
use crate::text::texts;
use crate::{ByPlayer, Player};

/// The looks of a game's boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The ground on which pieces stand.
    pub board: BoardKind,
    /// The pieces of each side.
    pub pieces: ByPlayer<Piece>,
    /// The number of pieces in a row, two at least, that make a line to be pointed out; `None` if lines are nothing in
    /// this game.
    pub line: Option<usize>,
    /// How the game's own notation writes a board, if an editor may write one.
    pub rows: Option<RowText>,
}

impl Look {
    /// Plain cells, crosses and rings, and nothing else: enough for a first game.
    pub const PLAIN: Self =
        Self { board: BoardKind::Plain, pieces: ByPlayer::new(Piece::X, Piece::O), line: None, rows: None };
}

/// The ground on which pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardKind {
    /// An upright plate with holes: pieces fall.
    Upright,
    /// Light and dark cells in turns.
    Chequered,
    /// Cells with lines between them.
    Plain,
}

texts! {
    /// The name in answers of the server.
    BoardKind::name { Upright => "upright", Chequered => "chequered", Plain => "plain" }
}

/// The shape and colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A red disc with a ring.
    Red,
    /// A yellow disc with a cross.
    Yellow,
    /// A green disc with a cross.
    Green,
    /// A white pawn.
    White,
    /// A black pawn.
    Black,
    /// A cross.
    X,
    /// A ring.
    O,
}

texts! {
    /// The name in answers of the server.
    Piece::name {
        Red => "red", Yellow => "yellow", Green => "green", White => "white", Black => "black",
        X => "X", O => "O",
    }
}

/// How a game's own notation writes a board on one line: the rows, then the side to move. It lets an editor write what
/// somebody has painted. That need not be a position; the notation says so when it reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowText {
    /// Whether the top row comes first.
    pub is_top_first: bool,
    /// The text between rows.
    pub row_end: &'static str,
    /// An empty cell.
    pub empty: char,
    /// The pieces of each side.
    pub pieces: ByPlayer<char>,
    /// The text after the rows, by the side to move.
    pub turns: ByPlayer<&'static str>,
}

/// The data to draw a position, in the coordinates of the game's first notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Labels of the columns, left to right.
    pub columns: Vec<String>,
    /// Labels of the rows, top to bottom.
    pub rows: Vec<String>,
    /// The cells of each row, top to bottom, left to right.
    pub cells: Vec<Vec<Option<Player>>>,
    /// Cells to point out (row from the top, column from the left): the fours, the pawn that arrived.
    pub marked: Vec<(usize, usize)>,
}

impl BoardView {
    /// The board of a game of lines of four, with the fours marked. Columns and rows are numbered from `first`, rows from
    /// the top, as those of the grid, or from the bottom.
    pub(crate) fn of_size(size: Size, stones: impl Fn(Player) -> u64, first: u32, is_from_top: bool) -> Self {
        let owner = |bit: u64| Player::BOTH.into_iter().find(|&player| stones(player) & bit != 0);
        let (width, height) = (size.columns(), size.rows());
        let cells = |row| (0..width).map(|column| owner(size.bit(column, row))).collect();
        let turned = |row: u32| if is_from_top { row } else { height - 1 - row };
        let [own, other] = Player::BOTH.map(|player| size.fours(stones(player)));
        Self {
            columns: (first..first + width).map(|n| n.to_string()).collect(),
            rows: (0..height).map(|row| (first + turned(row)).to_string()).collect(),
            cells: (0..height).map(turned).map(cells).collect(),
            marked: size
                .cells(own | other)
                .map(|(column, row)| (turned(row) as usize, column as usize))
                .collect(),
        }
    }
}
