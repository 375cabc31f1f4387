//! The line protocol: a program starts once and answers for a whole game, in any of the games.
//!
//! `docs/line-protocol.md` describes it for authors of programs; the texts here define it. Positions and moves are
//! written in the game's first notation. A position is one line: line ends are written `/`, and a space comes before
//! the side to move.

use std::time::Duration;

use plyground_core::{AnyGame, AnyMove, AnyPosition, Notation, Player, Position};

use super::is_name;
use plyground_league::event::{MOST_TEXT, excerpt};
use plyground_league::fault::Fault;

/// The first line that a program gets: the protocol and its version.
pub const GREETING: &str = "plyground 1";

/// Asks whether the program has dealt with everything sent so far; it answers [`READY`].
pub const IS_READY: &str = "isready";

/// The answer to [`IS_READY`].
pub const READY: &str = "readyok";

/// Asks the program to end.
pub const QUIT: &str = "quit";

/// Says that a game begins, and whether the program's side is the one that begins it or the other.
pub fn new_game(game: AnyGame, side: Player) -> String {
    let side = if side == Player::First { "first" } else { "second" };
    format!("newgame {} {side}", game.name())
}

/// The position and its legal moves, on one line.
pub fn position(position: &AnyPosition) -> String {
    let notation = position.game().notation();
    let mut line = format!("position {} {} moves", position.game().name(), on_one_line(position));
    for mv in position.moves() {
        line.push(' ');
        line.push_str(&notation.write_move(position, mv));
    }
    line
}

/// The position in the game's first notation: rows joined by `/` (Connect Four's have commas
/// already), a space, and the side to move.
pub fn on_one_line(position: &AnyPosition) -> String {
    let text = position.game().notation().write(position).unwrap_or_default();
    match text.trim_end().rsplit_once(['\n', ' ']) {
        Some((board, side)) => format!("{} {side}", board.replace('\n', "/")),
        None => text,
    }
}

/// Asks for a move within this time, rounded down to whole milliseconds.
pub fn go(limit: Duration) -> String {
    format!("go movetime {}", limit.as_millis())
}

/// Says why the last answer did not count, before the same question is asked again.
pub fn refused(fault: &Fault) -> String {
    let message = excerpt(fault.message.as_bytes(), MOST_TEXT);
    let on_one_line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("refused {} {on_one_line}", fault.kind.name())
}

/// Says how the game ended for the program.
pub fn game_over(winner: Option<Player>, side: Player) -> &'static str {
    match winner {
        None => "gameover draw",
        Some(winner) if winner == side => "gameover win",
        Some(_) => "gameover loss",
    }
}

/// What a line of a program means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// It has dealt with everything.
    Ready,
    /// What it calls itself: 1 to 80 printable ASCII characters.
    Name(String),
    /// Its move, as text that is still to be judged.
    BestMove(String),
    /// The number of nodes that it has examined.
    Nodes(u64),
    /// Something that does not matter here.
    Other,
}

/// Reads a line without its end. Every line means something, if only [`Said::Other`].
pub fn read(line: &[u8]) -> Said {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    match word {
        READY if rest.is_empty() => Said::Ready,
        "name" if is_name(rest) => Said::Name(rest.to_owned()),
        "bestmove" => Said::BestMove(rest.to_owned()),
        "info" => {
            let mut words = rest.split_whitespace().skip_while(|&word| word != "nodes").skip(1);
            words.next().and_then(|number| number.parse().ok()).map_or(Said::Other, Said::Nodes)
        }
        _ => Said::Other,
    }
}

/// Judges the text of a [`Said::BestMove`].
///
/// # Errors
///
/// If it is not a legal move in the game's first notation.
pub fn best_move(position: &AnyPosition, text: &str) -> Result<AnyMove, Fault> {
    let mv = position.game().notation().parse_move(position, text);
    mv.map_err(|error| Fault::of_move("bestmove", &error))
}
