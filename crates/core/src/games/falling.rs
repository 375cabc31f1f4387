//! Positions of games in which pieces fall: Connect Four and Max-Connect-Four, which differ in when they are over.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::games::gravity::{Column, Columns, Gravity};
use crate::{Outcome, Player, Position};

/// A game in which pieces fall: when it is over, and how it ended.
pub trait FallingGame: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The result of the game, or `None` while it is not over. A full board ends it.
    fn outcome<const W: u32, const H: u32>(board: &Gravity<W, H>) -> Option<Outcome>;
}

/// A position of the game `G` on `W` columns and `H` rows.
///
/// Numbers of pieces are free: boards may be unbalanced, both sides may have a four, and one side all pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Falling<G, const W: u32, const H: u32> {
    board: Gravity<W, H>,
    game: PhantomData<G>,
}

impl<G, const W: u32, const H: u32> Falling<G, W, H> {
    /// The empty board, the first player (red) to move.
    pub const EMPTY: Self = Self::new(Gravity::EMPTY);

    /// The game on this board.
    pub const fn new(board: Gravity<W, H>) -> Self {
        Self { board, game: PhantomData }
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Gravity<W, H> {
        &self.board
    }
}

impl<G: FallingGame, const W: u32, const H: u32> Position for Falling<G, W, H> {
    type Move = Column;
    type Moves = Columns<W, H>;

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.board)
    }

    #[inline]
    fn moves(&self) -> Columns<W, H> {
        match self.outcome() {
            Some(_) => Columns::NONE,
            None => self.board.open_columns(),
        }
    }

    #[inline]
    fn play(&self, column: Column) -> Self {
        Self::new(self.board.drop(column))
    }

    #[inline]
    fn skip(&self) -> Self {
        Self::new(self.board.skip())
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        if self.outcome().is_some() { 0 } else { self.board.empty_cells() }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline]
    fn canonical_key(&self) -> u64 {
        self.board.canonical_key()
    }

    #[inline]
    fn mirror(&self) -> Self {
        Self::new(self.board.mirror())
    }
}
