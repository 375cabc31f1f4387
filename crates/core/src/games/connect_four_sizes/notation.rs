//! How positions of any size are written: rows of cells, or a size and the columns played.

use super::board::{self, SizedBoard};
use crate::games::connect_four::notation::{parse_rows_and_side, read_rows, write_rows};
use crate::games::gravity::Column;
use crate::games::move_string::{self, column_name};
use crate::games::upright::Upright;
use crate::grid::Shape;
use crate::notation::legal_move;
use crate::text::{counted, quote};
use crate::{Notation, ParseError};

/// What sizes there are, for messages.
const SIZES: &str = "4 to 12 columns, 4 rows at least, and columns x (rows + 1) at most 64";

/// What people type for a move.
const FORM: &str = "a column from 1 to 9, then a, b and c";

/// As many rows as the board has, from the bottom up, of characters `r y .`, then `red` or `yellow` for the side to
/// move. Columns are `1` (left) to `9`, then `a`, `b` and `c`.
#[derive(Clone, Copy, Debug)]
pub struct Rows;

impl Notation<SizedBoard> for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn about(&self) -> &'static str {
        "rows from the bottom up with r y . and commas between them, then red or yellow; columns 1 to 9, a to c"
    }

    fn parse(&self, text: &str) -> Result<SizedBoard, ParseError> {
        let read = |rows: &str| {
            let first = rows.split(',').next().unwrap_or_default();
            let shape = shape_of(first.chars().count(), rows.split(',').count())
                .map_err(|message| ParseError::new(0..rows.len(), "state", message))?;
            let place = |row, column: Option<u32>| {
                let column =
                    column.map_or(String::new(), |column| format!(", column {}", column_name(column)));
                format!("row {} from the bottom{column}", row + 1)
            };
            let stones = read_rows(shape, rows, place).finish_fallen()?;
            Ok((shape, stones))
        };
        let ((shape, stones), turn) = parse_rows_and_side(text, read)?;
        Ok(SizedBoard::new(shape, stones, turn).expect("no piece floats, and no cell is taken twice"))
    }

    fn write(&self, position: &SizedBoard) -> Option<String> {
        Some(write_rows(position))
    }

    fn parse_move(&self, position: &SizedBoard, text: &str) -> Result<Column, ParseError> {
        SizeAndMoves.parse_move(position, text)
    }

    fn write_move(&self, position: &SizedBoard, mv: Column) -> String {
        SizeAndMoves.write_move(position, mv)
    }

    fn move_form(&self) -> &'static str {
        FORM
    }
}

/// Columns and rows of the board, and the columns played from the empty one, red first: `8x7 4453`. Columns are `1` (left)
/// to `9`, then `a`, `b` and `c`.
#[derive(Clone, Copy, Debug)]
pub struct SizeAndMoves;

impl Notation<SizedBoard> for SizeAndMoves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "columns x rows, then the columns played, 1 (left) to 9, then a to c, such as 8x7 4453"
    }

    fn parse(&self, text: &str) -> Result<SizedBoard, ParseError> {
        let text = text.trim_end();
        let (size, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let shape = parse_size(size)?;
        let moves = moves.trim_start();
        let start = SizedBoard::empty_of(shape);
        move_string::play(start, moves, text.len() - moves.len(), |character| named_column(shape, character))
    }

    /// The first game in the order of columns taken back from the left; `None` if no game leads here (unbalanced boards,
    /// a turn out of order, play that went on after the end), or none is found soon.
    fn write(&self, position: &SizedBoard) -> Option<String> {
        let shape = position.shape();
        let columns = move_string::played(position, SizedBoard::lift)?;
        let moves: String = columns.into_iter().map(|column| column_name(column.into())).collect();
        Some(format!("{}x{} {moves}", shape.columns(), shape.rows()).trim_end().to_owned())
    }

    fn parse_move(&self, position: &SizedBoard, text: &str) -> Result<Column, ParseError> {
        let shape = position.shape();
        let expected = format!("an open column from 1 to {}", move_string::last_column(shape));
        legal_move(position, text, named_column(shape, text), &expected)
    }

    fn write_move(&self, _: &SizedBoard, mv: Column) -> String {
        column_name(mv.into()).to_string()
    }

    fn resembles(&self, text: &str) -> bool {
        let size = text.split_whitespace().next().unwrap_or_default();
        size.split_once('x')
            .is_some_and(|(columns, rows)| number(columns).is_some() && number(rows).is_some())
    }

    fn move_form(&self) -> &'static str {
        FORM
    }
}

/// Reads a size, columns x rows.
///
/// # Errors
///
/// If it is none, or no board has it.
pub fn parse_size(text: &str) -> Result<Shape, ParseError> {
    let error = |message| Err(ParseError::new(0..text.len(), "size", message));
    match text.split_once('x').and_then(|(columns, rows)| number(columns).zip(number(rows))) {
        Some((columns, rows)) => shape_of(columns, rows).or_else(error),
        None => error(format!("found {}; expected columns x rows, such as 8x7", quote(text))),
    }
}

/// The shape of a board of this size, or why there is none.
fn shape_of(columns: usize, rows: usize) -> Result<Shape, String> {
    let shape = u32::try_from(columns).ok().zip(u32::try_from(rows).ok());
    shape.and_then(|(columns, rows)| board::shape(columns, rows)).ok_or_else(|| {
        format!("{} and {}; expected {SIZES}", counted(columns, "column"), counted(rows, "row"))
    })
}

/// A number of columns or rows: one or two digits.
fn number(text: &str) -> Option<usize> {
    let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_short)
}

/// The column with this name of one character.
fn named_column(shape: Shape, text: &str) -> Option<Column> {
    let index = (0..shape.columns()).find(|&index| text == column_name(index).to_string())?;
    Column::try_from(index).ok()
}
