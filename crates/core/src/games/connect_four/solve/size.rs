//! What the solver asks of a board: its shape, and the pieces of the side to move.
//!
//! The whole search is written for a [`Size`]. A size whose columns and rows are constants of the type ([`Fixed`]) costs
//! nothing: every shift and every mask is a number in the program.

use std::convert::Infallible;
use std::fmt::Debug;

use crate::games::connect_four::Board;
use crate::games::connect_four::book::Book;
use crate::games::upright::Upright;
use crate::grid::{Grid, Shape};

/// A size of board.
pub trait Size: Copy + Debug + Send + Sync + 'static {
    /// Its positions.
    type Board: Upright;
    /// Results of openings on it.
    type Book: Openings;
    /// No board of this type has more columns.
    const MOST_COLUMNS: u32;
    /// No board of this type has more bits, counting a spare one in each column.
    const MOST_BITS: u32;

    /// Its columns and rows.
    fn shape(self) -> Shape;
}

/// Positions whose results are known.
pub trait Openings: Copy + Debug + Send + Sync + 'static {
    /// No position that is known has more pieces.
    fn most_pieces(&self) -> u32;

    /// The result for the side to move, 1, 0 or -1, if it is known.
    fn find(&self, own: u64, others: u64) -> Option<i32>;
}

/// A board of `W` columns and `H` rows.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<const W: u32, const H: u32>;

impl<const W: u32, const H: u32> Size for Fixed<W, H> {
    type Board = Board<W, H>;
    type Book = Book<'static, W, H>;
    const MOST_COLUMNS: u32 = W;
    const MOST_BITS: u32 = W * (H + 1);

    #[inline]
    fn shape(self) -> Shape {
        Grid::<W, H>::SHAPE
    }
}

impl<const W: u32, const H: u32> Openings for Book<'static, W, H> {
    fn most_pieces(&self) -> u32 {
        Book::most_pieces(self)
    }

    #[inline]
    fn find(&self, own: u64, others: u64) -> Option<i32> {
        Book::find(self, own, others)
    }
}

/// No openings are known.
impl Openings for Infallible {
    fn most_pieces(&self) -> u32 {
        match *self {}
    }

    fn find(&self, _: u64, _: u64) -> Option<i32> {
        match *self {}
    }
}
