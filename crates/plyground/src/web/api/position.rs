//! A position as a front end shows it: cells, moves, result, lines, and its text in every notation.

use plyground_core::{Game, GameId, Outcome, Player, Position};
use serde_json::{Value, json};

use super::error::ApiError;
use super::moves;
use super::query::{GivenPosition, POSITION, Query, notation_named};
use crate::present::board::{on_one_line, outcome_words, own_notation, state_words};
use crate::present::json as shared;
use crate::runs;

/// `position`: everything about it that needs no search.
pub(super) fn show<G: Game>(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION])?;
    Ok(describe(&GivenPosition::<G>::read(query)?))
}

/// `play`: the position after a move that somebody typed.
pub(super) fn play<G: Game>(query: &Query) -> Result<Value, ApiError> {
    query.only(&[&POSITION, &["move", "convention"]])?;
    let mut given = GivenPosition::<G>::read(query)?;
    let Some(text) = query.get("move") else {
        return Err(ApiError::parameter("move", "", "the text of a move"));
    };
    let notation = match query.get("convention") {
        Some(name) => notation_named::<G>("convention", name)?,
        None => own_notation::<G>(),
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

/// What whoever asks for a move gets when the game is over.
pub(crate) fn over(place: &str) -> ApiError {
    let message = "the game is over; expected a position in which a move can be made";
    ApiError::new(super::error::Status::Illegal, place, message, "take a move back, or begin a new game")
}

/// The position on one line, in the game's own notation.
pub(crate) fn one_line<G: Game>(position: &G::Position) -> String {
    own_notation::<G>().write(position).map(|text| on_one_line(&text)).unwrap_or_default()
}

/// How a game ended: `null` while it goes on.
pub(super) fn outcome<G: Game>(position: &G::Position) -> Value {
    let outcome = position.outcome();
    let mut value = shared::outcome::<G>(outcome);
    if let Some(outcome) = outcome {
        value["words"] = Value::from(outcome_words::<G>(outcome));
    }
    value
}

pub(crate) fn describe<G: Game>(given: &GivenPosition<G>) -> Value {
    let position = &given.position;
    let view = G::view(position);
    let is_of_lines = G::ID != GameId::Breakthrough;
    let lines: Vec<(Player, Vec<runs::Cell>)> = if is_of_lines {
        Player::BOTH
            .into_iter()
            .flat_map(|side| runs::maximal(&view.cells, side, 4..).into_iter().map(move |run| (side, run)))
            .collect()
    } else {
        Vec::new()
    };
    let quadruples = |side: Player| -> usize {
        lines.iter().filter(|(owner, _)| *owner == side).map(|(_, run)| run.len() - 3).sum()
    };
    let quadruples = if is_of_lines { shared::by_side::<G, _>(quadruples) } else { Value::Null };
    let pieces = |side| view.cells.iter().flatten().filter(|&&cell| cell == Some(side)).count();
    let lines: Vec<Value> =
        lines.iter().map(|(side, run)| json!({ "side": G::SIDES[*side], "cells": run })).collect();
    json!({
        "game": G::ID.name(),
        "position": one_line::<G>(position),
        "turn": G::SIDES[position.turn()],
        "words": state_words::<G>(position),
        "board": { "columns": view.columns, "rows": view.rows, "cells": shared::cells::<G>(&view) },
        "pieces": shared::by_side::<G, _>(pieces),
        "outcome": outcome::<G>(position),
        "lines": lines,
        "marked": view.marked,
        "quadruples": quadruples,
        "moves": position.moves().map(|mv| moves::to_json::<G>(position, mv)).collect::<Vec<_>>(),
        "notations": shared::notations::<G>(position),
        "notes": notes::<G>(position, Player::BOTH.map(pieces)),
        "played": given.played.iter().map(moves::PlayedMove::to_json).collect::<Vec<_>>(),
        "commands": commands::<G>(position),
    })
}

/// Remarks on boards that no game leads to, or none without lost turns.
fn notes<G: Game>(position: &G::Position, pieces: [usize; 2]) -> Vec<String> {
    if let Some(Outcome::Win(winner)) = position.outcome() {
        let cells = G::view(position).cells;
        let both = match G::ID {
            GameId::Breakthrough if pieces == [0, 0] => Some("Neither side has a pawn"),
            GameId::Breakthrough => {
                let has = |row: Option<&Vec<Option<Player>>>, side| {
                    row.is_some_and(|row| row.contains(&Some(side)))
                };
                let arrived = has(cells.first(), Player::First) && has(cells.last(), Player::Second);
                arrived.then_some("Both sides have a pawn on their last row")
            }
            _ => {
                let has_four = |side| !runs::maximal(&cells, side, 4..).is_empty();
                Player::BOTH.into_iter().all(has_four).then_some("Both sides have four in a row")
            }
        };
        let words =
            |both| format!("{both}: no game leads here. The winner is taken to be {}.", G::SIDES[winner]);
        return both.map(words).into_iter().collect();
    }
    let [first, second] = pieces;
    let lead = usize::from(position.turn() == Player::Second);
    if G::ID == GameId::Breakthrough || first == second + lead || position.outcome().is_some() {
        return Vec::new();
    }
    let [first_name, second_name] = Player::BOTH.map(|side| G::SIDES[side]);
    vec![format!(
        "{first_name} has {first} pieces, {second_name} has {second}, and {} is to move: a game leads here only \
         by lost turns. Searches and solvers work all the same.",
        G::SIDES[position.turn()]
    )]
}

/// Shell commands that show the same.
fn commands<G: Game>(position: &G::Position) -> Value {
    let text = one_line::<G>(position);
    let position = if text.starts_with('-') { format!("-- {text}") } else { text };
    let name = G::ID.name();
    json!({
        "show": format!("plyground show {name} {position}"),
        "move": format!("plyground move {name} --agent engine:time=1s {position}"),
        "search": format!("plyground search {name} --algorithm alpha-beta --depth 4 --explain {position}"),
        "solve": format!("plyground solve {name} {position}"),
    })
}
