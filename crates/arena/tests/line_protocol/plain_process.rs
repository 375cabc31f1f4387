//! A child process behind the line protocol, without bounds or sandbox: enough for programs of our own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use plyground_arena::invoke::{Closed, Converse, Open, Received, SystemError};
use plyground_league::event::End;

/// A command line.
pub(crate) struct PlainProgram(pub(crate) Vec<OsString>);

struct PlainProcess {
    child: Child,
    lines: Receiver<(Vec<u8>, Instant)>,
}

impl Open for PlainProgram {
    fn open(&mut self) -> Result<Box<dyn Converse>, SystemError> {
        let failed = |error: std::io::Error| SystemError(format!("{}: {error}", self.0[0].display()));
        let mut command = Command::new(&self.0[0]);
        let command = command.args(&self.0[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let stdout = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                if sender.send((line, Instant::now())).is_err() {
                    break;
                }
            }
        });
        Ok(Box::new(PlainProcess { child, lines }))
    }
}

impl Converse for PlainProcess {
    fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.child.stdin {
            let _ = writeln!(stdin, "{line}");
        }
    }

    /// It stands still: programs of our own are in time.
    fn clock(&mut self) -> Duration {
        Duration::ZERO
    }

    fn freeze(&mut self) {}

    fn thaw(&mut self) {}

    fn receive(&mut self, _: Duration) -> Received {
        match self.lines.recv() {
            Ok((bytes, at)) => Received::Line { bytes, at, clock: Duration::ZERO },
            Err(_) => Received::Ended(self.close(Duration::ZERO).end),
        }
    }

    /// However long it was given: how fast it ends is not looked at.
    fn close(&mut self, _: Duration) -> Closed {
        drop(self.child.stdin.take());
        let end = self.child.wait().map_or(End::WallOut, |status| {
            status.code().map_or_else(|| End::Signalled(status.signal().unwrap_or(0)), End::Exited)
        });
        Closed { end, stderr: Vec::new(), cpu: None }
    }
}

impl Drop for PlainProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
