//! The program: command line, reports, the board in the browser with its API, and the programs that the
//! assignments name.
//!
//! Everything here writes to the streams it is given; only [`exit::run`] and
//! [`cli::Terminal::of_process`], which `main` functions call, know those of the process.

#![forbid(unsafe_code)]

pub mod cli;
pub mod compat;
pub mod drawing;
pub mod exit;
mod failure;
mod interrupt;
mod present;
pub mod report;
mod runs;
mod shown;
mod stdio;
mod surroundings;
pub mod web;
