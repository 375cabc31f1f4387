//! The impure half of Plyground below its command line: clocks, files, and games between agents.

pub mod clock;
pub mod file;
