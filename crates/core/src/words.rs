//! Positions, moves, results and exact values in words and letters, the same wherever people read them.

use std::fmt::Write;

use crate::{
    AnyGame, AnyMove, AnyPosition, ByPlayer, GameValue, Notation, Outcome, Player, Position, counted,
};

/// A move in the game's own notation.
pub fn move_text(position: &AnyPosition, mv: AnyMove) -> String {
    position.game().notation().write_move(position, mv)
}

/// A line of moves in the game's own notation.
pub fn line_texts(position: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(move_text(&position, mv));
        position = position.play(mv);
    }
    texts
}

/// The letters of the pieces: the first letters of the sides' names, or X and O if these are equal.
pub fn letters(game: AnyGame) -> ByPlayer<char> {
    let [first, second] = Player::BOTH.map(|player| game.sides()[player].chars().next());
    match (first, second) {
        (Some(first), Some(second)) if first != second => ByPlayer::new(first, second),
        _ => ByPlayer::new('X', 'O'),
    }
}

/// The board without colours, as text.
pub fn board(position: &AnyPosition) -> String {
    let letters = letters(position.game());
    board_of(position, |player| letters[player].to_string())
}

/// The board as text with the labels of its rows and columns. Cells that decide the game stand in parentheses. A piece
/// is one letter wide, with or without colours around it.
pub fn board_of(position: &AnyPosition, piece: impl Fn(Player) -> String) -> String {
    let view = position.view();
    let label_width = view.rows.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = view.columns.iter().map(|label| label.chars().count()).max().unwrap_or(1);
    let mut text = String::new();
    for (row, (label, cells)) in view.rows.iter().zip(&view.cells).enumerate() {
        // Writing to memory does not fail.
        let _ = write!(text, "  {label:>label_width$} ");
        for (column, &cell) in cells.iter().enumerate() {
            let is_marked = view.marked.contains(&(row, column));
            let (open, close) = if is_marked { ("(", ")") } else { (" ", " ") };
            let gap = " ".repeat(width.saturating_sub(1));
            let piece = cell.map_or_else(|| ".".to_owned(), &piece);
            let close = if column + 1 == cells.len() { close.trim_end() } else { close };
            let _ = write!(text, "{gap}{open}{piece}{close}");
        }
        text.push('\n');
    }
    let labels: Vec<String> = view.columns.iter().map(|label| format!("{label:>width$}")).collect();
    text + &format!("  {:label_width$}  {}\n", "", labels.join("  "))
}

/// Who is to move, or how the game ended.
pub fn state_words(position: &AnyPosition) -> String {
    state_of(position.game(), position.turn(), position.outcome())
}

/// The same of a game on a board of another size.
pub fn state_of(game: AnyGame, turn: Player, outcome: Option<Outcome>) -> String {
    match outcome {
        None => format!("{} to move", game.sides()[turn]),
        Some(outcome) => outcome_words(game, outcome),
    }
}

/// How a game ended.
pub fn outcome_words(game: AnyGame, outcome: Outcome) -> String {
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

/// A value for the side to move in words: `red wins in 2 moves (3 plies)`, `draw`, `green loses by 2`. Moves are those
/// of the side to move.
pub fn value_words(game: AnyGame, value: GameValue, side: Player) -> String {
    let side = game.sides()[side];
    let far = |moves: u32, plies: u32| format!("{} ({})", counted(moves, "move"), counted(plies, "ply"));
    match value {
        GameValue::Win { plies: Some(1) } => format!("{side} wins with this move"),
        GameValue::Win { plies: Some(plies) } => format!("{side} wins in {}", far(plies.div_ceil(2), plies)),
        GameValue::Loss { plies: Some(plies) } => format!("{side} loses in {}", far(plies / 2, plies)),
        GameValue::Win { plies: None } => format!("{side} wins"),
        GameValue::Loss { plies: None } => format!("{side} loses"),
        GameValue::Draw | GameValue::Margin(0) => "draw".to_owned(),
        GameValue::Margin(points @ 1..) => format!("{side} wins by {points}"),
        GameValue::Margin(points) => format!("{side} loses by {}", points.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::games::max_connect_four::MaxConnectFour;

    #[test]
    fn fours_are_written_in_parentheses() {
        let position = AnyGame::of::<ConnectFour>().parse("1122334").unwrap();
        let text = "  5  .  .  .  .  .  .  .\n  4  .  .  .  .  .  .  .\n  3  .  .  .  .  .  .  .\n  \
                    2  .  .  .  .  .  .  .\n  1  y  y  y  .  .  .  .\n  0 (r)(r)(r)(r) .  .  .\n     \
                    0  1  2  3  4  5  6\n";
        assert_eq!(board(&position), text);
    }

    #[test]
    fn results_are_named() {
        let words = |outcome| outcome_words(AnyGame::of::<ConnectFour>(), outcome);
        assert_eq!(words(Outcome::Win(Player::Second)), "yellow has won");
        assert_eq!(words(Outcome::Draw), "a draw");
        assert_eq!(words(Outcome::Points(ByPlayer::new(5, 3))), "red 5, yellow 3: red has won");
        assert_eq!(words(Outcome::Points(ByPlayer::new(3, 3))), "red 3, yellow 3: a draw");
    }

    #[test]
    fn values_read_as_facts_about_the_side_to_move() {
        for (value, words) in [
            (GameValue::Win { plies: Some(1) }, "green wins with this move"),
            (GameValue::Win { plies: Some(3) }, "green wins in 2 moves (3 plies)"),
            (GameValue::Loss { plies: Some(4) }, "green loses in 2 moves (4 plies)"),
            (GameValue::WIN, "green wins"),
            (GameValue::LOSS, "green loses"),
            (GameValue::Draw, "draw"),
            (GameValue::Margin(0), "draw"),
            (GameValue::Margin(2), "green wins by 2"),
            (GameValue::Margin(-3), "green loses by 3"),
        ] {
            let game = AnyGame::of::<MaxConnectFour>();
            assert_eq!(value_words(game, value, Player::Second), words, "{value:?}");
        }
    }
}
