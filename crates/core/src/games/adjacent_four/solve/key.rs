//! The key of a position in the table, with the side to move in it and which search asks: the same for positions that are
//! equal under the rules.

use super::node::{Node, Rules, open};
use crate::games::adjacent_four::Board;
use crate::grid::Grid;

/// Bits above the cells of both sides.
const ATTACKS: u64 = 1 << 60;
const ODD: u64 = 1 << 61;
const WITHIN: u64 = 1 << 62;
/// Set in every key, because 0 is an empty entry.
const TAKEN: u64 = 1 << 63;

/// The key for the question who wins at all.
///
/// `idle` are cells as [`idle`] finds them: they are taken as full, but for one if their number is odd.
#[inline]
pub(super) fn of_result<const W: u32, const H: u32>(node: Node, attacks: bool, idle: u64) -> u64 {
    let cells = least_image::<W, H>(recoloured::<W, H>(node, idle));
    let odd = if idle.count_ones() % 2 == 1 { ODD } else { 0 };
    cells | if attacks { ATTACKS } else { 0 } | odd | TAKEN
}

/// The key for the question who wins within some number of plies.
#[inline]
pub(super) fn within<const W: u32, const H: u32>(node: Node, attacks: bool) -> u64 {
    let cells = least_image::<W, H>(recoloured::<W, H>(node, 0));
    cells | if attacks { ATTACKS } else { 0 } | WITHIN | TAKEN
}

/// Both sets of cells side by side. A stone whose every line is closed to its side only blocks both sides. It
/// gets a third colour: a bit in both sets.
#[inline]
fn recoloured<const W: u32, const H: u32>(node: Node, full: u64) -> u64 {
    const { assert!(2 * W * H <= 60, "both sets of cells leave four bits") };
    let Node { attacker, defender } = node;
    let dead = attacker & !open::<W, H>(attacker, defender, 0)
        | defender & !open::<W, H>(defender, attacker, 0)
        | full;
    Board::<W, H>::packed(attacker | dead) | Board::<W, H>::packed(defender | dead) << (W * H)
}

/// The least of the four images of two packed sets side by side.
#[inline]
fn least_image<const W: u32, const H: u32>(sets: u64) -> u64 {
    let flipped = flip::<W, H>(sets);
    sets.min(flipped).min(mirror::<W, H>(sets)).min(mirror::<W, H>(flipped))
}

#[inline]
fn flip<const W: u32, const H: u32>(sets: u64) -> u64 {
    let row = (0..2 * W).fold(0, |row, column| row | 1u64 << (column * H));
    (0..H).fold(0, |flipped, r| flipped | (sets >> r & row) << (H - 1 - r))
}

#[inline]
fn mirror<const W: u32, const H: u32>(sets: u64) -> u64 {
    let column = (1 << H) - 1;
    let columns = column | column << (W * H);
    (0..W).fold(0, |mirrored, c| mirrored | (sets >> (c * H) & columns) << ((W - 1 - c) * H))
}

/// Empty cells that only cost a move: no line through them is open to anybody, and all cells around are
/// taken or can be played already. Who wins depends on whether their number is odd, and on nothing else about
/// them: of two more, each side has the answer to the other's use of one.
#[inline]
pub(super) fn idle<const W: u32, const H: u32>(rules: Rules<W, H>, node: Node) -> u64 {
    let Node { attacker, defender } = node;
    let occupied = node.occupied();
    let playable = rules.playable(occupied);
    let alive = open::<W, H>(attacker, defender, 0) | open::<W, H>(defender, attacker, 0);
    let closed = Grid::<W, H>::BOARD & !(occupied | playable);
    playable & !alive & !Board::<W, H>::with_neighbours(closed)
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_board;
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn images_of_a_position_are_one() {
        let mut rng = Rng::new(6);
        for _ in 0..500 {
            let position = random_board::<6, 5>(&mut rng, 12);
            let [attacker, defender] = position.stones.into_array();
            let upside_down = |cells: u64| {
                Grid::<6, 5>::cells(cells)
                    .fold(0, |set, (column, row)| set | Grid::<6, 5>::bit(column, 4 - row))
            };
            let key = |image: &dyn Fn(u64) -> u64, attacks| {
                within::<6, 5>(Node { attacker: image(attacker), defender: image(defender) }, attacks)
            };
            let upright = key(&|cells| cells, true);
            assert_eq!(key(&upside_down, true), upright);
            assert_eq!(key(&Grid::<6, 5>::mirror, true), upright);
            assert_eq!(key(&|cells| upside_down(Grid::<6, 5>::mirror(cells)), true), upright);
            assert_ne!(key(&|cells| cells, false), upright);
        }
    }
}
