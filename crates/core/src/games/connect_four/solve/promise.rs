//! What a move promises: its cell and the threats it leaves, and where there are many empty cells the lines through
//! it, too, weighted.
//!
//! Nodes with many empty cells are few, and each has a large part of the search below it. A better order
//! there is worth more than it costs; elsewhere a quick look must do. The weights were fitted
//! (`docs/connect-four-solver.md`). They change how long a search takes and never what it finds.

use super::bounds::odd_rows;
use super::moves::Node;
use crate::grid::Grid;

/// Columns and rows beyond these count as the last.
const COLUMNS: usize = 4;
const ROWS: usize = 6;

/// What cells are worth at a glance, at least 1: by the distance from the edge, and from the lowest row up. First for an
/// even number of empty cells, then for an odd one. Fitted on seven columns and six rows.
const GLANCES: [[[u8; ROWS]; COLUMNS]; 2] = [
    [[19, 7, 1, 24, 16, 69], [32, 7, 34, 38, 38, 67], [37, 40, 61, 57, 54, 68], [88, 97, 88, 100, 95, 86]],
    [
        [30, 1, 5, 35, 11, 84],
        [27, 17, 32, 67, 28, 90],
        [48, 52, 48, 76, 48, 67],
        [91, 121, 106, 111, 116, 120],
    ],
];

/// What each of the mover's winning cells is worth: more than any cell, so that cells matter where these are equal in number.
const THREAT: u32 = 128;

const _: () = {
    let cells = GLANCES.as_flattened().as_flattened();
    let mut place = 0;
    while place < cells.len() {
        let cell = cells[place] as u32;
        assert!(cell > 0 && cell < THREAT, "at least 1, and less than a winning cell");
        place += 1;
    }
};

/// What cells are worth at a glance, by the bit of the cell. Where the height is odd, or there are four rows, it is the distance
/// from the edge: the fitted worths make more nodes there.
#[expect(clippy::cast_possible_truncation, reason = "boards have at most twelve columns")]
const fn glances<const W: u32, const H: u32>() -> [[u8; 64]; 2] {
    let is_fitted = H.is_multiple_of(2) && H >= 6;
    let mut worths = [[0; 64]; 2];
    let mut bit = 0;
    while bit < (W * (H + 1)) as usize {
        let (column, row) = (bit / (H as usize + 1), bit % (H as usize + 1));
        let from_edge = least(column, W as usize - 1 - column);
        let mut parity = 0;
        while parity < 2 {
            worths[parity][bit] = if is_fitted {
                GLANCES[parity][least(from_edge, COLUMNS - 1)][least(row, ROWS - 1)]
            } else {
                1 + from_edge as u8
            };
            parity += 1;
        }
        bit += 1;
    }
    worths
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// What it is worth that the mover wins two cells above the move: the other side cannot go on there.
const TWO_ABOVE: u32 = 100;

/// More for moves that are likelier to be good, at least 1. `threats` are the cells on which the mover wins after the move,
/// and those outside `reachable` hardly matter.
#[inline]
pub(super) fn glance<const W: u32, const H: u32>(empty: i32, cell: u64, threats: u64, reachable: u64) -> u32 {
    let worths = const { &glances::<W, H>() };
    let worth = worths[usize::from(empty % 2 != 0)][(cell.trailing_zeros() % 64) as usize];
    THREAT * (threats & reachable).count_ones()
        + TWO_ABOVE * (threats & cell << 2).count_ones()
        + u32::from(worth)
}

/// In hundredths. The good rows are those on which threats last: odd ones for a mover who has an even number
/// of empty cells, even ones for the other.
struct Weights {
    /// By the distance from the edge.
    column: [i32; COLUMNS],
    /// From the lowest.
    row: [i32; ROWS],
    /// For each cell on which the mover wins then, and which is not above one of the other side's.
    on_good_row: i32,
    on_bad_row: i32,
    /// For each of the mover's winning cells that comes next in its column.
    next: i32,
    /// For each two of the mover's winning cells, one above the other.
    pair: i32,
    /// For each winning cell of the other side that is not above one of the mover's.
    other_on_good_row: i32,
    other_on_bad_row: i32,
    /// If the other side has but one answer.
    forced: i32,
    /// For each answer.
    answer: i32,
    /// If the mover wins just above the move's cell, or two cells above it, or the other side two cells above it.
    above: i32,
    two_above: i32,
    other_two_above: i32,
    /// For each line through the cell without pieces of the other side: by the number of own pieces before
    /// the move, and of empty cells on good rows after it.
    own_lines: [[i32; 4]; 3],
    /// The same for lines with pieces of the other side and none of the mover's.
    other_lines: [[i32; 3]; 2],
}

/// For an even number of empty cells.
const EVEN: Weights = Weights {
    column: [-270, 0, 79, 288],
    row: [-43, -75, 80, 182, -28, -145],
    on_good_row: 556,
    on_bad_row: 619,
    next: -15,
    pair: 208,
    other_on_good_row: -189,
    other_on_bad_row: -247,
    forced: -5,
    answer: -153,
    above: -123,
    two_above: 407,
    other_two_above: -113,
    own_lines: [[110, 81, 57, 57], [232, 382, 203, 0], [51, 113, 0, 0]],
    other_lines: [[2, -62, 46], [80, 106, 0]],
};

/// For an odd number of empty cells.
const ODD: Weights = Weights {
    column: [-245, -62, 97, 236],
    row: [-99, 55, -92, 188, -61, -366],
    on_good_row: 584,
    on_bad_row: 377,
    next: 8,
    pair: 163,
    other_on_good_row: -79,
    other_on_bad_row: -310,
    forced: 16,
    answer: -155,
    above: -269,
    two_above: 391,
    other_two_above: -2,
    own_lines: [[64, -7, 58, 127], [156, 369, 291, 0], [168, 232, 0, 0]],
    other_lines: [[133, 3, 1], [319, 75, 0]],
};

/// More for moves that are likelier to be good, and quick to search.
///
/// `threats` are the cells on which the mover wins after the move, `answers` those that the other side may answer
/// on.
pub(super) fn promise<const W: u32, const H: u32>(node: &Node, cell: u64, threats: u64, answers: u64) -> i32 {
    let odd_rows = const { odd_rows::<W, H>() };
    let (weights, good) = match node.empty % 2 {
        0 => (&EVEN, odd_rows),
        _ => (&ODD, !odd_rows),
    };
    let &Node { own, other, .. } = node;
    let free = Grid::<W, H>::BOARD & !(own | other | cell);
    let landing = (own | other | cell) + Grid::<W, H>::BOTTOM;
    let other_threats = node.threats & !cell;
    let lasting = threats & !above::<W, H>(other_threats);
    let other_lasting = other_threats & !above::<W, H>(threats);
    let (column, row) =
        (cell.trailing_zeros() / Grid::<W, H>::STRIDE, cell.trailing_zeros() % Grid::<W, H>::STRIDE);
    let from_edge = column.min(W - 1 - column) as usize;
    let next = up::<W, H>(cell);
    let second = up::<W, H>(next);
    let mut promise = weights.column[from_edge.min(COLUMNS - 1)]
        + weights.row[(row as usize).min(ROWS - 1)]
        + weights.on_good_row * count(lasting & good)
        + weights.on_bad_row * count(lasting & !good)
        + weights.next * count(threats & landing)
        + weights.pair * count(threats & (threats >> 1))
        + weights.other_on_good_row * count(other_lasting & good)
        + weights.other_on_bad_row * count(other_lasting & !good)
        + weights.forced * i32::from(answers.is_power_of_two())
        + weights.answer * count(answers)
        + weights.above * count(threats & next)
        + weights.two_above * count(threats & second)
        + weights.other_two_above * count(other_threats & second);
    for d in Grid::<W, H>::DIRECTIONS {
        let starts = Grid::<W, H>::quadruples(d);
        // The cell is in each of the four places of a line.
        for place in 0..4 {
            let start = (cell >> (place * d)) & starts;
            let pair = start | (start << d);
            let line = pair | (pair << (2 * d));
            let (own, other) = ((own & line).count_ones() as usize, (other & line).count_ones() as usize);
            let good = (line & free & good).count_ones() as usize;
            promise += match (own, other) {
                _ if start == 0 => 0,
                (0..=2, 0) => weights.own_lines[own][good % 4],
                (0, 1..=2) => weights.other_lines[other - 1][good % 3],
                _ => 0,
            };
        }
    }
    promise
}

#[inline]
fn count(cells: u64) -> i32 {
    cells.count_ones().cast_signed()
}

/// The next cell above each; none above the highest row.
#[inline]
const fn up<const W: u32, const H: u32>(cells: u64) -> u64 {
    (cells << 1) & Grid::<W, H>::BOARD
}

#[inline]
fn above<const W: u32, const H: u32>(cells: u64) -> u64 {
    (1..H).fold(up::<W, H>(cells), |found, _| found | up::<W, H>(found))
}
