//! Reads the cells of a [`Grid`] from rows of characters, for every notation that has such rows.

use crate::games::gravity::Gravity;
use crate::grid::Shape;
use crate::notation::{ParseError, Problems};
use crate::text::{counted, mark_note, quote};
use crate::{ByPlayer, Player};

/// How a notation writes cells and calls its places.
#[derive(Debug)]
pub(crate) struct CellStyle {
    /// What the characters mean, or `None` for any other character.
    pub(crate) cell: fn(char) -> Option<Option<Player>>,
    /// The characters, for messages.
    pub(crate) expected: &'static str,
    /// What a row of the grid (counted from 0), or a cell of it, is called in messages.
    pub(crate) place: fn(u32, Option<u32>) -> String,
}

/// Collects the cells of a board, and what is wrong with them.
#[derive(Debug)]
pub(crate) struct CellParser {
    shape: Shape,
    style: CellStyle,
    stones: ByPlayer<u64>,
    /// Cell and byte offset of every piece, in the order of the text.
    seen: Vec<(u64, usize)>,
    /// What has been found wrong so far; the notation adds to it.
    pub(crate) problems: Problems,
}

impl CellParser {
    pub(crate) fn new(shape: Shape, style: CellStyle) -> Self {
        Self { shape, style, stones: ByPlayer::default(), seen: Vec::new(), problems: Problems::default() }
    }

    /// Puts a piece on a cell that was not named before.
    pub(crate) fn put(&mut self, player: Player, column: u32, row: u32, offset: usize) {
        let cell = self.shape.bit(column, row);
        self.stones[player] |= cell;
        self.seen.push((cell, offset));
    }

    /// Reads a row with a character for each column that begins at byte `offset`.
    pub(crate) fn row(&mut self, text: &str, offset: usize, row: u32) {
        let (length, columns) = (text.chars().count(), self.shape.columns());
        if length != columns as usize {
            let message = format!("{}{}; expected {columns}", counted(length, "character"), mark_note(text));
            self.problems.add(offset..offset + text.len(), (self.style.place)(row, None), message);
            return;
        }
        for ((at, c), column) in text.char_indices().zip(0..) {
            match (self.style.cell)(c) {
                Some(None) => {}
                Some(Some(player)) => self.put(player, column, row, offset + at),
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

    /// The pieces, if nothing was wrong and every piece rests on another or on the bottom row.
    pub(crate) fn finish_fallen(mut self) -> Result<ByPlayer<u64>, ParseError> {
        let [first, second] = self.stones.into_array();
        // A row that could not be read leaves holes, so floating pieces are reported only without one.
        if self.problems.is_empty() {
            let supported = ((first | second) << 1) | self.shape.bottom();
            for &(cell, offset) in self.seen.iter().filter(|(cell, _)| cell & supported == 0) {
                for (column, row) in self.shape.cells(cell) {
                    let message = "floating piece: the cell below it is empty; expected every piece to \
                                   rest on another or on the bottom row";
                    self.problems.add(offset..offset + 1, (self.style.place)(row, Some(column)), message);
                }
            }
        }
        self.finish()
    }

    /// The same as a board of `W` columns and `H` rows, which must be the reader's.
    pub(crate) fn finish_with_gravity<const W: u32, const H: u32>(
        self,
        turn: Player,
    ) -> Result<Gravity<W, H>, ParseError> {
        let stones = self.finish_fallen()?;
        Ok(Gravity::new(stones, turn).expect("no piece floats, and no cell is taken twice"))
    }
}
