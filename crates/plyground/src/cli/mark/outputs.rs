//! What is written: the folder of marks and reports, and that of sources for tools that compare them. Every file is
//! written whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use plyground_arena::file;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{Files, ReadySources, Refusal, Submission, no_clash, read};

use super::pseudonyms::is_pseudonym;
use super::regrade::{Regrade, TABLE};
use crate::exit::{Failure, Streams};
use crate::report::marks::MarkSheet;
use crate::shown::{self, printable};

/// A folder that can be written to.
pub(super) struct Outputs {
    folder: PathBuf,
}

impl Outputs {
    /// Makes the folder if it is not there.
    pub(super) fn prepare(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| wrong(folder, &error))?;
        Ok(Self { folder: folder.to_owned() })
    }

    pub(super) fn write(&self, sheet: &MarkSheet<'_>, regrade: Option<&Regrade>) -> Result<(), Failure> {
        if let Some(regrade) = regrade {
            self.put(TABLE, &regrade.csv())?;
        }
        self.put("marks.csv", &sheet.csv())?;
        self.put("marks.jsonl", &sheet.json_lines())?;
        self.put("times.csv", &sheet.times_csv())?;
        self.put("behaviour.csv", &sheet.behaviour_csv())?;
        self.put("junit.xml", &sheet.junit())?;
        for marked in &sheet.students {
            let student = &marked.submission.student;
            self.put(&format!("students/{student}.html"), &sheet.student_page(marked))?;
            self.put(&format!("logs/{student}.txt"), &sheet.log(marked))?;
            let talk = format!("talks/{student}.html");
            match sheet.talk_page(marked) {
                Some(page) => self.put(&talk, &page)?,
                // One of another program may be there.
                None => drop(fs::remove_file(self.folder.join(talk))),
            }
            for (system, file, results) in [
                ("gradescope", "results", sheet.gradescope(marked)),
                ("prairielearn", "results", sheet.prairielearn(marked)),
                ("classroom50", "result", sheet.classroom50(marked)),
            ] {
                self.put(&format!("{system}/{student}/{file}.json"), &format!("{results:#}\n"))?;
            }
        }
        // It has links to all others.
        self.put("index.html", &sheet.overview())
    }

    /// The paths of pages of other students than these. They are from an earlier run, and their submissions are gone.
    /// They are not removed: the marker may still want them.
    pub(super) fn left_over(&self, students: &BTreeSet<&str>) -> Vec<PathBuf> {
        others(&self.folder, &|name| students.contains(name))
    }

    fn put(&self, name: &str, content: &str) -> Result<(), Failure> {
        put(&self.folder.join(name), content.as_bytes())
    }
}

/// Folders with something for each student, and how its name ends.
const FOLDERS: [(&str, &str); 6] = [
    ("students", ".html"),
    ("logs", ".txt"),
    ("talks", ".html"),
    ("gradescope", ""),
    ("prairielearn", ""),
    ("classroom50", ""),
];

/// The pages in a folder of marks of students whose names are others.
fn others(out: &Path, is_known: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (folder, end) in FOLDERS {
        let entries = fs::read_dir(out.join(folder)).into_iter().flatten().flatten();
        let is_other = |name: &str| name.strip_suffix(end).is_some_and(|name| !is_known(name));
        found.extend(
            entries
                .filter(|entry| entry.file_name().to_str().is_some_and(is_other))
                .map(|entry| entry.path()),
        );
    }
    found.sort();
    found
}

/// Refuses folders in which something stands under a name that is no pseudonym: it would stay there.
pub(super) fn without_names(out: &Path, jplag: Option<&Path>) -> Result<(), Failure> {
    let refused = |folder: &Path| {
        let place = shown::path(folder);
        Err(bad_input!(
            "{place}: something stands there under a name that is no pseudonym; expected a new folder"
        ))
    };
    if !others(out, &is_pseudonym).is_empty() {
        return refused(out);
    }
    let Some(folder) = jplag else { return Ok(()) };
    let is_named = |name: &str| !is_pseudonym(name.strip_prefix(UNFINISHED).unwrap_or(name));
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    if entries.any(|entry| entry.file_name().to_str().is_none_or(is_named)) {
        refused(folder)
    } else {
        Ok(())
    }
}

/// Writes a file, and the folders above it.
fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| file::write_atomically(path, content)).map_err(|error| wrong(path, &error))
}

/// The failure for an output that cannot be written, or another file of the marker that cannot be read.
fn wrong(path: &Path, error: &io::Error) -> Failure {
    bad_input!("{}: {error}; expected to be able to write there", shown::path(path))
}

/// What names of folders begin with while they are written: names of submissions never begin with a dot.
const UNFINISHED: &str = ".new-";

/// Writes the sources of every student, and nothing else, to a folder of their own, as `JPlag` reads them. What cannot be laid
/// out is left out, and that is said. Folders that are no student's come back: they are from an earlier run.
pub(super) fn write_sources(
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

/// Refuses a folder for outputs that is, holds, or lies in one of these. Files written there would overwrite
/// submissions, or be read as submissions next time. No folder is made yet.
pub(super) fn apart(folder: &Path, others: &[(&str, &Path)]) -> Result<(), Failure> {
    let place = shown::path(folder);
    let unknown = |path: &Path, error: &io::Error| {
        bad_input!("{}: {error}; expected a folder that can be found", shown::path(path))
    };
    let full = resolved(folder).map_err(|error| unknown(folder, &error))?;
    for (what, other) in others {
        let other = resolved(other).map_err(|error| unknown(other, &error))?;
        let how = if full == other {
            "is"
        } else if full.starts_with(&other) {
            "lies in"
        } else if other.starts_with(&full) {
            "holds"
        } else {
            continue;
        };
        return Err(bad_input!("{place}: it {how} {what}; expected a folder elsewhere"));
    }
    Ok(())
}

/// Where a path leads that need not be there yet: links on the way are followed as far as there are any.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let parts: Vec<Component<'_>> = path.components().collect();
    for there in (1..=parts.len()).rev() {
        let front: PathBuf = parts[..there].iter().collect();
        match front.canonicalize() {
            Ok(mut found) => {
                let rest = &parts[there..];
                for part in rest {
                    // A folder that is not there yet will be no link, and two dots lead back out of it.
                    if *part == Component::ParentDir {
                        found.pop();
                    } else {
                        found.push(part);
                    }
                }
                return if rest.contains(&Component::ParentDir) { resolved(&found) } else { Ok(found) };
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_are_compared_after_links_are_followed() {
        let top = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| top.path().join(name);
        fs::create_dir_all(at("subs/ann")).expect("folders");
        symlink(at("subs"), at("link")).expect("a link");
        let subs = at("subs");
        let found = |name: &str| apart(&at(name), &[("the folder of submissions", &subs)]);
        for name in ["out", "subs2", "new/../out", "subs/../out", "link/../out/deep"] {
            assert_eq!(found(name), Ok(()), "{name}");
            assert!(!at("out").exists(), "nothing is made");
        }
        for (name, how) in [
            ("subs", "is"),
            ("link", "is"),
            ("link/", "is"),
            ("new/../subs", "is"),
            ("subs/new", "lies in"),
            ("link/ann/deep", "lies in"),
            ("new/../link/x", "lies in"),
            ("subs/..", "holds"),
            ("", "holds"),
        ] {
            let message = found(name).expect_err(name).message;
            let expected = format!(": it {how} the folder of submissions; expected a folder elsewhere");
            assert!(message.ends_with(&expected), "{name}: {message}");
        }
    }
}
