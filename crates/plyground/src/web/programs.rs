//! Programs of people, asked for moves on the board of the page under the limits of their assignment.
//!
//! Only programs that were registered when the server was started can be asked, by their names; nothing that
//! a page sends becomes part of a command.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{Answer, Conversation, Entrant, Program, Question};
use plyground_arena::fault::{Fault, Remedy};
use plyground_arena::process::{self, Bounds};
use plyground_arena::protocol::Assigned;
use plyground_arena::referee::lot;
use plyground_arena::sandbox::Isolation;
use plyground_core::{GameId, Position, dispatch, quote};
use serde_json::{Value, json};

use super::api::{ApiError, Given, Offered, POSITION, Played, Query, Status};

/// Wall time for everything that a program of the line protocol does for one question. Its answer has a
/// limit of its own.
const SESSION: Duration = Duration::from_secs(120);

/// The depth that programs are told if they are told one.
const DEPTH: u32 = 4;

/// A program that can be asked for moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registered {
    /// Its name, of which there is one only.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder in which it starts and which it can read.
    pub dir: PathBuf,
    /// How it is asked.
    pub asked: Asked,
    /// The only game that it plays, if it plays no other.
    pub game: Option<GameId>,
}

/// How a program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// As the assignment of the game says; by the line protocol where no assignment says anything.
    AsAssigned,
    /// By the line protocol.
    ByLines,
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
    let contained = Box::new(Contained {
        program: process::Program {
            argv: program.command.clone(),
            dir: program.dir.clone(),
            env: Vec::new(),
        },
        isolation: isolation.clone(),
        bounds: Bounds { wall: SESSION, ..Bounds::default() },
    });
    let one_shot = match program.asked {
        Asked::AsAssigned => G::protocol(depth),
        Asked::ByLines => None,
    };
    let name = program.name.clone();
    let mut entrant: Box<dyn Entrant<G::Position>> = match one_shot {
        Some(protocol) => Box::new(Program::new(name, protocol, contained)),
        None => Box::new(Conversation::<G>::new(name, contained)),
    };
    let (answer, action) = answer::<G>(&mut *entrant, &position, turns).map_err(|message| {
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
        "limit_ms": milliseconds(G::TIME.allowed()),
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
) -> Result<(Answer<<G::Position as Position>::Move>, Action), String> {
    entrant.begin(position.turn(), 0);
    let mut refused: Option<Fault> = None;
    for asked in 0_u8.. {
        let question = Question { position, turns, time: G::TIME, refused: refused.as_ref() };
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

/// Takes `NAME=COMMAND` apart: words between white space, in which quotation marks of either kind keep words
/// together.
///
/// # Errors
///
/// If there is no name, no command, or a quotation mark without its partner.
pub fn parse_program(text: &str) -> Result<(String, Vec<OsString>), String> {
    let expected = "expected NAME=COMMAND, such as mine='python3 mine.py'";
    let Some((name, command)) = text.split_once('=') else {
        return Err(format!("found {}; {expected}", quote(text)));
    };
    let name = name.trim();
    if name.is_empty() || name.len() > 80 || name.contains('/') || name.chars().any(char::is_control) {
        let rule = "expected a name of at most 80 bytes without slashes";
        return Err(format!("the name is {}; {rule}", quote(name)));
    }
    let mut words: Vec<OsString> = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted: Option<char> = None;
    for c in command.chars() {
        match (quoted, c) {
            (Some(mark), _) if c == mark => quoted = None,
            (None, '\'' | '"') => {
                quoted = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    match (quoted, words.first()) {
        (Some(mark), _) => Err(format!("the command has a {mark} without its partner; expected it closed")),
        (None, None) => Err(format!("no command after the name {}; {expected}", quote(name))),
        (None, Some(_)) => Ok((name.to_owned(), words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart() {
        let words = |text: &str| {
            let (name, words) = parse_program(text).unwrap();
            (name, words.into_iter().map(|word| word.into_string().unwrap()).collect::<Vec<_>>())
        };
        assert_eq!(words("mine=python3 mine.py"), ("mine".into(), vec!["python3".into(), "mine.py".into()]));
        assert_eq!(
            words(" a b = './my bot'  --x=\"1 2\" '' "),
            ("a b".into(), vec!["./my bot".into(), "--x=1 2".into(), String::new()])
        );
    }

    #[test]
    fn malformed_commands_have_their_messages() {
        let long = format!("{}=x", "n".repeat(81));
        for (text, message) in [
            ("python3", "found 'python3'; expected NAME=COMMAND, such as mine='python3 mine.py'"),
            ("=x", "the name is ''; expected a name of at most 80 bytes without slashes"),
            ("a/b=x", "the name is 'a/b'; expected a name of at most 80 bytes without slashes"),
            ("a= ", "no command after the name 'a'; expected NAME=COMMAND, such as mine='python3 mine.py'"),
            ("a='x", "the command has a ' without its partner; expected it closed"),
        ] {
            assert_eq!(parse_program(text).unwrap_err(), message);
        }
        assert!(parse_program(&long).unwrap_err().contains("at most 80 bytes"));
    }

    #[test]
    fn bodies_are_objects_of_text_and_numbers() {
        let refused = |body: Value| parameters(&body).unwrap_err().body()["error"].clone();
        assert_eq!(refused(json!([]))["place"], "body");
        let error = refused(json!({ "game": ["x"] }));
        assert_eq!(error["place"], "body, field 'game'");
        assert_eq!(error["expected"], "text or a number");
    }
}
