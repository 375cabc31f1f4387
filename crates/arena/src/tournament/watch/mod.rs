//! A tournament that somebody else plans and plays, read as it grows.
//!
//! Nothing is written and nothing is locked. Plan and records only grow, so what has been read stays read: a look
//! at a folder in which nothing happened asks for the sizes of its files, and a look after a game reads the line of
//! that game. Where files were replaced, or `tournament.toml` says something else, all is read anew.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::config::Config;
use super::plan::{Plan, PlanError};
use super::records::{Added, RecordsError, Results, parse, published};
use super::{CONFIG, PLAN, RECORDS};
use crate::file;
use crate::journal::{Bookmark, Journal, JournalError, Span};
use plyground_league::event::Reason;
use plyground_league::record::GameRecord;
use plyground_league::schedule::Form;

/// The longest `tournament.toml` that is read, in bytes.
const MOST_CONFIG: u64 = 4 << 20;

/// How often a folder is read anew if it changes while it is read.
const MOST_TRIES: usize = 3;

/// The folder of a tournament, and what was found in it.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
    /// The files as they were when they were last read to their ends.
    seen: Option<Seen>,
    found: Result<Snapshot, WatchError>,
    version: u64,
}

/// What a folder holds.
#[derive(Debug)]
pub struct Snapshot {
    config: Config,
    plan: Option<Plan>,
    results: Results,
    /// The records that count, by the numbers of their games.
    games: BTreeMap<u64, RecordPlace>,
    files: Vec<RecordsFile>,
    /// The files of configuration and plan.
    sources: [Option<Stamp>; 2],
    newest: Option<SystemTime>,
}

/// A file of records that is read as it grows.
#[derive(Debug)]
struct RecordsFile {
    path: PathBuf,
    id: [u64; 2],
    bookmark: Bookmark,
}

/// A record that counts.
#[derive(Clone, Copy, Debug)]
struct RecordPlace {
    /// The index of its file.
    file: usize,
    span: Span,
    reason: Reason,
}

/// Why a folder cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// Nobody has looked at it yet, or whoever looked was asked to stop before everything was read.
    #[error("the folder is being read; ask again in a moment")]
    Unread,
    /// A file or folder cannot be read.
    #[error("{}: {_1}; expected the folder of a tournament", _0.display())]
    File(PathBuf, io::Error),
    /// `tournament.toml` is wrong: where it is, and what is wrong with it.
    #[error("{}: {_1}", _0.display())]
    Config(PathBuf, String),
    /// The plan is not one of this tournament, or damaged.
    #[error(transparent)]
    Plan(PlanError),
    /// The records are not those of this plan, or damaged.
    #[error(transparent)]
    Records(#[from] RecordsError),
}

impl From<JournalError> for WatchError {
    fn from(error: JournalError) -> Self {
        Self::Records(error.into())
    }
}

/// What tells whether a file is the same, and has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    id: [u64; 2],
    len: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    fn new(metadata: &Metadata) -> Self {
        Self { id: [metadata.dev(), metadata.ino()], len: metadata.len(), changed: metadata.modified().ok() }
    }

    /// That of a file, if it is there.
    fn of(path: &Path) -> Result<Option<Self>, WatchError> {
        match fs::metadata(path) {
            Ok(metadata) => Ok(Some(Self::new(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(WatchError::File(path.to_owned(), error)),
        }
    }
}

/// All files that count.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    sources: [Option<Stamp>; 2],
    records: BTreeMap<PathBuf, Stamp>,
}

impl Seen {
    fn of(folder: &Path) -> Result<Self, WatchError> {
        let sources = [Stamp::of(&folder.join(CONFIG))?, Stamp::of(&folder.join(PLAN))?];
        let mut records = BTreeMap::new();
        for path in published(&folder.join(RECORDS))? {
            // It may have gone meanwhile.
            if let Some(stamp) = Stamp::of(&path)? {
                records.insert(path, stamp);
            }
        }
        Ok(Self { sources, records })
    }
}

impl Watch {
    /// A folder at which nobody has looked yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), seen: None, found: Err(WatchError::Unread), version: 0 }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A number that is another one after every change of what is found.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What was found at the last look.
    ///
    /// # Errors
    ///
    /// If not all has been read yet, or what is there cannot be read.
    pub const fn found(&self) -> Result<&Snapshot, &WatchError> {
        static UNREAD: WatchError = WatchError::Unread;
        match &self.found {
            Ok(_) if self.seen.is_none() => Err(&UNREAD),
            found => found.as_ref(),
        }
    }

    /// Reads what is new. `is_over` is asked between records; if it says so, the next look goes on from there.
    pub fn look(&mut self, is_over: &dyn Fn() -> bool) {
        for _ in 0..MOST_TRIES {
            let seen = match Seen::of(&self.folder) {
                Ok(seen) if self.seen.as_ref() == Some(&seen) => return,
                Ok(seen) => seen,
                Err(error) => return self.fail(None, error),
            };
            let before = std::mem::replace(&mut self.found, Err(WatchError::Unread));
            let found = before.ok().and_then(|found| found.still(&self.folder, &seen));
            let found = found.map_or_else(|| Snapshot::begin(&self.folder, &seen), Ok);
            let mut found = match found {
                Ok(found) => found,
                Err(error) => return self.fail(Some(seen), error),
            };
            match found.read(&seen, is_over) {
                Ok(is_whole) => {
                    found.withdraw();
                    self.version += 1;
                    self.seen = is_whole.then_some(seen);
                    self.found = Ok(found);
                    return;
                }
                Err(error) => self.fail(Some(seen), error),
            }
            // A record can be of a game that was planned after the plan was read.
        }
    }

    fn fail(&mut self, seen: Option<Seen>, error: WatchError) {
        let is_known = self.found.as_ref().is_err_and(|known| known.to_string() == error.to_string());
        self.version += u64::from(!is_known);
        self.seen = seen;
        self.found = Err(error);
    }
}

impl Snapshot {
    /// Reads configuration and plan.
    fn begin(folder: &Path, seen: &Seen) -> Result<Self, WatchError> {
        let config = read_config(folder)?;
        let plan = read_plan(folder, &config)?;
        Ok(Self {
            config,
            plan,
            results: Results::default(),
            games: BTreeMap::new(),
            files: Vec::new(),
            sources: seen.sources,
            newest: None,
        })
    }

    /// The same with what has been planned since, if nothing of it was replaced.
    fn still(mut self, folder: &Path, seen: &Seen) -> Option<Self> {
        let is_same = |file: &RecordsFile| {
            let stamp = seen.records.get(&file.path);
            stamp.is_some_and(|stamp| stamp.id == file.id && stamp.len >= file.bookmark.bytes())
        };
        let [config, plan] = seen.sources;
        if self.sources[0] != config || !self.files.iter().all(is_same) {
            return None;
        }
        if self.sources[1] != plan {
            let now = read_plan(folder, &self.config).ok()?;
            let games = |plan: &Option<Plan>| plan.as_ref().map_or(0, |plan| plan.games().len());
            let known = games(&self.plan);
            if games(&now) < known {
                return None;
            }
            if let (Some(before), Some(now)) = (&self.plan, &now)
                && before.games() != &now.games()[..known]
            {
                return None;
            }
            self.plan = now;
            self.sources[1] = plan;
        }
        Some(self)
    }

    fn withdraw(&mut self) {
        if let Some(plan) = &self.plan {
            self.results.withdraw(plan, &self.config);
        }
    }

    /// Reads records that are new; whether it came to their end.
    fn read(&mut self, seen: &Seen, is_over: &dyn Fn() -> bool) -> Result<bool, WatchError> {
        let Self { config, plan, results, games, files, newest, .. } = self;
        let Some(plan) = plan else { return Ok(true) };
        let header = plan.records_header();
        for (path, stamp) in &seen.records {
            *newest = (*newest).max(stamp.changed);
            let number = files.iter().position(|file| file.path == *path).unwrap_or_else(|| {
                files.push(RecordsFile { path: path.clone(), id: stamp.id, bookmark: Bookmark::default() });
                files.len() - 1
            });
            let bookmark = &mut files[number].bookmark;
            if bookmark.bytes() == stamp.len {
                continue;
            }
            let (mut conflict, mut is_stopped) = (None, false);
            let read = Journal::read_on(path, &header, bookmark, &mut |line, span| {
                if is_over() {
                    is_stopped = true;
                    return Err("stopped".to_owned());
                }
                let (game, record) = parse(line, plan, config)?;
                match results.add(plan, game, &record)? {
                    Added::Counted => {
                        games.insert(
                            game.id,
                            RecordPlace { file: number, span, reason: record.ending.reason },
                        );
                    }
                    Added::Conflict => conflict = conflict.or(Some(game.id)),
                    Added::Known | Added::Void => {}
                }
                Ok(())
            });
            if is_stopped {
                return Ok(false);
            }
            read?;
            if let Some(game) = conflict {
                return Err(RecordsError::Conflict { game, path: path.clone() }.into());
            }
        }
        Ok(true)
    }

    /// What `tournament.toml` says.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The games, if any are planned.
    pub const fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// The results so far.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Why a game ended, if it has a result.
    pub fn reason(&self, game: u64) -> Option<Reason> {
        self.games.get(&game).map(|kept| kept.reason)
    }

    /// When a file of records last changed, by the clock of its disk.
    pub const fn newest(&self) -> Option<SystemTime> {
        self.newest
    }

    /// Whether every game has a result and no further rounds follow from them.
    pub fn is_finished(&self) -> bool {
        let planned = self.plan.as_ref().map_or(0, |plan| plan.games().len());
        if planned == 0 || self.results.len() < planned {
            return false;
        }
        let schedule = &self.config.schedule;
        if matches!(schedule.form(), Form::RoundRobin | Form::Gauntlet { .. }) {
            return true;
        }
        let known: Vec<_> = self.results.iter().copied().collect();
        schedule.plan(&known).games.len() == planned
    }

    /// The record of a game, if it has been played.
    ///
    /// # Errors
    ///
    /// If its file cannot be read any more, or is not what it was.
    pub fn record(&self, game: u64) -> Result<Option<GameRecord>, WatchError> {
        let Some(RecordPlace { file, span, .. }) = self.games.get(&game) else { return Ok(None) };
        let path = &self.files[*file].path;
        let line = Journal::line_at(path, *span)?;
        match GameRecord::from_line(&line) {
            Ok(record) if record.id == game.to_string() => Ok(Some(record)),
            _ => {
                let error = io::Error::new(io::ErrorKind::InvalidData, "it was changed while it was read");
                Err(WatchError::File(path.clone(), error))
            }
        }
    }
}

fn read_config(folder: &Path) -> Result<Config, WatchError> {
    let path = folder.join(CONFIG);
    let text = match file::read_text(&path, MOST_CONFIG) {
        Ok(text) => text,
        Err(error) => return Err(WatchError::File(path, error)),
    };
    // Programs are started in folders of their own, so that relative paths would lead elsewhere.
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    Config::parse(&text, &folder).map_err(|error| WatchError::Config(path, error.to_string()))
}

/// The plan, if there is one.
fn read_plan(folder: &Path, config: &Config) -> Result<Option<Plan>, WatchError> {
    match Plan::read(&folder.join(PLAN), config) {
        Ok(plan) => Ok(Some(plan)),
        Err(PlanError::Missing) => Ok(None),
        Err(error) => Err(WatchError::Plan(error)),
    }
}

#[cfg(test)]
mod tests;
