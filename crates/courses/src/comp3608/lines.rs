//! Lines of tokens, as programs find them: rightly, or over the edge of the board.

use plyground_core::grid::Grid;

use super::Mistake;
use crate::engine::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// Directions by their places.
pub(super) const VERTICAL: usize = 0;
pub(super) const HORIZONTAL: usize = 1;
pub(super) const FALLING: usize = 2;
pub(super) const RISING: usize = 3;

/// What lines are looked at for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Wins,
    Runs,
}

impl Scope {
    /// Of two mistakes, the one that concerns wins alone or runs alone.
    const fn of(self, [wins, runs]: [Mistake; 2]) -> Mistake {
        match self {
            Self::Wins => wins,
            Self::Runs => runs,
        }
    }
}

/// How lines leave the board on one side and come back on another.
#[derive(Clone, Copy)]
pub(super) enum Wrap {
    /// From the end of a row to the next row: the board is a list.
    List,
    /// The row and the column before the first are the last ones, where it is looked if a run has begun earlier.
    BeforeFirst,
    /// The same for the column, where a diagonal goes to the left.
    Left,
    /// From the top of a column to the next one: the board is a list of columns.
    Columns,
    /// The cell before the first is looked for by its place in a list of rows, from the end if that is below zero.
    BeforeFirstInList,
    /// The row and the column before the first are the last ones, wherever lines go.
    Negative,
}

impl Wrap {
    /// How lines along a direction do with these mistakes, if they do, where wins are looked for or runs.
    pub(super) fn of(made: MistakeSet, scope: Scope, direction: usize) -> Option<Self> {
        let is_diagonal = direction >= FALLING;
        let has = |both: Mistake, alone: [Mistake; 2]| made.has(both) || made.has(scope.of(alone));
        if has(Mistake::LinesWrap, [Mistake::WinsWrap, Mistake::RunsWrap])
            || direction == HORIZONTAL
                && has(Mistake::HorizontalsWrap, [Mistake::HorizontalWinsWrap, Mistake::HorizontalRunsWrap])
            || is_diagonal && made.has(Mistake::DiagonalsWrap)
        {
            Some(Self::List)
        } else if has(Mistake::ColumnsWrap, [Mistake::ColumnWinsWrap, Mistake::ColumnRunsWrap]) {
            Some(Self::Columns)
        } else if has(Mistake::NegativeWraps, [Mistake::WinsNegativeWrap, Mistake::RunsNegativeWrap]) {
            Some(Self::Negative)
        } else if made.has(Mistake::BeforeFirstWraps) {
            Some(Self::BeforeFirst)
        } else if made.has(Mistake::BeforeFirstWrapsFlat) {
            Some(Self::BeforeFirstInList)
        } else {
            (made.has(Mistake::BelowZeroWraps) && direction == FALLING).then_some(Self::Left)
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
            Self::Columns => {
                let cell = 6 * column + row;
                (cell.div_euclid(6), cell.rem_euclid(6))
            }
            Self::BeforeFirstInList if is_back => {
                let cell = wrapped(7 * row + column, 42);
                (cell % 7, cell.div_euclid(7))
            }
            Self::Negative => (wrapped(column, 7), wrapped(row, 6)),
            Self::BeforeFirst if is_back => (wrapped(column, 7), wrapped(row, 6)),
            Self::Left if !is_back => (wrapped(column, 7), row),
            Self::BeforeFirst | Self::Left | Self::BeforeFirstInList => (column, row),
        };
        let (column, row) = if is_on_board { (column, row) } else { wrapped };
        ((0..7).contains(&column) && (0..6).contains(&row)).then_some((column, row))
    }

    /// The same as [`runs`].
    pub(super) fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        // Upwards: where an index falls below zero is where the columns go to the left.
        let falling = if matches!(self, Self::Negative) { [1, -1] } else { [-1, 1] };
        let by = [[0, 1], [1, 0], falling, [1, 1]][direction];
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

/// Tokens that a program does not see along a direction where it looks for wins or for runs.
pub(super) fn unseen(made: MistakeSet, scope: Scope, tokens: u64, direction: usize) -> u64 {
    let is_of_runs = |mistake: Mistake| scope == Scope::Runs && made.has(mistake);
    let first_only = made.has(Mistake::FirstDiagonalsOnly)
        || made.has(scope.of([Mistake::FirstDiagonalWinsOnly, Mistake::FirstDiagonalRunsOnly]));
    let is_first_only = match direction {
        FALLING => {
            first_only || made.has(Mistake::FirstFallingOnly) || is_of_runs(Mistake::FirstFallingRunsOnly)
        }
        RISING => first_only || is_of_runs(Mistake::FirstRisingRunsOnly),
        _ => false,
    };
    let mut missed = 0;
    if is_first_only {
        // From row 0 to the left and up, or to the right and up.
        let begins =
            |(column, row): (u32, u32)| if direction == FALLING { column + row < 7 } else { column >= row };
        let others = Cells::cells(tokens).filter(|&cell| !begins(cell));
        missed |= others.fold(0, |set, (column, row)| set | Cells::bit(column, row));
    }
    let (shift, right) = (Cells::DIRECTIONS[direction], Cells::column(6));
    let [starts, ends] = [tokens & !(tokens << shift), tokens & !(tokens >> shift)];
    if made.has(Mistake::ScanTooShort) || is_of_runs(Mistake::RunsTooShort) {
        missed |= match direction {
            VERTICAL => back(ends & Cells::TOP, tokens, shift),
            HORIZONTAL => back(ends & right, tokens, shift),
            // It is looked at from below.
            FALLING => forth(starts & Cells::TOP, tokens, shift),
            _ => back(ends & (Cells::TOP | right), tokens, shift),
        };
    }
    let ends_missed = scope.of([Mistake::WinLineEndsMissed, Mistake::LineEndMissedUpwards]);
    if made.has(Mistake::LineEndsMissed) || made.has(ends_missed) {
        missed |= at_end(tokens, direction);
    }
    let both = made.has(Mistake::DiagonalsTooShort) || is_of_runs(Mistake::DiagonalRunsTooShort);
    missed |= match direction {
        FALLING if both || made.has(Mistake::FallingTooShort) => {
            forth(starts & (Cells::TOP | Cells::column(0)), tokens, shift)
        }
        RISING if both || made.has(Mistake::RisingTooShort) => {
            back(ends & (Cells::TOP | right), tokens, shift)
        }
        _ => 0,
    };
    missed
}

/// What a program sees that does not count some runs of a side along a direction: its tokens without those.
pub(super) fn counted(made: MistakeSet, [tokens, other]: [u64; 2], direction: usize) -> u64 {
    let mut tokens = tokens & !unseen(made, Scope::Runs, tokens, direction);
    if made.has(Mistake::TopRowMissed) {
        tokens &= !Cells::TOP;
    }
    if made.has(Mistake::RightColumnMissed) {
        tokens &= !Cells::column(6);
    }
    let shift = Cells::DIRECTIONS[direction];
    let starts = tokens & !(tokens << shift);
    let ends = tokens & !(tokens >> shift);
    let mut missed = 0;
    if made.has(Mistake::LineEndMissed) {
        missed |= back(ends & !(Cells::BOARD >> shift), tokens, shift);
    }
    if made.has(Mistake::OpenRunsOnly) {
        let empty = Cells::BOARD & !(tokens | other);
        let open = forth(starts & empty << shift, tokens, shift) | back(ends & empty >> shift, tokens, shift);
        missed |= tokens & !open;
    }
    if made.has(Mistake::RunsWhereFourFit) {
        missed |= forth(starts & !Cells::quadruples(shift), tokens, shift);
    }
    if made.has(Mistake::ShortDiagonalsMissed) && direction >= FALLING {
        let long = (0..4).fold(0, |long, step| long | Cells::quadruples(shift) << (step * shift));
        missed |= Cells::BOARD & !long;
    }
    tokens & !missed
}

/// The tokens of runs that reach the end of their line, which goes upwards, or to the right in a row.
fn at_end(tokens: u64, direction: usize) -> u64 {
    let shift = Cells::DIRECTIONS[direction];
    if direction == FALLING {
        let starts = tokens & !(tokens << shift);
        forth(starts & !(Cells::BOARD << shift), tokens, shift)
    } else {
        let ends = tokens & !(tokens >> shift);
        back(ends & !(Cells::BOARD >> shift), tokens, shift)
    }
}

/// These cells and the tokens of their runs behind them.
fn forth(cells: u64, tokens: u64, shift: u32) -> u64 {
    (0..6).fold(cells, |cells, _| cells | cells << shift & tokens)
}

/// These cells and the tokens of their runs before them.
fn back(cells: u64, tokens: u64, shift: u32) -> u64 {
    (0..6).fold(cells, |cells, _| cells | cells >> shift & tokens)
}

/// In how many lines along a direction some of these cells are.
pub(super) fn lines_of(mut cells: u64, direction: u32) -> u32 {
    let mut lines = 0;
    while cells != 0 {
        // The first one of its line: the others follow step by step.
        let mut cell = cells & cells.wrapping_neg();
        while cell & Cells::BOARD != 0 {
            cells &= !cell;
            cell <<= direction;
        }
        lines += 1;
    }
    lines
}

/// These cells without those in whose line along a direction some of the others are.
pub(super) fn without_lines_of(cells: u64, others: u64, direction: u32) -> u64 {
    let all = (0..6).fold(others, |all, _| all | (all << direction | all >> direction) & Cells::BOARD);
    cells & !all
}

/// The tokens of runs of two or more.
pub(super) fn in_runs(tokens: u64, direction: u32) -> u64 {
    let pairs = tokens & tokens >> direction;
    pairs | pairs << direction
}

/// How many spans of four cells have two, three and four of these tokens, and none of the other side's.
pub(super) fn spans(tokens: u64, other: u64, direction: usize) -> [u32; 3] {
    let shift = Cells::DIRECTIONS[direction];
    let mut found = [0; 3];
    for first in (0..64).map(|cell| 1u64 << cell).filter(|first| Cells::quadruples(shift) & first != 0) {
        let cells = (0..4).fold(0, |cells, step| cells | first << (step * shift));
        if let (count @ 2.., 0) = ((tokens & cells).count_ones(), other & cells) {
            found[count as usize - 2] += 1;
        }
    }
    found
}

/// The first cells of all pairs and of all triples, inside longer runs too.
pub(super) fn windows(tokens: u64, direction: u32) -> [u64; 2] {
    let pairs = tokens & tokens >> direction;
    [pairs, pairs & tokens >> (2 * direction)]
}
