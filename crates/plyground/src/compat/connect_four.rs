//! `ConnectFour STATE red|yellow M|A DEPTH`: the program of COMP3608.

use std::ffi::OsString;

use crate::exit::{Failure, Streams};

/// Runs the program on its arguments.
///
/// # Errors
///
/// If an argument is missing or malformed; nothing is then written to standard output.
pub fn run(_args: Vec<OsString>, _streams: &mut Streams<'_>) -> Result<(), Failure> {
    Err(Failure::bad_input("not yet"))
}
