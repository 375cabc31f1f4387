//! Positions, moves and results in words and letters.

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
        [firsts @ .., last] => format!("{noun}s {} and {last}", firsts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::games::connect_four::ConnectFour;

    fn drawn(moves: &str, colors: bool) -> String {
        let position = AnyGame::of::<ConnectFour>().parse(moves).unwrap();
        let mut out = Vec::new();
        draw(&mut out, &position, colors).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn colours_change_no_letter() {
        let colored = drawn("4453", true);
        assert!(colored.contains("\x1b["));
        let mut plain = String::new();
        let mut rest = colored.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(plain + rest, drawn("4453", false));
    }

    #[test]
    fn lists_of_moves_read_as_words() {
        let words = |moves: &[&str]| {
            moves_words(
                AnyGame::of::<ConnectFour>(),
                &moves.iter().map(|&text| text.to_owned()).collect::<Vec<_>>(),
            )
        };
        assert_eq!(words(&[]), "no column");
        assert_eq!(words(&["1"]), "column 1");
        assert_eq!(words(&["1", "3"]), "columns 1 and 3");
        assert_eq!(words(&["1", "3", "5"]), "columns 1, 3 and 5");
    }
}
