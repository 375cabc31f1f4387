//! Which cells have been worth a piece of late, in the search that goes on.
//!
//! What is good in one place of a search is mostly good nearby, and one plan kept up meets more positions that the
//! table knows than many plans that are as good each. So the last successes count most. They change how long a search
//! takes and never what it finds.

/// The worth of a cell that always succeeds; that of one that always fails is the negative.
const ALWAYS: i32 = 1 << 16;
/// A success or failure counts for 2 to the negative power of this, and for more the more work it was.
const SLOWEST: u32 = 6;
const QUICKEST: u32 = 2;

/// By the parity of the empty cells, which tells the sides apart, and by the bit of the cell.
#[derive(Clone, Debug)]
pub(super) struct History([[i32; 64]; 2]);

impl History {
    pub(super) const NONE: Self = Self([[0; 64]; 2]);

    /// From `-most` to `most`: how often a move to the cell succeeded of late.
    #[inline]
    pub(super) fn worth(&self, empty: i32, cell: u64, most: i32) -> i32 {
        let worth = self.0[usize::from(empty % 2 != 0)][(cell.trailing_zeros() % 64) as usize];
        (worth * most) >> ALWAYS.trailing_zeros()
    }

    /// The move to `cell` succeeded, and those to `failed` were tried before: all that took `work` nodes.
    pub(super) fn learn(&mut self, empty: i32, cell: u64, mut failed: u64, work: u64) {
        let shift = SLOWEST.saturating_sub((work + 1).ilog2() / 3).max(QUICKEST);
        let worths = &mut self.0[usize::from(empty % 2 != 0)];
        let mut draw = |cell: u64, to: i32| {
            let worth = &mut worths[(cell.trailing_zeros() % 64) as usize];
            *worth += (to - *worth) >> shift;
        };
        draw(cell, ALWAYS);
        while failed != 0 {
            draw(failed, -ALWAYS);
            failed &= failed - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_succeeded_last_is_worth_more_and_never_more_than_the_most() {
        let mut history = History::NONE;
        let (good, bad) = (1 << 48, 1 | 1 << 22);
        for work in [0, 1, 1 << 20, u64::MAX - 1].repeat(50) {
            history.learn(5, good, bad, work);
            assert!((1..=100).contains(&history.worth(5, good, 100)), "{history:?}");
            for cell in [1, 1 << 22] {
                assert!((-100..0).contains(&history.worth(5, cell, 100)), "{history:?}");
            }
        }
        assert_eq!(history.worth(4, good, 100), 0, "the other side");
        history.learn(7, 1, good, u64::MAX - 1);
        assert!(history.worth(5, good, 100) < 90, "{history:?}");
    }
}
