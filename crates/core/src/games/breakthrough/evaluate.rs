//! The evaluation by advancement: pawns are worth more the further they have come, unless they are
//! about to be captured.

use super::Board;
use crate::{Evaluate, Outcome, Player, Position, Term};

/// The sum of the own pawns' values minus that of the opponent's. A pawn is worth ten points, and
/// 1, 1, 2, 4, 8, 16 more by the number of rows it has advanced. If the side to move can capture a pawn
/// that no other protects, that costs its owner 15.
///
/// The last term replaces the exchange that a search cut off at fixed depth does not see. In games at
/// depths 5 and 6 from random openings, the evaluation with this term won two games of three against the
/// evaluation without it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Advancement;

/// The value of a win.
const WIN: i32 = 10_000;

/// The penalty for an unprotected pawn that can be captured. Only one can be captured at a time.
const LOOSE: i32 = -15;
pub(super) const LOOSE_NAME: &str = "unprotected pawn that can be captured";

/// Value of a pawn by rows advanced; further rows count like the last.
const WEIGHTS: [i32; 6] = [11, 11, 12, 14, 18, 26];
pub(super) const NAMES: [&str; 6] = [
    "pawns on the home row",
    "pawns on row 2 from home",
    "pawns on row 3 from home",
    "pawns on row 4 from home",
    "pawns on row 5 from home",
    "pawns on row 6 from home or beyond",
];

/// Numbers of a side's pawns by rows advanced.
#[inline]
fn by_row<const W: u32, const H: u32>(position: &Board<W, H>, player: Player) -> [u32; 6] {
    let pawns = position.pawns(player);
    let mut counts = [0; 6];
    for advanced in 0..H {
        let row = match player {
            Player::First => advanced,
            Player::Second => H - 1 - advanced,
        };
        counts[advanced.min(5) as usize] += (pawns & Board::<W, H>::row(row)).count_ones();
    }
    counts
}

#[inline]
fn score<const W: u32, const H: u32>(position: &Board<W, H>, player: Player) -> i32 {
    #[expect(clippy::cast_possible_wrap, reason = "a side has at most 64 pawns")]
    by_row(position, player).into_iter().zip(WEIGHTS).map(|(count, weight)| count as i32 * weight).sum()
}

/// The cells onto which a side's pawns could capture.
#[inline]
fn attacked<const W: u32, const H: u32>(position: &Board<W, H>, by: Player) -> u64 {
    let [left, right] = Board::<W, H>::captures(position.pawns(by), by);
    left | right
}

/// 1 if the side to move can capture a pawn that no other protects, otherwise 0.
#[inline]
fn loose<const W: u32, const H: u32>(position: &Board<W, H>) -> u32 {
    let (mover, owner) = (position.turn(), position.turn().opponent());
    u32::from(position.pawns(owner) & attacked(position, mover) & !attacked(position, owner) != 0)
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Advancement {
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Board<W, H>, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        let loose = if loose(position) == 0 { 0 } else { LOOSE };
        let loose = if position.turn() == me { -loose } else { loose };
        score(position, me) - score(position, me.opponent()) + loose
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        let mut terms = Vec::new();
        for owner in Player::BOTH {
            let sign = if owner == me { 1 } else { -1 };
            let counts = by_row(position, owner);
            terms.extend(NAMES.into_iter().zip(counts).zip(WEIGHTS).map(|((name, count), weight)| Term {
                name,
                owner,
                count,
                weight: sign * weight,
            }));
            let count = if position.turn() == owner { 0 } else { loose(position) };
            terms.push(Term { name: LOOSE_NAME, owner, count, weight: sign * LOOSE });
        }
        terms
    }
}
