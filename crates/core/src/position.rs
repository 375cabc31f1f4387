//! The interface of a game to searches, made for speed.
//!
//! No text, no errors and no allocation here; those belong to [`Notation`](crate::Notation) and
//! [`Game`](crate::Game).

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player};

/// A position of a two-player game without chance or hidden information.
///
/// Positions are values: a move makes a new one. Searches are fast where a position is small and `Copy`. The side to
/// move is stored, never derived from the pieces, so positions may be unbalanced (a lost turn, a board full of one
/// colour).
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move. Its ordering is the order in which [`moves`](Self::moves) yields.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// Iterator over moves that allocates nothing.
    type Moves: Iterator<Item = Self::Move> + Clone;

    /// The side to move. Defined for finished games too.
    fn turn(&self) -> Player;

    /// The terminal test: the result of the game, or `None` while it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves in the order that the assignment prescribes; none exactly when the game is over.
    fn moves(&self) -> Self::Moves;

    /// The position after a move.
    ///
    /// Precondition: the move is legal here (checked in debug builds only).
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// The same board with the other side to move: a referee's lost turn.
    #[must_use]
    fn skip(&self) -> Self;

    /// An upper bound on the number of plies until the game is over, 0 for finished games.
    ///
    /// It falls by at least one with every move, so searching deeper than this changes nothing.
    fn plies_left(&self) -> u32;

    /// A number that only equal positions share (side to move included).
    fn key(&self) -> u64;

    /// The position reflected left to right, with the same side to move: the same game, seen in a mirror. The default,
    /// the position itself, is right for every game; one with a reflection saves searches half of their work by it.
    ///
    /// Law: the positions after the moves of `p.mirror()` are the mirror images of those after the moves of `p`.
    #[must_use]
    fn mirror(&self) -> Self {
        self.clone()
    }

    /// A number that only a position and its mirror image share.
    #[inline]
    fn canonical_key(&self) -> u64 {
        self.key().min(self.mirror().key())
    }
}

/// Perft, the standard check of a move generator: the number of ways to play exactly `depth` plies from here. Games that end sooner count nothing.
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
