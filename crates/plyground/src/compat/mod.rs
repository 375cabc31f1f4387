//! The programs that the assignments name. Their standard output is byte for byte what the texts say.

pub mod breakthrough;
pub mod connect_four;
pub mod max_connect_four;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;

use plyground_core::{digits, quote};

/// What the program of this name prints for `--version`.
fn version(name: &str) -> String {
    format!("{name} {}, of Plyground\n", env!("CARGO_PKG_VERSION"))
}

/// A search depth: any number of plies from 1 on, because deeper than the game is long does no harm.
fn depth(arg: &OsStr) -> Result<u32, String> {
    let text = arg.to_string_lossy();
    match digits(&text).map(|digits| digits.trim_start_matches('0')) {
        Some("") => Err("DEPTH: found 0; expected at least 1 ply".to_owned()),
        // A number that does not fit is beyond the end of every game, too.
        Some(digits) => Ok(digits.parse().unwrap_or(u32::MAX)),
        None => Err(format!("DEPTH: found {}; expected a whole number of plies, such as 6", shown(arg))),
    }
}

/// An argument as messages show it.
fn shown(arg: &OsStr) -> String {
    quote(&arg.to_string_lossy())
}
