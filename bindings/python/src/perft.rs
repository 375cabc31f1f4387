//! Counts of games, which can be interrupted.

use plyground_core::{AnyPosition, Limits, Position as _, Stopped};

/// Plies that are counted without a look at the limits: they take milliseconds.
const BLIND: u32 = 3;

/// The number of ways to play exactly so many plies from here.
///
/// # Errors
///
/// If it is stopped.
pub(crate) fn perft(position: &AnyPosition, depth: u32, limits: &Limits<'_>) -> Result<u64, Stopped> {
    if (limits.stop)() {
        return Err(Stopped);
    }
    if depth <= BLIND {
        return Ok(position.perft(depth));
    }
    let mut count = 0u64;
    for mv in position.moves() {
        count = count.saturating_add(perft(&position.play(mv), depth - 1, limits)?);
    }
    Ok(count)
}
