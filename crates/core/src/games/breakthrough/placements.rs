//! How many positions a board has: its state space, counted exactly.

/// How many ways there are to place pawns on a board, each with either side to move.
///
/// Upper bounds for the positions that games reach: whether moves lead there is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placements {
    /// All positions: up to two rows full of pawns for each side, anywhere.
    pub all: u128,
    /// Those in which nobody has won: both sides have pawns, none of them on its far row.
    pub undecided: u128,
}

impl Placements {
    /// Those of a board of `columns` and `rows`; `None` if such a board has more than 64 cells, fewer than 2 columns or
    /// fewer than 4 rows.
    pub fn of(columns: u32, rows: u32) -> Option<Self> {
        let cells = columns.checked_mul(rows).filter(|&cells| columns >= 2 && rows >= 4 && cells <= 64)?;
        let pawns = 2 * columns;
        let mut all = 0;
        for white in 0..=pawns {
            for black in 0..=pawns {
                all += choose(cells, white) * choose(cells.saturating_sub(white), black);
            }
        }
        // Only White may stand on its home row, only Black on its own; between them both may.
        let between = cells - 2 * columns;
        let mut undecided = 0;
        for white_home in 0..=columns {
            for black_home in 0..=columns {
                let home = choose(columns, white_home) * choose(columns, black_home);
                let mut out = 0;
                for white in u32::from(white_home == 0)..=pawns - white_home {
                    for black in u32::from(black_home == 0)..=pawns - black_home {
                        out += choose(between, white) * choose(between.saturating_sub(white), black);
                    }
                }
                undecided += home * out;
            }
        }
        Some(Self { all: 2 * all, undecided: 2 * undecided })
    }
}

/// The number of ways to choose `k` of `n` cells; at most 64 of them, so that nothing overflows.
fn choose(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    // A product of so many consecutive numbers is divisible at every step.
    (0..k).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::breakthrough::Board;
    use crate::{ByPlayer, Player, Position};

    /// Every board of this size, one after the other.
    fn counted<const W: u32, const H: u32>() -> Placements {
        let mut found = Placements { all: 0, undecided: 0 };
        for number in 0..3_u64.pow(W * H) {
            let mut rest = number;
            let mut pawns = ByPlayer::default();
            for cell in 0..W * H {
                match rest % 3 {
                    1 => pawns[Player::First] |= 1 << cell,
                    2 => pawns[Player::Second] |= 1 << cell,
                    _ => {}
                }
                rest /= 3;
            }
            for turn in Player::BOTH {
                let Some(position) = Board::<W, H>::new(pawns, turn) else { continue };
                found.all += 1;
                found.undecided += u128::from(position.outcome().is_none());
            }
        }
        found
    }

    #[test]
    fn small_boards_have_as_many_positions_as_there_are() {
        assert_eq!(Placements::of(2, 4), Some(counted::<2, 4>()));
        assert_eq!(Placements::of(2, 5), Some(counted::<2, 5>()));
        assert_eq!(Placements::of(3, 4), Some(counted::<3, 4>()));
    }

    #[test]
    fn boards_that_cannot_be_have_none() {
        for (columns, rows) in [(1, 6), (6, 3), (9, 8), (u32::MAX, 4), (0, 0)] {
            assert_eq!(Placements::of(columns, rows), None);
        }
        assert!(Placements::of(8, 8).is_some_and(|found| found.undecided < found.all));
    }
}
