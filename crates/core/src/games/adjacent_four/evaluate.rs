//! The evaluation of CS4750: open runs of two and three, weighed differently for the two sides.

use super::Board;
use crate::grid::Grid;
use crate::{Evaluate, Outcome, Player, Term};

/// CS4750's h(n) and utility. A run is a maximal line of exactly two or exactly three stones of one
/// side; an end is open if the next cell is on the board and empty, playable now or not.
///
/// The searching side's own runs weigh more than its opponent's, so the evaluation is not
/// antisymmetric.
#[derive(Clone, Copy, Default, Debug)]
pub struct Cs4750;

const WIN: i32 = 1000;

pub(super) const NAMES: [&str; 4] = [
    "two-side-open 3-in-a-row",
    "one-side-open 3-in-a-row",
    "two-side-open 2-in-a-row",
    "one-side-open 2-in-a-row",
];
/// Weights of the searching side's runs and of its opponent's, in the order of [`NAMES`].
const MINE: [i32; 4] = [200, 150, 20, 5];
const THEIRS: [i32; 4] = [-80, -40, -15, -2];

/// Numbers of maximal runs in all four directions, in the order of [`NAMES`].
#[inline]
fn open_runs<const W: u32, const H: u32>(cells: u64, empty: u64) -> [u32; 4] {
    let mut counts = [0; 4];
    for d in Grid::<W, H>::DIRECTIONS {
        let starts = cells & !(cells << d);
        let two = starts & (cells >> d);
        let three = two & (cells >> (2 * d));
        let four = three & (cells >> (3 * d));
        let open_before = empty << d;
        let exactly = [(three & !four, empty >> (3 * d)), (two & !three, empty >> (2 * d))];
        for (i, (runs, open_behind)) in exactly.into_iter().enumerate() {
            counts[2 * i] += (runs & open_before & open_behind).count_ones();
            counts[2 * i + 1] += (runs & (open_before ^ open_behind)).count_ones();
        }
    }
    counts
}

#[inline]
#[expect(clippy::cast_possible_wrap, reason = "fewer than 64 cells give small counts")]
fn weigh(counts: [u32; 4], weights: [i32; 4]) -> i32 {
    counts.into_iter().zip(weights).map(|(count, weight)| count as i32 * weight).sum()
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Cs4750 {
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Board<W, H>, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        let runs = |player| open_runs::<W, H>(position.stones(player), position.empty());
        weigh(runs(me), MINE) + weigh(runs(me.opponent()), THEIRS)
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        Term::of_both(me, NAMES, [MINE, THEIRS], |owner| {
            open_runs::<W, H>(position.stones(owner), position.empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_board;
    use super::super::{AdjacentFour, Standard};
    use super::*;
    use crate::rng::Rng;
    use crate::{Game, runs};

    /// The runs read aloud: walk every line and look at both ends.
    fn slow_open_runs(position: &Standard, owner: Player) -> [u32; 4] {
        let cells = AdjacentFour::view(position).cells;
        [(3, 2), (3, 1), (2, 2), (2, 1)].map(|(length, open_ends)| {
            u32::try_from(runs::open(&cells, owner, length, open_ends).len()).unwrap()
        })
    }

    #[test]
    fn agrees_with_walking_the_lines() {
        let mut rng = Rng::new(4750);
        let mut seen = [0; 4];
        for _ in 0..5_000 {
            let position = random_board(&mut rng);
            for me in Player::BOTH {
                let mine = slow_open_runs(&position, me);
                let theirs = slow_open_runs(&position, me.opponent());
                assert_eq!(open_runs::<6, 5>(position.stones(me), position.empty()), mine);
                let [m, t] = [mine, theirs].map(|counts| counts.map(i64::from));
                let expected = 200 * m[0] - 80 * t[0] + 150 * m[1] - 40 * t[1] + 20 * m[2] - 15 * t[2]
                    + 5 * m[3]
                    - 2 * t[3];
                assert_eq!(i64::from(Cs4750.evaluate(&position, me)), expected, "{position:?}");
                seen = std::array::from_fn(|i| seen[i] + mine[i]);
            }
        }
        assert!(seen.iter().all(|&n| n > 500), "the random boards must hold every kind: {seen:?}");
    }

    #[test]
    fn finished_games_are_worth_1000_or_nothing() {
        let utility = |outcome| Player::BOTH.map(|me| Cs4750.utility(outcome, &Standard::EMPTY, me));
        assert_eq!(utility(Outcome::Win(Player::First)), [1000, -1000]);
        assert_eq!(utility(Outcome::Win(Player::Second)), [-1000, 1000]);
        assert_eq!(utility(Outcome::Draw), [0, 0]);
    }
}
