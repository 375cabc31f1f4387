//! A tournament that somebody else plans and plays, read as it grows.
//!
//! A look at an unchanged folder asks only for the sizes of its files. A look after a game reads the line of that game.
//! If files were replaced, or `tournament.toml` changed, everything is read again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::folder::{Folder, FolderError, id};
use super::records::published;
use super::{CONFIG, PLAN, RECORDS};

/// The most attempts to read a folder that changes while it is read.
const MOST_TRIES: usize = 3;

/// The folder of a tournament, and what was found in it.
#[derive(Debug)]
pub struct Watch {
    path: PathBuf,
    /// The files as they were at the last look.
    seen: Option<Seen>,
    /// Whether they were read to their ends then.
    is_whole: bool,
    found: Result<Folder, FolderError>,
    version: u64,
}

/// What shows whether a file is the same, and has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    id: [u64; 2],
    len: u64,
    changed: Option<SystemTime>,
}

impl Stamp {
    /// That of a file, if it is there.
    fn of(path: &Path) -> Result<Option<Self>, FolderError> {
        match fs::metadata(path) {
            Ok(metadata) => {
                let changed = metadata.modified().ok();
                Ok(Some(Self { id: id(&metadata), len: metadata.len(), changed }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FolderError::File(path.to_owned(), error)),
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
    fn of(folder: &Path) -> Result<Self, FolderError> {
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
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), seen: None, is_whole: false, found: Err(FolderError::Unread), version: 0 }
    }

    /// A number that is another one after every change of what is found.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When a file of records last changed, by the clock of its disk.
    pub fn newest(&self) -> Option<SystemTime> {
        self.seen.as_ref()?.records.values().filter_map(|stamp| stamp.changed).max()
    }

    /// What was found at the last look.
    ///
    /// # Errors
    ///
    /// If not all has been read yet, or what is there cannot be read.
    pub const fn found(&self) -> Result<&Folder, &FolderError> {
        static UNREAD: FolderError = FolderError::Unread;
        match &self.found {
            Ok(_) if !self.is_whole => Err(&UNREAD),
            found => found.as_ref(),
        }
    }

    /// Reads what is new. `is_over` is asked between records; if it is true, the next look continues from there.
    pub fn look(&mut self, is_over: &dyn Fn() -> bool) {
        for _ in 0..MOST_TRIES {
            let seen = match Seen::of(&self.path) {
                Ok(seen) if self.is_whole && self.seen.as_ref() == Some(&seen) => return,
                Ok(seen) => seen,
                Err(error) => return self.fail(None, error),
            };
            let before = std::mem::replace(&mut self.found, Err(FolderError::Unread)).ok();
            let folder = before.and_then(|folder| self.still(folder, &seen));
            let read = folder.map_or_else(|| Folder::open(&self.path), Ok).and_then(|mut folder| {
                let is_whole = folder.read_until(is_over)?;
                Ok((folder, is_whole))
            });
            match read {
                Ok((folder, is_whole)) => {
                    self.version += 1;
                    (self.seen, self.is_whole, self.found) = (Some(seen), is_whole, Ok(folder));
                    return;
                }
                Err(error) => self.fail(Some(seen), error),
            }
            // A record can be of a game that was planned after the plan was read.
        }
    }

    /// The folder with what has been planned since, if nothing of it was replaced.
    fn still(&self, mut folder: Folder, seen: &Seen) -> Option<Folder> {
        let [config, plan] = self.seen.as_ref()?.sources;
        let stat = |path: &Path| seen.records.get(path).map(|stamp| (stamp.id, stamp.len));
        let is_same = config == seen.sources[0]
            && folder.records.have_only_grown(stat)
            && (plan == seen.sources[1] || folder.read_longer_plan());
        is_same.then_some(folder)
    }

    fn fail(&mut self, seen: Option<Seen>, error: FolderError) {
        let is_known = self.found.as_ref().is_err_and(|known| known.to_string() == error.to_string());
        self.version += u64::from(!is_known);
        self.is_whole = seen.is_some();
        self.seen = seen;
        self.found = Err(error);
    }
}

#[cfg(test)]
mod tests;
