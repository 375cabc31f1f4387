//! What is told of a program that was run, or could not be.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::sandbox::Level;

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// It exited with this status, 0 to 255.
    Exited(i32),
    /// It was ended by this signal. In a box this is read from the status 128 + signal, as shells do,
    /// and a program that exits with such a status looks the same.
    Signalled(i32),
    /// It ran longer than [`Bounds::wall`](super::Bounds::wall).
    WallOut,
    /// It used more than [`Bounds::cpu`](super::Bounds::cpu).
    CpuOut,
    /// It used more than [`Bounds::memory_bytes`](super::Bounds::memory_bytes).
    MemoryOut,
    /// It had more than [`Bounds::processes`](super::Bounds::processes); in a box more cannot be
    /// started, and this is not seen.
    ProcessesOut,
    /// It wrote more than [`Bounds::stdout_bytes`](super::Bounds::stdout_bytes), or a line that was too
    /// long.
    StdoutFlood,
    /// It wrote far more on standard error than [`Bounds::stderr_bytes`](super::Bounds::stderr_bytes).
    StderrFlood,
    /// It ran until [`Session::close`](super::Session::close) ended it.
    Closed,
}

impl End {
    /// Whether it exited with status 0.
    pub fn is_success(self) -> bool {
        self == Self::Exited(0)
    }
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
            Self::Closed => f.write_str("ended at the end of the session"),
        }
    }
}

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
    /// CPU time of the program and all it started, user and system. In a box this holds the making of
    /// the box, about a millisecond; elsewhere not what processes used that were killed as orphans.
    pub cpu: Duration,
    /// The most memory that was seen in use at a time, in bytes; what several processes share may be
    /// counted for each. For a program that runs for less than some milliseconds it may be too little.
    pub max_rss: u64,
    /// How well it was kept apart.
    pub level: Level,
}

/// Why a program could not be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpawnError {
    /// There is nothing to start, or it is not what can be started.
    Program {
        /// The first word of its command.
        program: String,
        /// Why not.
        reason: String,
    },
    /// The entrant's folder cannot be used.
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A name of a file in the scratch folder that is not a plain name.
    FileName(String),
    /// The machine could not keep the program apart, or lacks something that is needed to run it.
    Isolation {
        /// The level that was asked for.
        level: Level,
        /// What failed.
        reason: String,
    },
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program { program, reason } => {
                write!(f, "cannot start {}: {reason}", program.escape_debug())
            }
            Self::Folder { path, reason } => {
                write!(f, "{}: {reason}; expected a folder", path.display().to_string().escape_debug())
            }
            Self::FileName(name) => {
                write!(f, "{name:?} is no name for a file; expected a name without a slash")
            }
            Self::Isolation { level, reason } => write!(f, "{level}: {reason}"),
        }
    }
}

impl std::error::Error for SpawnError {}
