//! The program: command line, reports, and the programs that the assignments name.
//!
//! Everything here writes to the streams it is given; only `main` functions know standard output.

pub mod cli;
pub mod compat;
pub mod exit;
pub mod report;
