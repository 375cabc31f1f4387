//! The evaluation of COMP3608: `SCORE(red) - SCORE(yellow)`, and 10000 for a win.

use super::Board;
use crate::grid::Grid;
use crate::{Evaluate, Outcome, Player, Term};

/// COMP3608's UTILITY and EVALUATION. Red (the first player) always maximises, and a full board
/// without a four gets its EVALUATION.
#[derive(Clone, Copy, Default, Debug)]
pub struct Comp3608;

/// What a win is worth to red.
const WIN: i32 = 10_000;

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

/// `SCORE` of one side from overlapping pairs and triples, which need half the counting of [`runs`].
///
/// A run of n cells holds n-1 pairs, n-2 triples, and so on. Hence the maximal runs of exactly two,
/// exactly three and more are P-2T+Q, T-2Q+V and Q-V for P pairs, T triples, Q quadruples and V
/// quintuples, and 10, 100 and 1000 times these add up to 10P + 80T + 810Q - 900V.
#[inline]
fn score<const W: u32, const H: u32>(cells: u64) -> i32 {
    let mut pairs_sum = 0;
    let mut triples_sum = 0;
    let mut fours = 0;
    for d in Grid::<W, H>::DIRECTIONS {
        let pairs = cells & (cells >> d);
        let triples = pairs & (pairs >> d);
        pairs_sum += pairs.count_ones();
        triples_sum += triples.count_ones();
        fours |= triples & (triples >> d);
    }
    if fours != 0 {
        return score_of_runs(cells.count_ones(), runs::<W, H>(cells));
    }
    #[expect(clippy::cast_possible_wrap, reason = "fewer than 64 cells give small counts")]
    return (cells.count_ones() + 10 * pairs_sum + 80 * triples_sum) as i32;
}

/// `SCORE` as the assignment defines it.
fn score_of_runs(tokens: u32, [two, three, four]: [u32; 3]) -> i32 {
    #[expect(clippy::cast_possible_wrap, reason = "fewer than 64 cells give small counts")]
    return (tokens + 10 * two + 100 * three + 1000 * four) as i32;
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Comp3608 {
    #[inline]
    fn utility(&self, outcome: Outcome, position: &Board<W, H>, me: Player) -> i32 {
        match outcome.winner() {
            Some(winner) if winner == me => WIN,
            Some(_) => -WIN,
            None => self.evaluate(position, me),
        }
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        let board = position.board();
        score::<W, H>(board.stones(me)) - score::<W, H>(board.stones(me.opponent()))
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        let mut terms = Vec::new();
        for owner in Player::BOTH {
            let sign = if owner == me { 1 } else { -1 };
            let cells = position.board().stones(owner);
            let [two, three, four] = runs::<W, H>(cells);
            let counts = [
                ("tokens", cells.count_ones(), 1),
                ("2-in-a-row", two, 10),
                ("3-in-a-row", three, 100),
                ("4-or-more-in-a-row", four, 1000),
            ];
            terms.extend(counts.map(|(name, count, weight)| Term {
                name,
                owner,
                count,
                weight: sign * weight,
            }));
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// `NUM_IN_A_ROW` read aloud: walk every line, cut it into maximal runs.
    fn slow_score(cells: u64) -> i32 {
        let at = |c: i32, r: i32| (0..7).contains(&c) && (0..6).contains(&r) && cells >> (c * 7 + r) & 1 == 1;
        let mut score = 0;
        for c in 0..7 {
            for r in 0..6 {
                score += i32::from(at(c, r));
                for (dc, dr) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    if at(c, r) && !at(c - dc, r - dr) {
                        let length = (0..7).take_while(|k| at(c + k * dc, r + k * dr)).count();
                        score += match length {
                            1 => 0,
                            2 => 10,
                            3 => 100,
                            _ => 1000,
                        };
                    }
                }
            }
        }
        score
    }

    #[test]
    fn score_agrees_with_walking_the_lines() {
        let mut rng = Rng::new(3608);
        let mut with_five = 0;
        for _ in 0..20_000 {
            let density = rng.next() & rng.next() | rng.next() & 0x5555_5555_5555;
            let cells = (density | rng.next() & rng.next()) & Grid::<7, 6>::BOARD;
            assert_eq!(score::<7, 6>(cells), slow_score(cells), "{cells:#x}");
            assert_eq!(score_of_runs(cells.count_ones(), runs::<7, 6>(cells)), slow_score(cells));
            with_five += u32::from(Grid::<7, 6>::has_four(cells));
        }
        assert!(with_five > 1000, "the random boards must hold long runs");
    }
}
