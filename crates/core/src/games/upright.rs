//! What the upright boards have in common, whether their size is known to the compiler or a value.

use crate::games::falling::{Falling, FallingGame};
use crate::games::gravity::Column;
use crate::grid::{Grid, Shape};
use crate::{Player, Position};

/// A position on an upright board, where moves drop pieces.
pub trait Upright: Position<Move = Column> {
    /// The shape of the board.
    fn shape(&self) -> Shape;

    /// The cells of one side, in the layout of [`Grid`].
    fn stones(&self, player: Player) -> u64;

    /// The cells of the side to move.
    #[inline]
    fn own(&self) -> u64 {
        self.stones(self.turn())
    }

    /// The cells of the other side.
    #[inline]
    fn others(&self) -> u64 {
        self.stones(self.turn().opponent())
    }

    /// The number of empty cells.
    #[inline]
    fn empty(&self) -> u32 {
        self.shape().size() - (self.own() | self.others()).count_ones()
    }
}

impl<G: FallingGame, const W: u32, const H: u32> Upright for Falling<G, W, H> {
    #[inline]
    fn shape(&self) -> Shape {
        Grid::<W, H>::SHAPE
    }

    #[inline]
    fn stones(&self, player: Player) -> u64 {
        self.board().stones(player)
    }
}
