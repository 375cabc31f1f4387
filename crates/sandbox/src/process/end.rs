//! How programs end.

use std::fmt;

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
