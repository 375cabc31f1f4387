//! A finished game on one line of JSON, and back.

use std::fmt;

use plyground_core::{AnyGame, AnyPosition, Notation, Outcome, Position, printable, printable_json};
use serde::{Deserialize, Serialize};

use crate::event::{Action, Attempt, End, Ending, Reason, Side, Turn};
use crate::fault::{FaultKind, FaultPolicy};

/// The version of records written here. It grows when a reader that ignores unknown fields would
/// misunderstand them; more fields are no new version.
pub const VERSION: u32 = 1;

/// Bytes of a line beyond which a record leaves out what programs printed. Text of control characters grows to six
/// times its length in JSON, and a turn may have 256 attempts.
const LONG_LINE: usize = 8 << 20;

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntrantRecord {
    /// The name in schedules and tables.
    pub name: String,
    /// How it plays: the spec of an agent built in, or the name of a program's protocol.
    pub kind: String,
    /// Wall time that its interpreter takes to start, as it was measured beforehand, in microseconds.
    #[serde(default)]
    pub startup_us: u64,
    /// What it calls itself, if it does: untrusted, 1 to 80 printable ASCII characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub identity: String,
}

impl EntrantRecord {
    /// One that needs no time to start, and calls itself nothing.
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self { name: name.into(), kind: kind.into(), startup_us: 0, identity: String::new() }
    }
}

/// How a program that ran for the whole game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Session {
    /// How it ended.
    pub end: End,
    /// CPU time from its start to its end, children included, in microseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_us: Option<u64>,
    /// The end of what it wrote on standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// Everything about one game, enough to judge it again and to replay it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of the format: see [`VERSION`].
    pub version: u32,
    /// The id that the schedule gave the game.
    pub id: String,
    /// The game's name: see [`AnyGame`].
    pub game: String,
    /// Who moved first, and who second.
    pub entrants: [EntrantRecord; 2],
    /// The position at the beginning, in the game's first notation.
    pub start: String,
    /// The seed of the game's random numbers.
    pub seed: u64,
    /// The rules for faults.
    pub policy: FaultPolicy,
    /// Wall time for an answer, in microseconds.
    pub limit_us: u64,
    /// Wall time beyond the limit in which answers still counted, in microseconds.
    #[serde(default)]
    pub grace_us: u64,
    /// How the programs were kept apart from the machine and from each other.
    #[serde(default)]
    pub isolation: String,
    /// The turns.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
    /// How programs ended that ran for the whole game, first player first.
    #[serde(default)]
    pub sessions: [Option<Session>; 2],
}

/// Why a line is not a record, or a record not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct RecordError {
    /// The place in the record.
    pub place: String,
    /// What is wrong and what was expected.
    pub message: String,
}

pub(crate) fn wrong<T>(place: impl Into<String>, message: impl fmt::Display) -> Result<T, RecordError> {
    Err(RecordError { place: place.into(), message: message.to_string() })
}

impl GameRecord {
    /// The record on one line, without a line end. Where that has more than 8 MiB, it is without what programs printed
    /// on standard error, and if that is not enough without their answers and the messages on faults.
    #[expect(clippy::missing_panics_doc, reason = "strings, numbers and lists always have a JSON form")]
    pub fn to_line(&self) -> String {
        let text = |record: &Self| {
            let json = serde_json::to_string(record);
            printable_json(&json.expect("strings, numbers and lists always have a JSON form"))
        };
        let without = |what: fn(&mut Attempt)| {
            let mut record = self.clone();
            record.turns.iter_mut().flat_map(|turn| &mut turn.attempts).for_each(what);
            text(&record)
        };
        let mut line = text(self);
        if line.len() > LONG_LINE {
            line = without(|attempt| attempt.stderr.clear());
        }
        if line.len() > LONG_LINE {
            line = without(|attempt| {
                attempt.stderr.clear();
                attempt.answer.clear();
                attempt.fault.iter_mut().for_each(|fault| fault.message.clear());
            });
        }
        line
    }

    /// Reads a line. Unknown fields are ignored.
    ///
    /// # Errors
    ///
    /// If it is not a record, or one of a version that is not known here.
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        /// The version alone, for lines that are not understood: it says why.
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let not_json = |error: serde_json::Error| RecordError {
            place: format!("column {}", error.column()),
            message: format!("{}; expected the record of a game", without_place(&error)),
        };
        let record: Result<Self, _> = serde_json::from_str(line);
        let version = match &record {
            Ok(record) => record.version,
            Err(_) => serde_json::from_str::<Version>(line).map_err(not_json)?.version,
        };
        if !(1..=VERSION).contains(&version) {
            let message = format!("found {version}; expected 1 to {VERSION}, or a newer plyground");
            return wrong("field version", message);
        }
        record.map_err(not_json)
    }

    /// All questions to one side, with what came of them.
    pub fn attempts(&self, side: Side) -> impl Iterator<Item = &Attempt> {
        self.turns.iter().filter(move |turn| turn.side == side).flat_map(|turn| &turn.attempts)
    }

    /// Points of penalty of one side.
    pub fn penalty(&self, side: Side) -> u32 {
        self.attempts(side).map(|attempt| u32::from(attempt.penalty)).sum()
    }

    /// How many answers of one side had a fault of this kind.
    pub fn faults(&self, side: Side, kind: FaultKind) -> usize {
        let faults = self.attempts(side).filter_map(|attempt| attempt.fault.as_ref());
        faults.filter(|fault| fault.kind == kind).count()
    }

    /// Plays the record of a game again: the position at the beginning and after every turn.
    ///
    /// # Errors
    ///
    /// If it is a record of another game, a move is not legal, a turn is out of order, or the ending
    /// is not that of the last turn and position.
    pub fn replay(&self, game: AnyGame) -> Result<Vec<AnyPosition>, RecordError> {
        let mut positions = Vec::with_capacity(self.turns.len() + 1);
        self.walk(game, &mut |position| positions.push(position.clone()))?;
        Ok(positions)
    }

    /// Checks the record of a game by playing it again.
    ///
    /// # Errors
    ///
    /// As [`replay`](Self::replay).
    pub fn check(&self, game: AnyGame) -> Result<(), RecordError> {
        self.walk(game, &mut |_| ())
    }

    /// Plays the game again and shows the position at the beginning and after every turn.
    fn walk(&self, game: AnyGame, each: &mut dyn FnMut(&AnyPosition)) -> Result<(), RecordError> {
        if self.game != game.name() {
            return wrong("field game", format!("found '{}'; expected {}", self.game, game.name()));
        }
        let notation = game.notation();
        let mut position = match notation.parse(&self.start) {
            Ok(position) => position,
            Err(error) => return wrong("field start", error),
        };
        each(&position);
        for (turn, number) in self.turns.iter().zip(1..) {
            let place = || format!("turn {number}");
            let side = Side::from(position.turn());
            if turn.number != number || turn.side != side {
                let found = format!("found turn {} of {:?}", turn.number, turn.side);
                return wrong(place(), format!("{found}; expected turn {number} of {side:?}"));
            }
            if position.outcome().is_some() {
                return wrong(place(), "the game is over; expected no further turn");
            }
            match &turn.action {
                Action::Move(text) | Action::RandomMove(text) => match notation.parse_move(&position, text) {
                    Ok(mv) => position = position.play(mv),
                    Err(error) => return wrong(place(), error),
                },
                Action::LostTurn => position = position.skip(),
                Action::LostGame => {}
            }
            each(&position);
        }
        let lost = |turn: &Turn| turn.action == Action::LostGame;
        if let Some(turn) = self.turns.iter().rev().skip(1).find(|turn| lost(turn)) {
            return wrong(format!("turn {}", turn.number), "the game was lost; expected no further turn");
        }
        let loser = self.turns.last().filter(|turn| lost(turn)).map(|turn| turn.side);
        let goes_on = position.outcome().is_none();
        let is_right = match self.ending.reason {
            Reason::Rules => position.outcome().map(by_rules).as_ref() == Some(&self.ending),
            Reason::Fault(side, _) => loser == Some(side) && goes_on,
            Reason::Stalled | Reason::TurnLimit | Reason::Void => loser.is_none() && goes_on,
        };
        if is_right && has_right_winner(&self.ending) {
            return Ok(());
        }
        wrong("field ending", "not what the last position says; expected the outcome of the game")
    }
}

/// Whether an ending that does not follow from the rules of the game has the winner and the points that follow from its
/// reason.
pub fn has_right_winner(ending: &Ending) -> bool {
    let winner = match ending.reason {
        Reason::Rules => return true,
        Reason::Fault(side, _) => Some(side.opponent()),
        Reason::Stalled | Reason::TurnLimit | Reason::Void => None,
    };
    ending.winner == winner && ending.points.is_none()
}

/// The ending that the rules of the game make of an outcome.
pub fn by_rules(outcome: Outcome) -> Ending {
    let points = match outcome {
        Outcome::Points(points) => Some(points.into_array()),
        Outcome::Win(_) | Outcome::Draw => None,
    };
    Ending { winner: outcome.winner().map(Side::from), points, ..Ending::of(Reason::Rules) }
}

/// An error of the JSON reader without its "at line 1 column 7", which the place has already. It may contain unchanged
/// text of the record.
fn without_place(error: &serde_json::Error) -> String {
    let text = printable(&error.to_string());
    text.rsplit_once(" at line ").map_or(text.clone(), |(message, _)| message.to_owned())
}

#[cfg(test)]
pub(crate) mod tests;
