//! Proof and disproof numbers.

/// How hard it seems to show that the side to move wins or loses: 0 if it is shown, otherwise the work
/// that is left, in units of which an even position that was not searched has 48.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Numbers {
    /// More than any work: it cannot be shown.
    pub(super) const IMPOSSIBLE: u32 = (1 << 29) - 1;
    pub(super) const WON: Self = Self { win: 0, loss: Self::IMPOSSIBLE };
    pub(super) const LOST: Self = Self { win: Self::IMPOSSIBLE, loss: 0 };
    /// Numbers that an undecided position never reaches.
    pub(super) const UNBOUNDED: Self = Self { win: Self::IMPOSSIBLE, loss: Self::IMPOSSIBLE };

    pub(super) fn is_decided(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}
