//! The impure half of Plyground below its command line: clocks, files, and long computations.

pub mod clock;
pub mod file;
pub mod job;
pub mod journal;
