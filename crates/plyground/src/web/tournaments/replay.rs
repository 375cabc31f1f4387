//! A game of a tournament, turn by turn.

use plyground_arena::tournament::Folder;
use plyground_core::{AnyGame, Notation, Player};
use plyground_league::event::{Action, Attempt};
use plyground_league::record::{GameRecord, RecordError, Session};
use serde_json::{Value, json};

use super::state::milliseconds;
use super::{Tournament, extend, games, refusal};
use crate::shown::{lines, printable};
use plyground_answers::{ApiError, PlayedMove, Status, move_to_json, one_line};

pub(super) fn game(number: usize, id: u64, about: &Tournament, found: &Folder) -> Result<Value, ApiError> {
    let place = format!("game {id}");
    let missing = |message: String| {
        let remedy = "the route games of the tournament lists them";
        Err(ApiError::new(Status::NotFound, place.clone(), message, remedy))
    };
    let Some(planned) = found.plan().and_then(|plan| plan.game(id)) else {
        let count = found.games().len();
        return missing(match count {
            0 => "nothing is planned yet; expected a game that was played".to_owned(),
            count => format!("no such game; expected a number from 0 to {}", count - 1),
        });
    };
    let Some(record) = found.record(id).map_err(|error| refusal(&error))? else {
        return missing("it has not been played yet; expected a game with a result".to_owned());
    };
    let entrants = Player::BOTH.map(|side| {
        let entrant = &record.entrants[side as usize];
        json!({
            "entrant": planned.entrants[side],
            "name": entrant.name,
            "plays": entrant.kind,
            "identifies_as": (!entrant.identity.is_empty()).then_some(&entrant.identity),
            "startup_ms": thousandth(entrant.startup_us),
            "player": about.players.get(&entrant.name),
        })
    });
    let mut document = json!({
        "tournament": number,
        "id": id,
        "round": planned.round,
        "entrants": entrants,
        "limit_ms": thousandth(record.limit_us),
        "grace_ms": thousandth(record.grace_us),
        "isolation": (!record.isolation.is_empty()).then_some(&record.isolation),
        "command": format!("plyground tournament replay {} {id}", about.word),
    });
    let replayed = replay(found.config().game, &record).map_err(|problem| {
        let remedy = "mend the record, or remove it and play again";
        ApiError::new(Status::Illegal, place, printable(&problem.to_string()), remedy)
    })?;
    extend(&mut document, replayed);
    Ok(document)
}

/// Microseconds as milliseconds.
fn thousandth(micros: u64) -> f64 {
    milliseconds(std::time::Duration::from_micros(micros))
}

fn replay(game: AnyGame, record: &GameRecord) -> Result<Value, RecordError> {
    let positions = record.replay(game)?;
    let mut line = Vec::new();
    let mut turns = Vec::new();
    for (turn, both) in record.turns.iter().zip(positions.windows(2)) {
        let [before, after] = both else { continue };
        let (action, text) = match &turn.action {
            Action::Move(text) => ("move", Some(text)),
            Action::RandomMove(text) => ("random-move", Some(text)),
            Action::LostTurn => ("lost-turn", None),
            Action::LostGame => ("lost-game", None),
        };
        // It has just been replayed.
        let mv = text.and_then(|text| game.notation().parse_move(before, text).ok());
        if turn.action != Action::LostGame {
            line.push(PlayedMove { before: before.clone(), mv }.word());
        }
        turns.push(json!({
            "number": turn.number,
            "side": game.sides()[Player::from(turn.side)],
            "action": action,
            "move": mv.map(|mv| move_to_json(before, mv)),
            "position": one_line(after),
            "attempts": turn.attempts.iter().map(attempt).collect::<Vec<_>>(),
            "wall_ms": turn.attempts.iter().map(|attempt| milliseconds(attempt.spent.wall())).sum::<f64>(),
        }));
    }
    let ending = &record.ending;
    let winner = ending.winner.map(Player::from);
    let last = positions.last().cloned().unwrap_or_else(|| game.start());
    Ok(json!({
        "game": game.name(),
        "position": positions.first().map(one_line),
        "moves": line.join("."),
        "turns": turns,
        "sessions": Player::BOTH.map(|side| record.sessions[side as usize].as_ref().map(session)),
        "result": {
            "winner": winner.map(|winner| game.sides()[winner]),
            "points": ending.points,
            "reason": games::word(ending.reason),
            "words": ending.words(game.sides().into_array()),
            "marked": last.view().marked,
        },
    }))
}

fn attempt(attempt: &Attempt) -> Value {
    json!({
        "said": attempt.answer,
        "fault": attempt.fault,
        "penalty": attempt.penalty,
        "nodes": attempt.nodes,
        "wall_ms": milliseconds(attempt.spent.wall()),
        "cpu_ms": attempt.spent.cpu().map(milliseconds),
        "processor_percent": attempt.spent.processor_percent(),
        "waiting": attempt.spent.waiting_words(),
        "timeout": attempt.spent.timeout_words(),
        "own_ms": milliseconds(attempt.spent.corrected()),
        "end": attempt.end,
        "ended": attempt.end.map(|end| end.to_string()),
        "stderr": lines(&attempt.stderr),
    })
}

fn session(session: &Session) -> Value {
    json!({
        "end": session.end,
        "ended": session.end.to_string(),
        "cpu_ms": session.cpu_us.map(thousandth),
        "stderr": lines(&session.stderr),
    })
}
