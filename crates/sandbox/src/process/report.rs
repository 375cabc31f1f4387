//! What is reported of a program that was run, or could not be, and how it ended.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::isolation::Level;

/// What a program did. Text in it is untrusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What it wrote on standard output, from the start; at most
    /// [`Bounds::stdout_bytes`](super::Bounds::stdout_bytes). After a session: what nobody received.
    pub stdout: Vec<u8>,
    /// The end of what it wrote on standard error.
    pub stderr_tail: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// Wall time from its start to its end.
    pub wall: Duration,
    /// How much of that it was ready to run and the machine kept it waiting.
    pub waited: Duration,
    /// What it would have waited besides, but counts: something of it may have run unseen, and had the processor.
    pub unexcused: Duration,
    /// For how long its watcher was kept from watching: it had no processor, or was stopped.
    pub unwatched: Duration,
    /// CPU time of the program and all it started, user and system. In a box this holds the making of
    /// the box, about a millisecond; elsewhere not what processes used that were killed as orphans.
    pub cpu: Duration,
    /// The most memory that was seen in use at a time, in bytes; what several processes share may be
    /// counted for each. For a program that runs for less than some milliseconds it may be too little.
    pub max_rss: u64,
    /// How well it was kept apart.
    pub level: Level,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this exit status, 0 to 255; 127 also if it could not be started.
    Exited(i32),
    /// By this signal. In a box this is read from the status 128 + signal, as shells do, and a program that
    /// exits with such a status looks the same.
    Signalled(i32),
    /// Killed: its wall time was over.
    WallOut,
    /// Killed: its CPU time was used up.
    CpuOut,
    /// Killed: it took more memory than there was for it.
    MemoryOut,
    /// Killed: it had more processes than it may. In a box more cannot be started, and this is not seen.
    ProcessesOut,
    /// Killed: it wrote too much on standard output, or a line that was too long.
    StdoutFlood,
    /// Killed: it wrote far too much on standard error.
    StderrFlood,
    /// Killed: it saw to it that it ran while it was not on move.
    OutOfTurn,
    /// Killed at the end of a game, when it did not end by itself.
    Closed,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(signal) => write!(f, "signal {signal}"),
            Self::WallOut => f.write_str("out of wall time"),
            Self::CpuOut => f.write_str("out of CPU time"),
            Self::MemoryOut => f.write_str("out of memory"),
            Self::ProcessesOut => f.write_str("too many processes"),
            Self::StdoutFlood => f.write_str("too much on standard output"),
            Self::StderrFlood => f.write_str("too much on standard error"),
            Self::OutOfTurn => f.write_str("ran while it was not on move"),
            Self::Closed => f.write_str("ended at the end of the session"),
        }
    }
}

/// Why a program could not be started, or what it did is not known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpawnError {
    /// There is nothing to start, or it is not what can be started.
    #[error("cannot start {}: {reason}", program.escape_debug())]
    Program {
        /// The first word of its command.
        program: String,
        /// Why not.
        reason: String,
    },
    /// The entrant's folder cannot be used, for this reason.
    #[error("{}: {_1}; expected a folder", _0.display().to_string().escape_debug())]
    Folder(PathBuf, String),
    /// A name of a file in the scratch folder that is not a plain name.
    #[error("{0:?} is no name for a file; expected a name without a slash")]
    FileName(String),
    /// The machine could not keep the program apart at the level that was asked for, or lacks something that is needed to run
    /// it: what failed.
    #[error("{0}: {1}")]
    Isolation(Level, String),
    /// The machine was too busy for it: in [`STRETCH`](super::STRETCH) times the wall time that it may have, it did
    /// not get that time.
    #[error(
        "the machine is too busy: in {} ms of wall time the program got {} ms on a processor; expected fewer other \
         programs, or fewer games at a time",
        wall.as_millis(),
        cpu.as_millis()
    )]
    Starved {
        /// Wall time from its start.
        wall: Duration,
        /// CPU time that it got.
        cpu: Duration,
    },
    /// The caller stopped the run, before the program started or while it ran: see
    /// [`Isolation::until`](crate::isolation::Isolation::until).
    #[error("interrupted")]
    Interrupted,
}
