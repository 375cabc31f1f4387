//! Perft: the number of move sequences, the standard check of a move generator.

use crate::Position;

/// The number of ways to play exactly `depth` plies from here. Games that end sooner count nothing.
///
/// Saturates at `u64::MAX`. Time is proportional to the positions visited, up to `depth - 1` plies from here, those of
/// games that end sooner included.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves().count() as u64,
        _ => position.moves().map(|mv| perft(&position.play(mv), depth - 1)).fold(0, u64::saturating_add),
    }
}
