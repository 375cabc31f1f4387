//! Breakthrough: rules against a slow reading of them, numbers of the specification, notations.

mod book;
mod certificates;
mod evaluation;
mod notation;
mod prover;
mod rules;

use plyground_core::games::breakthrough::Board;
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Player};

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
