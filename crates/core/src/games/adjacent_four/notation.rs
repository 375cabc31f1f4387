//! How positions of adjacent four are written: the rows of the board, and lists of moves.

use std::collections::HashSet;
use std::ops::Range;

use super::{Board, Cell, Cells, Standard};
use crate::games::cells::{CellReader, CellStyle, letter};
use crate::grid::Grid;
use crate::notation::{legal_move, way_from};
use crate::text::{counted, lines, quote};
use crate::{Notation, ParseError, Player, Position};

const COLUMNS: u32 = 6;
const ROWS: u32 = 5;
const LETTERS: [char; 3] = ['.', 'x', 'o'];

/// Five lines of six characters `x o .` from row 1 (top) to row 5, then a line with the side to
/// move, `x` or `o`. Moves are `[row,column]`.
#[derive(Clone, Copy, Debug)]
pub struct GridRows;

impl Notation<Standard> for GridRows {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "five lines of six characters x o . from row 1 (top) down, then x or o to move; moves [row,column]"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut cells = CellReader::new(
            Grid::<COLUMNS, ROWS>,
            CellStyle {
                letters: LETTERS,
                expected: "x, o or .",
                place: |row, column| match column {
                    Some(column) => format!("row {}, column {}", row + 1, column + 1),
                    None => format!("row {}", row + 1),
                },
            },
        );
        let found = lines(text).count();
        let mut turn = Player::First;
        if found == ROWS as usize + 1 {
            for ((offset, line), row) in lines(text).zip(0..) {
                match line {
                    _ if row < ROWS => cells.row(line, offset, row),
                    "x" => turn = Player::First,
                    "o" => turn = Player::Second,
                    _ => {
                        let message = format!("found {}; expected x or o", quote(line));
                        cells.problems.add(offset..offset + line.len(), "side to move", message);
                    }
                }
            }
        } else {
            let message = format!(
                "{}; expected {ROWS} rows of {COLUMNS} characters, row 1 (top) first, and a \
                 line with the side to move, x or o",
                counted(found, "line")
            );
            cells.problems.add(0..text.len(), "board", message);
        }
        cells.finish().map(|stones| Board { stones, turn })
    }

    fn write(&self, position: &Standard) -> Option<String> {
        let stones = position.stones.into_array();
        let cell = |column, row| letter(LETTERS, stones, Grid::<COLUMNS, ROWS>::bit(column, row));
        let rows = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| cell(column, row)).chain(['\n']));
        Some(rows.chain([LETTERS[1 + position.turn() as usize]]).collect())
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Cell, ParseError> {
        legal_move(position, text, parse_cell(text), EXPECTED_CELL)
    }

    fn write_move(&self, _: &Standard, cell: Cell) -> String {
        cell.to_string()
    }
}

const EXPECTED_CELL: &str = "[row,column], such as [3,4], of an empty cell that touches a stone";

/// Reads `[row,column]` with row 1 to 5 from the top and column 1 to 6; the brackets may be left out
/// and there may be white space around the numbers. The cell need not be playable.
pub fn parse_cell(text: &str) -> Option<Cell> {
    let text = text.trim();
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None => text,
    };
    let (row, column) = inner.split_once(',')?;
    Some(Cell::new(index(column, COLUMNS)?, index(row, ROWS)?))
}

/// A number from 1 to `most` in one digit, as an index from 0.
fn index(text: &str, most: u32) -> Option<u8> {
    match text.trim().as_bytes() {
        [digit @ b'1'..=b'9'] if u32::from(digit - b'0') <= most => Some(digit - b'1'),
        _ => None,
    }
}

/// The moves from the empty board, X first, such as `[3,4] [3,3] [2,3]`. White space between moves
/// may be left out where there are brackets. The empty text is the empty board.
#[derive(Clone, Copy, Debug)]
pub struct MoveList;

impl Notation<Standard> for MoveList {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "the moves [row,column] from the empty board, X first, such as [3,4] [3,3] [2,3]"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut position = Standard::EMPTY;
        for (span, number) in words(text).zip(1..) {
            let word = &text[span.clone()];
            match GridRows.parse_move(&position, word) {
                Ok(cell) => position = position.play(cell),
                Err(error) => {
                    let place = format!("move {number} of the list, {}", quote(word));
                    let message = error.problems().first().map_or("", |problem| problem.message.as_str());
                    return Err(ParseError::new(span, place, message));
                }
            }
        }
        Ok(position)
    }

    /// Writes the first game found by taking back stones from the left. `None` if no game leads here
    /// (stones that lie apart, unbalanced numbers, a win that play went on after) or none is found
    /// soon: colours far from each other can make the search for an order long.
    fn write(&self, position: &Standard) -> Option<String> {
        let [x, o] = Player::BOTH.map(|player| position.stones(player).count_ones());
        if x != o + u32::from(position.turn() == Player::Second) || !is_connected(position.occupied()) {
            return None;
        }
        let cells = way_from(&Standard::EMPTY, position, before, MOST_DEAD_ENDS, &mut HashSet::new())?;
        let moves: Vec<String> = cells.iter().map(ToString::to_string).collect();
        Some(moves.join(" "))
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Cell, ParseError> {
        GridRows.parse_move(position, text)
    }

    fn write_move(&self, position: &Standard, cell: Cell) -> String {
        GridRows.write_move(position, cell)
    }

    fn resembles(&self, text: &str) -> bool {
        text.starts_with('[')
    }
}

/// The places of moves in a list: from bracket to bracket, or without brackets up to a white space.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text[at..].trim_start();
        let start = text.len() - rest.len();
        let end = if rest.starts_with('[') {
            rest.find(']').map(|bracket| bracket + 1)
        } else {
            rest.find(|c: char| c.is_whitespace() || c == '[')
        };
        at = start + end.unwrap_or(rest.len());
        (!rest.is_empty()).then_some(start..at)
    })
}

/// Boards without a way back to the empty board that are looked at before giving up.
const MOST_DEAD_ENDS: usize = 5_000;

/// The stones of the side that has just moved without which all others touch, and the boards without them.
fn before(position: Standard) -> impl Iterator<Item = (Cell, Standard)> {
    let mover = position.turn().opponent();
    let without = move |cell: Cell| {
        let mut stones = position.stones;
        stones[mover] &= !Grid::<COLUMNS, ROWS>::bit(cell.column.into(), cell.row.into());
        (cell, Board { stones, turn: mover })
    };
    let all = Cells::<COLUMNS, ROWS>(position.stones(mover)).map(without);
    all.filter(|(_, board)| is_connected(board.occupied()))
}

fn is_connected(cells: u64) -> bool {
    let mut group = cells & cells.wrapping_neg();
    loop {
        let grown = Standard::with_neighbours(group) & cells;
        if grown == group {
            return group == cells;
        }
        group = grown;
    }
}
