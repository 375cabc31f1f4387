//! Boards as planes of bits, for arrays.

use plyground_core::games::adjacent_four::{self, AdjacentFour};
use plyground_core::games::breakthrough::{self, Breakthrough};
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::grid::Grid;
use plyground_core::{ByPlayer, Game, Player, Position};

/// A board as bits: the fast way to planes.
pub(crate) trait Bits: Game {
    const COLUMNS: u32;
    const ROWS: u32;

    /// The cells of one side.
    fn bits(position: &Self::Position, side: Player) -> u64;

    /// The bit of a cell; row 0 is at the top.
    fn bit(column: u32, row: u32) -> u64;

    /// Every move that some position has, in any order.
    fn all_moves() -> Vec<<Self::Position as Position>::Move> {
        Self::start().moves().collect()
    }
}

/// Every move that some position has, in order: the number of a move is its place here.
pub(crate) fn numbered_moves<G: Bits>() -> Vec<<G::Position as Position>::Move> {
    let mut moves = G::all_moves();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Writes two planes of `ROWS` times `COLUMNS` bytes, the top row first: 1 where the first player has a piece, then where the
/// second has one; with `relative` first the side to move, then the other.
pub(crate) fn planes<G: Bits>(position: &G::Position, relative: bool, out: &mut [u8]) {
    let first = if relative { position.turn() } else { Player::First };
    let mut cells = out.iter_mut();
    for side in [first, first.opponent()] {
        let bits = G::bits(position, side);
        for row in 0..G::ROWS {
            for (column, cell) in (0..G::COLUMNS).zip(&mut cells) {
                *cell = u8::from(bits & G::bit(column, row) != 0);
            }
        }
    }
}

/// The games of the board into which pieces fall.
macro_rules! upright {
    ($($game:ident),*) => {
        $(impl Bits for $game {
            const COLUMNS: u32 = 7;
            const ROWS: u32 = 6;

            fn bits(position: &Self::Position, side: Player) -> u64 {
                position.board().stones(side)
            }

            fn bit(column: u32, row: u32) -> u64 {
                Grid::<7, 6>::bit(column, Self::ROWS - 1 - row)
            }
        })*
    };
}

upright!(ConnectFour, MaxConnectFour);

impl Bits for Breakthrough {
    const COLUMNS: u32 = 6;
    const ROWS: u32 = 6;

    fn bits(position: &breakthrough::Standard, side: Player) -> u64 {
        position.pawns(side)
    }

    fn bit(column: u32, row: u32) -> u64 {
        breakthrough::Standard::column(column) & breakthrough::Standard::row(Self::ROWS - 1 - row)
    }

    /// The steps of single pawns: of either side, from every cell, past an opponent on every other.
    fn all_moves() -> Vec<breakthrough::Step> {
        let mut moves = Vec::new();
        for own in (0..36).map(|cell| 1 << cell) {
            for other in (0..36).map(|cell| 1 << cell) {
                for side in Player::BOTH {
                    let mut pawns = ByPlayer::default();
                    (pawns[side], pawns[side.opponent()]) = (own, other);
                    let position = breakthrough::Standard::new(pawns, side);
                    moves.extend(position.iter().flat_map(Position::moves));
                }
            }
        }
        moves
    }
}

impl Bits for AdjacentFour {
    const COLUMNS: u32 = 6;
    const ROWS: u32 = 5;

    fn bits(position: &adjacent_four::Standard, side: Player) -> u64 {
        position.stones(side)
    }

    fn bit(column: u32, row: u32) -> u64 {
        Grid::<6, 5>::bit(column, row)
    }
}
