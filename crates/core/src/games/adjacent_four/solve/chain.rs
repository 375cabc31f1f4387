//! Wins by threats alone: every stone threatens a four, so that the other side has one answer each time.
//!
//! What is found is a win; where nothing is found, there may be one all the same.

use super::lines::{completing, open};
use super::node::{Rules, several};
use crate::games::adjacent_four::Board;
use crate::grid::bits;

/// The most stones of a chain before the last.
const LONGEST: u32 = 8;
/// The most positions that are looked at.
const POSITIONS: u32 = 60;

/// What comes of a stone.
enum Step {
    /// It threatens nothing, or the other side completes a four first.
    Nothing,
    /// It threatens in two places.
    Wins,
    /// The stones of both sides after the only answer.
    Forced([u64; 2]),
}

/// Whether the side with the first stones, which is to move, wins by threats alone.
#[inline]
pub(super) fn wins_by_threats<const W: u32, const H: u32>(rules: Rules<W, H>, stones: [u64; 2]) -> bool {
    search(rules, stones, LONGEST, &mut 0)
}

/// The same, if it takes at most this many plies, 1 or more.
#[inline]
pub(super) fn wins_by_threats_within<const W: u32, const H: u32>(
    rules: Rules<W, H>,
    stones: [u64; 2],
    plies: u32,
) -> bool {
    search(rules, stones, LONGEST.min((plies - 1) / 2), &mut 0)
}

fn search<const W: u32, const H: u32>(
    rules: Rules<W, H>,
    [own, other]: [u64; 2],
    longest: u32,
    positions: &mut u32,
) -> bool {
    let playable = rules.playable(own | other);
    let fours = completing::<W, H>(own, other);
    if fours & playable != 0 {
        return true;
    }
    let danger = completing::<W, H>(other, own) & playable;
    if longest == 0 || several(danger) {
        return false;
    }
    // A stone beside a cell that completes a four but cannot be played yet opens it.
    let opening = if fours == 0 { 0 } else { Board::<W, H>::with_neighbours(fours) };
    let moves = (open::<W, H>(own, other, 2) | opening) & if danger == 0 { playable } else { danger };
    for cell in bits(moves) {
        if *positions >= POSITIONS {
            return false;
        }
        *positions += 1;
        let is_won = match step(rules, [own, other], 1 << cell) {
            Step::Nothing => false,
            Step::Wins => true,
            Step::Forced(stones) => search(rules, stones, longest - 1, positions),
        };
        if is_won {
            return true;
        }
    }
    false
}

#[inline]
fn step<const W: u32, const H: u32>(rules: Rules<W, H>, [own, other]: [u64; 2], cell: u64) -> Step {
    let own = own | cell;
    let playable = rules.playable(own | other);
    let threats = completing::<W, H>(own, other) & playable;
    if threats == 0 || completing::<W, H>(other, own) & playable != 0 {
        Step::Nothing
    } else if several(threats) {
        Step::Wins
    } else {
        Step::Forced([own, other | threats])
    }
}
