//! Positions, moves and results in words and letters.

use std::io::{self, Write};

use plyground_core::{AnyGame, AnyMove, AnyPosition, ByPlayer, Notation, Outcome, Player, Position};

use super::style;

/// A move in the game's own notation.
pub(crate) fn move_text(position: &AnyPosition, mv: AnyMove) -> String {
    position.game().notation().write_move(position, mv)
}

/// A line of moves in the game's own notation.
pub(crate) fn line_texts(position: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(move_text(&position, mv));
        position = position.play(mv);
    }
    texts
}

/// A position as one line that can be pasted after a command: line ends become `/`.
pub(crate) fn on_one_line(text: &str) -> String {
    text.trim_end().replace('\n', "/")
}

/// The letters of the pieces: the first letters of the sides' names, or X and O if these are equal.
pub(crate) fn letters(game: AnyGame) -> ByPlayer<char> {
    let [first, second] = Player::BOTH.map(|player| game.sides()[player].chars().next());
    match (first, second) {
        (Some(first), Some(second)) if first != second => ByPlayer::new(first, second),
        _ => ByPlayer::new('X', 'O'),
    }
}

/// The board without colours, as text.
pub(crate) fn drawn(position: &AnyPosition) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = draw(&mut out, position, false);
    String::from_utf8_lossy(&out).into_owned()
}

/// Draws the board with the labels of its rows and columns. Cells that decide the game stand in
/// parentheses.
pub(crate) fn draw(out: &mut dyn Write, position: &AnyPosition, colors: bool) -> io::Result<()> {
    let view = position.view();
    let letters = letters(position.game());
    let label_width = view.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = view.columns.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    for (row, (label, cells)) in view.rows.iter().zip(&view.cells).enumerate() {
        write!(out, "  {label:>label_width$} ")?;
        for (column, &cell) in cells.iter().enumerate() {
            let is_marked = view.marked.contains(&(row, column));
            let (open, close) = if is_marked { ("(", ")") } else { (" ", " ") };
            let gap = " ".repeat(width.saturating_sub(1));
            let piece = match cell {
                None => ".".to_owned(),
                Some(player) => style::paint(
                    &letters[player].to_string(),
                    style::of_side(position.game().sides()[player]),
                    colors,
                ),
            };
            let close = if column + 1 == cells.len() { close.trim_end() } else { close };
            write!(out, "{gap}{open}{piece}{close}")?;
        }
        writeln!(out)?;
    }
    let labels: Vec<String> = view.columns.iter().map(|label| format!("{label:>width$}")).collect();
    writeln!(out, "  {:label_width$}  {}", "", labels.join("  "))
}

/// Who is to move, or how the game ended.
pub(crate) fn state_words(position: &AnyPosition) -> String {
    match position.outcome() {
        None => format!("{} to move", position.game().sides()[position.turn()]),
        Some(outcome) => outcome_words(position.game(), outcome),
    }
}

/// How a game ended.
pub(crate) fn outcome_words(game: AnyGame, outcome: Outcome) -> String {
    let result = outcome
        .winner()
        .map_or_else(|| "a draw".to_owned(), |winner| format!("{} has won", game.sides()[winner]));
    match outcome {
        Outcome::Win(_) | Outcome::Draw => result,
        Outcome::Points(points) => {
            let [first, second] = Player::BOTH.map(|player| (game.sides()[player], points[player]));
            format!("{} {}, {} {}: {result}", first.0, first.1, second.0, second.1)
        }
    }
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
    fn fours_stand_in_parentheses() {
        assert_eq!(
            drawn("1122334", false),
            "  5  .  .  .  .  .  .  .\n  4  .  .  .  .  .  .  .\n  3  .  .  .  .  .  .  .\n  \
             2  .  .  .  .  .  .  .\n  1  y  y  y  .  .  .  .\n  0 (r)(r)(r)(r) .  .  .\n     \
             0  1  2  3  4  5  6\n"
        );
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

    #[test]
    fn results_are_named() {
        let words = |outcome| outcome_words(AnyGame::of::<ConnectFour>(), outcome);
        assert_eq!(words(Outcome::Win(Player::Second)), "yellow has won");
        assert_eq!(words(Outcome::Draw), "a draw");
        assert_eq!(words(Outcome::Points(ByPlayer::new(5, 3))), "red 5, yellow 3: red has won");
        assert_eq!(words(Outcome::Points(ByPlayer::new(3, 3))), "red 3, yellow 3: a draw");
    }
}
