//! Moves for front ends: their text in every notation, and the cells that they change.

use plyground_core::{AnyMove, AnyPosition, Notation, Player, Position};
use serde_json::{Value, json};

use plyground_core::runs::Cell;
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
        self.mv.map_or_else(|| LOST_TURN.to_owned(), |mv| move_text(&self.before, mv))
    }

    /// All about it.
    pub fn to_json(&self) -> Value {
        let side = self.before.game().sides()[self.before.turn()];
        if let Some(mv) = self.mv {
            return entry(&self.before, mv, side);
        }
        let texts: Value = self
            .before
            .game()
            .notations()
            .iter()
            .map(|n| (n.name().to_owned(), Value::from(LOST_TURN)))
            .collect();
        json!({
            "move": LOST_TURN, "texts": texts, "side": side,
            "from": null, "to": null, "takes": false,
        })
    }
}

/// A legal move: texts and cells.
pub fn to_json(before: &AnyPosition, mv: AnyMove) -> Value {
    entry(before, mv, before.game().sides()[before.turn()])
}

fn entry(before: &AnyPosition, mv: AnyMove, side: &str) -> Value {
    let texts: Value = before
        .game()
        .notations()
        .iter()
        .map(|notation| (notation.name().to_owned(), Value::from(notation.write_move(before, mv))))
        .collect();
    let change = Change::of(before, mv);
    json!({
        "move": move_text(before, mv),
        "texts": texts,
        "side": side,
        "from": change.from,
        "to": change.to,
        "takes": change.captures,
    })
}

/// What a move changes on the board, found by comparing the boards before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
        let mut change = Self { from: None, to: None, captures: false };
        for (row, (old, new)) in old.cells.iter().zip(&new.cells).enumerate() {
            for (column, (old, new)) in old.iter().zip(new).enumerate() {
                if *new == mover && *old != mover {
                    change.to = Some((row, column));
                    change.captures = old.is_some();
                } else if *old == mover && *new != mover {
                    change.from = Some((row, column));
                }
            }
        }
        change
    }
}

/// A list of moves from a position on, as text.
pub(crate) fn line(position: &AnyPosition, line: &[AnyMove]) -> Vec<String> {
    plyground_core::words::line_texts(position, line)
}
