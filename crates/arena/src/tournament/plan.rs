//! `plan.jsonl`: every game of a tournament, fixed before it is played.
//!
//! A game has its number, round, entrants, start position and seed for good. Rounds of a Swiss tournament or
//! a knockout are added when the results before them are there.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use hmac_sha256::Hash as Sha256;
use plyground_core::{AnyGame, ByPlayer, Notation, Player, hex, quote};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::RECORDS;
use super::config::Config;
use crate::journal::{Journal, JournalError, Refusal};
use plyground_league::openings::{self, TooFewOpenings};
use plyground_league::planned::PlannedGame;
use plyground_league::result::GameResult;

/// The games of a tournament, as far as they are planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What the tournament is: see [`Config::identity`].
    identity: Value,
    /// The game that is played.
    pub(super) kind: AnyGame,
    /// The names of the entrants, by their numbers.
    names: Vec<String>,
    games: Vec<PlannedGame>,
    openings: BTreeMap<u64, Opening>,
}

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position, in the game's first notation.
    pub start: String,
    /// Moves that lead to it.
    pub plies: u32,
}

/// A game on a line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    id: u64,
    round: u32,
    opening: u64,
    entrants: [usize; 2],
    plies: u32,
    start: String,
    seed: u64,
}

/// How a plan has grown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Games that are new.
    pub games: usize,
    /// Whether the results so far leave nothing further to be planned.
    pub is_complete: bool,
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Nothing is planned yet.
    #[error("nothing is planned yet; plan the tournament first")]
    Missing,
    /// The file cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file is about something else than what `tournament.toml` says now: what differs, as it is in
    /// the plan, and as it is in the file.
    #[error(
        "{key} was {planned} when games were planned, but tournament.toml says {found} now; change it back, say \
         `withdrawn` or `was` of an entrant, or begin a tournament in another folder"
    )]
    Changed {
        /// What differs.
        key: String,
        /// What the plan says.
        planned: String,
        /// What `tournament.toml` says.
        found: String,
    },
    /// A planned game is not what it must be, so the file was edited or damaged.
    #[error("plan.jsonl, game {0}: not what tournament.toml makes of it; restore the file")]
    Damaged(u64),
    /// A planned game follows from results that are not there.
    #[error(
        "plan.jsonl, game {_0}: follows from results that are not in {RECORDS}; restore the files of records, or if they \
         have just been published, try again"
    )]
    Ahead(u64),
    /// There are not as many openings.
    #[error(transparent)]
    Openings(#[from] TooFewOpenings),
}

/// Bytes of a plan's first line that are read to see what it is about.
const MOST_HEADER: u64 = 16 << 20;

impl Plan {
    /// Reads the plan of a tournament.
    ///
    /// # Errors
    ///
    /// If there is none, it is the plan of another tournament, or it is damaged.
    pub fn read(path: &Path, config: &Config) -> Result<Self, PlanError> {
        if !path.try_exists().unwrap_or(true) {
            return Err(PlanError::Missing);
        }
        let mut plan = Self::begin(path, config)?;
        Journal::read(path, &header(&plan.identity), &mut |line| plan.add_line(line))?;
        // An empty plan: the process that writes it was killed first. Every tournament has games.
        if plan.games.is_empty() { Err(PlanError::Missing) } else { Ok(plan) }
    }

    /// Reads the plan or begins one, and adds the games that follow from the results so far.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read); or if another process is writing it, or there are not enough openings.
    pub fn extend(path: &Path, config: &Config, results: &[GameResult]) -> Result<(Self, Growth), PlanError> {
        let mut plan = Self::begin(path, config)?;
        let mut journal = Journal::open(path, &header(&plan.identity), &mut |line| plan.add_line(line))?;
        let planned = config.schedule.plan(results);
        let known = plan.games.len();
        let same = plan.games.iter().zip(&planned.games).take_while(|(one, other)| one == other).count();
        if same < known {
            let game = same as u64;
            // Later rounds follow from results: without these they are not planned yet.
            let is_ahead = same == planned.games.len() && !planned.is_complete;
            return Err(if is_ahead { PlanError::Ahead(game) } else { PlanError::Damaged(game) });
        }
        let new = &planned.games[known..];
        let needed = new.iter().map(|game| game.opening + 1).max().unwrap_or(0);
        if (0..needed).any(|opening| !plan.openings.contains_key(&opening)) {
            let wanted = usize::try_from(needed).unwrap_or(usize::MAX);
            let openings = openings::generate(config.game, wanted, config.openings, config.seed)?;
            for (number, opening) in (0..).zip(openings) {
                let start = config.game.notation().write(&opening.position).unwrap_or_default();
                let plies = u32::try_from(opening.moves.len()).unwrap_or(u32::MAX);
                // Those that have been planned with stay what they are.
                plan.openings.entry(number).or_insert(Opening { start, plies });
            }
        }
        let lines: Vec<String> = new.iter().map(|game| plan.line(game)).collect();
        if !lines.is_empty() {
            journal.append(&lines)?;
        }
        plan.games.extend_from_slice(new);
        Ok((plan, Growth { games: new.len(), is_complete: planned.is_complete }))
    }

    /// The games, in the order of their numbers.
    pub fn games(&self) -> &[PlannedGame] {
        &self.games
    }

    /// The game of this number.
    pub fn game(&self, id: u64) -> Option<&PlannedGame> {
        self.games.get(usize::try_from(id).ok()?)
    }

    /// Where a game of this plan begins.
    pub fn opening(&self, game: &PlannedGame) -> Option<&Opening> {
        self.openings.get(&game.opening)
    }

    /// The names of a game's entrants by side.
    pub(super) fn names(&self, game: &PlannedGame) -> [&str; 2] {
        Player::BOTH.map(|side| self.names[game.entrants[side]].as_str())
    }

    /// The first line of records of this tournament.
    pub fn records_header(&self) -> Value {
        let digest = hex(&Sha256::hash(self.identity.to_string().as_bytes()));
        json!({ "plyground": "records", "version": plyground_league::record::VERSION, "tournament": digest })
    }

    /// A plan without games. What an existing file says that the tournament is must be what it is now.
    fn begin(path: &Path, config: &Config) -> Result<Self, PlanError> {
        let names = config.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let identity = config.identity();
        let plan = Self { identity, kind: config.game, names, games: Vec::new(), openings: BTreeMap::new() };
        let Ok(file) = File::open(path) else { return Ok(plan) };
        let mut line = String::new();
        // What cannot be read, or is not a plan at all, is an error of the journal.
        let Ok(_) = BufReader::new(file).take(MOST_HEADER).read_line(&mut line) else { return Ok(plan) };
        let Ok(mut found) = serde_json::from_str::<Value>(&line) else { return Ok(plan) };
        let Some(planned) = found.get_mut("tournament").map(Value::take) else { return Ok(plan) };
        for (key, now) in plan.identity.as_object().into_iter().flatten() {
            let then = planned.get(key).unwrap_or(&Value::Null);
            if then != now {
                let (key, planned, found) = difference(key, then, now);
                return Err(PlanError::Changed { key, planned, found });
            }
        }
        Ok(plan)
    }

    fn line(&self, game: &PlannedGame) -> String {
        let PlannedGame { id, round, opening, entrants, seed, .. } = *game;
        let Opening { start, plies } = &self.openings[&opening];
        let (entrants, start) = (entrants.into_array(), start.clone());
        let line = Line { id, round, opening, entrants, plies: *plies, start, seed };
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Adds a game that can be played; whether it follows from the configuration is not looked at.
    fn add_line(&mut self, line: &str) -> Result<(), Refusal> {
        let Line { id, round, opening, entrants, plies, start, seed } = serde_json::from_str(line)?;
        let expected = self.games.len() as u64;
        if id != expected {
            return Err(format!("found game {id}; expected game {expected}").into());
        }
        if let Some(&found) = entrants.iter().find(|&&number| number >= self.names.len()) {
            let most = self.names.len() - 1;
            return Err(format!("entrants: found {found}; expected 0 to {most}; restore the file").into());
        }
        if !is_start(self.kind, &start) {
            let found = quote(&start);
            let message = format!("start: found {found}; expected a position of the game; restore the file");
            return Err(message.into());
        }
        let place = Opening { start, plies };
        if self.openings.entry(opening).or_insert_with(|| place.clone()) != &place {
            return Err(format!("opening {opening} is another one than before; restore the file").into());
        }
        let [first, second] = entrants;
        let entrants = ByPlayer::new(first, second);
        self.games.push(PlannedGame { id, pair: id / 2, round, opening, entrants, seed });
        Ok(())
    }
}

/// Whether the text is a position as plans write it.
fn is_start(game: AnyGame, text: &str) -> bool {
    let notation = game.notation();
    notation.parse(text).is_ok_and(|position| notation.write(&position).as_deref() == Some(text))
}

/// The first line of a plan.
fn header(identity: &Value) -> Value {
    json!({ "plyground": "plan", "version": 1, "tournament": identity })
}

/// Where two values of a key differ: in lists of equal length the first item that does.
fn difference(key: &str, then: &Value, now: &Value) -> (String, String, String) {
    match (then, now) {
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            let both = (1..).zip(then.iter().zip(now));
            let differing = both.into_iter().find(|(_, (then, now))| then != now);
            differing.map_or_else(Default::default, |(number, (then, now))| {
                (format!("{key}, number {number},"), then.to_string(), now.to_string())
            })
        }
        (Value::Array(then), Value::Array(now)) => {
            (format!("the number of {key}"), then.len().to_string(), now.len().to_string())
        }
        _ => (key.to_owned(), then.to_string(), now.to_string()),
    }
}
