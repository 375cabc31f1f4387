//! How Connect Four positions are written: COMP3608's state, CS431's bytes, and the columns played.

use std::ops::Range;

pub use crate::games::move_string::{MOVES, MoveString};

use super::{Board, ConnectFour, Standard, sized};
use crate::games::cells::{CellReader, CellStyle, letter};
use crate::games::falling::Falling;
use crate::games::gravity::Column;
use crate::games::move_string::column_digit;
use crate::grid::{Grid, Shape, Size};
use crate::notation::{Problems, legal_move};
use crate::text::{counted, quote};
use crate::{BoardLabels, Game, Notation, ParseError, Player, Position};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const CELLS: usize = (COLUMNS * ROWS) as usize;
const LETTERS: [char; 3] = ['.', 'r', 'y'];

/// COMP3608: `row0,...,row5` with the bottom row first and characters `r y .`, then `red` or
/// `yellow` for the side to move. Columns are 0 to 6.
#[derive(Clone, Copy, Debug)]
pub struct Comp3608State;

/// Reads the pieces of a COMP3608 state: the assignment's first argument.
///
/// # Errors
///
/// Lists every wrong row, character and floating piece.
pub fn parse_state(text: &str, turn: Player) -> Result<Standard, ParseError> {
    let place = |row, column| match column {
        Some(column) => format!("state, row{row}, column {column}"),
        None => format!("state, row{row}"),
    };
    read_rows(Grid, text, turn, "state", place)
}

/// Reads rows of `r y .` from the bottom up with commas between. `whole` is what messages call all of them, and `place` a
/// row or cell, both counted from 0.
fn read_rows<S: Shape>(
    shape: S,
    text: &str,
    turn: Player,
    whole: &'static str,
    place: fn(u32, Option<u32>) -> String,
) -> Result<Falling<ConnectFour, S>, ParseError> {
    let mut cells = CellReader::new(shape, CellStyle { letters: LETTERS, expected: "r, y or .", place });
    let (rows, expected) = (text.split(',').count(), shape.size().rows());
    if rows == expected as usize {
        let mut offset = 0;
        for (row, line) in (0..).zip(text.split(',')) {
            cells.row(line, offset, row);
            offset += line.len() + 1;
        }
    } else {
        let found = counted(rows, "row");
        let message = format!("{found}; expected {expected} rows separated by commas, the bottom row first");
        cells.problems.add(0..text.len(), whole, message);
    }
    cells.finish_with_gravity(turn).map(Falling::new)
}

/// Reads COMP3608's second argument.
///
/// # Errors
///
/// If it is neither `red` nor `yellow`.
pub fn parse_side(text: &str) -> Result<Player, ParseError> {
    match text {
        "red" => Ok(Player::First),
        "yellow" => Ok(Player::Second),
        _ => {
            let message = format!("found {}; expected red or yellow", quote(text));
            Err(ParseError::new(0..text.len(), "side to move", message))
        }
    }
}

impl Notation<Standard> for Comp3608State {
    fn name(&self) -> &'static str {
        "comp3608"
    }

    fn about(&self) -> &'static str {
        "row0,...,row5 from the bottom row up with r y . and then red or yellow; columns 0 to 6"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        with_side(text, |rows| parse_state(rows, Player::First))
    }

    fn write(&self, position: &Standard) -> Option<String> {
        Some(write_rows(position))
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Column, ParseError> {
        legal_move(position, text, column_digit(text, b'0', COLUMNS), "an open column from 0 to 6")
    }

    fn write_move(&self, _: &Standard, mv: Column) -> String {
        mv.index().to_string()
    }
}

/// Reads rows and the side to move after them; `board` reads the rows, red to move.
fn with_side<S: Shape>(
    text: &str,
    board: impl FnOnce(&str) -> Result<Falling<ConnectFour, S>, ParseError>,
) -> Result<Falling<ConnectFour, S>, ParseError> {
    let trimmed = text.trim_end();
    let (rows, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let side = rest.trim_start();
    let mut problems = Problems::default();
    let board = problems.take(board(rows), 0);
    let turn = if side.is_empty() {
        let message = "missing; expected red or yellow after the state";
        problems.add(text.len()..text.len(), "side to move", message);
        None
    } else {
        problems.take(parse_side(side), trimmed.len() - side.len())
    };
    let read = problems.finish(board.zip(turn))?;
    let (board, turn) = read.expect("both are read if nothing is wrong");
    Ok(if turn == Player::Second { board.skip() } else { board })
}

fn write_rows<S: Shape>(position: &Falling<ConnectFour, S>) -> String {
    let (board, size) = (position.board(), position.board().size());
    let stones = Player::BOTH.map(|player| board.stones(player));
    let cell = |column, row| letter(LETTERS, stones, size.bit(column, row));
    let row = |row| (0..size.columns()).map(|column| cell(column, row)).collect();
    let rows: Vec<String> = (0..size.rows()).map(row).collect();
    format!("{} {}", rows.join(","), ConnectFour::SIDES[position.turn()])
}

/// A board of any size as COMP3608 writes it, but columns count from 1: the rows from the bottom up with `r y .` and commas
/// between, then `red` or `yellow` for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows(pub(super) Size);

impl Notation<sized::Board> for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "the rows from the bottom up with r y . and commas between, then red or yellow; columns from 1"
    }

    fn parse(&self, text: &str) -> Result<sized::Board, ParseError> {
        let place = |row, column: Option<u32>| {
            let column = column.map_or(String::new(), |column| format!(", column {}", column + 1));
            format!("row {} from the bottom{column}", row + 1)
        };
        with_side(text, |rows| read_rows(self.0, rows, Player::First, "board", place))
    }

    fn write(&self, position: &sized::Board) -> Option<String> {
        Some(write_rows(position))
    }

    fn parse_move(&self, position: &sized::Board, text: &str) -> Result<Column, ParseError> {
        MoveString(self.0).parse_move(position, text)
    }

    fn write_move(&self, position: &sized::Board, mv: Column) -> String {
        MoveString(self.0).write_move(position, mv)
    }
}

/// CS431: 42 bytes `0 1 -1`, top row first, then the side to move, `1` (first) or `-1`. Spaces,
/// commas, braces and line ends all separate. Columns are 0 to 6.
#[derive(Clone, Copy, Debug)]
pub struct Cs431Bytes;

impl Notation<Standard> for Cs431Bytes {
    fn name(&self) -> &'static str {
        "cs431"
    }

    fn about(&self) -> &'static str {
        "six rows of seven bytes 0 1 -1, top row first, then the side to move 1 or -1; columns 0 to 6"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut cells = CellReader::new(
            Grid::<COLUMNS, ROWS>,
            CellStyle {
                // Numbers are no characters: each cell is put by itself.
                letters: LETTERS,
                expected: "0, 1 or -1",
                place: |row, column| {
                    let column = column.map_or(String::new(), |column| format!(", column {column}"));
                    format!("row {} from the top{column}", ROWS - 1 - row)
                },
            },
        );
        let tokens: Vec<_> = byte_tokens(text).take(CELLS + 2).collect();
        for (index, (token, span)) in (0..COLUMNS * ROWS).zip(&tokens) {
            let (row, column) = (index / COLUMNS, index % COLUMNS);
            match *token {
                "0" => {}
                "1" => cells.put(Player::First, column, ROWS - 1 - row, span.start),
                "-1" => cells.put(Player::Second, column, ROWS - 1 - row, span.start),
                _ => {
                    let message = format!("found {}; expected 0, 1 or -1", quote(token));
                    let place = format!("row {row} from the top, column {column}");
                    cells.problems.add(span.clone(), place, message);
                }
            }
        }
        let mut turn = Player::First;
        match tokens.get(CELLS) {
            None | Some(("1", _)) => {}
            Some(("-1", _)) => turn = Player::Second,
            Some((token, span)) => {
                let message = format!("found {}; expected 1 or -1", quote(token));
                cells.problems.add(span.clone(), "side to move", message);
            }
        }
        if let Some((_, surplus)) = tokens.get(CELLS + 1) {
            let message = "more than 43 numbers; expected 42 cells and the side to move";
            cells.problems.add(surplus.start..text.len(), "board", message);
        } else if tokens.len() <= CELLS {
            let found = counted(tokens.len(), "number");
            let message = format!("{found}; expected 42 cells, top row first, and the side to move");
            cells.problems.add(text.len()..text.len(), "board", message);
        }
        cells.finish_with_gravity(turn).map(Board::new)
    }

    fn write(&self, position: &Standard) -> Option<String> {
        let number = |side: Option<Player>| match side {
            None => "0",
            Some(Player::First) => "1",
            Some(Player::Second) => "-1",
        };
        let view = ConnectFour::view(position);
        let row = |cells: &Vec<Option<Player>>| {
            cells.iter().map(|&cell| number(cell)).collect::<Vec<_>>().join(" ") + "\n"
        };
        Some(view.cells.iter().map(row).collect::<String>() + number(Some(position.turn())))
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Column, ParseError> {
        Comp3608State.parse_move(position, text)
    }

    fn write_move(&self, position: &Standard, mv: Column) -> String {
        Comp3608State.write_move(position, mv)
    }

    /// Rows are counted from the top.
    fn labels(&self) -> Option<BoardLabels> {
        let numbers = |count| (0..count).map(|number: u32| number.to_string()).collect();
        Some(BoardLabels { columns: numbers(COLUMNS), rows: numbers(ROWS) })
    }
}

fn byte_tokens(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '[' | ']' | ';');
    let start = text.as_ptr() as usize;
    text.split(separates).filter(|token| !token.is_empty()).map(move |token| {
        let at = token.as_ptr() as usize - start;
        (token, at..at + token.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_state_and_side_are_both_reported_with_their_places() {
        let error = Comp3608State.parse("x.ry...,.......,.......,.......,.......,....... blue").unwrap_err();
        let starts: Vec<usize> = error.problems().iter().map(|problem| problem.span.start).collect();
        assert_eq!(starts, [0, 48]);
        let both = "state, row0, column 0: found 'x'; expected r, y or .\n\
                    side to move: found 'blue'; expected red or yellow";
        assert_eq!(error.to_string(), both);
        let both = "state: 1 row; expected 6 rows separated by commas, the bottom row first\n\
                    side to move: missing; expected red or yellow after the state";
        assert_eq!(Comp3608State.parse("445").unwrap_err().to_string(), both);
    }

    #[test]
    fn floating_pieces_are_pointed_at_unless_a_row_is_unreadable() {
        let floating = "......,.......,...r...,.......,.......,....... red";
        let error = Comp3608State.parse(&floating.replacen('.', "..", 1)).unwrap_err();
        let [problem] = error.problems() else { panic!("one problem: {error}") };
        assert_eq!((problem.place.as_str(), problem.span.clone()), ("state, row2, column 3", 19..20));
        let error = Comp3608State.parse(floating).unwrap_err();
        assert_eq!(error.to_string(), "state, row0: 6 characters; expected 7");
        assert_eq!(error.problems()[0].span, 0..6);
    }
}
