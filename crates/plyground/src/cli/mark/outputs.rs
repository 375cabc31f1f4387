//! The folder of marks and reports. Every file is written whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use plyground_arena::file;

use crate::exit::Failure;
use crate::report::marks::MarkSheet;
use crate::shown;

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

    /// Writes everything.
    pub(super) fn write(&self, sheet: &MarkSheet<'_>) -> Result<(), Failure> {
        self.put("marks.csv", &sheet.csv())?;
        self.put("marks.jsonl", &sheet.json_lines())?;
        self.put("times.csv", &sheet.times_csv())?;
        self.put("behaviour.csv", &sheet.behaviour_csv())?;
        self.put("junit.xml", &sheet.junit())?;
        for marked in &sheet.students {
            let student = &marked.submission.student;
            self.put(&format!("students/{student}.html"), &sheet.student_page(marked))?;
            self.put(&format!("logs/{student}.txt"), &sheet.log(marked))?;
            for (system, results) in
                [("gradescope", sheet.gradescope(marked)), ("prairielearn", sheet.prairielearn(marked))]
            {
                self.put(&format!("{system}/{student}/results.json"), &format!("{results:#}\n"))?;
            }
        }
        // It has links to all others.
        self.put("index.html", &sheet.overview())
    }

    /// The paths of pages of other students than these. They are from an earlier run, and their submissions are gone.
    /// They are not removed: the marker may still want them.
    pub(super) fn left_over(&self, students: &BTreeSet<&str>) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for (folder, end) in
            [("students", ".html"), ("logs", ".txt"), ("gradescope", ""), ("prairielearn", "")]
        {
            let entries = fs::read_dir(self.folder.join(folder)).into_iter().flatten().flatten();
            let is_other = |name: &str| name.strip_suffix(end).is_some_and(|name| !students.contains(name));
            found.extend(
                entries
                    .filter(|entry| entry.file_name().to_str().is_some_and(is_other))
                    .map(|entry| entry.path()),
            );
        }
        found.sort();
        found
    }

    fn put(&self, name: &str, content: &str) -> Result<(), Failure> {
        put(&self.folder.join(name), content.as_bytes())
    }
}

/// Writes a file, and the folders above it.
pub(super) fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| file::write_atomically(path, content)).map_err(|error| wrong(path, &error))
}

/// The failure for an output that cannot be written, or another file of the marker that cannot be read.
pub(super) fn wrong(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input(format_args!("{}: {error}; expected to be able to write there", shown::path(path)))
}
