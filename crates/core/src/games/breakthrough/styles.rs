//! Evaluations in the style of public programs for Breakthrough, to compare with.

use super::Board;
use super::evaluate::NAMES;
use crate::{Evaluate, Outcome, Player, Term};

/// The value of a win.
const WIN: i32 = 10_000;

/// 1, 1, 2, 4, 8, 16 for a pawn by the number of rows it has advanced (further rows count like the last),
/// own minus theirs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Doubling;

/// 10, 10, 20, 40, 80 for a pawn by the number of rows it has advanced (further rows count like the last), and
/// 160 more for one that is one step from its goal and cannot be captured, own minus theirs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Rows;

const DOUBLING: [i32; 6] = [1, 1, 2, 4, 8, 16];
const ROWS: [i32; 5] = [10, 10, 20, 40, 80];
const THREAT: i32 = 160;

pub(super) const ROWS_NAMES: [&str; 5] = [
    "pawns on the home row",
    "pawns on row 2 from home",
    "pawns on row 3 from home",
    "pawns on row 4 from home",
    "pawns on row 5 from home or beyond",
];
pub(super) const THREAT_NAME: &str = "pawns one step from their goal that cannot be captured";

/// A side's pawns on a row counted from its home, or there and `beyond`.
#[inline]
fn on_row<const W: u32, const H: u32>(position: &Board<W, H>, player: Player, row: u32, beyond: bool) -> u32 {
    let end = if beyond { H } else { (row + 1).min(H) };
    (row..end)
        .map(|advanced| {
            let row = if player == Player::First { advanced } else { H - 1 - advanced };
            (position.pawns(player) & Board::<W, H>::row(row)).count_ones()
        })
        .sum()
}

/// Numbers of a side's pawns by row, each with its weight; the last includes all rows beyond.
#[inline]
fn counts<const W: u32, const H: u32, const N: usize>(
    position: &Board<W, H>,
    player: Player,
    weights: [i32; N],
) -> impl Iterator<Item = (u32, i32)> {
    (0..)
        .zip(weights)
        .enumerate()
        .map(move |(i, (row, weight))| (on_row(position, player, row, i + 1 == N), weight))
}

/// A side's pawns one step from their goal that the other cannot capture.
#[inline]
fn threats<const W: u32, const H: u32>(position: &Board<W, H>, player: Player) -> u32 {
    let row = if player == Player::First { H - 2 } else { 1 };
    let other = player.opponent();
    let [left, right] = Board::<W, H>::captures(position.pawns(other), other);
    (position.pawns(player) & Board::<W, H>::row(row) & !(left | right)).count_ones()
}

/// The sum over rows of one side.
#[inline]
fn by_row<const W: u32, const H: u32, const N: usize>(
    position: &Board<W, H>,
    player: Player,
    weights: [i32; N],
) -> i32 {
    counts(position, player, weights).map(|(count, weight)| count.cast_signed() * weight).sum()
}

/// The same as terms for `me`.
fn terms_by_row<const W: u32, const H: u32, const N: usize>(
    position: &Board<W, H>,
    me: Player,
    owner: Player,
    names: [&'static str; N],
    weights: [i32; N],
) -> Vec<Term> {
    let sign = if owner == me { 1 } else { -1 };
    names
        .into_iter()
        .zip(counts(position, owner, weights))
        .map(|(name, (count, weight))| Term { name, owner, count, weight: sign * weight })
        .collect()
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Doubling {
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Board<W, H>, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        by_row(position, me, DOUBLING) - by_row(position, me.opponent(), DOUBLING)
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        Player::BOTH
            .into_iter()
            .flat_map(|owner| terms_by_row(position, me, owner, NAMES, DOUBLING))
            .collect()
    }
}

impl Rows {
    #[inline]
    fn score<const W: u32, const H: u32>(position: &Board<W, H>, player: Player) -> i32 {
        by_row(position, player, ROWS) + threats(position, player).cast_signed() * THREAT
    }
}

impl<const W: u32, const H: u32> Evaluate<Board<W, H>> for Rows {
    #[inline]
    fn utility(&self, outcome: Outcome, _: &Board<W, H>, me: Player) -> i32 {
        outcome.worth(WIN, me)
    }

    #[inline]
    fn evaluate(&self, position: &Board<W, H>, me: Player) -> i32 {
        Self::score(position, me) - Self::score(position, me.opponent())
    }

    fn terms(&self, position: &Board<W, H>, me: Player) -> Vec<Term> {
        let mut terms = Vec::new();
        for owner in Player::BOTH {
            let sign = if owner == me { 1 } else { -1 };
            terms.extend(terms_by_row(position, me, owner, ROWS_NAMES, ROWS));
            let count = threats(position, owner);
            terms.push(Term { name: THREAT_NAME, owner, count, weight: sign * THREAT });
        }
        terms
    }
}
