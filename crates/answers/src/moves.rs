//! Moves for front ends: their text in every notation, and the cells that they change.

use plyground_core::{AnyMove, AnyPosition, Notation, Player, Position};
use serde_json::{Value, json};

use plyground_core::runs::{self, Cell};
use plyground_core::words::move_text;

/// How a lost turn is written among moves.
pub(crate) const LOST_TURN: &str = "--";

/// A turn that was played.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The position in which it was played.
    pub before: AnyPosition,
    /// The move, or nothing if the turn was lost.
    pub mv: Option<AnyMove>,
}

impl PlayedMove {
    /// The text of the move in the game's own notation.
    pub fn word(&self) -> String {
        word(self.mv, |mv| move_text(&self.before, mv))
    }

    /// All about it.
    pub fn to_json(&self) -> Value {
        entry(&self.before, self.mv)
    }
}

/// A legal move: texts and cells.
pub fn to_json(before: &AnyPosition, mv: AnyMove) -> Value {
    entry(before, Some(mv))
}

/// The text of a move, or that of a lost turn.
fn word(mv: Option<AnyMove>, text: impl FnOnce(AnyMove) -> String) -> String {
    mv.map_or_else(|| LOST_TURN.to_owned(), text)
}

fn entry(before: &AnyPosition, mv: Option<AnyMove>) -> Value {
    let game = before.game();
    let texts = game.notations().into_iter().map(|notation| {
        (notation.name().to_owned(), Value::from(word(mv, |mv| notation.write_move(before, mv))))
    });
    let change = mv.map(|mv| Change::of(before, mv)).unwrap_or_default();
    json!({
        "move": word(mv, |mv| move_text(before, mv)),
        "texts": texts.collect::<Value>(),
        "side": game.sides()[before.turn()],
        "from": change.from,
        "to": change.to,
        "takes": change.captures,
    })
}

/// What a move changes on the board, found by comparing the boards before and after it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// The cell that the piece leaves, if it was on the board.
    pub from: Option<Cell>,
    /// The cell of the piece after the move.
    pub to: Option<Cell>,
    /// Whether another piece stood there, which it captures.
    pub captures: bool,
}

impl Change {
    /// Compares the boards before and after a legal move.
    pub(crate) fn of(before: &AnyPosition, mv: AnyMove) -> Self {
        let mover: Option<Player> = Some(before.turn());
        let (old, new) = (before.view(), before.play(mv).view());
        let mut change = Self::default();
        for (row, column) in runs::all(&new.cells) {
            let [old, new] = [&old, &new].map(|view| view.cells[row][column]);
            if new == mover && old != mover {
                change.to = Some((row, column));
                change.captures = old.is_some();
            } else if old == mover && new != mover {
                change.from = Some((row, column));
            }
        }
        change
    }
}
