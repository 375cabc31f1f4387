//! How Breakthrough positions and moves are written: a grid with the side to move, and the move
//! request of CS3243, which always means White.

use self::Line::{Command, Dimensions, Row, Side, Turns};
use super::sized::{self, LETTERS};
use super::{Standard, Step};
use crate::games::cells::{CellReader, CellStyle};
use crate::grid::Grid as Cells;
use crate::notation::{Problems, legal_move};
use crate::text::{digits, lines, quote};
use crate::{ByPlayer, Notation, ParseError, Player};

/// Six rows from row 6 down to row 1 with characters `b w -`, then a line `w` or `b` for the side to
/// move. Moves are source and target such as `E1D2`, read in either case.
#[derive(Clone, Copy, Debug)]
pub struct Grid;

impl Notation<Standard> for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "six rows of b w -, row 6 first, then w or b for the side to move; moves such as E1D2"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut reader = LineReader::new(&GRID, |row, column| place(6 - row, row, column));
        reader.text(text);
        reader.finish()
    }

    fn write(&self, position: &Standard) -> Option<String> {
        Some(sized::write(position).replace('/', "\n"))
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Step, ParseError> {
        legal_move(position, text, step(&text.to_ascii_uppercase()), STEP)
    }

    fn write_move(&self, position: &Standard, step: Step) -> String {
        Request.write_move(position, step)
    }
}

/// CS3243's request: `move`, the number of turns elapsed, `6 6`, then six rows from row 6 down to
/// row 1 with characters `b w -`. White is to move. Moves are source and target in capitals, such as
/// `E1D2`.
///
/// The number of turns is not part of a position: any whole number is read, and 1 is written (see
/// [`write_request`]). A position with Black to move is written by way of
/// [`turned`](super::Board::turned).
#[derive(Clone, Copy, Debug)]
pub struct Request;

impl Notation<Standard> for Request {
    fn name(&self) -> &'static str {
        "request"
    }

    fn about(&self) -> &'static str {
        "CS3243's request: move, turns elapsed, 6 6, six rows of b w -, row 6 first; White is to move"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut reader = RequestReader::default();
        reader.0.text(text);
        reader.finish()
    }

    fn write(&self, position: &Standard) -> Option<String> {
        write_request(position, 1)
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Step, ParseError> {
        legal_move(position, text, step(text), STEP)
    }

    fn write_move(&self, _: &Standard, step: Step) -> String {
        sized::step_name::<6, 6>(step)
    }
}

/// The move request for a position with White to move after this many turns, ready to be sent;
/// `None` if Black is to move.
pub fn write_request(position: &Standard, turns: u32) -> Option<String> {
    let grid = Grid.write(position)?;
    // White is the side to move that the grid ends with.
    grid.strip_suffix('w').map(|rows| format!("move\n{turns}\n6 6\n{rows}"))
}

/// Reads a move request line by line, so that a program can answer as soon as the last line is there.
#[derive(Debug)]
pub struct RequestReader(LineReader);

impl Default for RequestReader {
    fn default() -> Self {
        Self(LineReader::new(&REQUEST, |row, column| place(9 - row, row, column)))
    }
}

impl RequestReader {
    /// Takes the next line, without its end, which begins at this byte of the request.
    pub fn line(&mut self, offset: usize, line: &str) {
        self.0.line(offset, line);
    }

    /// Whether more lines are needed: not once the request is complete or something is wrong with it.
    pub fn wants_more(&self) -> bool {
        self.0.cells.problems.is_empty() && self.0.number < REQUEST.len()
    }

    /// The position.
    ///
    /// # Errors
    ///
    /// Lists what is wrong with the lines read, or names the first line that is missing.
    pub fn finish(self) -> Result<Standard, ParseError> {
        self.0.finish()
    }
}

const STEP: &str = "one step forward of a pawn whose turn it is, source and target such as E1D2";

/// Source and target, each a column in capitals and a row.
fn step(text: &str) -> Option<Step> {
    let cell = |column: u8, row: u8| {
        let on_board = (b'A'..=b'F').contains(&column) && (b'1'..=b'6').contains(&row);
        on_board.then(|| (row - b'1') * 6 + (column - b'A'))
    };
    match *text.as_bytes() {
        [a, b, c, d] => Some(Step::new(cell(a, b)?, cell(c, d)?)),
        _ => None,
    }
}

/// A place in messages; `row` counts from 0 at the bottom.
fn place(line: u32, row: u32, column: Option<u32>) -> String {
    match column {
        None => format!("line {line} (row {})", row + 1),
        Some(column) => {
            let letter = char::from_digit(column + 10, 16).unwrap_or('?').to_ascii_uppercase();
            format!("line {line}, column {} ({letter}{})", column + 1, row + 1)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Command,
    Turns,
    Dimensions,
    /// A row of the board, counted from 0 at the bottom.
    Row(u32),
    Side,
}

const GRID: [Line; 7] = [Row(5), Row(4), Row(3), Row(2), Row(1), Row(0), Side];
const REQUEST: [Line; 9] = [Command, Turns, Dimensions, Row(5), Row(4), Row(3), Row(2), Row(1), Row(0)];

impl Line {
    fn expected(self) -> String {
        match self {
            Command => "the command move".to_owned(),
            Turns => "the number of turns elapsed, a whole number".to_owned(),
            Dimensions => "the dimensions 6 6".to_owned(),
            Row(row) => format!("row {}, six characters b w -", row + 1),
            Side => "the side to move, w or b".to_owned(),
        }
    }
}

/// Reads lines in a fixed order, and gathers what is wrong with them.
#[derive(Debug)]
struct LineReader {
    layout: &'static [Line],
    /// Lines read so far.
    number: usize,
    /// The byte after the last line.
    end: usize,
    cells: CellReader<Cells<6, 6>>,
    turn: Player,
}

impl LineReader {
    fn new(layout: &'static [Line], place: fn(u32, Option<u32>) -> String) -> Self {
        let cells = CellReader::new(Cells, CellStyle { letters: LETTERS, expected: "b, w or -", place });
        Self { layout, number: 0, end: 0, cells, turn: Player::First }
    }

    /// Takes all lines of a text; empty lines at its end do not matter.
    fn text(&mut self, text: &str) {
        for (offset, line) in lines(text.trim_end()) {
            self.line(offset, line);
        }
    }

    fn line(&mut self, offset: usize, line: &str) {
        let expected = self.layout.get(self.number).copied();
        self.number += 1;
        self.end = offset + line.len();
        let accepted = match expected {
            Some(Command) => line == "move",
            Some(Turns) => digits(line).is_some(),
            Some(Dimensions) => line == "6 6",
            Some(Row(row)) => {
                self.cells.row(line, offset, row);
                true
            }
            Some(Side) => {
                self.turn = if line == "b" { Player::Second } else { Player::First };
                line == "w" || line == "b"
            }
            None => false,
        };
        if !accepted {
            let expected = expected.map_or("nothing more".to_owned(), Line::expected);
            let message = format!("found {}; expected {expected}", quote(line));
            self.cells.problems.add(offset..self.end, format!("line {}", self.number), message);
        }
    }

    fn finish(mut self) -> Result<Standard, ParseError> {
        if let Some(missing) = self.layout.get(self.number)
            && self.cells.problems.is_empty()
        {
            let place = format!("line {}", self.number + 1);
            let message = format!("missing; expected {}", missing.expected());
            self.cells.problems.add(self.end..self.end, place, message);
        }
        let pawns = self.cells.finish()?.into_array().map(|cells| {
            Cells::<6, 6>::cells(cells).fold(0, |pawns, (column, row)| pawns | 1 << (row * 6 + column))
        });
        let mut problems = Problems::default();
        for (side, pawns) in ["white", "black"].into_iter().zip(pawns.map(u64::count_ones)) {
            if pawns > Standard::PAWNS {
                let message = format!("{pawns} {side} pawns; expected at most {}", Standard::PAWNS);
                problems.add(0..self.end, "board", message);
            }
        }
        let [white, black] = pawns;
        let position = Standard::new(ByPlayer::new(white, black), self.turn);
        problems.finish(position.unwrap_or(Standard::START))
    }
}
