//! Positions of any size on one line, and names of their steps.
//!
//! Rows from the top down with characters `b w -`, then `w` or `b` for the side to move, all with `/` between
//! them: `bbb/bbb/---/www/www/w`. With six columns and six rows it is the notation `grid`, its line ends written as
//! `/`.

use super::{Board, Step};
use crate::games::cells::letter;
use crate::notation::Problems;
use crate::text::{counted, quote};
use crate::{ByPlayer, ParseError, Player, Position};

/// An operation on a board of any size.
pub trait OnBoard {
    /// Its result.
    type Out;

    /// Runs it. `start` is the position in which games on the board begin.
    fn on<const W: u32, const H: u32>(self, start: Board<W, H>) -> Self::Out;
}

macro_rules! sizes {
    ($(($columns:literal, $rows:literal)),*) => {
        /// Columns and rows of the boards.
        pub const SIZES: &[(u32, u32)] = &[$(($columns, $rows)),*];

        /// Runs an operation on a board of this size; `None` if there is no such size.
        pub fn on_board<T: OnBoard>(columns: u32, rows: u32, task: T) -> Option<T::Out> {
            match (columns, rows) {
                $(($columns, $rows) => Some(task.on(Board::<$columns, $rows>::START)),)*
                _ => None,
            }
        }
    };
}

// Larger ones do not fit into the keys of positions, or of the prover's table.
sizes! {
    (2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4),
    (2, 5), (3, 5), (4, 5), (5, 5), (6, 5), (7, 5),
    (2, 6), (3, 6), (4, 6), (5, 6), (6, 6),
    (2, 7), (3, 7), (4, 7),
    (2, 8), (3, 8)
}

/// The letters of an empty cell and of the pawns.
pub(super) const LETTERS: [char; 3] = ['-', 'w', 'b'];

/// Writes a position.
pub fn write<const W: u32, const H: u32>(position: &Board<W, H>) -> String {
    let pawns = Player::BOTH.map(|player| position.pawns(player));
    let cell = |row: u32, column: u32| letter(LETTERS, pawns, 1 << (row * W + column));
    let rows = (0..H).rev().flat_map(|row| (0..W).map(move |column| cell(row, column)).chain(['/']));
    rows.chain([LETTERS[1 + position.turn() as usize]]).collect()
}

/// Reads what [`write()`] writes.
///
/// # Errors
///
/// Lists what is wrong with the text.
pub fn read<const W: u32, const H: u32>(text: &str) -> Result<Board<W, H>, ParseError> {
    let mut problems = Problems::default();
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() as u64 != u64::from(H) + 1 {
        let parts = counted(parts.len(), "part");
        let message = format!("{parts} with / between; expected {H} rows and the side to move");
        return Err(ParseError::new(0..text.len(), "position", message));
    }
    let mut pawns = ByPlayer::default();
    let mut start = 0;
    for (part, row) in parts.iter().zip((0..H).rev()) {
        let span = start..start + part.len();
        start = span.end + 1;
        let place = format!("row {}", row + 1);
        if part.chars().count() as u64 != u64::from(W) || part.chars().any(|c| !"bw-".contains(c)) {
            problems.add(span, place, format!("found {}; expected {W} characters b, w or -", quote(part)));
            continue;
        }
        for (c, column) in part.chars().zip(0..) {
            let cell: u64 = 1 << (row * W + column);
            match c {
                'w' => pawns[Player::First] |= cell,
                'b' => pawns[Player::Second] |= cell,
                _ => {}
            }
        }
    }
    let side = parts.last().copied().unwrap_or_default();
    if side != "w" && side != "b" {
        let message = format!("found {}; expected w or b", quote(side));
        problems.add(start..text.len(), "side to move", message);
    }
    let most = Board::<W, H>::PAWNS;
    for (name, pawns) in ["white", "black"].into_iter().zip(pawns.into_array().map(u64::count_ones)) {
        if pawns > most {
            let message = format!("{pawns} {name} pawns; expected at most {most}");
            problems.add(0..text.len(), "position", message);
        }
    }
    let turn = if side == "b" { Player::Second } else { Player::First };
    problems.finish(Board::new(pawns, turn).unwrap_or(Board::START))
}

/// The name of a step, source and target such as `E1D2`: a letter for the column, and the row.
pub fn step_name<const W: u32, const H: u32>(step: Step) -> String {
    let name = |cell: u8| {
        let (row, column) = (u32::from(cell) / W, u32::from(cell) % W);
        let letter = char::from_digit(column + 10, 36).unwrap_or('?').to_ascii_uppercase();
        format!("{letter}{}", row + 1)
    };
    name(step.source()) + &name(step.target())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::breakthrough::Standard;
    use crate::rng::Rng;

    fn reads_back<const W: u32, const H: u32>() {
        for position in Rng::new(3).games(&Board::<W, H>::START, 20) {
            assert_eq!(read(&write(&position)), Ok(position));
        }
    }

    #[test]
    fn written_positions_are_read_back() {
        reads_back::<2, 8>();
        reads_back::<7, 4>();
        reads_back::<6, 6>();
        assert_eq!(write(&Board::<3, 5>::START), "bbb/bbb/---/www/www/w");
        assert_eq!(step_name::<2, 11>(Step::new(19, 20)), "B10A11");
    }

    #[test]
    fn malformed_positions_are_refused() {
        for (text, problem) in [
            ("", "position: 1 part with / between; expected 5 rows and the side to move"),
            ("bbb/bbb/---/www/www", "position: 5 parts with / between; expected 5 rows and the side to move"),
            ("bbb/bb/---/www/www/w", "row 4: found 'bb'; expected 3 characters b, w or -"),
            ("bbb/bbb/-x-/www/www/w", "row 3: found '-x-'; expected 3 characters b, w or -"),
            ("bbb/bbb/---/www/wwß/w", "row 1: found 'wwß'; expected 3 characters b, w or -"),
            ("bbb/bbb/---/www/www/white", "side to move: found 'white'; expected w or b"),
            ("bbb/bbb/bbb/www/www/w", "position: 9 black pawns; expected at most 6"),
        ] {
            let error = read::<3, 5>(text).expect_err("malformed");
            assert_eq!(error.to_string(), problem);
            if let Some(found) = problem.split('\'').nth(1) {
                assert_eq!(&text[error.problems()[0].span.clone()], found);
            }
        }
        let error = read::<6, 6>("x/x/x/x/x/x/x").expect_err("malformed");
        assert_eq!(error.problems().len(), 7);
        assert!(read::<6, 6>(&write(&Standard::START)).is_ok());
    }
}
