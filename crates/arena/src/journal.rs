//! Append-only files of JSON lines that survive being killed at any moment.
//!
//! The first line says what the file belongs to, every further one is a record. A record is on the
//! disk before `append` returns. What a killed process left unfinished at the end is cut off
//! when the journal is opened again, but nothing is ever cut off a file that is no journal. One process
//! at a time writes a journal: it is locked.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The longest line that is read, in bytes.
const MOST_LINE: u64 = 16 << 20;

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Bytes of complete lines.
    len: u64,
}

/// What is wrong with a journal.
#[derive(Debug)]
pub struct JournalError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Io(io::Error),
    /// The file cannot be used at all: why, and what was expected.
    Place(io::Error, &'static str),
    Locked,
    /// It belongs to something else: expected, found.
    Other(String, String),
    /// A line, counted from 1, and what is wrong with it.
    Line(u64, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            Problem::Io(error) => write!(f, "{error}"),
            Problem::Place(error, expected) => write!(f, "{error}; expected {expected}"),
            Problem::Locked => write!(f, "another process is writing it; wait for it or choose another file"),
            Problem::Other(expected, found) => {
                write!(f, "it belongs to other work; expected {expected}, found {}", brief(found))
            }
            Problem::Line(number, problem) => write!(f, "line {number}: {problem}"),
        }
    }
}

impl std::error::Error for JournalError {}

/// What somebody else's file begins with: control characters escaped, cut short.
fn brief(text: &str) -> String {
    const MOST: usize = 300;
    let mut shown = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    if text.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// The lock goes with the journal. Closing the file alone would leave it to a process that is being
/// started in another thread and has, for a moment, this file open too.
impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Journal {
    /// Opens a journal, or begins one with this header, and gives every record to `each`, as the text of
    /// its line.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, another process has it, its header is another one, or a
    /// record is not to the liking of `each`.
    pub fn open(
        path: &Path,
        header: &Value,
        each: &mut dyn FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, JournalError> {
        let fail = |problem| JournalError { path: path.to_owned(), problem };
        let io = |error| fail(Problem::Io(error));
        let place = |error| fail(Problem::Place(error, "a file that can be read and written"));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(place)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(place(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(fail(Problem::Locked)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let len = read_lines(&mut file, header, each).map_err(fail)?;
        let mut journal = Self { file, path: path.to_owned(), len };
        journal.file.set_len(len).map_err(io)?;
        if len == 0 {
            journal.append(&[header.to_string()])?;
            sync_folder(path).map_err(io)?;
        }
        Ok(journal)
    }

    /// Reads a journal without writing it; somebody else may be writing it meanwhile.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), but for the lock.
    pub fn read(
        path: &Path,
        header: &Value,
        each: &mut dyn FnMut(&str) -> Result<(), String>,
    ) -> Result<(), JournalError> {
        let fail = |problem| JournalError { path: path.to_owned(), problem };
        let place = |error| fail(Problem::Place(error, "a readable file"));
        let mut file = File::open(path).map_err(place)?;
        read_lines(&mut file, header, each).map_err(fail)?;
        Ok(())
    }

    /// Appends records, each a JSON document on one line, and waits until they are on the disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written whole; nothing of them is left then.
    pub fn append(&mut self, records: &[String]) -> Result<(), JournalError> {
        debug_assert!(!records.iter().any(|record| record.contains('\n')), "one line each");
        let lines: String = records.iter().flat_map(|record| [record.as_str(), "\n"]).collect();
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // Half a line may be there: the next record must not continue it.
            let _ = self.file.set_len(self.len);
            return Err(JournalError { path: self.path.clone(), problem: Problem::Io(error) });
        }
        self.len += lines.len() as u64;
        Ok(())
    }
}

/// Gives the records after the header to `each`, and returns the length of all complete lines.
fn read_lines(
    file: &mut File,
    header: &Value,
    each: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<u64, Problem> {
    file.seek(SeekFrom::Start(0)).map_err(Problem::Io)?;
    let mut reader = BufReader::new(file);
    let (mut len, mut number) = (0, 0);
    let mut line = Vec::new();
    loop {
        line.clear();
        reader.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).map_err(Problem::Io)?;
        number += 1;
        if line.last() != Some(&b'\n') {
            if line.len() as u64 == MOST_LINE {
                return Err(Problem::Line(number, "it is too long".to_owned()));
            }
            // Without its end it was never finished; but only a header is begun by us.
            let expected = header.to_string();
            if number == 1 && !expected.as_bytes().starts_with(&line) {
                return Err(Problem::Other(expected, String::from_utf8_lossy(&line).into_owned()));
            }
            return Ok(len);
        }
        let wrong = |problem| Problem::Line(number, problem);
        let text = std::str::from_utf8(&line).map_err(|error| wrong(error.to_string()))?.trim_end();
        if number > 1 {
            each(text).map_err(wrong)?;
        } else {
            let found: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            if found != *header {
                return Err(Problem::Other(header.to_string(), found.to_string()));
            }
        }
        len += line.len() as u64;
    }
}

/// Makes a new file's name durable.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn records(path: &Path, header: &Value) -> Result<(Journal, Vec<Value>), JournalError> {
        let mut found = Vec::new();
        let journal = Journal::open(path, header, &mut |record| {
            found.push(serde_json::from_str(record).map_err(|error| error.to_string())?);
            Ok(())
        })?;
        Ok((journal, found))
    }

    #[test]
    fn records_come_back_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let header = json!({ "of": "tests" });
        let (mut journal, found) = records(&path, &header).unwrap();
        assert_eq!(found, Vec::<Value>::new());
        let lines: Vec<String> = (0..3).map(|n| json!({ "n": n, "text": "a\nb" }).to_string()).collect();
        journal.append(&lines[..1]).unwrap();
        journal.append(&lines[1..]).unwrap();
        drop(journal);
        let (_, found) = records(&path, &header).unwrap();
        assert_eq!(found, (0..3).map(|n| json!({ "n": n, "text": "a\nb" })).collect::<Vec<_>>());
    }

    #[test]
    fn whatever_is_cut_off_the_complete_records_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let header = json!({ "of": "tests" });
        let (mut journal, _) = records(&path, &header).unwrap();
        for n in 0..3 {
            journal.append(&[json!(n).to_string()]).unwrap();
        }
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        for len in 0..whole.len() {
            std::fs::write(&path, &whole[..len]).unwrap();
            let complete = whole[..len]
                .split_inclusive(|&byte| byte == b'\n')
                .filter(|line| line.ends_with(b"\n"))
                .count();
            let (mut journal, found) = records(&path, &header).unwrap();
            assert_eq!(found.len(), complete.saturating_sub(1), "{len} bytes");
            journal.append(&[json!("next").to_string()]).unwrap();
            drop(journal);
            let (_, found) = records(&path, &header).unwrap();
            assert_eq!(found.last(), Some(&json!("next")), "{len} bytes");
        }
    }

    #[test]
    fn journals_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let (journal, _) = records(&path, &json!("mine")).unwrap();
        let locked = records(&path, &json!("mine")).unwrap_err().to_string();
        assert!(locked.contains("another process is writing it"), "{locked}");
        drop(journal);
        let before = std::fs::read(&path).unwrap();
        let other = records(&path, &json!("yours")).unwrap_err().to_string();
        assert!(other.ends_with("it belongs to other work; expected \"yours\", found \"mine\""), "{other}");
        std::fs::write(folder.path().join("b"), "\"mine\"\n{\n1\n").unwrap();
        let broken = records(&folder.path().join("b"), &json!("mine")).unwrap_err().to_string();
        assert!(broken.contains("b: line 2: "), "{broken}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert!(records(folder.path(), &json!("mine")).is_err());
    }

    #[test]
    fn a_file_of_one_unfinished_line_is_cut_only_if_it_begins_as_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let header = json!({ "of": "tests" });
        let long = "x".repeat(1 << 20);
        for text in [r#"{"precious":"data"}"#, r#"{"of":"tests"} "#, "\u{0}\u{9b}", &long] {
            std::fs::write(&path, text).unwrap();
            let error = records(&path, &header).unwrap_err().to_string();
            assert!(error.contains("a.json: it belongs to other work; expected {"), "{error}");
            assert!(error.len() < 1000 && !error.contains(char::is_control), "{error}");
            assert!(Journal::read(&path, &header, &mut |_| Ok(())).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let header = json!("mine");
        let error = |path: &Path| records(path, &header).unwrap_err().to_string();
        let expected = "; expected a file that can be read and written";
        assert!(error(folder.path()).ends_with(expected));
        assert!(error(&folder.path().join("missing/file")).ends_with(expected));
        if Path::new("/dev/null").exists() {
            assert_eq!(error(Path::new("/dev/null")), format!("/dev/null: not a regular file{expected}"));
        }
        let missing = Journal::read(&folder.path().join("missing"), &header, &mut |_| Ok(())).unwrap_err();
        assert!(missing.to_string().ends_with("; expected a readable file"), "{missing}");
    }

    #[test]
    fn a_full_disk_is_told() {
        // Every write to this device fails for want of space.
        let full = Path::new("/dev/full");
        if !full.exists() {
            return;
        }
        let file = OpenOptions::new().append(true).open(full).unwrap();
        let mut journal = Journal { file, path: full.to_owned(), len: 0 };
        let error = journal.append(&["1".to_owned()]).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: "), "{error}");
    }
}
