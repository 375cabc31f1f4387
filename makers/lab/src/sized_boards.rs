//! Sizes of boards on command lines and in files.

use plyground_core::quote;

use plyground::{Failure, bad_input};

/// Says that there is no board of a size, and lists the sizes that there are.
pub(super) fn unknown(columns: u32, rows: u32, known: &[(u32, u32)]) -> String {
    let known = known.iter().map(|(columns, rows)| format!("{columns}x{rows}")).collect::<Vec<_>>();
    format!("size {columns}x{rows}; expected columns x rows, one of {}", known.join(", "))
}

pub(super) fn read_size(size: &str) -> Result<(u32, u32), Failure> {
    let numbers = size
        .split_once('x')
        .and_then(|(columns, rows)| Some((columns.parse::<u32>().ok()?, rows.parse::<u32>().ok()?)));
    numbers.ok_or_else(|| bad_input!("--size {}: expected columns and rows such as 5x4", quote(size)))
}
