//! Programs of people, and entrants of tournaments, asked for moves on the board of the page: under the limits
//! and rules of their assignment, or of their tournament.
//!
//! Only players that were registered when the server was started can be asked, by their names; nothing that
//! a page sends becomes part of a command.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{BuiltIn, Entrant, TimeLimit};
use plyground_arena::invoke::SystemError;
use plyground_arena::protocol::{PlayRules, Protocol};
use plyground_arena::referee::{self, lot};
use plyground_core::agents::AgentSpec;
use plyground_core::rng::mix;
use plyground_core::{AnyGame, Limits, Position, quote};
use plyground_league::fault::{FaultPolicy, Remedy};
use plyground_sandbox::isolation::Isolation;
use plyground_sandbox::process::{self, Bounds};
use serde_json::{Value, json};

use super::tournaments::milliseconds;
use crate::shown::lines;
use plyground_answers::{
    ApiError, GivenPosition, OfferedProgram, POSITION, PlayedMove, Query, Status, is_affordable,
};

/// A player that can be asked for moves.
#[derive(Clone, Debug)]
pub struct RegisteredPlayer {
    /// Its name, of which there is one only.
    pub name: String,
    /// What plays.
    pub player: Player,
    /// What it plays under.
    pub rules: Rules,
    /// The only game that it plays, if it plays no other.
    pub game: Option<AnyGame>,
}

/// What plays.
#[derive(Clone, Debug)]
pub enum Player {
    /// A program.
    Program {
        /// How it is started.
        program: process::Program,
        /// What keeps it apart from everything else.
        isolation: Isolation,
        /// Whether it speaks the line protocol; otherwise it is asked as the assignment of the game says, and
        /// by lines only where no assignment says anything.
        is_lines: bool,
    },
    /// An agent built in.
    Agent(AgentSpec),
}

/// What somebody plays under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Those of the assignment of the game.
    Assignment {
        /// Another time for an answer.
        time: Option<Duration>,
    },
    /// Those of a tournament.
    Tournament {
        /// Time for an answer.
        time: TimeLimit,
        /// What faults entail.
        policy: FaultPolicy,
        /// What programs may use.
        bounds: Bounds,
        /// The depth for programs that are given one.
        depth: u32,
    },
}

/// All players that can be asked.
#[derive(Clone, Debug)]
pub(super) struct Programs(Vec<RegisteredPlayer>);

impl Programs {
    pub(super) const fn new(registered: Vec<RegisteredPlayer>) -> Self {
        Self(registered)
    }

    /// What menus show of them.
    pub(super) fn offered(&self) -> Vec<OfferedProgram> {
        let Self(all) = self;
        all.iter().map(|player| OfferedProgram { name: player.name.clone(), game: player.game }).collect()
    }

    /// Asks a player for a move. Blocks until it has answered, its time is over, or `over` is raised: nobody waits for
    /// the answer any more.
    pub(super) fn ask(
        &self,
        name: &str,
        body: &Value,
        over: &Arc<AtomicBool>,
        limits: &Limits<'_>,
    ) -> Result<Value, ApiError> {
        let place = || format!("program {}", quote(name));
        let Self(all) = self;
        let Some(player) = all.iter().find(|player| player.name == name) else {
            let longer = format!("{name} (");
            let similar = all.iter().filter(|player| player.name.starts_with(&longer));
            let similar: Vec<String> = similar.map(|player| quote(&player.name)).collect();
            let message = if similar.is_empty() {
                "no program of this name is registered; expected one that the route games lists".to_owned()
            } else {
                format!("there are several of this name; expected {}", similar.join(" or "))
            };
            let remedy = "register it when starting: plyground serve --program NAME=COMMAND";
            return Err(ApiError::new(Status::NotFound, place(), message, remedy));
        };
        let query = parameters(body)?;
        query.only(&[&POSITION, &["turns", "depth"]])?;
        let game = query.game()?;
        if let Some(own) = player.game
            && own != game
        {
            let message = format!("plays {} only; expected a position of that game", own.name());
            return Err(ApiError::new(Status::Malformed, place(), message, "choose another player"));
        }
        ask(game, player, &query, over, limits)
    }
}

/// What is wrong with the body of a request.
pub(super) fn malformed(place: &str, message: &str) -> ApiError {
    let remedy = "send an object such as {\"game\": \"connect-four\"}";
    ApiError::new(Status::Malformed, place, message, remedy)
}

/// The fields of a body as parameters: strings and numbers.
fn parameters(body: &Value) -> Result<Query, ApiError> {
    let Value::Object(fields) = body else {
        return Err(malformed("body", "no JSON object; expected one"));
    };
    let pairs = fields.iter().map(|(name, value)| match value {
        Value::String(text) => Ok((name.clone(), text.clone())),
        Value::Number(number) => Ok((name.clone(), number.to_string())),
        _ => {
            let place = format!("body, field {}", quote(name));
            Err(malformed(&place, "found another type; expected text or a number"))
        }
    });
    Query::of(pairs.collect::<Result<_, _>>()?)
}

fn ask(
    game: AnyGame,
    player: &RegisteredPlayer,
    query: &Query,
    over: &Arc<AtomicBool>,
    limits: &Limits<'_>,
) -> Result<Value, ApiError> {
    let mut given = GivenPosition::read(query)?;
    let position = given.position.clone();
    if position.outcome().is_some() {
        return Err(plyground_answers::over("position"));
    }
    let known = u32::try_from(given.played.len()).unwrap_or(u32::MAX);
    let turns = query.number("turns", known, 0, u32::MAX)?;
    let (time, policy, bounds, depth) = match player.rules {
        Rules::Assignment { time } => {
            let rules = PlayRules::of(game);
            let time = TimeLimit { limit: time.unwrap_or(rules.time.limit), ..rules.time };
            (time, rules.policy, Bounds::default(), Protocol::USUAL_DEPTH)
        }
        Rules::Tournament { time, policy, bounds, depth } => (time, policy, bounds, depth),
    };
    let depth = query.number("depth", depth, 1, 1000)?;
    let mut entrant: Box<dyn Entrant> = match &player.player {
        Player::Program { program, isolation, is_lines } => {
            let contained =
                Contained { program: program.clone(), isolation: isolation.clone().until(over), bounds };
            let protocol = if *is_lines { Protocol::Lines } else { Protocol::OneShot { depth } };
            contained.entrant(game, &player.name, protocol, Duration::ZERO, String::new())
        }
        Player::Agent(spec) => {
            is_affordable(spec, &position, limits)?;
            Box::new(BuiltIn::new(game, &player.name, spec.clone()).map_err(ApiError::agent)?)
        }
    };
    // An agent that draws lots draws others in every turn.
    entrant.begin(position.turn(), mix(u64::from(turns)));
    let reply =
        referee::ask(&mut *entrant, &position, turns, time, &policy).map_err(|SystemError(message)| {
            let place = format!("program {}", quote(&player.name));
            ApiError::new(Status::Broken, place, message, "see that the command can be run, and start again")
        })?;
    let session = entrant.finish(None);
    let (action, counted) = match reply.choice {
        Ok(mv) => ("move", Some(mv)),
        Err((_, Remedy::RandomMove)) => ("random-move", lot(&position, 0, turns.saturating_add(1))),
        Err((_, Remedy::LostTurn)) => ("lost-turn", None),
        Err((_, Remedy::LostGame)) => ("lost-game", None),
    };
    let own = reply.choice.ok().map(|mv| plyground_answers::move_to_json(&position, mv));
    if !matches!(reply.choice, Err((_, Remedy::LostGame))) {
        given.position = counted.map_or_else(|| position.skip(), |mv| position.play(mv));
        given.played.push(PlayedMove { before: position.clone(), mv: counted });
    }
    let answer = reply.into_last();
    let stderr = match &session {
        Some(session) if answer.stderr.is_empty() => session.stderr.clone(),
        _ => answer.stderr.clone(),
    };
    let end = answer.end.or(session.map(|session| session.end));
    Ok(json!({
        "program": player.name,
        "move": own,
        "fault": answer.fault,
        "action": action,
        "played": counted.map(|mv| plyground_answers::move_to_json(&position, mv)),
        "line": given.line(),
        "said": answer.answer,
        "stderr": lines(&stderr),
        "end": end,
        "nodes": answer.nodes,
        "wall_ms": milliseconds(answer.spent.wall()),
        "cpu_ms": answer.spent.cpu().map(milliseconds),
        "limit_ms": milliseconds(time.allowed()),
        "timeout": answer.spent.timeout_words(),
    }))
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
