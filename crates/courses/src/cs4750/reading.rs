//! Printed games whose cells are written in another way than the text has them: with row and column exchanged, as `[4,3]`
//! for row 3 and column 4, or counted from 0, as `[2,3]`.

use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Standard};
use plyground_core::{Game, Player, Position};

use super::{Answer, DEPTHS, FIRST_MOVES, Question, answer, program};

/// So many searched moves must be right in another reading, and wrong as they are printed.
const ENOUGH: usize = 3;

/// Another way to write cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The column first, then the row.
    Exchanged,
    /// Rows and columns from 0 on.
    FromZero,
}

impl Reading {
    /// The cell that is meant by a printed one; `None` if it is not on the board.
    fn meant(self, printed: Cell) -> Option<Cell> {
        let (column, row) = match self {
            Self::Exchanged => (printed.row(), printed.column()),
            Self::FromZero => (printed.column() + 1, printed.row() + 1),
        };
        (column < 6 && row < 5).then(|| Cell::new(column, row))
    }

    /// The first move of the text as it is printed then.
    fn first(self) -> Cell {
        let [first, _] = FIRST_MOVES;
        match self {
            Self::Exchanged => Cell::new(first.row(), first.column()),
            Self::FromZero => Cell::new(first.column() - 1, first.row() - 1),
        }
    }

    /// What is wrong then, without a full stop.
    pub(super) fn words(self) -> String {
        let [first, _] = FIRST_MOVES;
        let rule = match self {
            Self::Exchanged => "the row comes first, then the column",
            Self::FromZero => "rows and columns are counted from 1",
        };
        format!("the first move is {}, expected {first}: {rule}, in all moves", self.first())
    }
}

/// The other way in which all moves are printed, if they are.
///
/// It is said of a game that begins with the first move of the text in that reading, in which every move is on the board:
/// with exchanged cells none is printed in column 6. The game is followed in both readings. Some searched moves must be
/// right in the other one alone, before any is right only as it is printed.
pub(super) fn other_reading(moves: &[Answer]) -> Option<Reading> {
    [Reading::Exchanged, Reading::FromZero].into_iter().find(|&reading| is_so(reading, moves))
}

fn is_so(reading: Reading, moves: &[Answer]) -> bool {
    let begins = moves.first().is_some_and(|found| found.cell == reading.first());
    if !begins || moves.iter().any(|found| reading.meant(found.cell).is_none()) {
        return false;
    }
    // The board in each reading, as long as the game can be followed.
    let [mut printed, mut meant] = [Some(AdjacentFour::start()); 2];
    let mut evidence = 0;
    for (number, found) in moves.iter().enumerate() {
        let Some(cell) = reading.meant(found.cell) else { return false };
        if number >= FIRST_MOVES.len() {
            match (is_right(printed, found.cell), is_right(meant, cell)) {
                (true, false) => return false,
                (false, true) => evidence += 1,
                _ => {}
            }
        }
        if evidence == ENOUGH {
            return true;
        }
        (printed, meant) = (play(printed, found.cell), play(meant, cell));
    }
    false
}

/// Whether the search chooses this cell.
fn is_right(position: Option<Standard>, cell: Cell) -> bool {
    let Some(position) = position else { return false };
    let depth = DEPTHS[usize::from(position.turn() == Player::Second)];
    answer(&Question::first(position, depth), &[]).is_some_and(|right| right.cell == cell)
}

fn play(position: Option<Standard>, cell: Cell) -> Option<Standard> {
    program::put(&position?, cell).filter(|position| position.outcome().is_none())
}
