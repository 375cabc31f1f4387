//! Places for files that are written at the end of long work.

use std::path::Path;

use crate::exit::Failure;
use crate::shown;

/// Refuses at once what could not be written after hours: there must be a folder that takes new files.
///
/// # Errors
///
/// If there is none, or the path is that of a folder.
pub fn for_file(option: &str, path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_no_file = path.is_dir() || path.file_name().is_none() || !folder.is_dir();
    let problem = match tempfile::NamedTempFile::new_in(folder) {
        _ if is_no_file => String::new(),
        Ok(_) => return Ok(()),
        // Its words name a file that nobody asked for.
        Err(error) => format!("its folder takes no files ({}); ", error.kind()),
    };
    let name = shown::path(path);
    Err(Failure::bad_input(format_args!("{option} {name}: {problem}expected a place for a file")))
}
