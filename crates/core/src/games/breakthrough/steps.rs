//! Moves of pawns, and the iterator over those of one side.

use super::Board;
use crate::{ByPlayer, NoSuchMove, Player};

/// A move: a pawn steps from one cell to another, both as bit numbers of [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    pub(super) source: u8,
    pub(super) target: u8,
}

impl Step {
    /// The step between these cells, `row * W + column`.
    ///
    /// # Panics
    ///
    /// If no board has so many cells: from 64 on.
    #[inline]
    pub const fn new(source: u8, target: u8) -> Self {
        assert!(source < 64 && target < 64, "no board has so many cells");
        Self { source, target }
    }

    /// The cell that the pawn leaves.
    #[inline]
    pub const fn source(self) -> u8 {
        self.source
    }

    /// The cell that the pawn reaches.
    #[inline]
    pub const fn target(self) -> u8 {
        self.target
    }
}

/// `64 * source + target`.
impl From<Step> for u32 {
    fn from(step: Step) -> Self {
        Self::from(step.source) << 6 | Self::from(step.target)
    }
}

impl TryFrom<u32> for Step {
    type Error = NoSuchMove;

    fn try_from(number: u32) -> Result<Self, NoSuchMove> {
        let source = u8::try_from(number >> 6).ok().filter(|&source| source < 64).ok_or(NoSuchMove)?;
        Ok(Self { source, target: (number & 63) as u8 })
    }
}

impl<const W: u32, const H: u32> Board<W, H> {
    /// The cells onto which a side's pawns could capture to the left and to the right, seen with White's
    /// home row below.
    #[inline]
    pub(super) const fn captures(pawns: u64, by: Player) -> [u64; 2] {
        let (not_left, not_right) = (pawns & !Self::column(0), pawns & !Self::column(W - 1));
        match by {
            Player::First => [not_left << (W - 1) & Self::CELLS, not_right << (W + 1) & Self::CELLS],
            Player::Second => [not_left >> (W + 1), not_right >> (W - 1)],
        }
    }
}

/// Steps by source cell, then by target column from left to right.
#[derive(Clone, Debug)]
pub struct Steps<const W: u32, const H: u32> {
    /// The sources of steps to the left, straight and to the right, seen with White's home row below.
    sources: [u64; 3],
    /// Distance from a source to its target on the left.
    left: i8,
}

impl<const W: u32, const H: u32> Steps<W, H> {
    /// No step.
    pub const NONE: Self = Self { sources: [0; 3], left: 0 };

    /// The steps of a side while it has no pawn on its far row.
    #[inline]
    pub(super) fn of(pawns: ByPlayer<u64>, turn: Player) -> Self {
        let own = pawns[turn];
        let occupied = own | pawns[turn.opponent()];
        let (not_left, not_right) = (own & !Board::<W, H>::column(0), own & !Board::<W, H>::column(W - 1));
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 32 columns")]
        match turn {
            Player::First => Self {
                sources: [
                    not_left & !(own >> (W - 1)),
                    own & !(occupied >> W),
                    not_right & !(own >> (W + 1)),
                ],
                left: W as i8 - 1,
            },
            Player::Second => Self {
                sources: [
                    not_left & !(own << (W + 1)),
                    own & !(occupied << W),
                    not_right & !(own << (W - 1)),
                ],
                left: -(W as i8) - 1,
            },
        }
    }
}

impl<const W: u32, const H: u32> Iterator for Steps<W, H> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let [left, straight, right] = self.sources;
        let any = left | straight | right;
        if any == 0 {
            return None;
        }
        let lowest = any & any.wrapping_neg();
        // 0, 1 or 2 without a branch: the first of the three sets that holds the lowest source.
        let not_left = usize::from(left & lowest == 0);
        let direction = not_left + (not_left & usize::from(straight & lowest == 0));
        self.sources[direction] ^= lowest;
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 64 cells")]
        let (source, column_shift) = (any.trailing_zeros() as u8, direction as i8);
        Some(Step { source, target: source.wrapping_add_signed(self.left + column_shift) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let steps = self.sources.iter().map(|sources| sources.count_ones() as usize).sum();
        (steps, Some(steps))
    }
}

impl<const W: u32, const H: u32> ExactSizeIterator for Steps<W, H> {}
