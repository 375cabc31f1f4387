//! The impure half of Plyground below its command line: clocks, files, long computations, and games
//! between programs.

pub mod clock;
pub mod entrant;
pub mod event;
pub mod fault;
pub mod file;
pub mod invoke;
pub mod job;
pub mod journal;
pub mod protocol;
pub mod record;
pub mod referee;
