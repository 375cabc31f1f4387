//! The impure half of Plyground below its command line: clocks, files, long computations and proofs, untrusted
//! programs and games between them, matches, and what tournaments need (plans, openings, standings and ratings). The
//! marking of a class builds on it (`plyground-courses`). How programs are run and kept apart is in
//! `plyground-sandbox`, and what follows from their games in `plyground-league`.
#![forbid(unsafe_code)]

pub mod certificate;
pub mod clock;
pub mod config_file;
#[cfg(target_os = "linux")]
pub mod contained;
pub mod entrant;
pub mod file;
pub mod invoke;
pub mod job;
pub mod journal;
pub mod match_play;
pub mod pool;
pub mod protocol;
pub mod referee;
#[cfg(target_os = "linux")]
pub mod tournament;

/// A mark that every program of this project contains. It identifies the program under any path and name.
pub const MARK: &[u8] = b"<a program of the project Plyground: 9c1f5b7e-40d2-4f1b-8a5e-6d3720b4c9ae>";
