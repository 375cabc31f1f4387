//! What entrants need of processes: a program that runs once for every question, and one that runs
//! for a whole game. How a process is started, bounded and kept apart is not decided here.

use std::time::{Duration, Instant};

use plyground_league::event::{End, Meanwhile, Spent, Timeout};
use plyground_league::fault::Fault;

/// The machine failed, not the program: it could not be started, say, or a folder could not be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SystemError(pub String);

/// An argument of a program, after those that the entrant's command line has anyway.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A word.
    Word(String),
    /// The path of the file to read: see [`Call::file`].
    Input,
    /// The path of the file to write: see [`Ended::file`].
    Output,
}

/// One run of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Further arguments.
    pub arguments: Vec<Argument>,
    /// Standard input; it ends after this.
    pub input: String,
    /// The content of the input file, in a protocol that talks through files. It lies in a folder that
    /// is fresh for each run and that the program can write to.
    pub file: Option<String>,
    /// Wall time from the start of the process until it is killed, less what the machine keeps it waiting.
    pub wall: Duration,
}

/// Why a file that a program should have written was not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFile {
    /// There is none that may be read.
    #[error("missing")]
    Missing,
    /// The program was ended by others.
    #[error("not read, since the program had not ended by itself")]
    Killed,
    /// A function that was asked in place of a program returned none, but did this.
    #[error("the function {0}")]
    Function(String),
}

/// What a process that has ended leaves behind. Everything in it is untrusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// What it wrote on standard output, as far as anybody reads.
    pub stdout: Vec<u8>,
    /// The output file, or why it cannot be read; `None` in a protocol without files. The reader reads no more than a
    /// bound, follows no link to anything that the program could not read itself, and does not wait for a pipe.
    pub file: Option<Result<Vec<u8>, NoFile>>,
    /// The end of what it wrote on standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// Wall time from its start to its end.
    pub wall: Duration,
    /// How much of that it was ready to run and the machine kept it waiting.
    pub waited: Duration,
    /// What it would have waited besides, but counts: something of it may have run unseen, and had the processor.
    pub unexcused: Duration,
    /// CPU time of the process and its children, user and system, where it is known.
    pub cpu: Option<Duration>,
    /// What went on while it ran, if it was killed because its time was over.
    pub meanwhile: Meanwhile,
}

impl Ended {
    /// A process that ended in this way, took no time and left nothing behind.
    pub fn without_traces(end: End) -> Self {
        Self {
            stdout: Vec::new(),
            file: None,
            stderr: Vec::new(),
            end,
            wall: Duration::ZERO,
            waited: Duration::ZERO,
            unexcused: Duration::ZERO,
            cpu: None,
            meanwhile: Meanwhile::default(),
        }
    }

    /// The time that it has had, by which its answer is judged: wall time, less what the machine kept it waiting.
    pub const fn own(&self) -> Duration {
        self.wall.saturating_sub(self.waited)
    }

    /// A program whose time was over took exactly what was `allowed`, plus the time that the machine kept it waiting: this does
    /// not depend on when its watcher looked.
    pub fn settle(&mut self, allowed: Duration) {
        if self.end == End::WallOut {
            self.wall = allowed + self.waited;
        }
    }

    /// The times of its answer, of which its interpreter needed `startup` to start, and which has this fault where
    /// `allowed` was the time for it.
    pub fn spent(&self, startup: Duration, fault: Option<&Fault>, allowed: Duration) -> Spent {
        let mut spent = Spent::new(self.wall, self.cpu, startup).with_waiting(self.waited, self.unexcused);
        spent.timeout = Timeout::of(fault, allowed, self.meanwhile);
        spent
    }
}

/// A program that is started for every question.
pub trait Invoke: Send {
    /// Starts it, waits until it has ended or its time is over, and leaves nothing of it running.
    ///
    /// # Errors
    ///
    /// If the machine could not run it.
    fn invoke(&mut self, call: &Call) -> Result<Ended, SystemError>;
}

/// How long an interpreter takes to start: the shortest wall time of `runs` runs (at least one) of a program
/// that does nothing, in the same interpreter and under the same conditions as the entrant's program.
///
/// # Errors
///
/// If the machine could not run it, or it did not end well, each within `wall`.
pub fn measure_startup(nothing: &mut dyn Invoke, runs: u32, wall: Duration) -> Result<Duration, SystemError> {
    let call = Call { arguments: Vec::new(), input: String::new(), file: None, wall };
    let mut least = wall;
    for _ in 0..runs.max(1) {
        let ended = nothing.invoke(&call)?;
        if ended.end != End::Exited(0) {
            let how = format!("{:?}; expected a program that does nothing and ends with status 0", ended.end);
            return Err(SystemError(format!("measuring the start of an interpreter: {how}")));
        }
        least = least.min(ended.own());
    }
    Ok(least)
}

/// A line from a running program, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// A line.
    Line {
        /// Its bytes without the line end.
        bytes: Vec<u8>,
        /// When it came, which may be long before it was asked for.
        at: Instant,
        /// What the program's clock showed then: see [`Converse::clock`].
        clock: Duration,
    },
    /// Nothing in time.
    TimeOut,
    /// It has ended, or was ended: a line longer than [`MOST_LINE`] is [`End::StdoutFlood`].
    Ended(End),
    /// It turns out that the machine could not run it.
    Failed(SystemError),
}

/// Bytes of the longest line that anybody reads from a running program.
pub const MOST_LINE: usize = 1 << 16;

/// A running program that reads and writes lines. Dropping it ends the program and all it has started.
pub trait Converse: Send {
    /// Sends a line; the line end is added. A program that no longer reads is found out by what it
    /// does not answer.
    fn send(&mut self, line: &str);

    /// The time that the program has had since it was started: wall time, less that in which it was ready to run and
    /// the machine kept it waiting.
    fn clock(&mut self) -> Duration;

    /// Sends a line, and returns what the program's clock showed when it was passed on.
    fn ask(&mut self, line: &str) -> Duration {
        let clock = self.clock();
        self.send(line);
        clock
    }

    /// Keeps all of the program from running until [`thaw`](Self::thaw). It cannot be talked to meanwhile.
    fn freeze(&mut self);

    /// Lets a frozen program run on.
    fn thaw(&mut self);

    /// Waits for the next line until the program's clock shows `until`. One that has come before is returned even if
    /// that is over.
    fn receive(&mut self, until: Duration) -> Received;

    /// CPU time that the program has used so far, where it is known.
    fn cpu(&mut self) -> Option<Duration> {
        None
    }

    /// How long it has waited so far in time that counts all the same, since something of it may have run unseen.
    fn unexcused(&mut self) -> Duration {
        Duration::ZERO
    }

    /// What has gone on beside it by now, as far as that is known.
    fn meanwhile(&mut self) -> Meanwhile {
        Meanwhile::default()
    }

    /// Ends the program, giving it `within` to do so itself.
    fn close(&mut self, within: Duration) -> Closed;
}

/// What is known of a running program that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// How it ended.
    pub end: End,
    /// The end of what it wrote on standard error.
    pub stderr: Vec<u8>,
    /// CPU time from its start to its end, children included, where it is known.
    pub cpu: Option<Duration>,
}

/// A program that can be started to run for a game.
pub trait Open: Send {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// If the machine could not run it.
    fn open(&mut self) -> Result<Box<dyn Converse>, SystemError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_answer_took_its_time_and_waited_besides() {
        let [allowed, waited, own] = [1500, 5800, 1509].map(Duration::from_millis);
        for (end, own) in [(End::WallOut, allowed), (End::Exited(0), own)] {
            let mut ended = Ended { wall: Duration::from_millis(7309), waited, ..Ended::without_traces(end) };
            ended.settle(allowed);
            assert_eq!((ended.own(), ended.waited), (own, waited), "{end:?}");
        }
    }
}
