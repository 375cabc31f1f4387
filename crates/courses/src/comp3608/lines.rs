//! Lines of tokens, as programs find them: rightly, or over the edge of the board.

use plyground_core::grid::Grid;

use super::Mistake as M;
use crate::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// The places of the sides.
pub(super) const RED: usize = 0;
pub(super) const YELLOW: usize = 1;

/// Directions by their places.
pub(super) const VERTICAL: usize = 0;
pub(super) const HORIZONTAL: usize = 1;
pub(super) const FALLING: usize = 2;
pub(super) const RISING: usize = 3;

/// How lines leave the board on one side and come back on another.
#[derive(Clone, Copy)]
pub(super) enum Wrap {
    /// From the end of a row to the next row: the board is a list.
    List,
    /// The row and the column before the first are the last ones, where it is looked if a run has begun earlier.
    BeforeFirst,
    /// The same for the column, where a diagonal goes to the left.
    Left,
}

impl Wrap {
    /// How lines along a direction do with these mistakes, if they do, or with this one that concerns wins or runs alone.
    pub(super) fn of(made: MistakeSet, alone: M, direction: usize) -> Option<Self> {
        let is_diagonal = direction >= FALLING;
        match made {
            made if made.has(M::LinesWrap) || made.has(alone) => Some(Self::List),
            made if made.has(M::DiagonalsWrap) && is_diagonal => Some(Self::List),
            made if made.has(M::BeforeFirstWraps) => Some(Self::BeforeFirst),
            made if made.has(M::BelowZeroWraps) && direction == FALLING => Some(Self::Left),
            _ => None,
        }
    }

    /// The cell next to one, forwards or backwards.
    fn step(self, (column, row): (i32, i32), [right, up]: [i32; 2], is_back: bool) -> Option<(i32, i32)> {
        let (column, row) = if is_back { (column - right, row - up) } else { (column + right, row + up) };
        let is_on_board = (0..7).contains(&column) && (0..6).contains(&row);
        let wrapped = match self {
            Self::List => {
                let cell = 7 * row + column;
                (cell % 7, cell.div_euclid(7))
            }
            Self::BeforeFirst if is_back => (wrapped(column, 7), wrapped(row, 6)),
            Self::Left if !is_back => (wrapped(column, 7), row),
            Self::BeforeFirst | Self::Left => (column, row),
        };
        let (column, row) = if is_on_board { (column, row) } else { wrapped };
        ((0..7).contains(&column) && (0..6).contains(&row)).then_some((column, row))
    }

    /// The same as [`runs`].
    pub(super) fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        // Upwards: where an index falls below zero is where the columns go to the left.
        let by = [[0, 1], [1, 0], [-1, 1], [1, 1]][direction];
        let has = |(column, row): (i32, i32)| tokens & bit(column, row) != 0;
        let mut found = [0; 4];
        for cell in (0..6).flat_map(|row| (0..7).map(move |column| (column, row))) {
            let begins = has(cell) && !self.step(cell, by, true).is_some_and(has);
            if !begins {
                continue;
            }
            let mut length = 1;
            let mut at = cell;
            while let Some(next) = self.step(at, by, false).filter(|&next| has(next) && length < 7) {
                (at, length) = (next, length + 1);
            }
            for (found, least) in found.iter_mut().zip(2..) {
                *found |= if length >= least { bit(cell.0, cell.1) } else { 0 };
            }
        }
        found
    }
}

/// An index below zero counts from the end.
const fn wrapped(index: i32, length: i32) -> i32 {
    if index < 0 { index + length } else { index }
}

/// A cell of the board.
fn bit(column: i32, row: i32) -> u64 {
    1 << (7 * column + row)
}

/// The first cells of all lines of four, inside longer ones too, in the place of those of four and five.
pub(super) fn fours(tokens: u64, direction: u32) -> [u64; 4] {
    let pairs = tokens & tokens >> direction;
    let four = pairs & pairs >> (2 * direction);
    [pairs, pairs, four, four & tokens >> (4 * direction)]
}

/// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction.
pub(super) fn runs(tokens: u64, direction: u32) -> [u64; 4] {
    let starts = tokens & !(tokens << direction);
    let two = starts & tokens >> direction;
    let three = two & tokens >> (2 * direction);
    let four = three & tokens >> (3 * direction);
    [two, three, four, four & tokens >> (4 * direction)]
}

/// What a program sees that does not count some runs along a direction: its tokens without those.
pub(super) fn counted(made: MistakeSet, tokens: u64, direction: usize) -> u64 {
    let mut tokens = tokens;
    if made.has(M::TopRowMissed) {
        tokens &= !Cells::TOP;
    }
    if made.has(M::RightColumnMissed) {
        tokens &= !Cells::column(6);
    }
    let shift = Cells::DIRECTIONS[direction];
    let starts = tokens & !(tokens << shift);
    let ends = tokens & !(tokens >> shift);
    let mut missed = 0;
    if made.has(M::LineEndMissed) {
        missed |= back(ends & !(Cells::BOARD >> shift), tokens, shift);
    }
    if made.has(M::RunsWhereFourFit) {
        missed |= forth(starts & !Cells::quadruples(shift), tokens, shift);
    }
    if made.has(M::ShortDiagonalsMissed) && direction >= FALLING {
        let long = (0..4).fold(0, |long, step| long | Cells::quadruples(shift) << (step * shift));
        missed |= Cells::BOARD & !long;
    }
    tokens & !missed
}

/// These cells and the tokens of their runs behind them.
fn forth(cells: u64, tokens: u64, shift: u32) -> u64 {
    (0..6).fold(cells, |cells, _| cells | cells << shift & tokens)
}

/// These cells and the tokens of their runs before them.
fn back(cells: u64, tokens: u64, shift: u32) -> u64 {
    (0..6).fold(cells, |cells, _| cells | cells >> shift & tokens)
}

/// The first cells of all pairs and of all triples, inside longer runs too.
pub(super) fn windows(tokens: u64, direction: u32) -> [u64; 2] {
    let pairs = tokens & tokens >> direction;
    [pairs, pairs & tokens >> (2 * direction)]
}
