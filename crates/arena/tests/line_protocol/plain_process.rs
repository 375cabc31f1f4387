//! A child process behind the line protocol, without bounds or sandbox: enough for programs of our own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use plyground_arena::invoke::{Closed, Converse, Open, Received, SystemError};
use plyground_league::event::End;

/// A command line.
pub(crate) struct PlainProgram(pub(crate) Vec<OsString>);

struct PlainProcess {
    child: Child,
    started: Instant,
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
        Ok(Box::new(PlainProcess { child, started: Instant::now(), lines }))
    }
}

/// Nothing takes so long but what never ends.
const HANG: Duration = Duration::from_secs(60);

impl Converse for PlainProcess {
    fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.child.stdin {
            let _ = writeln!(stdin, "{line}");
        }
    }

    fn clock(&mut self) -> Duration {
        self.started.elapsed()
    }

    fn freeze(&mut self) {}

    fn thaw(&mut self) {}

    fn receive(&mut self, until: Duration) -> Received {
        match self.lines.recv_timeout(until.saturating_sub(self.started.elapsed())) {
            Ok((bytes, at)) => {
                let clock = at.saturating_duration_since(self.started);
                Received::Line { bytes, at, clock }
            }
            Err(RecvTimeoutError::Timeout) => Received::TimeOut,
            Err(RecvTimeoutError::Disconnected) => Received::Ended(self.close(HANG).end),
        }
    }

    fn cpu(&mut self) -> Option<Duration> {
        None
    }

    /// However long it was given: how fast it ends is not looked at.
    fn close(&mut self, _: Duration) -> Closed {
        drop(self.child.stdin.take());
        let start = Instant::now();
        let mut end = End::WallOut;
        while let Ok(status) = self.child.try_wait() {
            if let Some(status) = status {
                end = status.code().map_or_else(|| End::Signalled(status.signal().unwrap_or(0)), End::Exited);
                break;
            }
            if start.elapsed() >= HANG {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Closed { end, stderr: Vec::new(), cpu: None }
    }
}

impl Drop for PlainProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
