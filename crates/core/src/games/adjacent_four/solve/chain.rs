//! Wins by threats alone: every stone threatens a four, so that the other side has one answer each time.
//!
//! What is found is a win; where nothing is found, there may be one all the same.

use super::node::{Rules, completing, open, several};
use crate::grid::bits;

/// The most stones of a chain before the last.
const LONGEST: u32 = 8;
/// The most positions that are looked at.
const POSITIONS: u32 = 60;

/// Whether the side with the first stones, which is to move, wins by threats alone in at most this many plies, 1 or more.
#[inline]
pub(super) fn wins_by_threats<const W: u32, const H: u32>(
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
    if completing::<W, H>(own, other) != 0 {
        return true;
    }
    let danger = completing::<W, H>(other, own);
    if longest == 0 || several(danger) {
        return false;
    }
    let playable = rules.playable(own | other);
    let moves = open::<W, H>(own, other, 2) & if danger == 0 { playable } else { danger };
    for cell in bits(moves) {
        if *positions >= POSITIONS {
            return false;
        }
        *positions += 1;
        let own = own | 1 << cell;
        let threats = completing::<W, H>(own, other);
        // Two threats win, and one has one answer.
        if several(threats) || threats != 0 && search(rules, [own, other | threats], longest - 1, positions) {
            return true;
        }
    }
    false
}
