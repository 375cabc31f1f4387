//! Building and running the program that is checked, and what it takes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use plyground_arena::invoke::{Call, Ended};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{self, Mark, ReadySources, Refusal, Submission};
use plyground_courses::engine::workshop::{self, Respondent, Workshop};
use plyground_league::event::End;
use plyground_sandbox::isolation::Isolation;
use plyground_sandbox::process::{Bounds, SpawnError};

use crate::exit::{Exit, Failure, Streams};
use crate::shown::{self, printable};

/// The status with which shells say that there is no such program, or that it cannot be run.
const NOT_RUN: [End; 2] = [End::Exited(126), End::Exited(127)];

/// The program that is checked: a command or a submission. The folder of a submission is kept while it is asked.
pub(super) struct Tested {
    pub(super) respondent: Respondent,
    pub(super) _workshop: Option<Workshop>,
}

/// Reads and builds a submission, a source file, a zip or a folder, as the marker does, and reports what was corrected in it.
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

/// A program that is asked one question after another.
pub(super) struct Asker {
    tested: Tested,
    /// Set once the user has had enough.
    pub(super) interrupted: Arc<AtomicBool>,
    /// Whether a question was not asked because of that.
    pub(super) is_cut_short: bool,
    pub(super) bar: ProgressBar,
    asked: u64,
}

/// What came of one run.
pub(super) struct Run {
    /// What the program left behind.
    pub(super) ended: Ended,
    /// The most memory in use at a time, in bytes.
    pub(super) memory: u64,
}

impl Asker {
    /// Standard error may hold a trace: all is kept that the marker would let through.
    pub(super) fn new(
        mut tested: Tested,
        bounds: &Bounds,
        interrupted: Arc<AtomicBool>,
        bar: ProgressBar,
    ) -> Self {
        let most = usize::try_from(bounds.stderr_flood).unwrap_or(usize::MAX);
        tested.respondent = tested.respondent.keeping_stderr(most);
        Self { tested, interrupted, is_cut_short: false, bar, asked: 0 }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Runs the program once; `None` if the user has had enough.
    pub(super) fn ask(&mut self, call: &Call) -> Result<Option<Run>, Failure> {
        if self.is_interrupted() {
            self.is_cut_short = true;
            return Ok(None);
        }
        let (ended, memory) = match self.tested.respondent.ask(call) {
            Ok(ran) => ran,
            Err(SpawnError::Interrupted) => {
                self.is_cut_short = true;
                return Ok(None);
            }
            Err(error) => {
                let message = format!("the program could not be run: {}", printable(&error.to_string()));
                return Err(Failure { exit: Exit::ProgramFailed, message });
            }
        };
        if NOT_RUN.contains(&ended.end) && ended.stdout.is_empty() {
            let message = String::from_utf8_lossy(&ended.stderr);
            let message =
                format!("the program could not be run: {}: {}", ended.end, printable(message.trim()));
            return Err(Failure { exit: Exit::ProgramFailed, message });
        }
        self.asked += 1;
        self.bar.set_position(self.asked);
        Ok(Some(Run { ended, memory }))
    }
}
