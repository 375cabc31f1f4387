//! Arguments that several of the assignments' programs have.

use std::ffi::OsStr;
use std::num::IntErrorKind;

use plyground_core::quote;

/// A search depth: any number of plies that fits, because deeper than the game is long does no harm.
pub(super) fn depth(arg: &OsStr) -> Result<u32, String> {
    let text = arg.to_string_lossy();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u32>() {
        Ok(0) => Err("DEPTH: found 0; expected at least 1 ply".to_owned()),
        Ok(depth) if is_number => Ok(depth),
        Err(error) if is_number && *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("DEPTH: {} is too large; expected at most {} plies", quote(&text), u32::MAX))
        }
        _ => Err(format!("DEPTH: found {}; expected a whole number of plies, such as 6", shown(arg))),
    }
}

/// An argument as messages show it.
pub(super) fn shown(arg: &OsStr) -> String {
    quote(&arg.to_string_lossy())
}
