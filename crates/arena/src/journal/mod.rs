//! Append-only files of JSON lines that survive being killed at any moment.
//!
//! The first line says what the file belongs to, every further one is a record. A record is on the
//! disk before `append` returns. What a killed process left unfinished at the end is cut off
//! when the journal is opened again, but nothing is ever cut off a file that is no journal. One process
//! at a time writes a journal: it is locked. Every record has a checksum, which is looked at when it is read.

pub(crate) mod sum;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::file::folder_of;
use plyground_core::printable;
use plyground_league::event::excerpt;

/// The longest line that is read or written, in bytes, its end included.
const MOST_LINE: u64 = 64 << 20;

/// Bytes of somebody else's first line that are shown.
const MOST_SHOWN: usize = 300;

/// How far a journal has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bookmark {
    /// Bytes of the lines read.
    bytes: u64,
    /// The lines read, the header among them.
    lines: u64,
}

impl Bookmark {
    /// Bytes of the lines read.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The position of a record in its journal, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Where its line begins.
    pub from: u64,
    /// The length of its line, the end of the line included.
    pub len: u64,
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The end of the complete lines: from here on others read what is appended next.
    pub(crate) end: Bookmark,
}

/// A journal whose records are read one by one, from their places.
#[derive(Debug)]
pub struct Lines {
    file: File,
    path: PathBuf,
}

impl Lines {
    /// Opens a journal.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let file = File::open(path).map_err(|error| JournalError::io(path, error))?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// The text of a record, which is nothing else's if the journal has only grown.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is too short, or the line was changed.
    pub fn at(&mut self, span: Span) -> Result<String, JournalError> {
        let mut line = String::new();
        let read = self.file.seek(SeekFrom::Start(span.from)).and_then(|_| {
            Read::by_ref(&mut self.file).take(span.len.min(MOST_LINE)).read_to_string(&mut line)?;
            if line.len() as u64 != span.len {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it has become shorter"));
            }
            let record = sum::opened(line.trim_end());
            record.map(Cow::into_owned).map_err(|changed| io::Error::new(io::ErrorKind::InvalidData, changed))
        });
        read.map_err(|error| JournalError::io(&self.path, error))
    }
}

/// What a reader of records has against one.
pub type Refusal = Box<dyn std::error::Error + Send + Sync>;

/// Who is given the records of a journal, each as the text of its line.
pub type Each<'a> = dyn FnMut(&str) -> Result<(), Refusal> + 'a;

/// The same, with the places of the records.
pub type EachAt<'a> = dyn FnMut(&str, Span) -> Result<(), Refusal> + 'a;

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct JournalError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("{0}")]
    Io(io::Error),
    /// The file cannot be used at all: why, and what was expected.
    #[error("{0}; expected {1}")]
    Place(io::Error, &'static str),
    #[error("another process is writing it; wait for it, or name another place")]
    Locked,
    /// It belongs to something else: expected, found.
    #[error("it belongs to other work; expected {_0}, found {}", printable(&excerpt(_1.as_bytes(), MOST_SHOWN)))]
    Other(String, String),
    /// A line, counted from 1, and what is wrong with it. It may have text of the line in it.
    #[error("line {_0}: {}", printable(&_1.to_string().replace('\n', "; ")))]
    Line(u64, Refusal),
    /// A line that is longer than any is read.
    #[error("line {0}: it is too long")]
    TooLong(u64),
    /// A record that was once complete.
    #[error("line {0}: the line was changed: it has no end; restore the file from a copy")]
    NoEnd(u64),
}

impl JournalError {
    /// What the system refused to somebody who works for this journal.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), problem: Problem::Io(error) }
    }

    /// If the file is a journal of something else: its first line, which says of what. It is untrusted.
    pub fn other_work(&self) -> Option<&str> {
        match &self.problem {
            Problem::Other(_, found) => Some(found),
            _ => None,
        }
    }
}

/// The lock goes with the journal. Closing the file alone would leave it to a process that is being
/// started in another thread and has, for a moment, this file open too.
impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Journal {
    /// Opens a journal, or begins one with this header, and gives every record to `each`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, another process has it, its header is another one, or a
    /// record is not to the liking of `each`.
    pub fn open(path: &Path, header: &Value, each: &mut Each<'_>) -> Result<Self, JournalError> {
        Self::open_at(path, header, &mut |line, _| each(line))
    }

    /// The same, with the places of the records.
    pub(crate) fn open_at(path: &Path, header: &Value, each: &mut EachAt<'_>) -> Result<Self, JournalError> {
        let fail = |problem| JournalError { path: path.to_owned(), problem };
        let io = |error| fail(Problem::Io(error));
        let place = |error| fail(Problem::Place(error, "a file that can be read and written"));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(place)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(place(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
        }
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => fail(Problem::Locked),
            TryLockError::Error(error) => io(error),
        })?;
        // From here on the lock goes with the journal, also where its lines are refused.
        let mut journal = Self { file, path: path.to_owned(), end: Bookmark::default() };
        read_lines(&mut journal.file, header, &mut journal.end, each).map_err(fail)?;
        journal.file.set_len(journal.end.bytes).map_err(io)?;
        if journal.end.bytes == 0 {
            journal.write(&[format!("{header}\n")])?;
            // The name of a new file is to last, too.
            File::open(folder_of(path)).and_then(|folder| folder.sync_all()).map_err(io)?;
        }
        Ok(journal)
    }

    /// Reads a journal without writing it; somebody else may be writing it meanwhile.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), but for the lock.
    pub fn read(path: &Path, header: &Value, each: &mut Each<'_>) -> Result<(), JournalError> {
        Self::read_on(path, header, &mut Bookmark::default(), &mut |line, _| each(line))
    }

    /// Reads what has been added since a bookmark was left, and moves the bookmark behind every record that
    /// `each` has taken. Nothing is found in a file that has become shorter.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_on(
        path: &Path,
        header: &Value,
        bookmark: &mut Bookmark,
        each: &mut EachAt<'_>,
    ) -> Result<(), JournalError> {
        let fail = |problem| JournalError { path: path.to_owned(), problem };
        let place = |error| fail(Problem::Place(error, "a readable file"));
        let mut file = File::open(path).map_err(place)?;
        read_lines(&mut file, header, bookmark, each).map_err(fail)
    }

    /// Appends records, each a JSON document on one line, and waits until they are on the disk. Returns their places.
    ///
    /// # Errors
    ///
    /// If one is longer than 64 MiB, when nothing is written, or there is no room for all: those that come first and
    /// have room are kept, and nothing of the next.
    pub fn append(&mut self, records: &[String]) -> Result<Vec<Span>, JournalError> {
        debug_assert!(!records.iter().any(|record| record.contains('\n')), "one line each");
        if records.iter().any(|record| (record.len() + sum::LENGTH) as u64 >= MOST_LINE) {
            let problem = "a record is longer than can be read again";
            return Err(JournalError::io(&self.path, io::Error::new(io::ErrorKind::FileTooLarge, problem)));
        }
        let lines: Vec<String> = records.iter().map(|record| sum::sealed(record) + "\n").collect();
        let mut from = self.end.bytes;
        let spans = lines.iter().map(|line| {
            let span = Span { from, len: line.len() as u64 };
            from += span.len;
            span
        });
        let spans = spans.collect();
        let written = self.write(&lines);
        if written.is_err() && lines.len() > 1 {
            lines.chunks(1).try_for_each(|line| self.write(line))?;
        } else {
            written?;
        }
        Ok(spans)
    }

    /// Writes whole lines, or nothing of them.
    fn write(&mut self, lines: &[String]) -> Result<(), JournalError> {
        let text = lines.concat();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // Half a line may be there: the next record must not continue it.
            let _ = self.file.set_len(self.end.bytes);
            return Err(JournalError::io(&self.path, error));
        }
        self.end.bytes += text.len() as u64;
        self.end.lines += lines.len() as u64;
        Ok(())
    }
}

/// Gives the records after the bookmark, but not the header, to `each`, and moves the bookmark behind every
/// line that has been taken.
fn read_lines(
    file: &mut File,
    header: &Value,
    bookmark: &mut Bookmark,
    each: &mut EachAt<'_>,
) -> Result<(), Problem> {
    file.seek(SeekFrom::Start(bookmark.bytes)).map_err(Problem::Io)?;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    loop {
        line.clear();
        reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).map_err(Problem::Io)?;
        let number = bookmark.lines + 1;
        let len = line.len() as u64;
        if line.last() != Some(&b'\n') {
            if len == MOST_LINE {
                return Err(Problem::TooLong(number));
            }
            if sum::has_lost_its_end(&line) {
                return Err(Problem::NoEnd(number));
            }
            // Without its end it was never finished; but only a header is begun by us.
            let expected = header.to_string();
            if number == 1 && !expected.as_bytes().starts_with(&line) {
                return Err(Problem::Other(expected, String::from_utf8_lossy(&line).into_owned()));
            }
            return Ok(());
        }
        let wrong = |refusal| Problem::Line(number, refusal);
        let text = std::str::from_utf8(&line).map_err(|error| wrong(error.into()))?.trim_end();
        if number > 1 {
            let record = sum::opened(text).map_err(|changed| wrong(changed.into()))?;
            each(&record, Span { from: bookmark.bytes, len }).map_err(wrong)?;
        } else {
            let found: Value = serde_json::from_str(text).map_err(|error| wrong(error.into()))?;
            if found != *header {
                return Err(Problem::Other(header.to_string(), found.to_string()));
            }
        }
        bookmark.bytes += len;
        bookmark.lines = number;
    }
}
