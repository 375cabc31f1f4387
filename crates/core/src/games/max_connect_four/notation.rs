//! How Max-Connect-Four positions are written: the assignment's state file, and the columns played.

pub use crate::games::move_string::MOVES;

use super::{Board, Standard};
use crate::games::cells::{CellReader, CellStyle, letter};
use crate::games::gravity::Column;
use crate::grid::Grid;
use crate::text::{counted, lines, quote};
use crate::{Notation, ParseError, Player};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const LETTERS: [char; 3] = ['0', '1', '2'];
/// The rows, and the side to move.
const LINES: usize = ROWS as usize + 1;

/// The state file: six lines of seven digits from the top row down, `0` empty, `1` red, `2` green,
/// then a line with the side to move, `1` or `2`. Columns are 1 to 7.
///
/// Lines end with LF or CRLF, the last line end may be missing, and blank lines may follow; LF is
/// written. The side to move need not agree with the numbers of pieces.
#[derive(Clone, Copy, Debug)]
pub struct StateFile;

impl Notation<Standard> for StateFile {
    fn name(&self) -> &'static str {
        "state-file"
    }

    fn about(&self) -> &'static str {
        "six lines of seven digits 0 1 2, top row first, then a line with the side to move 1 or 2; \
         columns 1 to 7"
    }

    fn parse(&self, text: &str) -> Result<Standard, ParseError> {
        let mut cells = CellReader::new(
            Grid::<COLUMNS, ROWS>,
            CellStyle {
                letters: LETTERS,
                expected: "0 (empty), 1 (red) or 2 (green)",
                place: |row, column| {
                    let column = column.map_or(String::new(), |column| format!(", column {}", column + 1));
                    format!("line {}{column}", ROWS - row)
                },
            },
        );
        // Many programs write a blank after the last cell of a row.
        let lines: Vec<(usize, &str)> =
            lines(text.trim_end()).map(|(offset, line)| (offset, line.trim_end())).collect();
        let mut turn = Player::First;
        match lines.as_slice() {
            [rows @ .., (offset, side)] if rows.len() == ROWS as usize => {
                read_rows(rows, &mut cells);
                match *side {
                    "1" => {}
                    "2" => turn = Player::Second,
                    _ => {
                        let message = format!("found {}; expected the side to move, 1 or 2", quote(side));
                        cells.problems.add(*offset..offset + side.len(), "line 7, column 1", message);
                    }
                }
            }
            // Six lines of which the last is as short as a side to move lack a row instead.
            [rows @ .., (_, last)] if rows.len() == ROWS as usize - 1 && last.len() > 1 => {
                read_rows(&lines, &mut cells);
                let message = "missing; expected the side to move, 1 or 2, after the rows";
                cells.problems.add(text.len()..text.len(), "line 7", message);
            }
            _ => {
                let (place, offset) = match lines.get(LINES) {
                    Some(&(offset, _)) => (LINES + 1, offset),
                    None => (lines.len() + 1, text.len()),
                };
                let message = format!(
                    "{}; expected {ROWS} rows of {COLUMNS} digits, the top row first, then a line \
                     with the side to move",
                    counted(lines.len(), "line")
                );
                cells.problems.add(offset..text.len(), format!("line {place}"), message);
            }
        }
        cells.finish_with_gravity(turn).map(Board::new)
    }

    fn write(&self, position: &Standard) -> Option<String> {
        Some(write_state(position))
    }

    fn parse_move(&self, position: &Standard, text: &str) -> Result<Column, ParseError> {
        MOVES.parse_move(position, text)
    }

    fn write_move(&self, position: &Standard, mv: Column) -> String {
        MOVES.write_move(position, mv)
    }
}

/// The state file of a position, as [`StateFile`] writes it.
pub fn write_state(position: &Standard) -> String {
    let stones = Player::BOTH.map(|player| position.board().stones(player));
    let cell = |column, row| letter(LETTERS, stones, Grid::<COLUMNS, ROWS>::bit(column, row));
    let rows =
        (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| cell(column, row)).chain(['\n']));
    rows.chain([LETTERS[1 + position.board().turn() as usize], '\n']).collect()
}

fn read_rows(rows: &[(usize, &str)], cells: &mut CellReader<Grid<COLUMNS, ROWS>>) {
    for (&(offset, line), row) in rows.iter().zip((0..ROWS).rev()) {
        cells.row(line, offset, row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "0000000\n0000000\n0200000\n0100002\n0200111\n1100222\n1\n";

    fn error(text: &str) -> String {
        StateFile.parse(text).expect_err("a malformed state file").to_string()
    }

    #[test]
    fn every_line_end_in_use_is_read_and_lf_is_written() {
        let position = StateFile.parse(SAMPLE).unwrap();
        let crlf = SAMPLE.replace('\n', "\r\n");
        for variant in
            [format!("{crlf}\r\n\r\n"), format!("{SAMPLE}\n  \n"), format!("{}\r", crlf.trim_end())]
        {
            assert_eq!(StateFile.parse(&variant), Ok(position), "{variant:?}");
        }
        assert_eq!(StateFile.write(&position).as_deref(), Some(SAMPLE));
    }

    #[test]
    fn floating_pieces_are_named() {
        let floats = "floating piece: the cell below it is empty; expected every piece to rest on another or \
                      on the bottom row";
        let both = format!("line 4, column 3: {floats}\nline 5, column 4: {floats}");
        assert_eq!(error("0000000\n0000000\n0020000\n0010000\n2002001\n1110022\n1\n"), both);
    }

    #[test]
    fn wrong_rows_and_digits_are_named() {
        let empty = StateFile.write(&Standard::EMPTY).unwrap();
        let with_line_3 = |line: &str| {
            let mut lines: Vec<&str> = empty.lines().collect();
            lines[2] = line;
            error(&lines.join("\n"))
        };
        let digits = "expected 0 (empty), 1 (red) or 2 (green)";
        assert_eq!(with_line_3("000x000"), format!("line 3, column 4: found 'x'; {digits}"));
        assert_eq!(with_line_3("é0000 0"), {
            format!("line 3, column 1: found 'é'; {digits}\nline 3, column 6: found ' '; {digits}")
        });
        // Blanks behind a row are no cells.
        assert_eq!(StateFile.parse(&empty.replace('\n', " \t\r\n")), Ok(Standard::EMPTY));
        assert_eq!(with_line_3("000000 "), "line 3: 6 characters; expected 7");
        assert_eq!(with_line_3("0"), "line 3: 1 character; expected 7");
        assert_eq!(with_line_3("000000"), "line 3: 6 characters; expected 7");
        assert_eq!(with_line_3("0000 0000"), "line 3: 9 characters; expected 7");
        assert_eq!(with_line_3(""), "line 3: 0 characters; expected 7");
    }

    #[test]
    fn missing_and_surplus_lines_are_named() {
        let row = "0000000\n";
        let expected = "expected 6 rows of 7 digits, the top row first, then a line with the side to move";
        assert_eq!(error(""), format!("line 1: 0 lines; {expected}"));
        assert_eq!(error(&format!("{}1\n", row.repeat(5))), format!("line 7: 6 lines; {expected}"));
        assert_eq!(error(&row.repeat(5)), format!("line 6: 5 lines; {expected}"));
        assert_eq!(error(&format!("{}1\n", row.repeat(7))), format!("line 8: 8 lines; {expected}"));
        let problem = StateFile.parse(&format!("{}1\n1\n", row.repeat(6))).unwrap_err().problems()[0].clone();
        assert_eq!((problem.place.as_str(), problem.span), ("line 8", 50..52));
    }

    #[test]
    fn the_side_to_move_must_be_1_or_2() {
        let rows = "0000000\n".repeat(6);
        assert_eq!(error(&rows), "line 7: missing; expected the side to move, 1 or 2, after the rows");
        for side in ["0", "3", "12", "red", "1 x"] {
            let message = format!("line 7, column 1: found '{side}'; expected the side to move, 1 or 2");
            let text = format!("{rows}{side}\n");
            assert_eq!(error(&text), message);
            let problem = StateFile.parse(&text).unwrap_err().problems()[0].clone();
            assert_eq!(&text[problem.span], side);
        }
    }

    #[test]
    fn moves_are_columns_from_1_to_7() {
        let position: Standard = MOVES.parse("111111").unwrap();
        let refused = |text| StateFile.parse_move(&position, text).unwrap_err().to_string();
        assert_eq!(StateFile.parse_move(&position, "7"), Ok(Column::new(6)));
        assert_eq!(StateFile.write_move(&position, Column::new(6)), "7");
        assert_eq!(refused("1"), "move '1': not legal in this position; expected an open column from 1 to 7");
        for text in ["0", "8", "", "11", "a"] {
            let message = format!("move '{text}': not a move; expected an open column from 1 to 7");
            assert_eq!(refused(text), message);
        }
    }
}
