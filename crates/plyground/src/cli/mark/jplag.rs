//! Sources of all students for tools that compare them: a folder for each student, as `JPlag` reads them.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{Files, ReadySources, Refusal, Submission, no_clash, read};

use super::outputs::{put, wrong};
use crate::exit::{Failure, Streams};
use crate::present::untrusted::printable;

/// What names of folders begin with while they are written: names of submissions never begin with a dot.
const UNFINISHED: &str = ".new-";

/// Writes the sources of every student to a folder of their own, which holds nothing else. What cannot be laid out
/// is left out, and that is said. Folders that are no student's come back: they are from an earlier run.
pub(super) fn write(
    folder: &Path,
    all: &[Submission],
    assignment: &Assignment,
    streams: &mut Streams<'_>,
) -> Result<Vec<PathBuf>, Failure> {
    let mut written = BTreeSet::new();
    for submission in all {
        let files = read(submission, assignment).unwrap_or_else(|error| Err(Refusal(error.to_string())));
        match files.and_then(|files| sources(files, assignment)) {
            Ok(files) => {
                lay_out(folder, &submission.student, &files)?;
                written.insert(submission.student.as_str());
            }
            Err(Refusal(why)) => {
                let label = printable(&submission.label);
                writeln!(streams.err, "--jplag: {label} is left out: {}", printable(&why))?;
            }
        }
    }
    let mut left_over = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_none_or(|name| !written.contains(name)) {
            left_over.push(entry.path());
        }
    }
    left_over.sort();
    Ok(left_over)
}

/// Writes a student's files to a folder next to the old one, which it then takes the place of.
fn lay_out(folder: &Path, student: &str, files: &Files) -> Result<(), Failure> {
    let (place, fresh) = (folder.join(student), folder.join(format!("{UNFINISHED}{student}")));
    remove(&fresh).map_err(|error| wrong(&fresh, &error))?;
    fs::create_dir_all(&fresh).map_err(|error| wrong(&fresh, &error))?;
    for (path, content) in files {
        put(&fresh.join(path), content)?;
    }
    let replaced = remove(&place).and_then(|()| fs::rename(&fresh, &place));
    replaced.map_err(|error| wrong(&place, &error))
}

/// Removes a folder if it is there.
fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The files as they would be built; what has no main program is compared as it is.
fn sources(files: Files, assignment: &Assignment) -> Result<Files, Refusal> {
    let files = match ReadySources::of(files.clone(), assignment) {
        Ok(ready) => ready.files,
        Err(_) => files,
    };
    no_clash(&files)?;
    Ok(files)
}
