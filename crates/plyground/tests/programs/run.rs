//! Running programs, and interrupting them.

#[cfg(target_os = "linux")]
use std::fs::Permissions;
use std::io::Write;
#[cfg(target_os = "linux")]
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

/// Whether everything is tried, not a sample of it, and the clock is looked at: the long run sets `PLYGROUND_LONG`.
pub(crate) fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some()
}

/// A folder that the user may enter whom programs run as.
#[cfg(target_os = "linux")]
pub(crate) fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("our own folder");
    folder
}

/// `plyground` in a folder, with nothing to read.
pub(crate) fn plyground(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyground"));
    command.args(words).current_dir(folder).stdin(Stdio::null()).output().expect("the program starts")
}

/// What a program wrote.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Interrupts a process as Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).expect("it runs");
}

/// Runs a command with this on its standard input, of which it need not read all.
pub(crate) fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a program that starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input));
        child.wait_with_output().expect("it ends")
    })
}
