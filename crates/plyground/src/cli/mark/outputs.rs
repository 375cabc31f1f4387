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
use super::regrade::{MARKS, OLDER, Regrade, TABLE};
use crate::exit::{Failure, Streams};
use crate::report::marks::MarkSheet;
use crate::shown::{self, printable};

/// Removes what an earlier run says of the class and of these students, so that nobody takes it for what one says that ends
/// early. The marks are kept under another name until that ends: it says whose total falls.
pub(super) fn remove_older(out: &Path, students: &[&str], regrade: Option<&Regrade>) -> Result<(), Failure> {
    let (marks, older) = (out.join(MARKS), out.join(OLDER));
    // Those that are older still are of a run after which none has ended.
    let kept = if older.exists() { fs::remove_file(&marks) } else { fs::rename(&marks, &older) };
    kept.or_else(unless_missing).map_err(|error| wrong(&marks, &error))?;
    let of_class = ["index.html", "marks.csv", "times.csv", "behaviour.csv", "junit.xml"].map(str::to_owned);
    for name in of_class.into_iter().chain(students.iter().copied().flat_map(of_student)) {
        let path = out.join(name);
        fs::remove_file(&path).or_else(unless_missing).map_err(|error| wrong(&path, &error))?;
    }
    // That the table is there keeps others from marking without the earlier marks: it gets its first line alone.
    let table = out.join(TABLE);
    regrade.filter(|_| table.exists()).map_or(Ok(()), |regrade| put(&table, regrade.csv().as_bytes()))
}

/// The files about a student: page, log, questions for a talk, and results for Gradescope, `PrairieLearn` and Classroom 50.
fn of_student(student: &str) -> [String; 6] {
    [
        format!("students/{student}.html"),
        format!("logs/{student}.txt"),
        format!("talks/{student}.html"),
        format!("gradescope/{student}/results.json"),
        format!("prairielearn/{student}/results.json"),
        format!("classroom50/{student}/result.json"),
    ]
}

/// What is not there need not be removed.
fn unless_missing(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Writes all about the class. If it `is_whole`, older marks are not needed any more.
pub(super) fn write(
    out: &Path,
    sheet: &MarkSheet<'_>,
    regrade: Option<&Regrade>,
    is_whole: bool,
) -> Result<(), Failure> {
    let put = |name: &str, content: &str| put(&out.join(name), content.as_bytes());
    if let Some(regrade) = regrade {
        put(TABLE, &regrade.csv())?;
    }
    put("marks.csv", &sheet.csv())?;
    put(MARKS, &sheet.json_lines())?;
    put("times.csv", &sheet.times_csv())?;
    put("behaviour.csv", &sheet.behaviour_csv())?;
    put("junit.xml", &sheet.junit())?;
    for marked in &sheet.students {
        let [page, log, talk, gradescope, prairielearn, classroom50] = of_student(&marked.submission.student);
        put(&page, &sheet.student_page(marked))?;
        put(&log, &sheet.log(marked))?;
        sheet.talk_page(marked).map_or(Ok(()), |questions| put(&talk, &questions))?;
        for (file, results) in [
            (gradescope, sheet.gradescope(marked)),
            (prairielearn, sheet.prairielearn(marked)),
            (classroom50, sheet.classroom50(marked)),
        ] {
            put(&file, &format!("{results:#}\n"))?;
        }
    }
    // It has links to all others.
    put("index.html", &sheet.overview())?;
    if !is_whole {
        return Ok(());
    }
    let older = out.join(OLDER);
    fs::remove_file(&older).or_else(unless_missing).map_err(|error| wrong(&older, &error))
}

/// The pages in a folder of marks of students whose names are others. They are from an earlier run, and their submissions are
/// gone. They are not removed: the marker may still want them.
pub(super) fn others(out: &Path, is_known: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for file in of_student("*") {
        let (folder, end) = file.split_once("/*").unwrap_or_default();
        // A folder has the name of its student.
        let end = if end.starts_with('/') { "" } else { end };
        let is_other = |name: &str| name.strip_suffix(end).is_some_and(|name| !is_known(name));
        let entries = fs::read_dir(out.join(folder)).into_iter().flatten().flatten();
        let entries = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_other));
        found.extend(entries.map(|entry| entry.path()));
    }
    found.sort();
    found
}

/// Refuses folders in which something stands under a name that is no pseudonym: it would stay there.
pub(super) fn without_names(out: &Path, jplag: Option<&Path>) -> Result<(), Failure> {
    let refused = |folder: &Path| {
        let why = "something stands there under a name that is no pseudonym; expected a new folder";
        Err(bad_input!("{}: {why}", shown::path(folder)))
    };
    if !others(out, &is_pseudonym).is_empty() {
        return refused(out);
    }
    let Some(folder) = jplag else { return Ok(()) };
    let is_named = |name: &str| !is_pseudonym(name.strip_prefix(UNFINISHED).unwrap_or(name));
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let has_names = entries.any(|entry| entry.file_name().to_str().is_none_or(is_named));
    if has_names { refused(folder) } else { Ok(()) }
}

/// Writes a file, and the folders above it.
fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| file::write_atomically(path, content)).map_err(|error| wrong(path, &error))
}

/// The failure for an output that cannot be written, or another file of the marker that cannot be read.
pub(super) fn wrong(path: &Path, error: &io::Error) -> Failure {
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
    let is_other = |name: &str| !written.contains(name);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_name().to_str().is_none_or(is_other));
    let mut left_over: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
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
    fs::remove_dir_all(folder).or_else(unless_missing)
}

/// The files as they would be built; what has no main program is compared as it is.
fn sources(files: Files, assignment: &Assignment) -> Result<Files, Refusal> {
    let files = ReadySources::of(files.clone(), assignment).map_or(files, |ready| ready.files);
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
