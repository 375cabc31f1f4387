//! The folder of marks and reports. Every file is written whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use plyground_arena::file;
use plyground_arena::marking::assignment::Assignment;
use plyground_arena::marking::intake::{Handed, Ready, read};

use crate::exit::Failure;
use crate::report::marks::MarkSheet;
use crate::shown;

/// A folder that can be written to.
pub(super) struct Outputs {
    folder: PathBuf,
}

impl Outputs {
    /// Makes the folder if it is not there. It must not be that of the submissions, nor lie in it: outputs
    /// would be taken for submissions next time.
    pub(super) fn prepare(folder: &Path, submissions: &Path) -> Result<Self, Failure> {
        let outputs = Self { folder: folder.to_owned() };
        fs::create_dir_all(folder).map_err(|error| wrong(folder, &error))?;
        let inside = fs::canonicalize(folder)
            .and_then(|out| Ok(out.starts_with(fs::canonicalize(submissions)?)))
            .map_err(|error| wrong(folder, &error))?;
        if inside {
            let message = "it lies in the folder of submissions; expected a folder elsewhere";
            return Err(Failure::bad_input(format_args!("{}: {message}", shown::path(folder))));
        }
        Ok(outputs)
    }

    /// Writes everything.
    pub(super) fn write(&self, sheet: &MarkSheet<'_>) -> Result<(), Failure> {
        self.put("marks.csv", &sheet.csv())?;
        self.put("marks.jsonl", &sheet.json_lines())?;
        self.put("times.csv", &sheet.times_csv())?;
        self.put("behaviour.csv", &sheet.behaviour_csv())?;
        self.put("junit.xml", &sheet.junit())?;
        for marked in &sheet.students {
            let student = &marked.handed.student;
            self.put(&format!("students/{student}.html"), &sheet.student_page(marked))?;
            let results = format!("{:#}\n", sheet.gradescope(marked));
            self.put(&format!("gradescope/{student}/results.json"), &results)?;
        }
        // It has links to all others.
        self.put("index.html", &sheet.overview())
    }

    fn put(&self, name: &str, content: &str) -> Result<(), Failure> {
        put(&self.folder.join(name), content.as_bytes())
    }
}

fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| file::write_atomically(path, content)).map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input(format_args!("{}: {error}; expected to be able to write there", shown::path(path)))
}

/// Writes the sources of every student to a folder of their own, as `JPlag` reads them.
pub(super) fn jplag(folder: &Path, all: &[Handed], assignment: &Assignment) -> Result<(), Failure> {
    for handed in all {
        let files = read(handed, assignment).map_err(|error| wrong(&handed.path, &error))?;
        // What has no main program is compared as it is.
        let files = files.map(|files| match Ready::of(files.clone(), assignment) {
            Ok(ready) => ready.files,
            Err(_) => files,
        });
        for (path, content) in files.unwrap_or_default() {
            put(&folder.join(&handed.student).join(path), &content)?;
        }
    }
    Ok(())
}
