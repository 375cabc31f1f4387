//! Positions of games in which pieces fall: Connect Four and Max-Connect-Four, which differ in when they are over.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::games::gravity::{Column, Columns, Gravity, Stacks};
use crate::grid::{Grid, Shape};
use crate::{Outcome, Player, Position};

/// A game in which pieces fall: when it is over, and how it ended.
pub trait FallingGame: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The result of the game, or `None` while it is not over. A full board ends it.
    fn outcome<S: Shape>(board: &Stacks<S>) -> Option<Outcome>;
}

/// A position of the game `G` on a board whose size is known at compile time or at run time ([`Shape`]).
///
/// Numbers of pieces are free: boards may be unbalanced, both sides may have a four, and one side all pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Falling<G, S> {
    board: Stacks<S>,
    game: PhantomData<G>,
}

impl<G, const W: u32, const H: u32> Falling<G, Grid<W, H>> {
    /// The empty board, the first player (red) to move.
    pub const EMPTY: Self = Self::new(Gravity::EMPTY);
}

impl<G, S> Falling<G, S> {
    /// The game on this board.
    pub const fn new(board: Stacks<S>) -> Self {
        Self { board, game: PhantomData }
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Stacks<S> {
        &self.board
    }
}

impl<G, S: Shape> Falling<G, S> {
    /// The same position on a board whose size is known at compile time.
    ///
    /// # Panics
    ///
    /// If it has another size.
    #[inline]
    pub fn on_grid<const W: u32, const H: u32>(&self) -> Falling<G, Grid<W, H>> {
        Falling::new(self.board.on_grid())
    }
}

impl<G: FallingGame, S: Shape> Position for Falling<G, S> {
    type Move = Column;
    type Moves = Columns<S>;

    #[inline]
    fn turn(&self) -> Player {
        self.board.turn()
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        G::outcome(&self.board)
    }

    #[inline]
    fn moves(&self) -> Columns<S> {
        match self.outcome() {
            Some(_) => Columns::none(self.board.shape()),
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
