//! A program in the form of a submission: a source file, a zip or a folder, read and built as the marker does it.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{self, Mark, ReadySources, Refusal, Submission};
use plyground_courses::engine::workshop::{self, Workshop};
use plyground_sandbox::isolation::Isolation;

use crate::exit::{Exit, Failure, Streams};
use crate::shown::{self, printable};

/// Reads and builds a submission, and reports what was corrected in it.
///
/// # Errors
///
/// With status 1 if the marker would refuse it or it cannot be built, 2 if it cannot be read, 3 if the machine lacks
/// what its language needs, 130 if it was interrupted.
pub(super) fn build(
    path: &Path,
    assignment: &Assignment,
    isolation: &Isolation,
    interrupted: &AtomicBool,
    streams: &mut Streams<'_>,
) -> Result<Workshop, Failure> {
    let place = shown::path(path);
    let fail = |exit, text: &str| Failure { exit, message: format!("{place}: {}", printable(text)) };
    let refused = |Refusal(text): Refusal| fail(Exit::CheckFailed, &text);
    let label = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let submission = Submission { student: String::new(), label, path: path.to_owned(), mark: Mark::None };
    let files = intake::read(&submission, assignment).map_err(|error| {
        fail(
            Exit::BadInput,
            &format!("{error}; expected a source file, a zip or a folder; a command goes after --"),
        )
    })?;
    let ready = files.and_then(|files| ReadySources::of(files, assignment)).map_err(refused)?;
    for note in &ready.notes {
        writeln!(streams.err, "note: {}", printable(note))?;
    }
    if let Some(missing) = ready.language.missing() {
        let text = format!("it is in {}, and {missing} is not installed", ready.language.name);
        return Err(fail(Exit::ProgramFailed, &text));
    }
    let built = workshop::build(&ready, assignment, isolation).map_err(|error| {
        if interrupted.load(Ordering::Relaxed) {
            return Failure::interrupted(format_args!("{place}: interrupted, nothing was asked"));
        }
        fail(Exit::ProgramFailed, &error.to_string())
    })?;
    for line in built.messages.lines() {
        writeln!(streams.err, "{}", printable(line))?;
    }
    built.workshop.map_err(|why| fail(Exit::CheckFailed, &why))
}
