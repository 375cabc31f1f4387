//! Sources of all students for tools that compare them: a folder for each student, as `JPlag` reads them.

use std::path::Path;

use plyground_arena::marking::assignment::Assignment;
use plyground_arena::marking::intake::{Files, Handed, Ready, Refused, no_clash, read};

use super::outputs::{put, wrong};
use crate::exit::{Failure, Streams};
use crate::shown::printable;

/// Writes the sources of every student to a folder of their own. What cannot be laid out is left out, and that is
/// said.
pub(super) fn write(
    folder: &Path,
    all: &[Handed],
    assignment: &Assignment,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    for handed in all {
        let files = read(handed, assignment).map_err(|error| wrong(&handed.path, &error))?;
        match files.and_then(|files| sources(files, assignment)) {
            Ok(files) => {
                for (path, content) in files {
                    put(&folder.join(&handed.student).join(path), &content)?;
                }
            }
            Err(Refused(why)) => {
                let label = printable(&handed.label);
                writeln!(streams.err, "--jplag: {label} is left out: {}", printable(&why))?;
            }
        }
    }
    Ok(())
}

/// The files as they would be built; what has no main program is compared as it is.
fn sources(files: Files, assignment: &Assignment) -> Result<Files, Refused> {
    let files = match Ready::of(files.clone(), assignment) {
        Ok(ready) => ready.files,
        Err(_) => files,
    };
    no_clash(&files)?;
    Ok(files)
}
