//! What a program for COMP3608 sees along lines of tokens: who has won, and what runs are worth.

use plyground_core::grid::Grid;

use super::Mistake as M;
use super::program::Values;
use crate::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// The cells of this many columns and rows.
pub(super) fn span([columns, rows]: [u32; 2]) -> u64 {
    let column = (1 << rows) - 1;
    (0..columns).fold(0, |cells, number| cells | (column << (7 * number)))
}

/// How a program with some mistakes looks along lines.
#[derive(Clone, Copy, Default)]
pub(super) struct Scoring {
    /// The mistakes in how it finds wins, and those in how it counts runs.
    wins: MistakeSet,
    runs: MistakeSet,
    /// What a run of two and one of three are worth.
    weights: [u32; 2],
    /// Where lines of four begin, and the cells that are looked at for SCORE.
    win_starts: u64,
    scored: u64,
    /// Whether it finds wins, and counts runs, as it should: most mistakes are elsewhere, and most of the time is here.
    sees_wins: bool,
    scores_rightly: bool,
}

impl Scoring {
    /// With these mistakes in wins and in runs, and with the weights and the parts of the board that are chosen.
    pub(super) fn new(wins: MistakeSet, runs: MistakeSet, values: &Values) -> Self {
        let [win_starts, scored] = [values.win_starts, values.scored].map(span);
        let weights = values.weights;
        let has_none = |made: MistakeSet, place: usize| {
            let mut further = FURTHER[IN_BOTH].iter().chain(FURTHER[place]);
            !OVERLOOKED.iter().any(|row| made.has(row[IN_BOTH]) || made.has(row[place]))
                && !further.any(|&one| made.has(one))
        };
        Self {
            wins,
            runs,
            weights,
            win_starts,
            scored,
            sees_wins: win_starts == Cells::BOARD && has_none(wins, IN_WINS),
            scores_rightly: weights == RIGHT_WEIGHTS && scored == Cells::BOARD && has_none(runs, IN_RUNS),
        }
    }

    /// The directions that this program looks along for wins or for runs, by their places.
    fn directions(made: MistakeSet, place: usize) -> impl Iterator<Item = usize> {
        let is_overlooked =
            move |row: usize| [IN_BOTH, place].iter().any(|&place| made.has(OVERLOOKED[row][place]));
        (0..4).filter(move |&direction| {
            !(is_overlooked(direction) || direction >= FALLING && is_overlooked(DIAGONALS))
        })
    }

    /// Who has a four as this program sees it, red first.
    pub(super) fn winner(self, tokens: [u64; 2]) -> Option<usize> {
        let has_won = |&colour: &usize| {
            let tokens = tokens[colour];
            if self.sees_wins {
                return Cells::has_four(tokens);
            }
            if self.wins.has([M::WinsOfRedMissed, M::WinsOfYellowMissed][colour]) {
                return false;
            }
            Self::directions(self.wins, IN_WINS).any(|direction| {
                let [_, three, four, five] = self.runs(tokens, direction);
                let line = match self.wins {
                    made if made.has(M::ThreeWin) => three,
                    made if made.has(M::FiveNeeded) => five,
                    _ => four,
                };
                let seen = line & self.starts_of_wins(direction);
                if self.wins.has(M::ExactlyFour) { seen & !five != 0 } else { seen != 0 }
            })
        };
        [RED, YELLOW].into_iter().find(has_won)
    }

    /// Where lines of four begin that this program sees.
    fn starts_of_wins(self, direction: usize) -> u64 {
        let mut starts = self.win_starts;
        if direction == VERTICAL && self.wins.has(M::VerticalWinsAtRightMissed) {
            starts &= !(Cells::column(4) | Cells::column(5) | Cells::column(6));
        }
        if direction == HORIZONTAL && self.wins.has(M::HorizontalWinsAboveMissed) {
            starts &= Cells::BOTTOM | Cells::BOTTOM << 1 | Cells::BOTTOM << 2;
        }
        if direction != VERTICAL && self.wins.has(M::WinsAtRightMissed) {
            starts &= !Cells::column(3);
        }
        if direction != HORIZONTAL && self.wins.has(M::WinsAtTopMissed) {
            // A falling diagonal begins at its top.
            let row = if direction == FALLING { 5 } else { 2 };
            starts &= (0..7).fold(u64::MAX, |starts, column| starts & !Cells::bit(column, row));
        }
        starts
    }

    /// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction, as this program finds them.
    fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        // Where some windows of four are left out that are looked at, one inside a longer run may be seen.
        let finds_windows = self.win_starts != Cells::BOARD
            || direction != VERTICAL && self.wins.has(M::WinsAtRightMissed)
            || direction != HORIZONTAL && self.wins.has(M::WinsAtTopMissed);
        match Wrap::of(self.wins, M::WinsWrap, direction) {
            Some(wrap) => wrap.runs(tokens, direction),
            None if finds_windows => windows(tokens, Cells::DIRECTIONS[direction]),
            None => runs(tokens, Cells::DIRECTIONS[direction]),
        }
    }

    /// SCORE of one side's tokens as this program counts it.
    pub(super) fn score(self, tokens: u64) -> i32 {
        if self.scores_rightly {
            return right_score(tokens);
        }
        let tokens = tokens & self.scored;
        let mut score = if self.runs.has(M::TokensForgotten) { 0 } else { tokens.count_ones() };
        for direction in Self::directions(self.runs, IN_RUNS) {
            let tokens = counted(self.runs, tokens, direction);
            let found = match Wrap::of(self.runs, M::RunsWrap, direction) {
                Some(wrap) => wrap.runs(tokens, direction),
                None => runs(tokens, Cells::DIRECTIONS[direction]),
            };
            let [two, three, four, _] = found.map(u64::count_ones);
            let [pairs, triples] = if self.runs.has(M::RunsInRuns) {
                let [pairs, triples, ..] = windows(tokens, Cells::DIRECTIONS[direction]);
                [pairs, triples].map(u64::count_ones)
            } else if self.runs.has(M::RunsNested) {
                [two, three]
            } else {
                [two - three, three - four]
            };
            let times = match direction {
                FALLING if self.runs.has(M::RisingTwice) => 0,
                RISING if self.runs.has(M::FallingTwice) => 0,
                RISING if self.runs.has(M::RisingTwice) => 2,
                FALLING if self.runs.has(M::FallingTwice) => 2,
                _ => 1,
            };
            let singles = if self.runs.has(M::SinglesCounted) {
                (tokens & !(tokens << Cells::DIRECTIONS[direction])).count_ones().saturating_sub(two)
            } else {
                0
            };
            let [of_two, of_three] = self.weights;
            score += times * (singles + of_two * pairs + of_three * triples + 1000 * four);
        }
        // A board has 42 cells.
        i32::try_from(score).unwrap_or(i32::MAX)
    }
}

/// What a run of two and one of three are worth.
pub(super) const RIGHT_WEIGHTS: [u32; 2] = [10, 100];

fn right_score(tokens: u64) -> i32 {
    let score = Cells::DIRECTIONS.into_iter().fold(tokens.count_ones(), |score, direction| {
        let [two, three, four, _] = runs(tokens, direction).map(u64::count_ones);
        score + 10 * (two - three) + 100 * (three - four) + 1000 * four
    });
    // A board has 42 cells.
    i32::try_from(score).unwrap_or(i32::MAX)
}

/// Mistakes that overlook a direction, by its place, or both diagonals: in wins and runs alike, in wins, in runs.
pub(super) const OVERLOOKED: [[M; 3]; 5] = [
    [M::NoVerticals, M::NoVerticalWins, M::NoVerticalRuns],
    [M::NoHorizontals, M::NoHorizontalWins, M::NoHorizontalRuns],
    [M::NoFallingDiagonals, M::NoFallingWins, M::NoFallingRuns],
    [M::NoRisingDiagonals, M::NoRisingWins, M::NoRisingRuns],
    [M::NoDiagonals, M::NoDiagonalWins, M::NoDiagonalRuns],
];

/// Places in it and in its rows.
const DIAGONALS: usize = 4;
const IN_BOTH: usize = 0;
const IN_WINS: usize = 1;
const IN_RUNS: usize = 2;

/// Further ones in wins and in runs alike, in wins, and in runs and what they are worth.
#[rustfmt::skip]
const FURTHER: [&[M]; 3] = [
    &[M::LinesWrap, M::DiagonalsWrap, M::BeforeFirstWraps, M::BelowZeroWraps, M::BelowRowZeroWraps,
        M::AllBelowZeroWrap, M::AllBelowZeroWrapLeft],
    &[M::WinsWrap, M::WinsAtRightMissed, M::WinsAtTopMissed, M::VerticalWinsAtRightMissed,
        M::HorizontalWinsAboveMissed, M::ExactlyFour, M::ThreeWin, M::FiveNeeded, M::WinsOfRedMissed,
        M::WinsOfYellowMissed],
    &[M::TokensForgotten, M::RunsWrap, M::RunsBelowZeroWrap, M::RunsBelowZeroWrapLeft, M::TopRowMissed,
        M::RightColumnMissed, M::LineEndMissed, M::RunsWhereFourFit, M::ShortDiagonalsMissed, M::RunsInRuns,
        M::RunsNested, M::SinglesCounted, M::RisingTwice, M::FallingTwice],
];

pub(super) const RED: usize = 0;
pub(super) const YELLOW: usize = 1;

const VERTICAL: usize = 0;
const HORIZONTAL: usize = 1;
const FALLING: usize = 2;
const RISING: usize = 3;

/// How lines leave the board on one side and come back on another.
#[derive(Clone, Copy)]
enum Wrap {
    /// From the end of a row to the next row: the board is a list.
    List,
    /// The row and the column before the first are the last ones, where it is looked if a run has begun earlier.
    BeforeFirst,
    /// The same for the column, where a diagonal goes to the left.
    Left,
    /// The same for the row, where a diagonal goes down.
    Down,
    /// The same for every row and column, wherever a line leads; falling diagonals to the left, or to the right.
    Any { is_left: bool },
}

impl Wrap {
    /// How lines along a direction do with these mistakes, if they do, or with this one that concerns wins or runs alone.
    fn of(made: MistakeSet, alone: M, direction: usize) -> Option<Self> {
        let is_diagonal = direction >= FALLING;
        match made {
            made if made.has(M::LinesWrap) || made.has(alone) => Some(Self::List),
            made if made.has(M::DiagonalsWrap) && is_diagonal => Some(Self::List),
            made if made.has(M::BeforeFirstWraps) => Some(Self::BeforeFirst),
            made if made.has(M::BelowZeroWraps) && direction == FALLING => Some(Self::Left),
            made if made.has(M::BelowRowZeroWraps) && direction == FALLING => Some(Self::Down),
            made => {
                let is_any = |both, runs| made.has(both) || made.has(runs) && alone == M::RunsWrap;
                let is_left = is_any(M::AllBelowZeroWrapLeft, M::RunsBelowZeroWrapLeft);
                let is_right = is_any(M::AllBelowZeroWrap, M::RunsBelowZeroWrap);
                (is_left || is_right).then_some(Self::Any { is_left })
            }
        }
    }

    /// The cell next to one, forwards or backwards.
    fn step(self, (column, row): (i32, i32), [right, up]: [i32; 2], is_back: bool) -> Option<(i32, i32)> {
        let (column, row) = if is_back { (column - right, row - up) } else { (column + right, row + up) };
        let (column, row) = match self {
            Self::List => {
                let cell = 7 * row + column;
                (cell % 7, cell.div_euclid(7))
            }
            Self::BeforeFirst if is_back => (wrapped(column, 7), wrapped(row, 6)),
            Self::Any { .. } => (wrapped(column, 7), wrapped(row, 6)),
            Self::Left if !is_back => (wrapped(column, 7), row),
            Self::Down if !is_back => (column, wrapped(row, 6)),
            Self::BeforeFirst | Self::Left | Self::Down => (column, row),
        };
        ((0..7).contains(&column) && (0..6).contains(&row)).then_some((column, row))
    }

    /// The same as [`runs`].
    fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        // Upwards: where an index falls below zero is where the columns go to the left.
        let by = match self {
            Self::Down => [1, -1],
            Self::Any { is_left: false } if direction == FALLING => [1, -1],
            _ => [[0, 1], [1, 0], [-1, 1], [1, 1]][direction],
        };
        let has = |(column, row): (i32, i32)| tokens & bit(column, row) != 0;
        let begins = |&cell: &(i32, i32)| has(cell) && !self.step(cell, by, true).is_some_and(has);
        let next = |&cell: &(i32, i32)| self.step(cell, by, false).filter(|&next| has(next));
        let mut found = [0; 4];
        let cells = (0..6).flat_map(|row| (0..7).map(move |column| (column, row)));
        for cell in cells.filter(begins) {
            // One more for each length from two on.
            let run = std::iter::successors(Some(cell), next).skip(1);
            for (_, found) in run.zip(&mut found) {
                *found |= bit(cell.0, cell.1);
            }
        }
        found
    }
}

/// An index below zero counts from the end.
const fn wrapped(index: i32, length: i32) -> i32 {
    if index < 0 { index + length } else { index }
}

fn bit(column: i32, row: i32) -> u64 {
    1 << (7 * column + row)
}

/// The first cells of all lines of 2, 3, 4 and 5 tokens along a direction, inside longer ones too.
fn windows(tokens: u64, direction: u32) -> [u64; 4] {
    let two = tokens & tokens >> direction;
    let three = two & tokens >> (2 * direction);
    let four = three & tokens >> (3 * direction);
    [two, three, four, four & tokens >> (4 * direction)]
}

/// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction.
pub(crate) fn runs(tokens: u64, direction: u32) -> [u64; 4] {
    windows(tokens, direction).map(|first| first & !(tokens << direction))
}

/// What a program sees that does not count some runs along a direction: its tokens without those.
fn counted(made: MistakeSet, tokens: u64, direction: usize) -> u64 {
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
        let last = ends & !(Cells::BOARD >> shift);
        missed |= (0..6).fold(last, |cells, _| cells | cells >> shift & tokens);
    }
    if made.has(M::RunsWhereFourFit) {
        let first = starts & !Cells::quadruples(shift);
        missed |= (0..6).fold(first, |cells, _| cells | cells << shift & tokens);
    }
    if made.has(M::ShortDiagonalsMissed) && direction >= FALLING {
        let long = (0..4).fold(0, |long, step| long | Cells::quadruples(shift) << (step * shift));
        missed |= Cells::BOARD & !long;
    }
    tokens & !missed
}
