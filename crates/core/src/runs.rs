//! Lines of cells, found by walking over the board: for pictures, not for searches.
//!
//! It shares no code with the evaluations, so that each checks the other.

use std::ops::RangeBounds;

use crate::Player;

/// A cell: row from the top and column from the left, as in [`BoardView`](crate::BoardView).
pub type Cell = (usize, usize);

/// The cells of a board, top row first.
pub type Cells = [Vec<Option<Player>>];

/// Steps in the four directions: to the right, down, and both diagonals.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// What is on a cell; `None` off the board.
fn at(cells: &Cells, (row, column): (isize, isize)) -> Option<&Option<Player>> {
    let row = cells.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?)
}

/// Cells of the board, row by row.
fn sorted(cells: impl Iterator<Item = (isize, isize)>) -> Vec<Cell> {
    let mut cells: Vec<Cell> =
        cells.map(|(row, column)| (row.cast_unsigned(), column.cast_unsigned())).collect();
    cells.sort_unstable();
    cells
}

/// All maximal runs of a side's pieces, of two cells or more, each with the number of its two ends that are empty cells of
/// the board.
fn lines(cells: &Cells, side: Player) -> Vec<(Vec<Cell>, usize)> {
    let mut lines = Vec::new();
    // No line is longer.
    let most = (cells.len() + cells.first().map_or(0, Vec::len)).cast_signed();
    for (down, right) in DIRECTIONS {
        for (row, column) in all(cells) {
            let place = |k: isize| (row.cast_signed() + k * down, column.cast_signed() + k * right);
            let own = |k: isize| at(cells, place(k)) == Some(&Some(side));
            if !own(0) || own(-1) {
                continue;
            }
            let length = (0..most).take_while(|&k| own(k)).count();
            let ends = [place(-1), place(length.cast_signed())];
            let open_ends = ends.into_iter().filter(|&end| at(cells, end) == Some(&None)).count();
            if length >= 2 {
                lines.push((sorted((0..length).map(|k| place(k.cast_signed()))), open_ends));
            }
        }
    }
    lines
}

/// Every cell, row by row.
pub fn all(cells: &Cells) -> impl Iterator<Item = Cell> {
    cells.iter().enumerate().flat_map(|(row, line)| (0..line.len()).map(move |column| (row, column)))
}

/// The cells of a side's pieces, row by row.
pub fn pieces(cells: &Cells, side: Player) -> impl Iterator<Item = Cell> {
    all(cells).filter(move |&(row, column)| cells[row][column] == Some(side))
}

/// The maximal runs of a side's pieces of these lengths (2 or more), in all four directions.
pub fn maximal(cells: &Cells, side: Player, lengths: impl RangeBounds<usize>) -> Vec<Vec<Cell>> {
    let runs = lines(cells, side).into_iter().map(|(run, _)| run);
    runs.filter(|run| lengths.contains(&run.len())).collect()
}

/// The maximal runs of exactly `length` pieces with so many open ends.
pub fn open(cells: &Cells, side: Player, length: usize, open_ends: usize) -> Vec<Vec<Cell>> {
    let is_meant = |(run, ends): &(Vec<Cell>, usize)| run.len() == length && *ends == open_ends;
    lines(cells, side).into_iter().filter(is_meant).map(|(run, _)| run).collect()
}

/// The places of four cells in a line that hold exactly `count` pieces of a side and none of the other.
pub fn quadruples(cells: &Cells, side: Player, count: usize) -> Vec<Vec<Cell>> {
    let mut found = Vec::new();
    for (down, right) in DIRECTIONS {
        for (row, column) in all(cells) {
            let place = |k: isize| (row.cast_signed() + k * down, column.cast_signed() + k * right);
            let holds: Option<Vec<&Option<Player>>> = (0..4).map(|k| at(cells, place(k))).collect();
            let Some(holds) = holds else { continue };
            let own = holds.iter().filter(|&&cell| *cell == Some(side)).count();
            let other = holds.iter().filter(|&&cell| *cell == Some(side.opponent())).count();
            if own == count && other == 0 {
                found.push(sorted((0..4).map(place)));
            }
        }
    }
    found
}
