//! Submissions of students: who, when, and which files, taken within strict bounds from what they sent.
//!
//! In the folder of submissions every entry is one: `STUDENT.zip`, `STUDENT.py` (a single source file of any
//! language) or `STUDENT/` (a folder of files). Several of one student carry a mark after an at sign, and the
//! last counts: `STUDENT@2.zip`, or the time `STUDENT@2026-05-01T22-10.zip`, by which lateness is known too.
//! They may also lie together, with nothing else there: `STUDENT/@1.zip`, `STUDENT/@2/`.

mod archive;
mod java;
mod sources;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash as Sha256;
use plyground_core::{digits, hex};

use super::assignment::Assignment;
use super::local_time::{LocalTime, Zone};

pub use sources::{ReadySources, no_clash};

/// The most that is taken of a submission. Source files are small.
mod most {
    /// Bytes of an archive.
    pub(super) const ARCHIVE: u64 = 32 << 20;
    /// Bytes of all files together.
    pub(super) const TOTAL: u64 = 64 << 20;
    /// Files and folders.
    pub(super) const ENTRIES: usize = 2000;
    /// How many times its size an archive may grow, once it is beyond [`GROWN`].
    pub(super) const RATIO: u64 = 200;
    /// Bytes from which on growth is looked at.
    pub(super) const GROWN: u64 = 8 << 20;
    /// Bytes of a path.
    pub(super) const PATH: usize = 200;
    /// Folders in folders.
    pub(super) const LEVELS: usize = 12;
}

/// The longest name of a student, in bytes: files are named after it.
const MOST_NAME: usize = 150;

/// Files by their paths, which have `/` between their names and lead nowhere else.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    /// Whose it is.
    pub student: String,
    /// Its name in the folder of submissions.
    pub label: String,
    /// Where it lies.
    pub path: PathBuf,
    /// What orders several submissions of a student.
    pub mark: Mark,
}

/// The mark after the at sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Nothing.
    None,
    /// A number.
    Number(u64),
    /// When it was submitted, in local time.
    Time(LocalTime),
}

impl Submission {
    /// When it was submitted, if that is known.
    pub const fn time(&self) -> Option<LocalTime> {
        match self.mark {
            Mark::Time(time) => Some(time),
            _ => None,
        }
    }
}

/// What is wrong with a folder of submissions. Staff can mend it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {message}", path.display())]
pub struct IntakeError {
    /// Where.
    pub path: PathBuf,
    /// What, and what was expected.
    pub message: String,
}

/// Why a submission cannot be marked, for the student to read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// The content of a folder of submissions.
#[derive(Debug, Default)]
pub struct SubmissionList {
    /// All submissions, by students in the order of their names, each student's in their order.
    pub students: BTreeMap<String, Vec<Submission>>,
    /// What is left out, and why: a name says nothing, or it is not said which of two submissions is the later. It
    /// keeps nobody else from being marked.
    pub left_out: Vec<IntakeError>,
}

/// The submissions of a folder.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn list(folder: &Path, local: &Zone) -> Result<SubmissionList, IntakeError> {
    let mut listed = SubmissionList::default();
    let SubmissionList { students, left_out } = &mut listed;
    let (named, nameless) = entries(folder)?;
    left_out.extend(nameless);
    for (name, path) in named {
        let (student, mark) = match split(&name, &path, local) {
            Ok(found) => found,
            Err(message) => {
                left_out.push(IntakeError { path, message });
                continue;
            }
        };
        if student.is_empty() || student.len() > MOST_NAME || student.chars().any(char::is_control) {
            let expected =
                format!("the name of a student, 1 to {MOST_NAME} bytes, such as ann.zip or ann@2.zip");
            left_out.push(IntakeError { path, message: format!("expected {expected}") });
            continue;
        }
        let mut found = if mark == Mark::None { together(&path, local) } else { Vec::new() };
        for (inner, ..) in &mut found {
            inner.insert_str(0, &format!("{name}/"));
        }
        if found.is_empty() {
            found.push((name, path, mark));
        }
        let submission = |(label, path, mark)| Submission { student: student.clone(), label, path, mark };
        students.entry(student.clone()).or_default().extend(found.into_iter().map(submission));
    }
    students.retain(|_, submissions| {
        submissions.sort_by(|a, b| (a.mark, &a.label).cmp(&(b.mark, &b.label)));
        let unclear = unclear(submissions);
        let is_clear = unclear.is_none();
        left_out.extend(unclear);
        is_clear
    });
    Ok(listed)
}

/// Two submissions of a student of which it is not said which is the later.
fn unclear(submissions: &[Submission]) -> Option<IntakeError> {
    let is_unclear = |pair: &&[Submission]| {
        let is_same = std::mem::discriminant(&pair[0].mark) == std::mem::discriminant(&pair[1].mark);
        pair[0].mark == pair[1].mark || !is_same
    };
    let pair = submissions.windows(2).find(is_unclear)?;
    let expected = "Expected different numbers or times after an at sign";
    let message = format!("is it earlier or later than {}? {expected}", pair[0].label);
    Some(IntakeError { path: pair[1].path.clone(), message })
}

/// Names, paths and marks of the submissions of one student that lie together in a folder. None if anything else is
/// there: then the folder is a submission itself, and what it holds is the student's, whose names must not stop
/// anybody's marking.
fn together(folder: &Path, local: &Zone) -> Vec<(String, PathBuf, Mark)> {
    if !is_folder(folder) {
        return Vec::new();
    }
    let marked = |(name, path): (String, PathBuf)| match split(&name, &path, local) {
        Ok((rest, mark)) if rest.is_empty() && mark != Mark::None => Some((name, path, mark)),
        _ => None,
    };
    match entries(folder) {
        Ok((all, nameless)) if nameless.is_empty() => {
            all.into_iter().map(marked).collect::<Option<_>>().unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

type Named = Vec<(String, PathBuf)>;

/// Names and paths of a folder in order, without hidden files and what systems leave behind; and what has a name that
/// is no text.
fn entries(folder: &Path) -> Result<(Named, Vec<IntakeError>), IntakeError> {
    let read = |error: io::Error| {
        let message = format!("{error}; expected a folder that can be read");
        IntakeError { path: folder.to_owned(), message }
    };
    let (mut all, mut nameless) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            let message = "the name is not UTF-8; expected another name".to_owned();
            nameless.push(IntakeError { path, message });
            continue;
        };
        if !name.starts_with('.') && !sources::is_litter(name) {
            all.push((name.to_owned(), path));
        }
    }
    all.sort();
    Ok((all, nameless))
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// A name's student and mark. Only files have extensions. What follows an at sign and is neither a number nor a time
/// belongs to the name, as in an address of mail, unless it is a date written wrongly.
fn split(name: &str, path: &Path, local: &Zone) -> Result<(String, Mark), String> {
    let stem = match name.rsplit_once('.') {
        // An archive such as ann.tar.gz has two.
        Some((stem, _)) if !is_folder(path) => stem.strip_suffix(".tar").unwrap_or(stem),
        _ => name,
    };
    let whole = || Ok((stem.to_owned(), Mark::None));
    let Some((student, text)) = stem.rsplit_once('@') else { return whole() };
    // A date begins with its year.
    let is_dated = text.split_once('-').is_some_and(|(year, _)| year.len() == 4 && digits(year).is_some());
    let mark = match (digits(text).map(str::parse::<u64>), LocalTime::parse(text, local)) {
        (Some(Ok(number)), _) => Mark::Number(number),
        (_, Ok(time)) => Mark::Time(time),
        (_, Err(error)) if is_dated => return Err(error),
        _ => return whole(),
    };
    Ok((student.to_owned(), mark))
}

/// The submission that counts: the last one that is not too late to count, or else the last.
pub fn counting<'a>(submissions: &'a [Submission], assignment: &Assignment) -> Option<&'a Submission> {
    let late = &assignment.late;
    let is_in_time = |submission: &&Submission| match (submission.time(), late.due) {
        (Some(time), Some(due)) => time.days_late(due) <= late.most_days,
        _ => true,
    };
    submissions.iter().rev().find(is_in_time).or(submissions.last())
}

/// The files of a submission.
///
/// # Errors
///
/// Why it cannot be marked; or, within, why it could not be read, which is not the student's fault.
pub fn read(submission: &Submission, assignment: &Assignment) -> io::Result<Result<Files, Refusal>> {
    let found = fs::symlink_metadata(&submission.path)?;
    if found.is_dir() {
        return archive::read_folder(&submission.path);
    }
    let refused = |text: &str| Ok(Err(Refusal(text.to_owned())));
    if found.is_symlink() {
        return refused("it is a link; expected the files themselves");
    }
    if !found.is_file() {
        return refused("it is not a regular file; expected a zip or a source file");
    }
    let extension = submission.label.rsplit_once('.').map_or("", |(_, extension)| extension);
    if found.len() > most::ARCHIVE {
        return refused(&format!("it has {} bytes; expected at most {}", found.len(), most::ARCHIVE));
    }
    let bytes = plyground_arena::file::read_bytes(&submission.path, most::ARCHIVE)?;
    if extension.eq_ignore_ascii_case("zip") {
        return Ok(archive::read(&bytes));
    }
    if let Some(kind) = archive::other_kind(&bytes) {
        return refused(&format!("it is {kind}; expected a zip archive (.zip) or a source file"));
    }
    let extension = extension.to_ascii_lowercase();
    if assignment.languages.iter().any(|language| language.extensions.contains(&extension)) {
        // The file is named after the student: what counts is its content.
        return Ok(Ok([(format!("{}.{extension}", assignment.main), bytes)].into()));
    }
    let known = assignment.languages.iter().flat_map(|language| &language.extensions);
    let known = distinct(known.map(String::as_str)).join(", ");
    let found = match extension.as_str() {
        "" => "it has no known extension".to_owned(),
        _ => format!("its extension is '{extension}'"),
    };
    refused(&format!("{found}; expected zip or one of {known}"))
}

/// A hash that identifies a submission: of its files' names and contents, or of why it was refused.
pub fn digest(files: &Result<Files, Refusal>) -> String {
    let mut hash = Sha256::new();
    match files {
        Err(refused) => hash.update(format!("refused\0{refused}")),
        Ok(files) => {
            for (path, content) in files {
                hash.update(format!("{path}\0{}\0", content.len()));
                hash.update(content);
            }
        }
    }
    hex(&hash.finalize())
}

/// A path as it is written in an archive, made plain: `/` between names, nothing that leads elsewhere. `None`
/// if nothing is left of it.
fn plain_path(name: &str) -> Result<Option<String>, Refusal> {
    let refuse = |why: &str| {
        let shown = plyground_core::quote(name);
        Err(Refusal(format!("the path {shown} {why}; expected names of files and folders below each other")))
    };
    let slashed = name.replace('\\', "/");
    let has_drive = slashed.as_bytes().get(1) == Some(&b':') && slashed.as_bytes()[0].is_ascii_alphabetic();
    if slashed.starts_with('/') || has_drive {
        return refuse("is absolute");
    }
    if slashed.chars().any(char::is_control) {
        return refuse("has control characters");
    }
    let parts: Vec<&str> = slashed.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.contains(&"..") {
        return refuse("leads out of the submission");
    }
    let path = parts.join("/");
    if path.len() > most::PATH || parts.len() > most::LEVELS {
        return refuse("is too long");
    }
    Ok((!path.is_empty()).then_some(path))
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut known = Vec::new();
    for one in all {
        if !known.contains(&one) {
            known.push(one);
        }
    }
    known
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The extension of a file, in small letters; empty without one.
fn extension(path: &str) -> String {
    last_name(path).rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
}
