//! The two sides, and pairs of things that belong to them.

use std::ops::{Index, IndexMut};

/// One of the two sides. Colours and letters (red, white, X) belong to a [`Notation`](crate::Notation).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Moves first from the start position: red, player 1, white, X.
    First,
    /// Moves second from the start position: yellow, green, black, O.
    Second,
}

impl Player {
    /// Both sides, first player first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A value for each side, indexed by [`Player`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ByPlayer<T>([T; 2]);

impl<T> ByPlayer<T> {
    /// Pairs the first player's value with the second's.
    #[inline]
    pub const fn new(first: T, second: T) -> Self {
        Self([first, second])
    }

    /// Both values, first player first.
    #[inline]
    pub fn into_array(self) -> [T; 2] {
        self.0
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
