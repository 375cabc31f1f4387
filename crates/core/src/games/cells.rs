//! Reads the cells of a board from rows of characters, for every notation that has such rows.

use crate::games::gravity::Stacks;
use crate::grid::Shape;
use crate::notation::{ParseError, Problems};
use crate::text::{counted, mark_note, quote};
use crate::{ByPlayer, Player};

/// How a notation writes cells and calls its places.
#[derive(Debug)]
pub(crate) struct CellStyle {
    /// The characters for an empty cell and for the pieces of both sides.
    pub(crate) letters: [char; 3],
    /// The same for messages.
    pub(crate) expected: &'static str,
    /// What a row of the grid (counted from 0), or a cell of it, is called in messages.
    pub(crate) place: fn(u32, Option<u32>) -> String,
}

/// The letter of a cell: of `letters` the first if it is empty, the others for the pieces of both sides.
pub(crate) fn letter(letters: [char; 3], [first, second]: [u64; 2], cell: u64) -> char {
    match cell {
        cell if first & cell != 0 => letters[1],
        cell if second & cell != 0 => letters[2],
        _ => letters[0],
    }
}

/// Collects the cells of a board, and what is wrong with them.
#[derive(Debug)]
pub(crate) struct CellReader<S> {
    shape: S,
    style: CellStyle,
    stones: ByPlayer<u64>,
    /// Cell and byte offset of every piece, in the order of the text.
    seen: Vec<(u64, usize)>,
    /// What has been found wrong so far; the notation adds to it.
    pub(crate) problems: Problems,
}

impl<S: Shape> CellReader<S> {
    pub(crate) fn new(shape: S, style: CellStyle) -> Self {
        Self { shape, style, stones: ByPlayer::default(), seen: Vec::new(), problems: Problems::default() }
    }

    /// Puts a piece on a cell that was not named before.
    pub(crate) fn put(&mut self, player: Player, column: u32, row: u32, offset: usize) {
        let cell = self.shape.size().bit(column, row);
        self.stones[player] |= cell;
        self.seen.push((cell, offset));
    }

    /// Reads a row with a character for every column, that begins at byte `offset`.
    pub(crate) fn row(&mut self, text: &str, offset: usize, row: u32) {
        let length = text.chars().count();
        let columns = self.shape.size().columns();
        if length != columns as usize {
            let message = format!("{}{}; expected {columns}", counted(length, "character"), mark_note(text));
            self.problems.add(offset..offset + text.len(), (self.style.place)(row, None), message);
            return;
        }
        for ((at, c), column) in text.char_indices().zip(0..) {
            match self.style.letters.iter().position(|&letter| letter == c) {
                Some(0) => {}
                Some(piece) => self.put(Player::BOTH[piece - 1], column, row, offset + at),
                None => {
                    let found = quote(c.encode_utf8(&mut [0; 4]));
                    let span = offset + at..offset + at + c.len_utf8();
                    let message = format!("found {found}; expected {}", self.style.expected);
                    self.problems.add(span, (self.style.place)(row, Some(column)), message);
                }
            }
        }
    }

    /// The pieces, if nothing was wrong.
    pub(crate) fn finish(self) -> Result<ByPlayer<u64>, ParseError> {
        self.problems.finish(self.stones)
    }

    /// The board, if nothing was wrong and every piece rests on another or on the bottom row.
    pub(crate) fn finish_with_gravity(mut self, turn: Player) -> Result<Stacks<S>, ParseError> {
        let (board, size) = (Stacks::of(self.shape, self.stones, turn), self.shape.size());
        // A row that could not be read leaves holes, so floating pieces are reported only without one.
        if board.is_none() && self.problems.is_empty() {
            let [first, second] = self.stones.into_array();
            let supported = ((first | second) << 1) | size.bottom();
            for &(cell, offset) in self.seen.iter().filter(|(cell, _)| cell & supported == 0) {
                for (column, row) in size.cells(cell) {
                    let message = "floating piece: the cell below it is empty; expected every piece to \
                                   rest on another or on the bottom row";
                    self.problems.add(offset..offset + 1, (self.style.place)(row, Some(column)), message);
                }
            }
        }
        self.problems.finish(board.unwrap_or(Stacks::empty(self.shape)))
    }
}
