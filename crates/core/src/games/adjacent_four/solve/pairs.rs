//! Positions in which the attacker can never complete a four, shown by pairs of cells.
//!
//! If every line that is still open to the attacker holds both cells of some pair, and no two pairs share
//! a cell, the defender answers every stone on a cell of a pair with one on the other cell (Hales and Jewett,
//! *Regularity and Positional Games*, 1963). The rule of adjacency could forbid that answer, so only such
//! pairs count whose cells touch each other or can both be played already: those can be answered always.
//! A stone of the defender elsewhere never does harm, so it does not matter what he plays otherwise.

use super::node::{Node, Rules};
use crate::grid::{Grid, bits};

/// Room for the lines of four of any board.
const LINES: usize = 128;
/// The most partial choices of pairs that are tried.
const TRIES: u32 = 48;

/// The empty cells of lines that must each hold a pair.
struct Lines {
    cells: [u64; LINES],
    /// The step from one cell of the line to the next.
    steps: [u8; LINES],
    count: usize,
}

/// Whether the defender holds with the attacker to move, as far as pairs show.
pub(super) fn holds_by_pairs<const W: u32, const H: u32>(rules: Rules<W, H>, node: Node) -> bool {
    let free = Grid::<W, H>::BOARD & !node.defender;
    let mut lines = Lines { cells: [0; LINES], steps: [0; LINES], count: 0 };
    for d in Grid::<W, H>::DIRECTIONS {
        let pairs = free & (free >> d);
        for start in bits(pairs & (pairs >> (2 * d))) {
            let first = 1 << start;
            let line = first | first << d | first << (2 * d) | first << (3 * d);
            let empty = line & !node.attacker;
            if empty.is_power_of_two() {
                return false;
            }
            #[expect(clippy::cast_possible_truncation, reason = "a step is below 64")]
            let step = d as u8;
            lines.cells[lines.count] = empty;
            lines.steps[lines.count] = step;
            lines.count += 1;
        }
    }
    let count = lines.count;
    // A pair takes two cells and hardly ever holds more than three lines.
    let empty = (Grid::<W, H>::BOARD & !node.occupied()).count_ones() as usize;
    if 2 * count > 3 * empty {
        return false;
    }
    let playable = rules.playable(node.occupied());
    choose(&mut lines, count, !0, playable, &mut 0)
}

/// Finds pairs for the first `count` lines among the cells that are `left`.
fn choose(lines: &mut Lines, count: usize, left: u64, playable: u64, tries: &mut u32) -> bool {
    if count == 0 {
        return true;
    }
    *tries += 1;
    if *tries > TRIES {
        return false;
    }
    // The line with the fewest cells left has the fewest pairs.
    let mut fewest = u32::MAX;
    let mut place = 0;
    for (i, &cells) in lines.cells[..count].iter().enumerate() {
        let n = (cells & left).count_ones();
        if n < fewest {
            (fewest, place) = (n, i);
        }
    }
    if fewest < 2 {
        return false;
    }
    let (cells, step) = (lines.cells[place] & left, lines.steps[place]);
    for a in bits(cells) {
        for b in bits(cells & !((2 << a) - 1)) {
            let pair = 1 << a | 1 << b;
            if b - a != u32::from(step) && pair & !playable != 0 {
                continue;
            }
            // Lines that hold this pair go behind those that do not.
            let mut rest = 0;
            for i in 0..count {
                if lines.cells[i] & pair != pair {
                    lines.cells.swap(i, rest);
                    lines.steps.swap(i, rest);
                    rest += 1;
                }
            }
            if choose(lines, rest, left & !pair, playable, tries) {
                return true;
            }
        }
    }
    false
}
