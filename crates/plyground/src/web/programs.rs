//! Programs of people, asked for moves on the board of the page under the limits of their assignment.
//!
//! Only programs that were registered when the server was started can be asked, by their names; nothing that
//! a page sends becomes part of a command.

use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{Answer, Entrant, Question, TimeLimit};
use plyground_arena::fault::{Fault, Remedy};
use plyground_arena::process::{self, Bounds};
use plyground_arena::protocol::{Assigned, Protocol};
use plyground_arena::referee::lot;
use plyground_arena::sandbox::Isolation;
use plyground_core::{GameId, Position, dispatch, quote};
use serde_json::{Value, json};

use super::api::{ApiError, Given, Offered, POSITION, Played, Query, Status};

/// The depth that programs are told if they are told one.
const DEPTH: u32 = 4;

/// A program that can be asked for moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registered {
    /// Its name, of which there is one only.
    pub name: String,
    /// How it is started.
    pub program: process::Program,
    /// Whether it speaks the line protocol; otherwise it is asked as the assignment of the game says, and by
    /// lines only where no assignment says anything.
    pub is_lines: bool,
    /// Time for an answer; `None` for that of the game's assignment.
    pub time: Option<Duration>,
    /// The only game that it plays, if it plays no other.
    pub game: Option<GameId>,
}

/// All programs, and what keeps them apart from everything else.
#[derive(Clone, Debug)]
pub(super) struct Programs {
    registered: Vec<Registered>,
    isolation: Option<Isolation>,
}

impl Programs {
    /// These programs. Without an isolation none can be asked.
    pub(super) const fn new(registered: Vec<Registered>, isolation: Option<Isolation>) -> Self {
        Self { registered, isolation }
    }

    /// What menus show of them.
    pub(super) fn offered(&self) -> Vec<Offered> {
        self.registered
            .iter()
            .map(|program| Offered { name: program.name.clone(), game: program.game })
            .collect()
    }

    /// Asks a program for a move. Blocks until it has answered or its time is over.
    ///
    /// # Errors
    ///
    /// If there is no such program, the request is malformed, or the machine cannot run the program.
    pub(super) fn ask(&self, name: &str, body: &Value) -> Result<Value, ApiError> {
        let place = || format!("program {}", quote(name));
        let found = self.registered.iter().find(|program| program.name == name);
        let (Some(program), Some(isolation)) = (found, &self.isolation) else {
            return Err(ApiError::new(
                Status::NotFound,
                place(),
                "no program of this name is registered; expected one that the route games lists",
                "register it when starting: plyground serve --program NAME=COMMAND",
            ));
        };
        let query = parameters(body)?;
        query.only(&[&POSITION, &["turns", "depth"]])?;
        let game = query.game()?;
        if let Some(own) = program.game
            && own != game
        {
            let message = format!("plays {} only; expected a position of that game", own.name());
            return Err(ApiError::new(Status::Malformed, place(), message, "choose another player"));
        }
        dispatch!(game, G => ask::<G>(program, isolation, &query))
    }
}

/// The fields of a body as parameters: strings and numbers.
fn parameters(body: &Value) -> Result<Query, ApiError> {
    let wrong = |place: String, message: &str| {
        ApiError::new(
            Status::Malformed,
            place,
            message,
            "send an object such as {\"game\": \"connect-four\"}",
        )
    };
    let Value::Object(fields) = body else {
        return Err(wrong("body".to_owned(), "no JSON object; expected one"));
    };
    let pairs = fields.iter().map(|(name, value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        Value::Number(number) => Ok((name.clone(), number.to_string())),
        _ => Err(wrong(
            format!("body, field {}", quote(name)),
            "found another type; expected text or a number",
        )),
    });
    Query::of(pairs.collect::<Result<_, _>>()?)
}

fn ask<G: Assigned>(program: &Registered, isolation: &Isolation, query: &Query) -> Result<Value, ApiError> {
    let mut given = Given::<G>::read(query)?;
    let position = given.position;
    if position.outcome().is_some() {
        return Err(super::api::over("position"));
    }
    let played = u32::try_from(given.played.len()).unwrap_or(u32::MAX);
    let turns = query.number("turns", played, 0, u32::MAX)?;
    let depth = query.number("depth", DEPTH, 1, 1000)?;
    let time = TimeLimit { limit: program.time.unwrap_or(G::TIME.limit), ..G::TIME };
    let contained = Contained {
        program: program.program.clone(),
        isolation: isolation.clone(),
        bounds: Bounds::default(),
    };
    let is_lines = program.is_lines || G::protocol(depth).is_none();
    let protocol = if is_lines { Protocol::Lines } else { Protocol::OneShot { depth } };
    let mut entrant = contained.entrant::<G>(&program.name, protocol, Duration::ZERO, String::new());
    let (answer, action) = answer::<G>(&mut *entrant, &position, turns, time).map_err(|message| {
        let place = format!("program {}", quote(&program.name));
        ApiError::new(Status::Broken, place, message, "see that the command can be run, and start again")
    })?;
    let session = entrant.finish(None);
    let counted = match (action, &answer.choice) {
        (Action::Move, Ok(mv)) => Some(*mv),
        (Action::RandomMove, _) => lot(&position, 0, turns.saturating_add(1)),
        _ => None,
    };
    let own = answer.choice.as_ref().ok().map(|&mv| super::api::move_to_json::<G>(&position, mv));
    if action != Action::LostGame {
        given.position = counted.map_or_else(|| position.skip(), |mv| position.play(mv));
        given.played.push(Played { before: position, mv: counted });
    }
    let stderr = match &session {
        Some(session) if answer.stderr.is_empty() => session.stderr.clone(),
        _ => answer.stderr.clone(),
    };
    let end = answer.end.or(session.map(|session| session.end));
    Ok(json!({
        "program": program.name,
        "move": own,
        "fault": answer.choice.as_ref().err(),
        "action": action.name(),
        "played": counted.map(|mv| super::api::move_to_json::<G>(&position, mv)),
        "line": given.line(),
        "said": answer.said,
        "stderr": stderr,
        "end": end,
        "nodes": answer.nodes,
        "wall_ms": milliseconds(answer.spent.wall()),
        "cpu_ms": answer.spent.cpu().map(milliseconds),
        "limit_ms": milliseconds(time.allowed()),
    }))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// What becomes of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Move,
    RandomMove,
    LostTurn,
    LostGame,
}

impl Action {
    const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::RandomMove => "random-move",
            Self::LostTurn => "lost-turn",
            Self::LostGame => "lost-game",
        }
    }
}

/// Asks until an answer counts or the assignment's policy has had enough; the error is trouble of the machine.
#[expect(clippy::type_complexity, reason = "used once, by the function above")]
fn answer<G: Assigned>(
    entrant: &mut dyn Entrant<G::Position>,
    position: &G::Position,
    turns: u32,
    time: TimeLimit,
) -> Result<(Answer<<G::Position as Position>::Move>, Action), String> {
    entrant.begin(position.turn(), 0);
    let mut refused: Option<Fault> = None;
    for asked in 0_u8.. {
        let question = Question { position, turns, time, refused: refused.as_ref() };
        let answer = entrant.answer(&question).map_err(|trouble| trouble.0)?;
        let fault = match &answer.choice {
            Ok(_) => return Ok((answer, Action::Move)),
            Err(fault) => fault.clone(),
        };
        let rule = G::POLICY.rule(fault.kind);
        if asked >= rule.ask_again {
            let action = match rule.then {
                Remedy::LostTurn => Action::LostTurn,
                Remedy::RandomMove => Action::RandomMove,
                Remedy::LostGame => Action::LostGame,
            };
            return Ok((answer, action));
        }
        refused = Some(fault);
    }
    Err("asked too often".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_objects_of_text_and_numbers() {
        let refused = |body: Value| parameters(&body).unwrap_err().body()["error"].clone();
        assert_eq!(refused(json!([]))["place"], "body");
        let error = refused(json!({ "game": ["x"] }));
        assert_eq!(error["place"], "body, field 'game'");
        assert_eq!(error["expected"], "text or a number");
    }
}
