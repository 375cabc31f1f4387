//! The impure half of Plyground below its command line: clocks, files, long computations and proofs, untrusted
//! programs and games between them, matches, what tournaments need (plans, openings, standings and ratings), and
//! the marking of a class.

pub mod certificate;
pub mod clock;
#[cfg(target_os = "linux")]
pub mod contained;
pub mod entrant;
pub mod event;
pub mod fault;
pub mod file;
pub mod invoke;
pub mod job;
pub mod journal;
pub mod marking;
pub mod match_play;
pub mod openings;
#[cfg(target_os = "linux")]
pub mod process;
pub mod protocol;
pub mod rating;
pub mod record;
pub mod referee;
pub mod result;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod schedule;
pub mod shown;
pub mod sprt;
pub mod standings;
pub mod stats;
#[cfg(target_os = "linux")]
pub mod tournament;
mod workers;

/// What every program of this project has in it, so that it is known wherever it lies and whatever it is called.
pub const MARK: &[u8] = b"<a program of the project Plyground: 9c1f5b7e-40d2-4f1b-8a5e-6d3720b4c9ae>";
