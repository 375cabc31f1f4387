//! Lines of shell, run as people run them.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The program of the package that these tests belong to.
const PROGRAM: &str =
    match (option_env!("CARGO_BIN_EXE_plyground"), option_env!("CARGO_BIN_EXE_plyground-lab")) {
        (Some(program), _) | (None, Some(program)) => program,
        (None, None) => panic!("cargo names the program"),
    };

/// A line of shell that runs in a folder. `HOME` is that folder, our programs are on the path, standard input is empty,
/// and `COLUMNS` is not set.
pub(crate) fn command(line: &str, folder: &Path) -> Command {
    let programs = Path::new(PROGRAM).parent().expect("a program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", programs.display())).env("HOME", folder).env_remove("COLUMNS");
    command
}

/// Runs a line of shell to its end.
pub(crate) fn shell(line: &str, folder: &Path) -> Output {
    command(line, folder).output().expect("a shell")
}
