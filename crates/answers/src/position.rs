//! A position as a front end shows it: cells, moves, result, lines, and its text in every notation.

use plyground_core::words::{outcome_words, state_words};
use plyground_core::{AnyPosition, Notation, Player, Position, runs};
use serde_json::{Value, json};

use super::error::ApiError;
use super::moves;
use super::query::{GivenPosition, POSITION, Query, notation_named};
use crate::json as shared;

/// `position`: everything about it that needs no search.
pub(super) fn show(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION])?;
    Ok(describe(&GivenPosition::read(query)?))
}

/// `play`: the position after a move that somebody typed.
pub(super) fn play(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["move", "convention"]])?;
    let mut given = GivenPosition::read(query)?;
    let game = given.position.game();
    let missing = || ApiError::parameter("move", "", "the text of a move");
    let text = query.get("move").ok_or_else(missing)?;
    let notation = match query.get("convention") {
        Some(name) => notation_named(game, "convention", name)?,
        None => game.notation(),
    };
    given.play(text.trim(), notation).map_err(|error| match error {
        Some(error) => ApiError::text("move", text, &error, "choose one of the legal moves"),
        None => over("move"),
    })?;
    let last = given.played.last().map(moves::PlayedMove::to_json);
    let Value::Object(described) = describe(&given) else { return Ok(Value::Null) };
    let mut answer = json!({ "line": given.line(), "move": last });
    for (key, value) in described {
        answer[key] = value;
    }
    Ok(answer)
}

/// The refusal to move when the game is over.
pub fn over(place: &str) -> ApiError {
    let message = "the game is over; expected a position in which a move can be made";
    ApiError::new(super::error::Status::Illegal, place, message, "take a move back, or begin a new game")
}

/// A text as one line that can be pasted after a command: line ends become `/`.
pub fn on_one_line(text: &str) -> String {
    text.trim_end().replace('\n', "/")
}

/// The position on one line, in the game's own notation.
pub fn one_line(position: &AnyPosition) -> String {
    position.game().notation().write(position).map(|text| on_one_line(&text)).unwrap_or_default()
}

/// The result of a game: `null` while it is not over.
pub(super) fn outcome(position: &AnyPosition) -> Value {
    let outcome = position.outcome();
    let mut value = shared::outcome(position.game(), outcome);
    if let Some(outcome) = outcome {
        value["words"] = Value::from(outcome_words(position.game(), outcome));
    }
    value
}

pub(super) fn describe(given: &GivenPosition) -> Value {
    let position = &given.position;
    let (game, view) = (position.game(), position.view());
    let shortest = game.look().line;
    let lines = Player::BOTH.map(|side| match shortest {
        Some(shortest) => runs::maximal(&view.cells, side, shortest..),
        None => Vec::new(),
    });
    let quadruples = |side: Player| -> usize { lines[side as usize].iter().map(|run| run.len() - 3).sum() };
    let quadruples = if shortest == Some(4) { shared::by_side(game, quadruples) } else { Value::Null };
    let pieces = |side| view.cells.iter().flatten().filter(|&&cell| cell == Some(side)).count();
    let lines = Player::BOTH.into_iter().zip(&lines).flat_map(|(side, lines)| {
        lines.iter().map(move |run| json!({ "side": game.side(side), "cells": run }))
    });
    json!({
        "game": game.name(),
        "position": one_line(position),
        "turn": game.sides()[position.turn()],
        "words": state_words(position),
        "board": { "columns": view.columns, "rows": view.rows, "cells": shared::cells(game, &view) },
        "pieces": shared::by_side(game, pieces),
        "outcome": outcome(position),
        "lines": lines.collect::<Value>(),
        "marked": view.marked,
        "quadruples": quadruples,
        "moves": position.moves().map(|mv| moves::to_json(position, mv)).collect::<Vec<_>>(),
        "notations": shared::notations(position),
        "read_as": given.read_as,
        "notes": position.oddity().into_iter().collect::<Vec<_>>(),
        "played": given.played.iter().map(moves::PlayedMove::to_json).collect::<Vec<_>>(),
        "commands": commands(position),
    })
}

/// Shell commands that show the same.
fn commands(position: &AnyPosition) -> Value {
    let text = one_line(position);
    let (name, solver) = (position.game().name(), position.game().solver_info());
    let position = if text.starts_with('-') { format!("-- {text}") } else { text };
    json!({
        "show": format!("plyground show {name} {position}"),
        "move": format!("plyground move {name} --agent engine:time=1s {position}"),
        "search": format!("plyground search {name} --algorithm alpha-beta --depth 4 --explain {position}"),
        "solve": solver.map(|_| format!("plyground solve {name} {position}")),
    })
}
