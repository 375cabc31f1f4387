//! Games on the upright board written as the columns played: the notation that Connect Four and
//! Max-Connect-Four share.

use std::collections::HashSet;

use crate::games::falling::{Falling, FallingGame};
use crate::games::gravity::Column;
use crate::games::upright::Upright;
use crate::grid::Shape;
use crate::notation::legal_move;
use crate::text::{digits, quote};
use crate::{BoardLabels, Notation, ParseError, Player};

const COLUMNS: u8 = 7;
const ROWS: u32 = 6;

/// A position on the board of 7 columns and 6 rows.
type Standard<G> = Falling<G, { COLUMNS as u32 }, ROWS>;

/// The columns played from the empty board, `1` (left) to `7`, red first: the notation of solvers.
/// The empty text is the empty board.
#[derive(Clone, Copy, Debug)]
pub struct MoveString;

impl<G: FallingGame> Notation<Standard<G>> for MoveString {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "the columns played from the empty board, 1 (left) to 7, such as 4453"
    }

    fn parse(&self, text: &str) -> Result<Standard<G>, ParseError> {
        play(Standard::EMPTY, text.trim_end(), 0, |character| column_digit(character, b'1'))
    }

    /// Writes the first game in the order of columns taken back from the left; `None` if no game
    /// leads here (unbalanced boards, a turn out of order, play that went on after the end).
    fn write(&self, position: &Standard<G>) -> Option<String> {
        let columns = played(position, |after, column| after.board().lift(column).map(Standard::new))?;
        Some(columns.into_iter().map(|column| char::from(b'1' + column.index())).collect())
    }

    fn parse_move(&self, position: &Standard<G>, text: &str) -> Result<Column, ParseError> {
        legal_move(position, text, column_digit(text, b'1'), "an open column from 1 to 7")
    }

    fn write_move(&self, _: &Standard<G>, mv: Column) -> String {
        (mv.index() + 1).to_string()
    }

    fn resembles(&self, text: &str) -> bool {
        digits(text.trim_end()).is_some()
    }

    fn move_form(&self) -> &'static str {
        "a column from 1 to 7"
    }

    fn labels(&self) -> Option<BoardLabels> {
        Some(BoardLabels {
            columns: (1..=COLUMNS).map(|column| column.to_string()).collect(),
            rows: (1..=ROWS).rev().map(|row| row.to_string()).collect(),
        })
    }
}

/// A column given as one digit counted from `first`.
pub(crate) fn column_digit(text: &str, first: u8) -> Option<Column> {
    match text.as_bytes() {
        [digit] if digit.is_ascii_digit() && *digit >= first => {
            let index = digit - first;
            (index < COLUMNS).then_some(Column::new(index))
        }
        _ => None,
    }
}

/// Plays the columns of a text, a character each, that begins at byte `offset`.
///
/// # Errors
///
/// At the first character that is no column, or a column that is full, and where the game is over already.
pub(crate) fn play<P: Upright>(
    start: P,
    text: &str,
    offset: usize,
    column: impl Fn(&str) -> Option<Column>,
) -> Result<P, ParseError> {
    let mut position = start;
    for ((at, c), number) in text.char_indices().zip(1..) {
        let character = &text[at..at + c.len_utf8()];
        let problem = |message: String| {
            let place = format!("move {number} of the move string");
            Err(ParseError::new(offset + at..offset + at + c.len_utf8(), place, message))
        };
        let Some(column) = column(character) else {
            let last = last_column(position.shape());
            return problem(format!("found {}; expected a column from 1 to {last}", quote(character)));
        };
        if position.outcome().is_some() {
            return problem("the game is already over; expected no further move".to_owned());
        }
        if position.moves().all(|open| open != column) {
            return problem(format!("column {character} is full; expected an open column"));
        }
        position = position.play(column);
    }
    Ok(position)
}

/// What the last column of a board is called where columns are counted from 1: letters follow on 9.
pub(crate) fn last_column(shape: Shape) -> char {
    column_name(shape.columns() - 1)
}

/// What a column is called where columns are counted from 1, in one character: letters follow on 9.
pub(crate) fn column_name(index: u32) -> char {
    char::from_digit(index + 1, 36).expect("boards have at most 32 columns")
}

/// The most boards that are looked at for a game that leads somewhere: a moment's work. 7x6 needs no more than 7^7.
const MOST_BOARDS: usize = 1 << 20;

/// The columns of a game that leads from the empty board to this position, which `lift` takes moves back from: the
/// first in the order of columns taken back from the left. `None` if no game leads here, or none is found among the
/// first [`MOST_BOARDS`] boards, which happens on large boards only.
pub(crate) fn played<P: Upright>(
    position: &P,
    lift: impl Fn(&P, Column) -> Option<P>,
) -> Option<Vec<Column>> {
    let count = |player| position.stones(player).count_ones();
    let lead = u32::from(position.turn() == Player::Second);
    if count(Player::First) != count(Player::Second) + lead {
        return None;
    }
    let (mut columns, mut dead_ends) = (Vec::new(), HashSet::new());
    let found = take_back(position, &lift, &mut columns, &mut dead_ends);
    columns.reverse();
    found.then_some(columns)
}

/// Finds columns that lead back to the empty board, from a board on which the numbers of pieces
/// agree with the side to move. The sides alternate, so a board is known by its filled cells.
fn take_back<P: Upright>(
    position: &P,
    lift: &impl Fn(&P, Column) -> Option<P>,
    columns: &mut Vec<Column>,
    dead_ends: &mut HashSet<u64>,
) -> bool {
    let filled = |position: &P| position.own() | position.others();
    if filled(position) == 0 {
        return true;
    }
    for column in (0..position.shape().columns()).filter_map(|index| Column::try_from(index).ok()) {
        let Some(before) = lift(position, column) else { continue };
        if before.outcome().is_some() || dead_ends.contains(&filled(&before)) {
            continue;
        }
        columns.push(column);
        if take_back(&before, lift, columns, dead_ends) {
            return true;
        }
        columns.pop();
        if dead_ends.len() >= MOST_BOARDS {
            return false;
        }
    }
    dead_ends.insert(filled(position));
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::games::connect_four::ConnectFour;
    use crate::games::gravity::Gravity;
    use crate::games::max_connect_four::MaxConnectFour;
    use crate::rng::Rng;

    fn parse<G: FallingGame>(text: &str) -> Standard<G> {
        MoveString.parse(text).expect("a playable game")
    }

    fn refused<G: FallingGame>(text: &str) -> String {
        let result: Result<Standard<G>, ParseError> = MoveString.parse(text);
        result.expect_err("not a game").to_string()
    }

    /// Every position of random games is written as some game that leads to it, and never with the
    /// wrong side to move.
    fn random_games_are_read_back<G: FallingGame>() {
        let mut rng = Rng::new(5);
        for _ in 0..20 {
            let mut position = Standard::<G>::EMPTY;
            while let Some(column) = rng.pick(position.moves()) {
                position = position.play(column);
                let text = MoveString.write(&position).expect("a game led here");
                assert_eq!(parse::<G>(&text), position);
                assert_eq!(MoveString.write(&position.skip()), None, "{position:?}");
            }
        }
    }

    #[test]
    fn games_are_read_back() {
        random_games_are_read_back::<ConnectFour>();
        random_games_are_read_back::<MaxConnectFour>();
    }

    #[test]
    fn a_four_ends_connect_four_only() {
        let text = "12121213";
        let message = "move 8 of the move string: the game is already over; expected no further move";
        assert_eq!(refused::<ConnectFour>(text), message);
        let position = parse::<MaxConnectFour>(text);
        assert_eq!(MoveString.write(&position).map(|text| text.len()), Some(8));
        let same_board = Standard::<ConnectFour>::new(*position.board());
        assert_eq!(MoveString.write(&same_board), None, "red's four was there before green's last move");
    }

    #[test]
    fn boards_that_no_game_leads_to_are_not_written() {
        // Red on green, alone in a column: green would have moved first.
        let board = Gravity::new(crate::ByPlayer::new(2, 1), Player::First).expect("no piece floats");
        assert_eq!(MoveString.write(&Standard::<MaxConnectFour>::new(board)), None);
        assert_eq!(MoveString.write(&Standard::<ConnectFour>::new(board)), None);
    }

    #[test]
    fn impossible_moves_are_named() {
        assert_eq!(
            refused::<ConnectFour>("448"),
            "move 3 of the move string: found '8'; expected a column from 1 to 7"
        );
        assert_eq!(
            refused::<ConnectFour>("4\u{e9}"),
            "move 2 of the move string: found '\u{e9}'; expected a column from 1 to 7"
        );
        assert_eq!(
            refused::<ConnectFour>("1111111"),
            "move 7 of the move string: column 1 is full; expected an open column"
        );
    }
}
