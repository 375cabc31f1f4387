//! The evaluation of COMP3608: `SCORE(red) - SCORE(yellow)`, and 10000 for a win.

use std::ops::ControlFlow;

use super::Board;
use crate::games::gravity::Column;
use crate::grid::Grid;
use crate::{Evaluate, Outcome, Player, Term};

/// COMP3608's UTILITY and EVALUATION. Red (the first player) always maximises, and a full board
/// without a four gets its EVALUATION.
#[derive(Clone, Copy, Default, Debug)]
pub struct Comp3608;

const WIN: i32 = 10_000;

pub(super) const NAMES: [&str; 4] = ["tokens", "2-in-a-row", "3-in-a-row", "4-or-more-in-a-row"];

/// Numbers of maximal runs of exactly 2, exactly 3 and at least 4 in all four directions.
fn runs<const W: u32, const H: u32>(cells: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    for d in Grid::<W, H>::DIRECTIONS {
        let starts = cells & !(cells << d);
        let two = starts & (cells >> d);
        let three = two & (cells >> (2 * d));
        let four = three & (cells >> (3 * d));
        counts[0] += (two & !three).count_ones();
        counts[1] += (three & !four).count_ones();
        counts[2] += four.count_ones();
    }
    counts
}

impl Comp3608 {
    /// What is counted of one side: its tokens, and its maximal runs of exactly 2, of exactly 3 and of at least 4.
    #[inline]
    pub fn counts<const W: u32, const H: u32>(position: &Board<W, H>, owner: Player) -> [u32; 4] {
        let cells = position.board().stones(owner);
        let [two, three, four] = runs::<W, H>(cells);
        [cells.count_ones(), two, three, four]
    }
}

/// `SCORE` of one side that has no four, or `None` if it has one.
///
/// A run of two cells holds one pair and a run of three holds two pairs and a triple, so 10 for each
/// run of two and 100 for each run of three is 10 for each pair and 80 for each triple.
#[inline]
fn score_without_four<const W: u32, const H: u32>(cells: u64) -> Option<i32> {
    let (mut pairs, mut triples, mut fours) = (0, 0, 0);
    for d in Grid::<W, H>::DIRECTIONS {
        let two = cells & (cells >> d);
        let three = two & (two >> d);
        pairs += two.count_ones();
        triples += three.count_ones();
        fours |= three & (three >> d);
    }
    #[expect(clippy::cast_possible_wrap, reason = "fewer than 64 cells give small counts")]
    let score = (cells.count_ones() + 10 * pairs + 80 * triples) as i32;
    (fours == 0).then_some(score)
}

#[inline]
fn score<const W: u32, const H: u32>(cells: u64) -> i32 {
    score_without_four::<W, H>(cells)
        .unwrap_or_else(|| score_of_runs(cells.count_ones(), runs::<W, H>(cells)))
}

/// `SCORE` as the assignment defines it.
fn score_of_runs(tokens: u32, [two, three, four]: [u32; 3]) -> i32 {
    #[expect(clippy::cast_possible_wrap, reason = "fewer than 64 cells give small counts")]
    return (tokens + 10 * two + 100 * three + 1000 * four) as i32;
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Comp3608 {
    #[inline]
    fn utility(&self, outcome: Outcome, position: &Board<W, H>, me: Player) -> i32 {
        if outcome.winner().is_none() { self.evaluate(position, me) } else { outcome.worth(WIN, me) }
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        let board = position.board();
        score::<W, H>(board.stones(me)) - score::<W, H>(board.stones(me.opponent()))
    }

    /// Only the mover's pieces differ between the children.
    #[inline]
    fn leaves(&self, parent: &Board<W, H>, me: Player, mut each: impl FnMut(Column, i32) -> ControlFlow<()>) {
        let board = parent.board();
        let mover = board.turn();
        let sign = if mover == me { 1 } else { -1 };
        let own = board.stones(mover);
        let other = score::<W, H>(board.stones(mover.opponent()));
        for column in board.open_columns() {
            let after = own | board.landing_in(column);
            let value = score_without_four::<W, H>(after).map_or(WIN, |score| score - other);
            if each(column, sign * value).is_break() {
                break;
            }
        }
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        let weights = [[1, 10, 100, 1000], [-1, -10, -100, -1000]];
        Term::of_both(me, NAMES, weights, |owner| Self::counts(position, owner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::runs;

    /// `NUM_IN_A_ROW` read aloud: walk every line, cut it into maximal runs.
    fn slow_score(cells: u64) -> usize {
        let owner = |column, row| (cells & Grid::<7, 6>::bit(column, row) != 0).then_some(Player::First);
        let board: Vec<Vec<_>> =
            (0..6).rev().map(|row| (0..7).map(|column| owner(column, row)).collect()).collect();
        let number = |lengths| runs::maximal(&board, Player::First, lengths).len();
        let tokens = runs::pieces(&board, Player::First).count();
        tokens + 10 * number(2..=2) + 100 * number(3..=3) + 1000 * number(4..=7)
    }

    #[test]
    fn score_agrees_with_walking_the_lines() {
        let mut rng = Rng::new(3608);
        let mut with_five = 0;
        for _ in 0..20_000 {
            let density = rng.next() & rng.next() | rng.next() & 0x5555_5555_5555;
            let cells = (density | rng.next() & rng.next()) & Grid::<7, 6>::BOARD;
            let expected = i32::try_from(slow_score(cells)).expect("a small number");
            assert_eq!(score::<7, 6>(cells), expected, "{cells:#x}");
            assert_eq!(score_of_runs(cells.count_ones(), super::runs::<7, 6>(cells)), expected);
            with_five += u32::from(Grid::<7, 6>::has_four(cells));
        }
        assert!(with_five > 1000, "the random boards must hold long runs");
    }
}
