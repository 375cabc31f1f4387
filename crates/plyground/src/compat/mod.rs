//! The programs that the assignments name. Their standard output is byte for byte what the texts say.

pub mod breakthrough;
pub mod connect_four;
pub mod max_connect_four;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;

use plyground_core::{ParseError, digits, quote};

use crate::exit::{Failure, Streams};

/// A program on its arguments and streams.
pub type Run = fn(Vec<OsString>, &mut Streams<'_>) -> Result<(), Failure>;

/// The programs with their names. Each is also what `plyground` does when the name is its first argument: where all of
/// them are installed, one file is enough.
pub const PROGRAMS: [(&str, Run); 3] = [
    ("ConnectFour", connect_four::run),
    ("maxconnect4", max_connect_four::run),
    ("breakthrough", breakthrough::run),
];

/// What the program of this name prints for `--version`.
fn version(name: &str) -> String {
    format!("{name} {}, of Plyground\n", env!("CARGO_PKG_VERSION"))
}

/// Both values of arguments, or all that is wrong with them, in their order.
fn both<A, B>(a: Result<A, impl Display>, b: Result<B, impl Display>) -> Result<(A, B), String> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(a), Err(b)) => Err(format!("{a}\n{b}")),
        (Err(a), Ok(_)) => Err(a.to_string()),
        (Ok(_), Err(b)) => Err(b.to_string()),
    }
}

/// A search depth: any number of plies from 1 on, because deeper than the game is long does no harm.
fn depth(place: &str, arg: &OsStr) -> Result<u32, ParseError> {
    let text = arg.to_string_lossy();
    match digits(&text).map(|digits| digits.trim_start_matches('0')) {
        Some("") => Err(ParseError::new(0..text.len(), place, "found 0; expected at least 1 ply")),
        // A number that does not fit is beyond the end of every game, too.
        Some(digits) => Ok(digits.parse().unwrap_or(u32::MAX)),
        None => Err(unexpected(place, arg, "a whole number of plies, such as 6")),
    }
}

fn unexpected(place: &str, arg: &OsStr, expected: &str) -> ParseError {
    let text = arg.to_string_lossy();
    ParseError::new(0..text.len(), place, format!("found {}; expected {expected}", quote(&text)))
}
