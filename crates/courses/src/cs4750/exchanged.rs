//! Printed games in which rows and columns are exchanged: `[4,3]` for row 3, column 4.

use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Standard};
use plyground_core::{Game, Player, Position};

use super::{Answer, DEPTHS, FIRST_MOVES, Question, answer, program};

/// So many searched moves must be right if row and column are exchanged, and wrong as they are printed.
const ENOUGH: usize = 3;

/// Rows of the board: what is printed second is a row if both are exchanged.
const ROWS: u8 = 5;

/// Whether the moves are printed with row and column exchanged.
///
/// It is said of a game that begins with the first move of the text, exchanged, and has no move in column 6, which would be
/// a row that the board does not have. The game is followed in both readings. Some searched moves must be right in the
/// exchanged one alone, before any is right only as it is printed.
pub(super) fn is_exchanged(moves: &[Answer]) -> bool {
    let begins = moves.first().is_some_and(|found| found.cell == turned(FIRST_MOVES[0]));
    if !begins || moves.iter().any(|found| found.cell.column() >= ROWS) {
        return false;
    }
    let (mut printed, mut exchanged) = (Reading::new(), Reading::new());
    let mut evidence = 0;
    for (number, found) in moves.iter().enumerate() {
        let is_searched = number >= FIRST_MOVES.len();
        let is_right = is_searched && printed.is_right(found.cell);
        let is_right_exchanged = is_searched && exchanged.is_right(turned(found.cell));
        match (is_right, is_right_exchanged) {
            (true, false) => return false,
            (false, true) => evidence += 1,
            _ => {}
        }
        if evidence == ENOUGH {
            return true;
        }
        printed.play(found.cell);
        exchanged.play(turned(found.cell));
    }
    false
}

/// What is said then, without a full stop.
pub(super) fn words() -> String {
    let [first, _] = FIRST_MOVES;
    format!(
        "the first move is {}, expected {first}: the row comes first, then the column, in all moves",
        turned(first)
    )
}

/// The cell with row and column exchanged.
pub(super) const fn turned(cell: Cell) -> Cell {
    Cell::new(cell.row(), cell.column())
}

/// A printed game in one of both readings.
struct Reading {
    /// The board, as long as the game can be followed.
    position: Option<Standard>,
}

impl Reading {
    fn new() -> Self {
        Self { position: Some(AdjacentFour::start()) }
    }

    /// Whether the search chooses this cell.
    fn is_right(&self, cell: Cell) -> bool {
        let Some(position) = self.position else { return false };
        let depth = DEPTHS[usize::from(position.turn() == Player::Second)];
        answer(&Question { position, depth }, &[]).is_some_and(|right| right.cell == cell)
    }

    fn play(&mut self, cell: Cell) {
        let after = self.position.and_then(|position| program::put(&position, cell));
        self.position = after.filter(|position| position.outcome().is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cs4750::Mistake;

    /// The moves of a program with these mistakes, as it plays on after these first moves.
    fn game(first_moves: [Cell; 2], mistakes: &[Mistake]) -> Vec<Answer> {
        let (mut reading, mut moves) = (Reading::new(), Vec::new());
        while let Some(position) = reading.position {
            let depth = DEPTHS[usize::from(position.turn() == Player::Second)];
            let searched = || answer(&Question { position, depth }, mistakes);
            let first = first_moves.get(moves.len()).map(|&cell| Answer { cell, generated: None });
            let Some(found) = first.or_else(searched) else { break };
            reading.play(found.cell);
            moves.push(found);
        }
        moves
    }

    /// The same as a program prints it that exchanges row and column: row 6 is none, so these lines are no moves.
    fn exchanged(moves: &[Answer]) -> Vec<Answer> {
        let turned = moves.iter().map(|found| Answer { cell: turned(found.cell), ..*found });
        turned.filter(|found| found.cell.row() < ROWS).collect()
    }

    #[test]
    fn a_game_with_exchanged_cells_is_seen() {
        assert!(is_exchanged(&exchanged(&game(FIRST_MOVES, &[]))));
        // With another mistake too.
        for mistake in [Mistake::RowFirst, Mistake::ExaminedCounted, Mistake::TwoSidedAsOne] {
            assert!(is_exchanged(&exchanged(&game(FIRST_MOVES, &[mistake]))), "{mistake:?}");
        }
        // Not by a move or two.
        let some = exchanged(&game(FIRST_MOVES, &[]));
        assert!(!is_exchanged(&some[..4]));
    }

    /// Whoever begins elsewhere and searches rightly exchanges nothing, and neither does anybody who plays in column 6.
    #[test]
    fn one_cell_that_agrees_is_no_evidence() {
        let own = [turned(FIRST_MOVES[0]), FIRST_MOVES[1]];
        assert!(!is_exchanged(&game(own, &[])));
        for &mistake in Mistake::promised() {
            assert!(!is_exchanged(&game(own, &[mistake])), "{mistake:?}");
            assert!(!is_exchanged(&game(FIRST_MOVES, &[mistake])), "{mistake:?}");
        }
        let mut moves = exchanged(&game(FIRST_MOVES, &[]));
        moves.push(Answer { cell: Cell::new(5, 0), generated: None });
        assert!(!is_exchanged(&moves));
    }
}
