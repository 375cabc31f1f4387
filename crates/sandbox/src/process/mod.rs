//! Running one untrusted program: started apart from everything ([`isolation`](crate::isolation)), bounded
//! in time, memory, processes and output, and ended with all that it has started.
//!
//! [`run_once`] is for programs that are started for every question, [`Session`] for those that run for a whole game.
//! Neither waits for a program longer than its bounds say, even if it does not read or write, writes without end,
//! forks, or ignores signals.
//!
//! Starting a program changes this process in two ways. It becomes the parent of orphans among its descendants
//! (`PR_SET_CHILD_SUBREAPER`), so that none gets away. After a program without a box, children of this process that
//! live in other sessions and were not started here are taken for orphans of that program and killed. And programs that
//! it starts no longer inherit its open files.

mod bounds;
mod clock;
mod finish;
mod freeze;
mod guard;
mod held;
mod overhead;
mod report;
mod session;
mod start;
mod supervise;
mod tree;

use std::ffi::OsString;
use std::path::PathBuf;

use crate::isolation::Isolation;
use supervise::Supervisor;

pub use bounds::Bounds;
pub use overhead::{Cost, measure_bare, measure_start};
pub use report::{End, Report, SpawnError};
pub use session::{Ended, Line, Session};
pub use start::{empty_folder, settle, temporary_folder};
pub use tree::abandon;

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program and its arguments. A first word with a slash is a path, taken from `dir` unless it is absolute; one
    /// without is looked for in the system's folders. At the start of an argument, [`SCRATCH`] means the folder that
    /// the program may write to.
    pub argv: Vec<OsString>,
    /// The entrant's folder. The program starts in it and can read it, but not write to it.
    pub dir: PathBuf,
    /// Variables besides `PATH`, `HOME`, `TMPDIR`, `LANG`, and without a box `PLYGROUND_RUN`, by which it is found when
    /// this process is killed. Nothing of the caller's environment is passed on.
    pub env: Vec<(OsString, OsString)>,
}

/// The wall time that a program may have is stretched at most so many times where the machine keeps it waiting; then
/// it is given up for the machine's sake.
pub const STRETCH: u32 = 20;

/// At the start of an argument, this is replaced by the path of the scratch folder.
pub const SCRATCH: &str = "{scratch}";

/// Files that go in and out, for programs that talk through files. They lie in the scratch folder, which
/// is fresh for every run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// Names and contents of files that are there when the program starts.
    pub given: Vec<(String, Vec<u8>)>,
    /// The name of a file that the program is to write, and how many bytes of it are read at most,
    /// [`Bounds::file_bytes`] in any case. Links are not followed to anything that the program could not read itself.
    pub wanted: Option<(String, u64)>,
}

/// Runs a program: starts it, feeds it `input`, reads what it writes until it exits or a bound is hit,
/// and kills all that is left of it.
///
/// # Errors
///
/// If it could not be started or was interrupted; not for anything that it does once it runs.
pub fn run_once(
    program: &Program,
    isolation: &Isolation,
    input: &[u8],
    bounds: &Bounds,
) -> Result<Report, SpawnError> {
    run_with_files(program, isolation, input, bounds, &Files::default()).map(|(report, _)| report)
}

/// Runs a program that talks through files. What it wrote to the wanted file comes with the report:
/// `None` if there was none, or none when a bound was hit.
///
/// # Errors
///
/// If the program could not be started or was interrupted, or a file's name is not a plain name.
pub fn run_with_files(
    program: &Program,
    isolation: &Isolation,
    input: &[u8],
    bounds: &Bounds,
    files: &Files,
) -> Result<(Report, Option<Vec<u8>>), SpawnError> {
    let running = start::start(program, isolation, bounds, files)?;
    let mut supervisor = Supervisor::new(running, *bounds);
    supervisor.feed(input);
    supervisor.close_input();
    while !supervisor.step(None, usize::MAX) {}
    supervisor.finish()
}
