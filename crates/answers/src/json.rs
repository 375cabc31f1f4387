//! JSON shared by the `--json` outputs.

use std::io::{self, Write};
use std::time::Duration;

use plyground_core::search::Report;
use plyground_core::{
    AnyGame, AnyMove, AnyPosition, BoardView, Notation, Outcome, Player, RootMove, Term, printable_json,
};
use serde_json::{Value, json};

/// Writes a document and a line end.
///
/// # Errors
///
/// If `out` takes no more.
pub fn write(out: &mut dyn Write, document: &Value) -> io::Result<()> {
    writeln!(out, "{}", printable_json(&format!("{document:#}")))
}

/// A number of nodes: a number up to 2^64 - 1, beyond it a string of digits.
pub fn count(nodes: u128) -> Value {
    u64::try_from(nodes).map_or_else(|_| Value::from(nodes.to_string()), Value::from)
}

/// Seconds, or null.
pub fn seconds(time: Option<Duration>) -> Value {
    time.map_or(Value::Null, |time| Value::from(time.as_secs_f64()))
}

/// A position in the first notation of the game that can express it.
pub fn position(position: &AnyPosition) -> Value {
    Value::from(position.game().notations().iter().find_map(|notation| notation.write(position)))
}

/// A move in the game's own notation.
pub fn mv(position: &AnyPosition, mv: AnyMove) -> Value {
    Value::from(plyground_core::words::move_text(position, mv))
}

/// A line of moves in the game's own notation.
pub fn line(position: &AnyPosition, line: &[AnyMove]) -> Value {
    Value::from(plyground_core::words::line_texts(position, line))
}

/// The name of a side.
pub fn side(game: AnyGame, player: Player) -> Value {
    Value::from(game.sides()[player])
}

/// `null` while the game is not over, else an object with `winner` (`null` for a draw) and, in games of
/// points, `points`.
pub fn outcome(game: AnyGame, outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    let mut object = json!({ "winner": outcome.winner().map(|winner| game.sides()[winner]) });
    if let Outcome::Points(points) = outcome {
        object["points"] = by_side(game, |player| points[player]);
    }
    object
}

/// The cells of a picture row by row: the side whose piece is there, or `null`.
pub fn cells(game: AnyGame, view: &BoardView) -> Value {
    let row = |row: &Vec<Option<Player>>| -> Value {
        row.iter().map(|cell| cell.map_or(Value::Null, |player| side(game, player))).collect()
    };
    view.cells.iter().map(row).collect()
}

/// The text of a position in every notation, `null` where one cannot express it.
pub fn notations(position: &AnyPosition) -> Value {
    let notations = position.game().notations().into_iter();
    notations.map(|notation| (notation.name(), notation.write(position))).collect()
}

/// An addend of an evaluation.
pub fn term(game: AnyGame, term: &Term) -> Value {
    json!({
        "name": term.name,
        "owner": game.sides()[term.owner],
        "count": term.count,
        "weight": term.weight,
        "points": term.value(),
    })
}

/// Puts what a search of a position found into a document: the move, counts, and what came back for each move of the root.
pub fn put_search(document: &mut Value, position: &AnyPosition, found: &Report<AnyMove>) {
    let root_move = |root: &RootMove<AnyMove>| json!({ "move": mv(position, root.mv), "value": root.value, "bound": root.bound.name() });
    let Report { choice, counts, root_moves } = found;
    document["move"] = choice.best.map(|best| mv(position, best)).into();
    document["value"] = choice.value.into();
    document["examined"] = count(counts.examined());
    document["generated"] = count(counts.generated());
    document["by_ply"] = counts.by_ply().iter().map(|&nodes| count(nodes)).collect();
    document["root_moves"] = root_moves.iter().map(root_move).collect();
}

/// An object with a field for each side.
pub fn by_side<T: Into<Value>>(game: AnyGame, value: impl Fn(Player) -> T) -> Value {
    Player::BOTH.into_iter().map(|player| (game.sides()[player].to_owned(), value(player).into())).collect()
}
