//! Positions, moves and results in words and letters.

use std::borrow::Borrow;
use std::io::{self, Write};

pub(crate) use plyground_answers::on_one_line;
use plyground_core::{AnyGame, AnyPosition, words};

use super::style;
pub(crate) use plyground_core::words::{
    board as drawn, letters, line_texts, move_text, outcome_words, state_words,
};

/// Draws the board, in the colours of its pieces if they are wanted.
pub(crate) fn draw(out: &mut dyn Write, position: &AnyPosition, colors: bool) -> io::Result<()> {
    let (letters, sides) = (letters(position.game()), position.game().sides());
    let piece = |player| style::paint(&letters[player].to_string(), style::of_side(sides[player]), colors);
    out.write_all(words::board_of(position, piece).as_bytes())
}

/// "column 1", "columns 1 and 3", "columns 1, 2 and 3".
pub(crate) fn moves_words(game: AnyGame, moves: &[String]) -> String {
    let noun = game.move_noun();
    match moves {
        [] => format!("no {noun}"),
        [only] => format!("{noun} {only}"),
        _ => format!("{noun}s {}", listed(moves)),
    }
}

/// "one", "one and two", "one, two and three".
pub(crate) fn listed<T: Borrow<str>>(names: &[T]) -> String {
    match names {
        [firsts @ .., last] if !firsts.is_empty() => format!("{} and {}", firsts.join(", "), last.borrow()),
        _ => names.concat(),
    }
}
