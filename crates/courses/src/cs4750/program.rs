//! A program for CS4750 that makes mistakes on demand. Each switch stands where the mistake is made.

use plyground_core::games::adjacent_four::{Cell, Standard};
use plyground_core::grid::Grid;
use plyground_core::{ByPlayer, Player, Position};

use super::{Mistake, Question};
use crate::engine::diagnose::MistakeSet;

type Cells = Grid<6, 5>;

const WIN: i32 = 1000;
/// Beyond all values.
const INFINITY: i32 = i32::MAX;
/// Of runs of three open on two sides and on one, then of two.
const MINE: [i32; 4] = [200, 150, 20, 5];
const THEIRS: [i32; 4] = [80, 40, 15, 2];

pub(super) struct Program {
    made: MistakeSet,
    stones: [u64; 2],
    /// Who searches.
    me: usize,
    depth: u32,
    most: u64,
    counted: u64,
    visited: u64,
    best: Option<Cell>,
}

/// The search has been given up.
struct Spent;

impl Program {
    /// A program that is given up after `most` nodes.
    pub(super) fn new(question: &Question, made: MistakeSet, most: u64) -> Self {
        let deeper = u32::from(made.has(Mistake::OnePlyDeeper));
        let shallower = u32::from(made.has(Mistake::OnePlyShallower));
        Self {
            made,
            stones: Player::BOTH.map(|player| question.position.stones(player)),
            me: usize::from(question.position.turn() == Player::Second),
            depth: match made {
                made if made.has(Mistake::DepthOfX) => question.depth.min(2),
                _ => (question.depth + deeper).saturating_sub(shallower),
            },
            most,
            counted: 0,
            visited: 0,
            best: None,
        }
    }

    /// Its move and the number that it prints, or `None` if there is no move, or it was given up.
    pub(super) fn run(&mut self) -> Option<(Cell, u64)> {
        self.value(0, [-INFINITY, INFINITY]).ok()?;
        let root = u64::from(self.has(Mistake::ExaminedCounted));
        Some((self.best?, self.counted + root))
    }

    /// The nodes that it has been at so far.
    pub(super) const fn visited(&self) -> u64 {
        self.visited
    }

    fn has(&self, mistake: Mistake) -> bool {
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
        let goes_on = winner.is_some() && left > 0 && self.has(Mistake::WinsSearchedOn);
        let value = match winner {
            _ if is_full && winner.is_none() => {
                Some(if self.has(Mistake::EvaluationForWins) { self.h() } else { 0 })
            }
            Some(winner) if !goes_on || is_full => Some(self.utility(winner)),
            _ if left == 0 => Some(self.h()),
            _ => None,
        };
        let counts_leaves = self.has(Mistake::LeavesCounted);
        if ply > 0 {
            self.counted += u64::from(!counts_leaves || value.is_some());
        }
        if let Some(value) = value {
            return Ok(value);
        }
        let mover = (self.me + ply as usize) % 2;
        let is_max = mover == self.me || self.has(Mistake::MinForgotten);
        let mut best = if is_max { -INFINITY } else { INFINITY };
        for (column, row) in self.moves() {
            let stone = Cells::bit(column, row);
            self.stones[mover] |= stone;
            let value = self.value(ply + 1, [alpha, beta]);
            self.stones[mover] &= !stone;
            let value = value?;
            let is_better = if is_max { value > best } else { value < best };
            if is_better || value == best && self.has(Mistake::LastTieKept) {
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
            if self.has(Mistake::Pruned) && alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn empty(&self) -> u64 {
        Cells::BOARD & !(self.stones[0] | self.stones[1])
    }

    /// The cells that may be played, in the order in which they are looked at.
    fn moves(&self) -> Vec<(u32, u32)> {
        let taken = self.stones[0] | self.stones[1];
        let touches = |&(column, row): &(u32, u32)| {
            let near = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
            near.filter(|&(right, down)| right == 0 || down == 0 || !self.has(Mistake::NoDiagonalNeighbours))
                .filter_map(|(right, down)| {
                    at(column.checked_add_signed(right)?, row.checked_add_signed(down)?)
                })
                .any(|cell| taken & cell != 0)
        };
        let is_free = |&(column, row): &(u32, u32)| taken & Cells::bit(column, row) == 0;
        let is_legal = |cell: &(u32, u32)| taken == 0 || self.has(Mistake::AnyCell) || touches(cell);
        let mut moves: Vec<_> = (0..6)
            .flat_map(|column| (0..5).map(move |row| (column, row)))
            .filter(is_free)
            .filter(is_legal)
            .collect();
        if self.has(Mistake::RowFirst) {
            moves.sort_by_key(|&(column, row)| (row, column));
        }
        moves
    }

    fn has_won(&self, side: usize) -> bool {
        let seen = if self.has(Mistake::NoDiagonalWins) { 2 } else { 4 };
        Cells::DIRECTIONS.into_iter().take(seen).any(|direction| {
            let [.., four, five] = runs(self.stones[side], direction);
            if self.has(Mistake::ExactlyFour) { four & !five != 0 } else { four != 0 }
        })
    }

    fn utility(&self, winner: usize) -> i32 {
        if self.has(Mistake::EvaluationForWins) {
            self.h()
        } else if winner == self.me {
            WIN
        } else {
            -WIN
        }
    }

    /// h(n).
    fn h(&self) -> i32 {
        let me = if self.has(Mistake::AlwaysForX) { 0 } else { self.me };
        let theirs = if self.has(Mistake::WeightsEqual) { MINE } else { THEIRS };
        let sum = |side: usize, weights: [i32; 4]| -> i32 {
            let counts = self.open_runs(side);
            counts.into_iter().zip(weights).map(|(count, weight)| count * weight).sum()
        };
        let opponent = if self.has(Mistake::OpponentForgotten) { 0 } else { sum(1 - me, theirs) };
        sum(me, MINE) - opponent
    }

    /// Numbers of runs in the order of the weights.
    fn open_runs(&self, side: usize) -> [i32; 4] {
        let (own, empty) = (self.stones[side], self.empty());
        let mut counts = [0; 4];
        for (number, d) in Cells::DIRECTIONS.into_iter().enumerate() {
            let overlooked = [
                Mistake::NoVerticalRuns,
                Mistake::NoHorizontalRuns,
                // Rows are numbered from the top: what rises on the board falls here.
                Mistake::NoRisingRuns,
                Mistake::NoFallingRuns,
            ];
            if number >= 2 && self.has(Mistake::NoDiagonalRuns) || self.has(overlooked[number]) {
                continue;
            }
            let [two, three, four, _] = runs(own, d);
            let pairs = own & own >> d;
            let windows = [pairs & own >> (2 * d), pairs];
            let maximal = [three & !four, two & !three];
            let found = if self.has(Mistake::RunsInRuns) { windows } else { maximal };
            let lengths = [Mistake::ThreesForgotten, Mistake::TwosForgotten];
            for (index, runs) in found.into_iter().enumerate().filter(|&(index, _)| !self.has(lengths[index]))
            {
                let length = if index == 0 { 3 } else { 2 };
                let taken = self.stones[0] | self.stones[1];
                let open = if self.has(Mistake::EdgeOpen) { !taken } else { empty };
                let (before, behind) = (shifted(open, d, self.has(Mistake::EdgeOpen)), open >> (length * d));
                let both = runs & before & behind;
                let closed = if self.has(Mistake::ClosedCounted) { runs & !before & !behind } else { 0 };
                let one = runs & (before ^ behind) | closed;
                let also = if self.has(Mistake::OpenTwice) { both } else { 0 };
                counts[2 * index] += ones(both);
                counts[2 * index + 1] += ones(one) + ones(also);
            }
        }
        counts
    }
}

/// Cells whose neighbour backwards along a direction is in a set; beyond the first cell are open ones if the edge is.
const fn shifted(set: u64, direction: u32, is_edge_open: bool) -> u64 {
    let beyond = if is_edge_open { (1 << direction) - 1 } else { 0 };
    set << direction | beyond
}

/// How many cells are in a set; there are thirty.
fn ones(set: u64) -> i32 {
    i32::try_from(set.count_ones()).unwrap_or(0)
}

/// The first cells of maximal runs of at least 2, 3, 4 and 5 stones along a direction.
fn runs(stones: u64, direction: u32) -> [u64; 4] {
    let starts = stones & !(stones << direction);
    let two = starts & stones >> direction;
    let three = two & stones >> (2 * direction);
    let four = three & stones >> (3 * direction);
    [two, three, four, four & stones >> (4 * direction)]
}

fn at(column: u32, row: u32) -> Option<u64> {
    (column < 6 && row < 5).then(|| Cells::bit(column, row))
}

fn cell(column: u32, row: u32) -> Option<Cell> {
    Some(Cell::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?))
}

/// The board with a stone of the side to move on an empty cell, legal or not.
pub(super) fn put(position: &Standard, cell: Cell) -> Option<Standard> {
    let bit = at(u32::from(cell.column()), u32::from(cell.row()))?;
    let mut stones = ByPlayer::new(position.stones(Player::First), position.stones(Player::Second));
    stones[position.turn()] |= bit;
    (position.occupied() & bit == 0).then(|| Standard::new(stones, position.turn().opponent())).flatten()
}
