//! The command line of `plyground`: one file a subcommand.

use std::ffi::OsString;

use crate::exit::{Failure, Streams};

/// Runs `plyground` on its arguments.
///
/// # Errors
///
/// If the arguments or the input are malformed, or the check that was asked for failed.
pub fn run(_args: Vec<OsString>, _streams: &mut Streams<'_>) -> Result<(), Failure> {
    Err(Failure::bad_input("not yet"))
}
