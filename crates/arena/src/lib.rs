//! The impure half of Plyground below its command line: clocks, files, long computations, games between
//! programs, matches, and what tournaments need: plans, openings, standings and ratings.

pub mod clock;
pub mod entrant;
pub mod event;
pub mod fault;
pub mod file;
pub mod invoke;
pub mod job;
pub mod journal;
pub mod match_play;
pub mod openings;
pub mod protocol;
pub mod rating;
pub mod record;
pub mod referee;
pub mod result;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod stats;
