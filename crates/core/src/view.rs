//! A board as any front end can draw it: cells and labels, no rules.

use crate::Player;

/// What a front end needs to draw a position, in the coordinates of the game's first notation.
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
