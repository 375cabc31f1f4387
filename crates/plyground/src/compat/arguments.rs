//! Arguments that several of the assignments' programs have.

use std::ffi::OsStr;

use plyground_core::agents::parse_depth;
use plyground_core::quote;

/// A search depth: any number of plies from 1 on, because deeper than the game is long does no harm.
pub(super) fn depth(arg: &OsStr) -> Result<u32, String> {
    let text = arg.to_string_lossy();
    parse_depth(&text).ok_or_else(|| {
        if !text.is_empty() && text.bytes().all(|byte| byte == b'0') {
            "DEPTH: found 0; expected at least 1 ply".to_owned()
        } else {
            format!("DEPTH: found {}; expected a whole number of plies, such as 6", shown(arg))
        }
    })
}

/// An argument as messages show it.
pub(super) fn shown(arg: &OsStr) -> String {
    quote(&arg.to_string_lossy())
}
