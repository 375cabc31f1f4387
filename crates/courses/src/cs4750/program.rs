//! A program for CS4750 that makes mistakes on demand. Each switch is in the code where the mistake is made.

use plyground_core::games::adjacent_four::{Cell, Standard};
use plyground_core::grid::Grid;
use plyground_core::{ByPlayer, Player, Position};

use super::Mistake as M;
use super::Question;
use crate::comp3608::runs;
use crate::diagnose::MistakeSet;

type Cells = Grid<6, 5>;

const WIN: i32 = 1000;
const INFINITY: i32 = i32::MAX;
/// Of runs of three open on two sides and on one, then of two.
const MINE: [i32; 4] = [200, 150, 20, 5];
const THEIRS: [i32; 4] = [80, 40, 15, 2];

pub(super) struct Program {
    made: MistakeSet,
    stones: [u64; 2],
    /// Who is to move at the root, and whose point of view values are from.
    mover: usize,
    me: usize,
    depth: u32,
    most: u64,
    before: [u64; 2],
    counted: u64,
    /// The nodes that it has been at so far.
    pub(super) visited: u64,
    best: Option<Cell>,
}

/// The search has been given up.
struct Spent;

impl Program {
    /// A program that is given up after `most` nodes.
    pub(super) fn new(question: &Question, made: MistakeSet, most: u64) -> Self {
        let &Question { position, depth, before } = question;
        let mover = usize::from(position.turn() == Player::Second);
        let stones = Player::BOTH.map(|player| position.stones(player));
        let me = if made.has(M::XMaximises) { 0 } else { mover };
        let depth = self::depth(depth, mover, made);
        Self { made, stones, mover, me, depth, most, before, counted: 0, visited: 0, best: None }
    }

    /// Its move and the number that it prints, or `None` if it was given up. There is no move where it finds none.
    pub(super) fn run(&mut self) -> Option<(Option<Cell>, u64)> {
        self.value(0, [-INFINITY, INFINITY]).ok()?;
        let root = u64::from(self.has(M::ExaminedCounted));
        Some((self.best, (self.counted + root).saturating_add(before(&self.before, self.made))))
    }

    fn has(&self, mistake: M) -> bool {
        self.made.has(mistake)
    }

    fn value(&mut self, ply: u32, [mut alpha, mut beta]: [i32; 2]) -> Result<i32, Spent> {
        self.visited += 1;
        if self.visited > self.most {
            return Err(Spent);
        }
        let left = self.depth.saturating_sub(ply);
        let is_full = self.empty() == 0;
        let winner = [0, 1].into_iter().find(|&side| self.has_won(side));
        let goes_on = winner.is_some() && left > 0 && self.has(M::WinsSearchedOn);
        let mover = (self.mover + ply as usize) % 2;
        let value = match winner {
            _ if left == 0 && self.has(M::EvaluationAtLimit) => Some(self.h(mover)),
            _ if is_full && winner.is_none() => {
                Some(if self.has(M::EvaluationForWins) { self.h(mover) } else { 0 })
            }
            Some(winner) if !goes_on || is_full => Some(self.utility(winner, mover, left)),
            _ if left == 0 => Some(self.h(mover)),
            _ => None,
        };
        self.counted += u64::from(if self.has(M::InnerCounted) {
            value.is_none()
        } else {
            ply > 0 && (!self.has(M::LeavesCounted) || value.is_some())
        });
        if let Some(value) = value {
            return Ok(value);
        }
        let is_max = mover == self.me || self.has(M::MinForgotten);
        let mut best = if is_max { -INFINITY } else { INFINITY };
        let (cells, count) = self.moves(mover);
        let cells = &cells[..count];
        if self.has(M::BestFromZero) {
            best = 0;
            // Its move is the first one until there is a better one.
            if ply == 0 {
                self.best = cells.first().and_then(|&(column, row)| cell(column, row));
            }
        }
        for &(column, row) in cells {
            let stone = Cells::bit(column, row);
            self.stones[mover] |= stone;
            let value = self.value(ply + 1, [alpha, beta]);
            self.stones[mover] &= !stone;
            let value = value?;
            let is_better = if is_max { value > best } else { value < best };
            let is_kept = value == best && self.has(M::LastTieKept) || self.has(M::LastChildKept);
            if is_better || is_kept {
                best = value;
                if ply == 0 {
                    self.best = cell(column, row);
                }
            }
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if self.has(M::Pruned) && alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn empty(&self) -> u64 {
        Cells::BOARD & !(self.stones[0] | self.stones[1])
    }

    /// The cells that this side may play.
    fn legal(&self, mover: usize) -> u64 {
        let taken = self.stones[0] | self.stones[1];
        let mut cells = self.empty();
        if self.has(M::LastColumnMissed) {
            cells &= !Cells::column(5);
        }
        if self.has(M::LastRowMissed) {
            cells &= !row(4);
        }
        if taken == 0 || self.has(M::AnyCell) {
            return cells;
        }
        let near = if self.has(M::OwnNeighboursOnly) { self.stones[mover] } else { taken };
        // Cells that have a neighbour to the left, to the right, above, below.
        let [column, row] = [Cells::bit(1, 0).trailing_zeros(), 1];
        let seen = |mistake: M, cells: u64| if self.has(mistake) { 0 } else { cells };
        let left = seen(M::NoLeftNeighbours, near << column);
        let right = seen(M::NoRightNeighbours, near >> column);
        let of = |beside: u64| {
            let above = seen(M::NoUpperNeighbours, beside << row);
            above | seen(M::NoLowerNeighbours, beside >> row)
        };
        cells & (left | right | of(near) | seen(M::NoDiagonalNeighbours, of(left | right)))
    }

    /// The cells that this side may play, in the order in which they are looked at, and how many they are.
    fn moves(&self, mover: usize) -> ([(u32, u32); 30], usize) {
        let (mut cells, mut count) = ([(0, 0); 30], 0);
        for (place, cell) in cells.iter_mut().zip(Cells::cells(self.legal(mover))) {
            *place = cell;
            count += 1;
        }
        let is_from_right = self.has(M::ColumnsFromRight);
        let is_from_bottom = self.has(M::RowsFromBottom);
        if self.has(M::RowFirst) || is_from_right || is_from_bottom {
            let place = |&(column, row): &(u32, u32)| {
                let column = if is_from_right { 5 - column } else { column };
                let row = if is_from_bottom { 4 - row } else { row };
                if self.has(M::RowFirst) { [row, column] } else { [column, row] }
            };
            cells[..count].sort_by_key(place);
        }
        (cells, count)
    }

    fn has_won(&self, side: usize) -> bool {
        // Whether it looks at all if this side has won.
        if self.has(if side == self.me { M::OpponentsWinsOnly } else { M::OwnWinsOnly }) {
            return false;
        }
        let wraps = self.has(M::LinesWrap) || self.has(M::WinsWrap);
        let (stones, directions) = if wraps {
            (in_one_row(self.stones[side]), WRAPPED)
        } else {
            (self.stones[side], Cells::DIRECTIONS)
        };
        (0..).zip(directions).any(|(number, direction)| {
            if self.overlooks(number, WINS) {
                return false;
            }
            let missed = if self.has(M::LastWinsMissed) && !wraps { last_cells(number) } else { 0 };
            let [.., four, five] = runs(stones & !missed, direction);
            if self.has(M::ExactlyFour) { four & !five != 0 } else { four != 0 }
        })
    }

    /// Whether it leaves out a direction of wins or of runs.
    fn overlooks(&self, direction: usize, place: usize) -> bool {
        self.has(OVERLOOKED[direction][place]) || direction >= 2 && self.has(OVERLOOKED[4][place])
    }

    fn utility(&self, winner: usize, mover: usize, left: u32) -> i32 {
        let sooner = if self.has(M::SoonerWins) { i32::try_from(left).unwrap_or(0) } else { 0 };
        let me = if self.has(M::WinsForX) { 0 } else { self.me };
        if self.has(M::EvaluationForWins) {
            self.h(mover)
        } else if winner == me || self.has(M::WinAlwaysPositive) {
            WIN + sooner
        } else {
            -WIN - sooner
        }
    }

    /// h(n), where one side is to move.
    fn h(&self, mover: usize) -> i32 {
        let me = match self.made {
            made if made.has(M::AlwaysForX) => 0,
            made if made.has(M::ViewOfMover) => mover,
            _ => self.me,
        };
        let is_exchanged = self.has(M::WeightsExchanged);
        let mine = if is_exchanged || self.has(M::WeightsOfOpponent) { THEIRS } else { MINE };
        let theirs = if is_exchanged || self.has(M::WeightsEqual) { MINE } else { THEIRS };
        let sum = |side: usize, weights: [i32; 4]| -> i32 {
            let counts = self.open_runs(side);
            counts.into_iter().zip(weights).map(|(count, weight)| count * weight).sum()
        };
        let opponent = if self.has(M::OpponentForgotten) { 0 } else { sum(1 - me, theirs) };
        let own = if self.has(M::OwnRunsForgotten) { 0 } else { sum(me, mine) };
        own - opponent
    }

    /// Numbers of runs in the order of the weights.
    fn open_runs(&self, side: usize) -> [i32; 4] {
        let wraps = self.has(M::LinesWrap) || self.has(M::RunsWrap);
        let (own, taken, empty, directions) = if wraps {
            let [own, empty] = [self.stones[side], self.empty()].map(in_one_row);
            (own, ((1 << 30) - 1) & !empty, empty, WRAPPED)
        } else {
            let taken = self.stones[0] | self.stones[1];
            (self.stones[side], taken, self.empty(), Cells::DIRECTIONS)
        };
        let mut counts = [0; 4];
        for (number, d) in directions.into_iter().enumerate() {
            if self.overlooks(number, RUNS) {
                continue;
            }
            let [two, three, four, _] = runs(own, d);
            let pairs = own & own >> d;
            let triples = pairs & own >> (2 * d);
            let found = match self.made {
                made if made.has(M::RunsInRuns) => [triples, pairs],
                made if made.has(M::RunsFromEveryStone) => {
                    [triples & !(own >> (3 * d)), pairs & !(own >> (2 * d))]
                }
                _ => [three & !four, two & !three],
            };
            let lengths = [M::ThreesForgotten, M::TwosForgotten];
            for (index, runs) in found.into_iter().enumerate().filter(|&(index, _)| !self.has(lengths[index]))
            {
                let length = if index == 0 { 3 } else { 2 };
                let missed = if wraps { 0 } else { self.missed_runs(number, (length - 1) * d) };
                let runs = runs & !missed;
                let open = if self.has(M::EdgeOpen) { !taken } else { empty };
                // Beyond the first cell of a line is an open one if the edge is.
                let beyond = if self.has(M::EdgeOpen) { (1 << d) - 1 } else { 0 };
                let (before, behind) = (open << d | beyond, open >> (length * d));
                let closed = if self.has(M::ClosedCounted) { ones(runs & !before & !behind) } else { 0 };
                let (both, one) = (ones(runs & before & behind), ones(runs & (before ^ behind)) + closed);
                let times = if number >= 2 && self.has(M::DiagonalsTwice) { 2 } else { 1 };
                let [two_sided, one_sided] = self.weighed(both, one);
                counts[2 * index] += times * two_sided;
                counts[2 * index + 1] += times * one_sided;
            }
        }
        counts
    }

    /// As how many runs that are open on two sides and on one it counts so many of both.
    fn weighed(&self, both: i32, one: i32) -> [i32; 2] {
        match self.made {
            made if made.has(M::TwoSidedForgotten) => [0, one],
            made if made.has(M::OneSidedForgotten) => [both, 0],
            made if made.has(M::TwoSidedAsOne) => [0, both + one],
            made if made.has(M::OneSidedAsTwo) => [both + one, 0],
            made if made.has(M::OpenTwice) => [both, one + both],
            made if made.has(M::EachEndCounted) => [both, one + 2 * both],
            _ => [both, one],
        }
    }

    /// The first cells of the runs along a direction, of so many bits from end to end, that it does not look at.
    fn missed_runs(&self, direction: usize, span: u32) -> u64 {
        let mut missed = 0;
        if self.has(M::LastRunsMissed) {
            let last = last_cells(direction);
            missed |= last | last >> span;
        }
        if self.has(M::BorderRunsMissed) {
            // The first cell in the order of reading: row by row from the top.
            missed |= if direction == RISING { BORDER >> span } else { BORDER };
        }
        missed
    }
}

/// What the counter of nodes begins with, if these are what was printed for the move before and for the one before that.
pub(super) fn before(&[one, two]: &[u64; 2], made: MistakeSet) -> u64 {
    match made {
        made if made.has(M::NeverReset) => one,
        made if made.has(M::NeverResetByPlayer) => two,
        _ => 0,
    }
}

/// The depth to which it searches for a player.
fn depth(depth: u32, player: usize, made: MistakeSet) -> u32 {
    let of_player = |for_x: M, for_o: M| made.has(if player == 0 { for_x } else { for_o });
    match made {
        made if made.has(M::DepthOfX) => depth.min(2),
        made if made.has(M::DepthOfO) => depth.max(4),
        made if made.has(M::DepthsExchanged) && player == 0 => 2 * depth,
        made if made.has(M::DepthsExchanged) => depth / 2,
        made => {
            let deeper = made.has(M::OnePlyDeeper) || of_player(M::DeeperForX, M::DeeperForO);
            let shallower = made.has(M::OnePlyShallower) || of_player(M::ShallowerForX, M::ShallowerForO);
            (depth + u32::from(deeper)).saturating_sub(u32::from(shallower))
        }
    }
}

/// Mistakes that leave out a direction of wins and of runs, in the order of [`Cells::DIRECTIONS`], and those that leave out
/// both diagonals. Rows are numbered from the top: what rises on the board falls here.
const OVERLOOKED: [[M; 2]; 5] = [
    [M::NoVerticalWins, M::NoVerticalRuns],
    [M::NoHorizontalWins, M::NoHorizontalRuns],
    [M::NoRisingWins, M::NoRisingRuns],
    [M::NoFallingWins, M::NoFallingRuns],
    [M::NoDiagonalWins, M::NoDiagonalRuns],
];

/// Places in its rows.
const WINS: usize = 0;
const RUNS: usize = 1;

/// The place of the direction that rises on the board.
const RISING: usize = 2;

/// The cells of the outermost rows and columns.
const BORDER: u64 = Cells::column(0) | Cells::column(5) | row(0) | row(4);

const fn row(row: u32) -> u64 {
    let (mut cells, mut column) = (0, 0);
    while column < 6 {
        cells |= Cells::bit(column, row);
        column += 1;
    }
    cells
}

/// The cells at the right and the bottom edge to which lines in a direction come.
const fn last_cells(direction: usize) -> u64 {
    match direction {
        0 => row(4),
        1 => Cells::column(5),
        _ => row(4) | Cells::column(5),
    }
}

/// The directions of [`Cells::DIRECTIONS`] in an array of 30 cells, row after row.
const WRAPPED: [u32; 4] = [6, 1, 5, 7];

/// A set of cells in such an array.
fn in_one_row(cells: u64) -> u64 {
    Cells::cells(cells).fold(0, |set, (column, row)| set | 1 << (6 * row + column))
}

/// How many cells are in a set; there are thirty.
fn ones(set: u64) -> i32 {
    i32::try_from(set.count_ones()).unwrap_or(0)
}

fn cell(column: u32, row: u32) -> Option<Cell> {
    Some(Cell::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?))
}

/// The board with a stone of the side to move on an empty cell, legal or not.
pub(super) fn put(position: &Standard, cell: Cell) -> Option<Standard> {
    let (column, row) = (u32::from(cell.column()), u32::from(cell.row()));
    let bit = (column < 6 && row < 5).then(|| Cells::bit(column, row))?;
    let mut stones = ByPlayer::new(position.stones(Player::First), position.stones(Player::Second));
    stones[position.turn()] |= bit;
    (position.occupied() & bit == 0).then(|| Standard::new(stones, position.turn().opponent())).flatten()
}
