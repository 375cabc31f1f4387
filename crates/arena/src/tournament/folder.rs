//! The folder of a tournament, read in one way by everybody: commands, runs, and the page that shows it while others play.
//!
//! Reading writes and locks nothing. Plan and records only grow, so each record is read, checked and counted once: reading
//! again reads what is new. Of a record that counts the place in its file is kept, where it is found again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::config::{Config, ConfigError};
use super::plan::{Plan, PlanError};
use super::records::{Added, RecordsError, Results, parse, published};
use super::{CONFIG, PLAN, RECORDS};
use crate::file;
use crate::journal::{Bookmark, Journal, JournalError, Lines, Span};
use plyground_league::event::Reason;
use plyground_league::planned::PlannedGame;
use plyground_league::record::{GameRecord, RecordError};

/// The file of records of a run of the whole tournament, and of merged shares.
pub const WHOLE: &str = "games.jsonl";

/// The longest `tournament.toml` that is read, in bytes.
const MOST_CONFIG: u64 = 4 << 20;

/// Records that a merge writes together.
const MERGED_TOGETHER: usize = 1024;

/// The folder of a tournament, as far as it has been read.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    pub(super) config: Config,
    pub(super) plan: Option<Plan>,
    pub(super) records: Records,
    is_finished: bool,
}

/// Why a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder was not read yet, or reading was stopped before the end.
    #[error("the folder is being read; ask again in a moment")]
    Unread,
    /// A file or folder cannot be read.
    #[error("{}: {_1}; expected the folder of a tournament", _0.display())]
    File(PathBuf, io::Error),
    /// `tournament.toml` is wrong: where it is, and what is wrong with it.
    #[error("{}: {_1}", _0.display())]
    Config(PathBuf, ConfigError),
    /// The plan is not one of this tournament, or damaged.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The records are not those of this plan, or damaged.
    #[error(transparent)]
    Records(#[from] RecordsError),
}

impl From<JournalError> for FolderError {
    fn from(error: JournalError) -> Self {
        Self::Records(error.into())
    }
}

/// The result of a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merged {
    /// Games with a result.
    pub games: usize,
    /// Those that the file of all did not have before.
    pub new: usize,
}

impl Folder {
    /// Reads `tournament.toml`, and nothing else yet.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or something is wrong with it.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, FolderError> {
        let path = path.into();
        let file = path.join(CONFIG);
        let text = file::read_text(&file, MOST_CONFIG);
        let text = text.map_err(|error| FolderError::File(file.clone(), error))?;
        // Programs are started in folders of their own, so that relative paths would lead elsewhere.
        let absolute = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        let parse = if path.join(PLAN).exists() { Config::parse_begun } else { Config::parse };
        let config = parse(&text, &absolute).map_err(|error| FolderError::Config(file, error))?;
        Ok(Self::new(path, config))
    }

    /// A folder of which only what is to be played is known.
    pub(super) fn new(path: impl Into<PathBuf>, config: Config) -> Self {
        Self { path: path.into(), config, plan: None, records: Records::default(), is_finished: false }
    }

    /// Reads what is new: the plan, if none was read yet, and records in all published files. Without a plan or without
    /// records there are none.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, has a line that is not of this tournament, or contradicts another.
    pub fn read(&mut self) -> Result<(), FolderError> {
        self.read_until(&|| false).map(drop)
    }

    /// The same until `is_over`, which is asked before each record, says that this is enough. Returns whether it came to
    /// the end.
    pub(super) fn read_until(&mut self, is_over: &dyn Fn() -> bool) -> Result<bool, FolderError> {
        if self.plan.is_none() {
            self.plan = match Plan::read(&self.path.join(PLAN), &self.config) {
                Err(PlanError::Missing) => return Ok(true),
                plan => Some(plan?),
            };
        }
        let Self { path, plan: Some(plan), records, .. } = self else { return Ok(true) };
        let is_whole = records.read_all(&path.join(RECORDS), plan, is_over)?;
        self.settle();
        Ok(is_whole)
    }

    /// What follows once records were read: games of those who were withdrawn, and whether all is over.
    pub(super) fn settle(&mut self) {
        let Some(plan) = &self.plan else { return };
        let results = &mut self.records.results;
        results.withdraw(plan, &self.config);
        let planned = plan.games().len();
        self.is_finished = results.len() == planned && {
            let known: Vec<_> = results.iter().copied().collect();
            self.config.schedule.plan(&known).games.len() == planned
        };
    }

    /// Reads the plan again. Returns whether it is the one that was known with further games, or without.
    pub(super) fn read_longer_plan(&mut self) -> bool {
        let Ok(now) = Plan::read(&self.path.join(PLAN), &self.config) else { return false };
        let is_longer = now.games().starts_with(self.games());
        self.plan = Some(now);
        is_longer
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What `tournament.toml` says.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The plan, if there is one.
    pub const fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// The games that are planned.
    pub fn games(&self) -> &[PlannedGame] {
        self.plan.as_ref().map_or(&[], |plan| plan.games())
    }

    /// The results so far.
    pub const fn results(&self) -> &Results {
        &self.records.results
    }

    /// Whether every game has a result and no further rounds follow from them.
    pub const fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Why a game ended, if it has a record that counts.
    pub fn reason(&self, game: u64) -> Option<Reason> {
        self.records.places.get(&game).map(|place| place.reason)
    }

    /// Whether this is a file of the tournament: what is to be played, was planned, or was played.
    ///
    /// # Errors
    ///
    /// If the folder of records cannot be read.
    pub fn has_file(&self, path: &Path) -> Result<bool, RecordsError> {
        let mut files = published(&self.path.join(RECORDS))?;
        files.extend([CONFIG, PLAN].map(|name| self.path.join(name)));
        Ok(files.iter().any(|own| file::is_same(own, path)))
    }

    /// The record of a game, if it has one that counts.
    ///
    /// # Errors
    ///
    /// If its file cannot be read any more, or is not what it was.
    pub fn record(&self, game: u64) -> Result<Option<GameRecord>, FolderError> {
        let Some((&game, place)) = self.records.places.get_key_value(&game) else { return Ok(None) };
        let mut lines = Lines::open(&self.records.files[place.file].path)?;
        self.record_at(game, place, &mut lines).map(Some)
    }

    /// All records that count, in the order of the games' numbers. They are read one by one.
    ///
    /// # Errors
    ///
    /// As [`record`](Self::record).
    pub fn records(&self) -> impl Iterator<Item = Result<GameRecord, FolderError>> {
        // Records that follow each other are mostly in one file.
        let mut open: Option<(usize, Lines)> = None;
        self.records.places.iter().map(move |(&game, place)| {
            let lines = match &mut open {
                Some((file, lines)) if *file == place.file => lines,
                other => {
                    let lines = Lines::open(&self.records.files[place.file].path)?;
                    &mut other.insert((place.file, lines)).1
                }
            };
            self.record_at(game, place, lines)
        })
    }

    fn record_at(&self, game: u64, place: &Place, lines: &mut Lines) -> Result<GameRecord, FolderError> {
        checked(game, &lines.at(place.span)?, &self.records.files[place.file].path)
    }

    /// Puts the games of all published files and of `more` files into the file of all. Nothing is written if two files
    /// contradict each other. Memory goes with the number of games, not with their length.
    ///
    /// # Errors
    ///
    /// If nothing is planned, a file cannot be read or written, has a line that is no record of a game of this plan, or
    /// contradicts another; or if another process plays the whole tournament.
    pub fn merge(&mut self, more: &[PathBuf]) -> Result<Merged, FolderError> {
        let Self { path, config, plan, records, .. } = self;
        let plan = plan.insert(Plan::read(&path.join(PLAN), config)?);
        let folder = path.join(RECORDS);
        fs::create_dir_all(&folder).map_err(|error| RecordsError::Folder(folder.clone(), error))?;
        *records = Records::default();
        let mut journal = records.open(&folder.join(WHOLE), plan)?;
        let before = records.results.len();
        records.read_all(&folder, plan, &|| false)?;
        for path in more {
            records.read_file(path, plan, &|| false)?;
        }
        let merged = Merged { games: records.results.len(), new: records.results.len() - before };
        let mut new: Vec<(u64, Place)> = records.places.iter().map(|(&game, &place)| (game, place)).collect();
        new.retain(|(_, place)| place.file != OWN);
        new.sort_unstable_by_key(|(_, place)| (place.file, place.span.from));
        for places in new.chunk_by(|(_, one), (_, other)| one.file == other.file) {
            let path = records.files[places[0].1.file].path.clone();
            let mut lines = Lines::open(&path)?;
            for places in places.chunks(MERGED_TOGETHER) {
                let texts = places.iter().map(|(game, place)| {
                    let text = lines.at(place.span)?;
                    checked(*game, &text, &path).map(|_| text)
                });
                records.append(&mut journal, &texts.collect::<Result<Vec<_>, FolderError>>()?)?;
            }
        }
        self.settle();
        Ok(merged)
    }
}

/// The record in a line that was read before, which was that of this game then.
fn checked(game: u64, line: &str, path: &Path) -> Result<GameRecord, FolderError> {
    match GameRecord::from_line(line) {
        Ok(record) if record.id == game.to_string() => Ok(record),
        _ => {
            let error = io::Error::new(io::ErrorKind::InvalidData, "it was changed while it was read");
            Err(JournalError::io(path, error).into())
        }
    }
}

/// Files of records, as far as they have been read.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) results: Results,
    /// The records that count, by the numbers of their games.
    places: BTreeMap<u64, Place>,
    files: Vec<RecordsFile>,
}

/// The index of the file that is open for writing, where one is.
pub(super) const OWN: usize = 0;

/// A file of records that is read as it grows.
#[derive(Debug)]
struct RecordsFile {
    path: PathBuf,
    /// Its device and its number there.
    id: [u64; 2],
    bookmark: Bookmark,
}

/// The place of a record that counts.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The index of its file.
    file: usize,
    span: Span,
    reason: Reason,
}

impl Records {
    /// Reads what is new in the published files of a folder, until `is_over`. Returns whether it came to the end.
    pub(super) fn read_all(
        &mut self,
        folder: &Path,
        plan: &Plan,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, RecordsError> {
        for path in published(folder)? {
            if !self.read_file(&path, plan, is_over)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Reads what is new in a file, until `is_over`. Returns whether it came to its end.
    pub(super) fn read_file(
        &mut self,
        path: &Path,
        plan: &Plan,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, RecordsError> {
        let metadata = fs::metadata(path);
        // It may have gone meanwhile: that is an error when it is opened.
        let (id, len) = metadata.map_or(([0; 2], 0), |metadata| (id(&metadata), metadata.len()));
        let number = self.files.iter().position(|file| file.path == path).unwrap_or_else(|| {
            self.files.push(RecordsFile { path: path.to_owned(), id, bookmark: Bookmark::default() });
            self.files.len() - 1
        });
        let mut bookmark = self.files[number].bookmark;
        if bookmark.bytes() == len && len > 0 {
            return Ok(true);
        }
        let (mut conflict, mut is_stopped) = (None, false);
        let read = Journal::read_on(path, &plan.records_header(), &mut bookmark, &mut |line, span| {
            if is_over() {
                is_stopped = true;
                return Err("stopped".into());
            }
            let (game, record) = parse(line, plan)?;
            if self.add(plan, game, &record, (number, span))? == Added::Conflict {
                conflict.get_or_insert(game.id);
            }
            Ok(())
        });
        self.files[number].bookmark = bookmark;
        if is_stopped {
            return Ok(false);
        }
        read?;
        conflict.map_or(Ok(true), |game| Err(RecordsError::Conflict(game, path.to_owned())))
    }

    /// Opens a file of records for writing, before any other is read, and counts what is in it.
    pub(super) fn open(&mut self, path: &Path, plan: &Plan) -> Result<Journal, JournalError> {
        self.files.push(RecordsFile { path: path.to_owned(), id: [0; 2], bookmark: Bookmark::default() });
        let journal = Journal::open_at(path, &plan.records_header(), &mut |line, span| {
            let (game, record) = parse(line, plan)?;
            match self.add(plan, game, &record, (OWN, span))? {
                Added::Conflict => Err(format!("game {} was played differently before", game.id).into()),
                Added::Counted | Added::Known | Added::Void => Ok(()),
            }
        })?;
        self.files[OWN].bookmark = journal.end;
        Ok(journal)
    }

    /// Appends lines to the file that is open for writing: where they stand. They are not counted yet.
    pub(super) fn append(
        &mut self,
        journal: &mut Journal,
        lines: &[String],
    ) -> Result<Vec<Span>, JournalError> {
        let spans = journal.append(lines)?;
        self.files[OWN].bookmark = journal.end;
        Ok(spans)
    }

    pub(super) fn add(
        &mut self,
        plan: &Plan,
        game: &PlannedGame,
        record: &GameRecord,
        (file, span): (usize, Span),
    ) -> Result<Added, RecordError> {
        let added = self.results.add(plan, game, record)?;
        if added == Added::Counted {
            self.places.insert(game.id, Place { file, span, reason: record.ending.reason });
        }
        Ok(added)
    }

    /// Takes note of the name under which the file that was open for writing is published.
    pub(super) fn rename_own(&mut self, path: PathBuf) {
        self.files[OWN].path = path;
    }

    /// Whether all files are still there and have only grown, given what `stat` finds at a path: identity and length.
    pub(super) fn have_only_grown(&self, stat: impl Fn(&Path) -> Option<([u64; 2], u64)>) -> bool {
        self.files.iter().all(|file| {
            stat(&file.path).is_some_and(|(id, len)| id == file.id && len >= file.bookmark.bytes())
        })
    }
}

/// The identity of a file, independent of its name: device and inode.
pub(super) fn id(metadata: &fs::Metadata) -> [u64; 2] {
    [metadata.dev(), metadata.ino()]
}
