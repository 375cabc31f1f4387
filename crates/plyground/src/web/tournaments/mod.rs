//! Tournaments in the browser: what their folders hold, as JSON, while others play them.
//!
//! Folders are only read, and what has been read stays in memory: a client that asks every second makes the server
//! read the games of that second. Standings take more work the more games there are, so they are made at most as
//! often as leaves the machine to those who play on it.

mod games;
mod replay;
mod state;
#[cfg(test)]
pub(super) mod tests;

pub(super) use state::milliseconds;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyground_arena::tournament::watch::Watch;
use plyground_arena::tournament::{Folder, FolderError};
use plyground_core::Limits;
use serde_json::{Value, json};

use crate::shown::printable;
use plyground_answers::{ApiError, Query, Status};

/// A folder is looked at no more often than this.
const PAUSE: Duration = Duration::from_millis(250);

/// The part of the time that standings may take while games are played: one in so many.
const REST: u32 = 20;

/// A tournament that is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its folder.
    pub folder: PathBuf,
    /// The folder as a word of a command.
    pub word: String,
    /// What commands that play need besides: words, each after a space.
    pub options: String,
    /// The names under which its entrants can be asked for moves.
    pub players: Players,
}

/// Names of players by the names of entrants, as far as these can be asked.
pub type Players = BTreeMap<String, String>;

/// All tournaments, by their numbers in the order in which they were given.
#[derive(Debug)]
pub(super) struct Tournaments(Vec<Shown>);

#[derive(Debug)]
struct Shown {
    about: Tournament,
    followed: Mutex<Followed>,
}

/// A folder and what was made of it.
#[derive(Debug)]
struct Followed {
    watch: Watch,
    looked: Option<Instant>,
    summary: Option<Summary>,
}

/// The table of a version of a folder.
#[derive(Debug)]
struct Summary {
    version: u64,
    made: Instant,
    cost: Duration,
    standings: Value,
}

/// What a request wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TournamentRoute {
    /// All tournaments in short.
    List,
    One(usize),
    News(usize),
    Games(usize),
    Game(usize, u64),
}

impl TournamentRoute {
    /// What an address below `/api/v1/` asks for, if it is about tournaments.
    pub(super) fn parse(route: &str) -> Option<Self> {
        let words: Vec<&str> = route.split('/').collect();
        match words[..] {
            ["tournaments"] => Some(Self::List),
            ["tournaments", number] => Some(Self::One(digits(number)?)),
            ["tournaments", number, "news"] => Some(Self::News(digits(number)?)),
            ["tournaments", number, "games"] => Some(Self::Games(digits(number)?)),
            ["tournaments", number, "games", game] => Some(Self::Game(digits(number)?, digits(game)?)),
            _ => None,
        }
    }
}

/// A number as it is written in one way only.
fn digits<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number: &T| number.to_string() == text)
}

impl Tournaments {
    /// These tournaments. Nothing is read before somebody asks.
    pub(super) fn new(all: Vec<Tournament>) -> Self {
        let shown = |about: Tournament| {
            let watch = Watch::new(&about.folder);
            Shown { about, followed: Mutex::new(Followed { watch, looked: None, summary: None }) }
        };
        Self(all.into_iter().map(shown).collect())
    }

    fn shown(&self, number: usize) -> Result<&Shown, ApiError> {
        let Self(all) = self;
        all.get(number).ok_or_else(|| {
            let expected = match all.len() {
                0 => "one that was given when the server was started".to_owned(),
                1 => "0".to_owned(),
                count => format!("0 to {}", count - 1),
            };
            let message = format!("no such tournament; expected {expected}");
            let remedy = "start the server with the folder: plyground serve --tournament DIR";
            ApiError::new(Status::NotFound, format!("tournament {number}"), message, remedy)
        })
    }

    /// Answers a request for a document.
    pub(super) fn answer(
        &self,
        asked: TournamentRoute,
        query: &Query,
        limits: &Limits<'_>,
    ) -> Result<Value, ApiError> {
        match asked {
            TournamentRoute::List => {
                query.only(&[])?;
                let Self(all) = self;
                let each = |(number, shown): (usize, &Shown)| {
                    shown.with(limits, |followed| state::short(number, &shown.about, followed))
                };
                let list: Vec<Value> = all.iter().enumerate().map(each).collect();
                Ok(json!({ "tournaments": list }))
            }
            TournamentRoute::One(number) | TournamentRoute::News(number) => {
                query.only(&[])?;
                let shown = self.shown(number)?;
                Ok(shown.with(limits, |followed| state::whole(number, &shown.about, followed)))
            }
            TournamentRoute::Games(number) => {
                self.shown(number)?.with(limits, |followed| games::list(number, followed.found()?, query))
            }
            TournamentRoute::Game(number, game) => {
                query.only(&[])?;
                let shown = self.shown(number)?;
                shown.with(limits, |followed| replay::game(number, game, &shown.about, followed.found()?))
            }
        }
    }

    /// What is new of a tournament since the version that was sent last: that version and a summary, or nothing
    /// while there is nothing new, or standings are resting.
    pub(super) fn news(
        &self,
        number: usize,
        sent: Option<u64>,
        limits: &Limits<'_>,
    ) -> Result<Option<(u64, Value)>, ApiError> {
        let shown = self.shown(number)?;
        Ok(shown.with(limits, |followed| {
            let version = followed.watch.version();
            let is_resting = sent.is_some() && followed.is_resting();
            let is_new = sent != Some(version) && !is_resting;
            is_new.then(|| (version, state::short(number, &shown.about, followed)))
        }))
    }
}

impl Shown {
    /// Does something with the folder as it is now.
    fn with<T>(&self, limits: &Limits<'_>, act: impl FnOnce(&mut Followed) -> T) -> T {
        // If a thread panicked while it held the lock, the next look completes what it left half done.
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        followed.look(limits);
        act(&mut followed)
    }
}

impl Followed {
    fn look(&mut self, limits: &Limits<'_>) {
        if self.looked.is_some_and(|looked| looked.elapsed() < PAUSE) {
            return;
        }
        self.watch.look(limits.stop);
        // What was left in the middle is gone on with at once.
        let is_left = matches!(self.watch.found(), Err(FolderError::Unread));
        self.looked = (!is_left).then(Instant::now);
    }

    /// Whether standings were made so recently, and with so much work, that they are not made again yet.
    fn is_resting(&self) -> bool {
        let is_finished = || self.watch.found().is_ok_and(Folder::is_finished);
        self.summary.as_ref().is_some_and(|summary| {
            summary.version != self.watch.version()
                && summary.made.elapsed() < summary.cost * REST
                && !is_finished()
        })
    }

    fn found(&self) -> Result<&Folder, ApiError> {
        self.watch.found().map_err(refusal)
    }
}

/// The answer to a request for a folder that cannot be shown: it says why.
fn refusal(error: &FolderError) -> ApiError {
    let status = if matches!(error, FolderError::Unread) { Status::Busy } else { Status::Illegal };
    ApiError::new(status, "tournament", printable(&error.to_string()), remedy(error))
}

/// Adds the fields of an object to another.
fn extend(document: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (document, more) {
        fields.extend(more);
    }
}

/// What to do about a folder that cannot be read.
const fn remedy(error: &FolderError) -> &'static str {
    match error {
        FolderError::Unread => "wait; a large folder takes some seconds the first time",
        FolderError::File(..) => "put the folder back where it was, or start the server with another",
        FolderError::Config(..) => "correct tournament.toml; the page goes on then",
        FolderError::Plan(_) | FolderError::Records(_) => {
            "mend the file that is named; the page goes on then"
        }
    }
}
