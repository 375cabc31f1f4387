//! Reading and saving state files.

use std::io;
use std::path::Path;

use plyground_arena::file;
use plyground_core::Notation;
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::{StateFile, write_state};

use crate::exit::Failure;
use crate::present::untrusted;

/// A state file has 50 bytes; the rest is room for line ends and blank lines.
const LONGEST: u64 = 4096;

/// Reads a state file; `None` if there is no such file.
pub(super) fn read(path: &Path) -> Result<Option<Standard>, Failure> {
    let name = untrusted::path(path);
    let text = match file::read_text(path, LONGEST) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Failure::bad_input(format_args!("{name}: {error}; expected a readable state file")));
        }
    };
    StateFile.parse(&text).map(Some).map_err(|error| {
        let problems = error.problems().iter();
        let lines: Vec<String> =
            problems.map(|problem| format!("{name}: {}: {}", problem.place, problem.message)).collect();
        Failure::bad_input(lines.join("\n"))
    })
}

/// What to say if a file that must exist does not.
pub(super) fn missing(path: &Path) -> Failure {
    Failure::bad_input(format_args!("{}: no such file; expected a state file", untrusted::path(path)))
}

/// Writes a state file whole or not at all.
pub(super) fn save(path: &Path, position: &Standard) -> Result<(), Failure> {
    file::write_atomically(path, write_state(position).as_bytes()).map_err(|error| {
        let name = untrusted::path(path);
        Failure::bad_input(format_args!("{name}: {error}; expected a file name in a writable folder"))
    })
}
