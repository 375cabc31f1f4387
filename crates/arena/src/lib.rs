//! The impure half of Plyground below its command line: clocks, files and long computations, matches, and
//! what tournaments need: plans, openings, standings and ratings.

pub mod clock;
pub mod file;
pub mod job;
pub mod journal;
pub mod match_play;
pub mod openings;
pub mod rating;
pub mod result;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod stats;
