//! The impure half of Plyground below its command line: clocks and files.

pub mod clock;
pub mod file;
