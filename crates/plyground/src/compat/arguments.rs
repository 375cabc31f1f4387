//! Arguments that several of the assignments' programs have.

use std::ffi::OsStr;

use plyground_core::{digits, quote};

/// A search depth: any number of plies from 1 on, because deeper than the game is long does no harm.
pub(super) fn depth(arg: &OsStr) -> Result<u32, String> {
    let text = arg.to_string_lossy();
    match digits(&text).map(|digits| digits.trim_start_matches('0')) {
        Some("") => Err("DEPTH: found 0; expected at least 1 ply".to_owned()),
        // A number that does not fit is beyond the end of every game, too.
        Some(digits) => Ok(digits.parse().unwrap_or(u32::MAX)),
        None => Err(format!("DEPTH: found {}; expected a whole number of plies, such as 6", shown(arg))),
    }
}

/// An argument as messages show it.
pub(super) fn shown(arg: &OsStr) -> String {
    quote(&arg.to_string_lossy())
}
