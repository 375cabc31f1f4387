//! How boards of Breakthrough look, and which cells the terms of its evaluations count.

use super::{Breakthrough, Standard, evaluate, patterns};
use crate::runs::{self, Cell, Cells};
use crate::{BoardKind, ByPlayer, Game, Look, Piece, Player, Position, RowText, Term};

pub(super) const LOOK: Look = Look {
    board: BoardKind::Chequered,
    pieces: ByPlayer::new(Piece::White, Piece::Black),
    line: None,
    rows: Some(RowText {
        is_top_first: true,
        row_end: "/",
        empty: '-',
        pieces: ByPlayer::new('w', 'b'),
        turns: ByPlayer::new("/w", "/b"),
    }),
};

pub(super) fn groups(position: &Standard, term: &Term) -> Option<Vec<Vec<Cell>>> {
    let (cells, owner) = (Breakthrough::view(position).cells, term.owner);
    let place = |names: &[&str]| names.iter().position(|&name| name == term.name);
    if term.name == evaluate::LOOSE_NAME {
        let loose = loose(position, &cells, owner);
        return Some(if loose.is_empty() { Vec::new() } else { vec![loose] });
    }
    if term.name == evaluate::THREAT_NAME {
        return Some(arriving(&cells, owner));
    }
    if let Some(window) = place(&patterns::NAMES) {
        return Some(vec![square(window, &cells, owner)]);
    }
    // Counted from home; the last row of the names is for all rows beyond, too.
    let row_of = |names: &[&str]| place(names).map(|row| (row, row + 1 == names.len()));
    let (row, is_last) = row_of(&evaluate::NAMES).or_else(|| row_of(&evaluate::ROWS_NAMES))?;
    let advanced = |at: usize| if owner == Player::First { cells.len() - 1 - at } else { at };
    let stand =
        runs::pieces(&cells, owner).filter(|&(at, _)| advanced(at) == row || is_last && advanced(at) > row);
    Some(stand.map(|cell| vec![cell]).collect())
}

/// The cells of a window of the patterns, numbered from left to right and upwards: its owner, the side to move, sees
/// the board from its own home.
fn square(window: usize, cells: &Cells, owner: Player) -> Vec<Cell> {
    let (low, left) = (window / 4, window % 4);
    let is_inside = |&(row, column): &Cell| {
        let (row, column) = match owner {
            Player::First => (cells.len() - 1 - row, column),
            Player::Second => (row, cells[row].len() - 1 - column),
        };
        (low..low + 3).contains(&row) && (left..left + 3).contains(&column)
    };
    runs::all(cells).filter(is_inside).collect()
}

/// Whether a pawn of `side` is diagonally in front of a cell, seen by the side that moves up, or behind it.
fn is_flanked(cells: &Cells, (row, column): Cell, side: Player, is_above: bool) -> bool {
    let row = if is_above { row.checked_sub(1) } else { row.checked_add(1) };
    let Some(row) = row.and_then(|row| cells.get(row)) else { return false };
    let neighbours = [column.checked_sub(1), column.checked_add(1)];
    neighbours.into_iter().flatten().any(|column| row.get(column) == Some(&Some(side)))
}

/// The pawns of a side that stand one row before the last where no enemy pawn can capture them.
fn arriving(cells: &Cells, owner: Player) -> Vec<Vec<Cell>> {
    let row = if owner == Player::First { 1 } else { cells.len() - 2 };
    let stand = runs::pieces(cells, owner).filter(|&(at, _)| at == row);
    let is_safe = |&cell: &Cell| !is_flanked(cells, cell, owner.opponent(), owner == Player::First);
    stand.filter(is_safe).map(|cell| vec![cell]).collect()
}

/// The pawns of a side that the other, to move, can capture and that no pawn of their own protects.
fn loose(position: &Standard, cells: &Cells, owner: Player) -> Vec<Cell> {
    let (is_upward, enemy) = (owner == Player::First, owner.opponent());
    let is_loose = |&cell: &Cell| {
        is_flanked(cells, cell, enemy, is_upward) && !is_flanked(cells, cell, owner, !is_upward)
    };
    if position.turn() == owner { Vec::new() } else { runs::pieces(cells, owner).filter(is_loose).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_turned_for_the_second_player() {
        let cells = vec![vec![None; 6]; 6];
        let corner = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
            rows.flat_map(|row| columns.clone().map(move |column| (row, column))).collect::<Vec<Cell>>()
        };
        assert_eq!(patterns::NAMES[0], "cells A1 to C3, seen by the side to move");
        assert_eq!(square(0, &cells, Player::First), corner(3..6, 0..3));
        assert_eq!(square(0, &cells, Player::Second), corner(0..3, 3..6));
        assert_eq!(patterns::NAMES[7], "cells D2 to F4, seen by the side to move");
        assert_eq!(square(7, &cells, Player::First), corner(2..5, 3..6));
    }
}
