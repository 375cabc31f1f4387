//! Games on the upright board written as the columns played: the notation that Connect Four and
//! Max-Connect-Four share.

use std::collections::HashSet;

use crate::games::falling::{Falling, FallingGame};
use crate::games::gravity::{Column, Stacks};
use crate::grid::{Grid, Shape};
use crate::notation::{legal_move, way_from};
use crate::text::{digits, quote};
use crate::{BoardLabels, Notation, ParseError, Player, Position};

/// The columns played from the empty board of a shape, with up to 9 columns, `1` at the left, red first: the notation of
/// solvers. The empty text is the empty board.
#[derive(Clone, Copy, Debug)]
pub struct MoveString<S>(pub S);

/// Move strings on the board of 7 columns and 6 rows.
pub const MOVES: MoveString<Grid<7, 6>> = MoveString(Grid);

/// The most boards that are found to lead nowhere while a game is looked for. On 7 columns and 6 rows there are fewer,
/// 7^7 at most, because the sides alternate, so that a board is known by its filled cells.
const MOST_DEAD_ENDS: usize = 1 << 20;

impl<G: FallingGame, S: Shape> Notation<Falling<G, S>> for MoveString<S> {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn about(&self) -> &'static str {
        "the columns played from the empty board, from 1 (left), such as 4453"
    }

    fn parse(&self, text: &str) -> Result<Falling<G, S>, ParseError> {
        let mut position = Falling::new(Stacks::empty(self.0));
        let columns = self.0.size().columns();
        let text = text.trim_end();
        for ((at, c), number) in text.char_indices().zip(1..) {
            let character = &text[at..at + c.len_utf8()];
            let problem = |message: String| {
                let place = format!("move {number} of the move string");
                Err(ParseError::new(at..at + c.len_utf8(), place, message))
            };
            let Some(column) = column_digit(character, b'1', columns) else {
                return problem(format!("found {}; expected a column from 1 to {columns}", quote(character)));
            };
            if position.outcome().is_some() {
                return problem("the game is already over; expected no further move".to_owned());
            }
            if position.board().landing_in(column) == 0 {
                return problem(format!("column {character} is full; expected an open column"));
            }
            position = position.play(column);
        }
        Ok(position)
    }

    /// Writes the first game in the order of columns taken back from the left; `None` if no game
    /// leads here (unbalanced boards, a turn out of order, play that went on after the end).
    fn write(&self, position: &Falling<G, S>) -> Option<String> {
        let board = position.board();
        let count = |player| board.stones(player).count_ones();
        let lead = u32::from(board.turn() == Player::Second);
        if count(Player::First) != count(Player::Second) + lead {
            return None;
        }
        let start = Falling::new(Stacks::empty(self.0));
        let columns = way_from(&start, position, before, MOST_DEAD_ENDS, &mut HashSet::new())?;
        Some(columns.iter().map(|column| char::from(b'1' + column.index())).collect())
    }

    fn parse_move(&self, position: &Falling<G, S>, text: &str) -> Result<Column, ParseError> {
        let columns = self.0.size().columns();
        let expected = format!("an open column from 1 to {columns}");
        legal_move(position, text, column_digit(text, b'1', columns), &expected)
    }

    fn write_move(&self, _: &Falling<G, S>, mv: Column) -> String {
        (mv.index() + 1).to_string()
    }

    fn resembles(&self, text: &str) -> bool {
        digits(text.trim_end()).is_some()
    }

    fn labels(&self) -> Option<BoardLabels> {
        let size = self.0.size();
        Some(BoardLabels {
            columns: (1..=size.columns()).map(|column| column.to_string()).collect(),
            rows: (1..=size.rows()).rev().map(|row| row.to_string()).collect(),
        })
    }
}

/// A column of the first `columns`, given as one digit counted from `first`.
pub(crate) fn column_digit(text: &str, first: u8, columns: u32) -> Option<Column> {
    match text.as_bytes() {
        [digit] if digit.is_ascii_digit() && *digit >= first => {
            let index = digit - first;
            (u32::from(index) < columns).then_some(Column::new(index))
        }
        _ => None,
    }
}

/// The columns that the last piece may have been dropped into, and the boards before.
fn before<G: FallingGame, S: Shape>(
    position: Falling<G, S>,
) -> impl Iterator<Item = (Column, Falling<G, S>)> {
    let lifted = move |column| Some((column, Falling::new(position.board().lift(column)?)));
    (0..position.board().size().columns()).flat_map(Column::try_from).filter_map(lifted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::games::gravity::Gravity;

    type Standard<G> = Falling<G, Grid<7, 6>>;
    use crate::games::max_connect_four::MaxConnectFour;

    fn parse<G: FallingGame>(text: &str) -> Standard<G> {
        MOVES.parse(text).expect("a playable game")
    }

    fn refused<G: FallingGame>(text: &str) -> String {
        let result: Result<Standard<G>, ParseError> = MOVES.parse(text);
        result.expect_err("not a game").to_string()
    }

    #[test]
    fn a_four_ends_connect_four_only() {
        let text = "12121213";
        let message = "move 8 of the move string: the game is already over; expected no further move";
        assert_eq!(refused::<ConnectFour>(text), message);
        let position = parse::<MaxConnectFour>(text);
        assert_eq!(MOVES.write(&position).map(|text| text.len()), Some(8));
        let same_board = Standard::<ConnectFour>::new(*position.board());
        assert_eq!(MOVES.write(&same_board), None, "red's four was there before green's last move");
        let full: String = (1..=7).map(|column| column.to_string().repeat(6)).collect();
        assert_eq!(parse::<MaxConnectFour>(&full).plies_left(), 0);
        let message = "move 43 of the move string: the game is already over; expected no further move";
        assert_eq!(refused::<MaxConnectFour>(&format!("{full}1")), message);
    }

    #[test]
    fn boards_that_no_game_leads_to_are_not_written() {
        // Red on green, alone in a column: green would have moved first.
        let board = Gravity::new(crate::ByPlayer::new(2, 1), Player::First).expect("no piece floats");
        assert_eq!(MOVES.write(&Standard::<MaxConnectFour>::new(board)), None);
        assert_eq!(MOVES.write(&Standard::<ConnectFour>::new(board)), None);
    }

    #[test]
    fn impossible_moves_are_named() {
        for (text, problem) in [
            ("448", "move 3 of the move string: found '8'; expected a column from 1 to 7"),
            ("4\u{e9}", "move 2 of the move string: found '\u{e9}'; expected a column from 1 to 7"),
            ("1111111", "move 7 of the move string: column 1 is full; expected an open column"),
        ] {
            assert_eq!(refused::<ConnectFour>(text), problem);
        }
    }
}
