//! Breakthrough: rules against a slow reading of them, numbers of the specification, notations.

#![expect(clippy::disallowed_methods, reason = "tests look at their environment")]

mod book;
mod certificates;
mod evaluation;
mod leaves;
mod notation;
mod prover;
mod rules;
mod small_boards;

use plyground_core::games::breakthrough::Board;
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Player};

/// Whether everything is tried, not a sample of it: with `PLYGROUND_LONG`, and in a release build, without which it would take
/// hours.
fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some() && !cfg!(debug_assertions)
}

/// A board with any pawns anywhere: unbalanced, crowded, nearly empty or over.
fn random_board<const W: u32, const H: u32>(rng: &mut Rng) -> Board<W, H> {
    loop {
        let (first, second) = (rng.next(), rng.next());
        let (white, black) = match rng.below(3) {
            0 => (first, second & !first),
            1 => (first & rng.next(), second & rng.next() & !first),
            _ => (first & rng.next() & rng.next(), second & rng.next() & rng.next() & !first),
        };
        let turn = Player::BOTH[rng.below(2)];
        // Games mostly go on when the far rows are clear.
        let clear = if rng.below(4) > 0 { Board::<W, H>::row(0) | Board::<W, H>::row(H - 1) } else { 0 };
        let (white, black) = (white & Board::<W, H>::CELLS & !clear, black & Board::<W, H>::CELLS & !clear);
        if let Some(board) = Board::new(ByPlayer::new(white, black), turn) {
            return board;
        }
    }
}
