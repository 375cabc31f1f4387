//! The program: command line, reports, the board in the browser with its API, and the programs that the
//! assignments name.
//!
//! Everything here writes to the streams it is given; only [`exit::run`], which `main` functions call, knows those of
//! the process.

#![forbid(unsafe_code)]

#[macro_use]
pub mod exit;

pub mod arguments;
mod cli;
pub mod compat;
pub mod interrupt;
mod plots;
pub mod present;
mod program;
mod report;
pub mod shown;
mod stdio;
mod subcommand;
pub mod web;

pub use exit::{Exit, Failure, Streams};
pub use program::Program;
pub use subcommand::{Output, Subcommand};
