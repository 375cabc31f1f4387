//! A program that runs for a whole game and is talked to by lines.

mod watch;

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};

use super::start::start;
use super::supervise::Supervisor;
use super::{Bounds, End, Files, Program, Report, STRETCH, SpawnError};
use crate::isolation::{Isolation, Level};
use watch::{Shared, Stage, State, watch};

/// A program that runs. A separate thread watches and reads it all the time, so its bounds hold also while nobody talks
/// to it. Dropping the session ends the program.
#[derive(Debug)]
pub struct Session {
    shared: Arc<Shared>,
    watcher: Option<JoinHandle<Result<Report, SpawnError>>>,
    /// What is known once the program has ended.
    report: Option<Result<Report, SpawnError>>,
}

/// A line that the program wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its bytes without the line end, LF or CRLF. Untrusted.
    pub bytes: Vec<u8>,
    /// Whether there was a line end; only the last words of a program can lack it.
    pub complete: bool,
    /// When it had been read.
    pub at: Instant,
    /// What [`Session::clock`] showed then.
    pub clock: Duration,
}

/// Why no line came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The deadline has passed. The program still runs, and its answer may come later.
    Late,
    /// It has ended, or was ended, in this way.
    Over(End),
    /// The machine failed, or it could never be started: in a box that is known only when it should run.
    Failed(SpawnError),
}

impl Session {
    /// The longest line that is read, in bytes; a program that writes a longer one is ended with
    /// [`End::StdoutFlood`].
    pub const LONGEST_LINE: usize = 1 << 16;

    /// Starts a program. [`Bounds::wall`] is for the whole session.
    ///
    /// # Errors
    ///
    /// If it could not be started.
    pub fn start(program: &Program, isolation: &Isolation, bounds: &Bounds) -> Result<Self, SpawnError> {
        let failed = |reason: String| SpawnError::Isolation(isolation.level(), reason);
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        let wake = eventfd(0, flags).map_err(|error| failed(error.to_string()))?;
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), wake });
        // A program dies with the thread that started it, so the one that watches it starts it.
        let (sender, receiver) = std::sync::mpsc::channel();
        let of_watcher = Arc::clone(&shared);
        let (program, isolation, bounds) = (program.clone(), isolation.clone(), *bounds);
        let watch = move || {
            let running = start(&program, &isolation, &bounds, &Files::default());
            let _ = sender.send(running.as_ref().map(|_| ()).map_err(Clone::clone));
            watch(Supervisor::new(running?, bounds), &of_watcher, bounds.stdout_bytes)
        };
        let watcher = thread::Builder::new().name("session".to_owned()).spawn(watch);
        let watcher = watcher.map_err(|error| failed(error.to_string()))?;
        receiver.recv().map_err(|_| failed("its thread ended early".to_owned()))??;
        Ok(Self { shared, watcher: Some(watcher), report: None })
    }

    /// Sends a line; the line end is added. This never waits: a program that does not read gets it when
    /// it does, or never.
    pub fn send(&mut self, line: &str) {
        self.shared.state().put_in(line);
        self.shared.wake();
    }

    /// Sends a line, and returns what the program's clock showed when it was passed on: a busy machine may take long to
    /// do that, and what the program has before is not time for an answer.
    pub fn ask(&self, line: &str) -> Duration {
        self.have(|state| state.put_in(line))
    }

    /// The time that the program has had since its start, at most: wall time, less that in which it was ready to run
    /// and the machine kept it waiting. Time in which it was frozen counts, too.
    pub fn clock(&self) -> Duration {
        self.have(|_| ())
    }

    /// Keeps all of the program from running until [`thaw`](Self::thaw). If it runs all the same, it is ended with
    /// [`End::OutOfTurn`].
    pub fn freeze(&self) {
        self.have(|state| state.is_frozen = true);
    }

    /// Lets a frozen program run on.
    pub fn thaw(&self) {
        self.have(|state| state.is_frozen = false);
    }

    /// Has the watcher look at the program and do what `change` asks for, and waits until that is done. Returns the
    /// program's clock.
    fn have(&self, change: impl FnOnce(&mut State)) -> Duration {
        let mut state = self.shared.state();
        change(&mut state);
        state.asked += 1;
        let number = state.asked;
        self.shared.wake();
        while state.done < number && state.stage != Stage::Over {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.latest
    }

    /// Waits for the next line until the program's clock shows `until`. A line that was written before is returned even
    /// if that is over; [`Line::at`] has when it came.
    ///
    /// # Errors
    ///
    /// If none came: the program was late, wrote a line longer than `longest` bytes (it is ended) or has
    /// ended, or the machine did not give it that time in [`STRETCH`] times as much wall time.
    pub fn receive(&mut self, until: Duration, longest: usize) -> Result<Line, Ended> {
        let start = Instant::now();
        let mut state = self.shared.state();
        let (most, cpu) = (until.saturating_sub(state.clock).saturating_mul(STRETCH), state.cpu);
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.waiting -= line.size();
                if line.bytes.len() <= longest {
                    return Ok(line);
                }
                state.kill = true;
                state.lines.clear();
                drop(state);
                self.shared.wake();
                return Err(Ended::Over(End::StdoutFlood));
            }
            if state.stage == Stage::Over {
                drop(state);
                return Err(self.finish().map_or_else(Ended::Failed, |report| Ended::Over(report.end)));
            }
            if state.clock >= until {
                return Err(Ended::Late);
            }
            let wall = start.elapsed();
            if wall > most {
                let cpu = state.cpu.saturating_sub(cpu);
                return Err(Ended::Failed(SpawnError::Starved { wall, cpu }));
            }
            // The watcher reports at every look.
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// CPU time that the program has used by the last look at it, some 30 ms ago at most.
    pub fn cpu(&self) -> Duration {
        self.shared.state().cpu
    }

    /// How long the program has waited by then, as far as was seen, in time that counts all the same: something of it may
    /// have run unseen.
    pub fn unexcused(&self) -> Duration {
        self.shared.state().unexcused
    }

    /// For how long the program's watcher was kept from watching by then: it had no processor, or was stopped.
    pub fn unwatched(&self) -> Duration {
        self.shared.state().unwatched
    }

    /// Ends the session: closes the program's standard input, gives it `within` to exit by itself, ends
    /// it, and reports what is known of it.
    ///
    /// # Errors
    ///
    /// If it turns out that it never started.
    pub fn close(mut self, within: Duration) -> Result<Report, SpawnError> {
        let mut state = self.shared.state();
        state.close_input = true;
        self.shared.wake();
        let within = within.min(Duration::from_secs(3600));
        let waited = self.shared.changed.wait_timeout_while(state, within, |now| now.stage != Stage::Over);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let unread: Vec<u8> = state.lines.drain(..).flat_map(Line::with_end).collect();
        drop(state);
        let mut report = self.finish();
        if let Ok(report) = &mut report {
            report.stdout = unread;
        }
        report
    }

    /// Ends the program if it still runs.
    fn finish(&mut self) -> Result<Report, SpawnError> {
        if let Some(watcher) = self.watcher.take() {
            self.shared.state().kill = true;
            self.shared.wake();
            self.report = watcher.join().ok();
        }
        self.report.clone().unwrap_or_else(|| {
            let reason = "the thread that watched the program ended early".to_owned();
            Err(SpawnError::Isolation(Level::None, reason))
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

impl Line {
    /// What it counts for: its bytes and a line end, so that empty lines count, too.
    fn size(&self) -> usize {
        self.bytes.len() + 1
    }

    fn with_end(self) -> Vec<u8> {
        let mut bytes = self.bytes;
        if self.complete {
            bytes.push(b'\n');
        }
        bytes
    }
}
