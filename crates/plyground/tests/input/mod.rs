//! Something on the standard input of a program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

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
