//! What a program for COMP3608 sees along lines of tokens: who has won, and what runs are worth.

use plyground_core::grid::Grid;

use super::Mistake;
use super::lines::{FALLING, HORIZONTAL, RED, RISING, VERTICAL, Wrap, YELLOW, counted, fours, runs, windows};
use crate::engine::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// How a program with some mistakes looks along lines.
#[derive(Clone, Copy)]
pub(super) struct Scoring {
    made: MistakeSet,
    /// Whether it finds wins, and counts runs, as it should: most mistakes are elsewhere, and most of the time is here.
    sees_wins: bool,
    scores_rightly: bool,
}

impl Scoring {
    pub(super) fn new(made: MistakeSet) -> Self {
        let has_none = |lists: &[&[Mistake]]| !lists.iter().copied().flatten().any(|&one| made.has(one));
        Self {
            made,
            sees_wins: has_none(&[&OVERLOOKED, &WRAPPED, &WINS_OVERLOOKED, &IN_WINS]),
            scores_rightly: has_none(&[&OVERLOOKED, &WRAPPED, &RUNS_OVERLOOKED, &IN_SCORE]),
        }
    }

    fn has(self, mistake: Mistake) -> bool {
        self.made.has(mistake)
    }

    /// The directions that this program looks along for wins or for runs: vertical, horizontal, falling, rising.
    fn directions(self, overlooked: [Mistake; 5]) -> impl Iterator<Item = usize> + use<> {
        let [vertical, horizontal, falling, rising, diagonal] = overlooked.map(|mistake| self.has(mistake));
        let none = self.has(Mistake::NoDiagonals) || diagonal;
        let is_overlooked = [
            vertical || self.has(Mistake::NoVerticals),
            horizontal || self.has(Mistake::NoHorizontals),
            falling || none || self.has(Mistake::NoFallingDiagonals),
            rising || none || self.has(Mistake::NoRisingDiagonals),
        ];
        (0..4).filter(move |&direction| !is_overlooked[direction])
    }

    /// Who has a four as this program sees it, red first.
    pub(super) fn winner(self, tokens: [u64; 2]) -> Option<usize> {
        let has_won = |&colour: &usize| {
            let tokens = tokens[colour];
            if self.sees_wins {
                return Cells::has_four(tokens);
            }
            self.directions(WINS_OVERLOOKED).any(|direction| {
                let [.., four, five] = self.runs(tokens, direction);
                let seen = four & self.starts_of_wins(direction);
                if self.has(Mistake::ExactlyFour) { seen & !five != 0 } else { seen != 0 }
            })
        };
        [RED, YELLOW].into_iter().find(has_won)
    }

    /// Where lines of four begin that this program sees.
    fn starts_of_wins(self, direction: usize) -> u64 {
        let mut starts = u64::MAX;
        if direction != VERTICAL && self.has(Mistake::WinsAtRightMissed) {
            starts &= !Cells::column(3);
        }
        if direction != HORIZONTAL && self.has(Mistake::WinsAtTopMissed) {
            // A falling diagonal begins at its top.
            let row = if direction == FALLING { 5 } else { 2 };
            starts &= (0..7).fold(u64::MAX, |starts, column| starts & !Cells::bit(column, row));
        }
        starts
    }

    /// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction, as this program finds them.
    fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        match Wrap::of(self.made, Mistake::WinsWrap, direction) {
            Some(wrap) => wrap.runs(tokens, direction),
            None if self.finds_windows(direction) => fours(tokens, Cells::DIRECTIONS[direction]),
            None => runs(tokens, Cells::DIRECTIONS[direction]),
        }
    }

    /// Whether windows of four are looked at, some of which are left out: then one inside a longer run may be seen.
    fn finds_windows(self, direction: usize) -> bool {
        direction != VERTICAL && self.has(Mistake::WinsAtRightMissed)
            || direction != HORIZONTAL && self.has(Mistake::WinsAtTopMissed)
    }

    /// SCORE of one side's tokens as this program counts it.
    pub(super) fn score(self, tokens: u64) -> i32 {
        if self.scores_rightly {
            return right_score(tokens);
        }
        let mut score = if self.has(Mistake::TokensForgotten) { 0 } else { tokens.count_ones() };
        for direction in self.directions(RUNS_OVERLOOKED) {
            let tokens = counted(self.made, tokens, direction);
            let found = match Wrap::of(self.made, Mistake::RunsWrap, direction) {
                Some(wrap) => wrap.runs(tokens, direction),
                None => runs(tokens, Cells::DIRECTIONS[direction]),
            };
            let [two, three, four, _] = found.map(u64::count_ones);
            let [pairs, triples] = if self.has(Mistake::RunsInRuns) {
                windows(tokens, Cells::DIRECTIONS[direction]).map(u64::count_ones)
            } else if self.has(Mistake::RunsNested) {
                [two, three]
            } else {
                [two - three, three - four]
            };
            let pairs = if self.has(Mistake::TwosForgotten) { 0 } else { pairs };
            let triples = if self.has(Mistake::ThreesForgotten) { 0 } else { triples };
            let times = match direction {
                FALLING if self.has(Mistake::RisingTwice) => 0,
                RISING if self.has(Mistake::FallingTwice) => 0,
                RISING if self.has(Mistake::RisingTwice) => 2,
                FALLING if self.has(Mistake::FallingTwice) => 2,
                _ => 1,
            };
            let singles = if self.has(Mistake::SinglesCounted) {
                (tokens & !(tokens << Cells::DIRECTIONS[direction])).count_ones().saturating_sub(two)
            } else {
                0
            };
            let [of_two, of_three] = self.weights();
            score += times * (singles + of_two * pairs + of_three * triples + 1000 * four);
        }
        // A board has 42 cells.
        i32::try_from(score).unwrap_or(i32::MAX)
    }

    /// What a run of two and one of three are worth. Any other weight on the same side of the right one differs little.
    fn weights(self) -> [u32; 2] {
        let of_two = match self.made {
            made if made.has(Mistake::TwosWeighMore) => 20,
            made if made.has(Mistake::TwosWeighLess) => 5,
            _ => 10,
        };
        let of_three = match self.made {
            made if made.has(Mistake::ThreesWeighMore) => 150,
            made if made.has(Mistake::ThreesWeighLess) => 50,
            _ => 100,
        };
        [of_two, of_three]
    }
}

/// SCORE without a mistake.
fn right_score(tokens: u64) -> i32 {
    let score = Cells::DIRECTIONS.into_iter().fold(tokens.count_ones(), |score, direction| {
        let [two, three, four, _] = runs(tokens, direction).map(u64::count_ones);
        score + 10 * (two - three) + 100 * (three - four) + 1000 * four
    });
    // A board has 42 cells.
    i32::try_from(score).unwrap_or(i32::MAX)
}

/// Mistakes in wins and in runs alike.
const OVERLOOKED: [Mistake; 5] = [
    Mistake::NoVerticals,
    Mistake::NoHorizontals,
    Mistake::NoFallingDiagonals,
    Mistake::NoRisingDiagonals,
    Mistake::NoDiagonals,
];
const WRAPPED: [Mistake; 4] =
    [Mistake::LinesWrap, Mistake::DiagonalsWrap, Mistake::BeforeFirstWraps, Mistake::BelowZeroWraps];
/// Further ones in wins.
const IN_WINS: [Mistake; 4] =
    [Mistake::WinsWrap, Mistake::WinsAtRightMissed, Mistake::WinsAtTopMissed, Mistake::ExactlyFour];
/// Further ones in runs and what they are worth.
const IN_SCORE: [Mistake; 18] = [
    Mistake::TokensForgotten,
    Mistake::RunsWrap,
    Mistake::TopRowMissed,
    Mistake::RightColumnMissed,
    Mistake::LineEndMissed,
    Mistake::RunsWhereFourFit,
    Mistake::ShortDiagonalsMissed,
    Mistake::RunsInRuns,
    Mistake::RunsNested,
    Mistake::TwosForgotten,
    Mistake::ThreesForgotten,
    Mistake::TwosWeighMore,
    Mistake::TwosWeighLess,
    Mistake::ThreesWeighMore,
    Mistake::ThreesWeighLess,
    Mistake::SinglesCounted,
    Mistake::RisingTwice,
    Mistake::FallingTwice,
];

/// Directions, by their places, and both diagonals together, along which wins or runs may be overlooked.
const WINS_OVERLOOKED: [Mistake; 5] = [
    Mistake::NoVerticalWins,
    Mistake::NoHorizontalWins,
    Mistake::NoFallingWins,
    Mistake::NoRisingWins,
    Mistake::NoDiagonalWins,
];
const RUNS_OVERLOOKED: [Mistake; 5] = [
    Mistake::NoVerticalRuns,
    Mistake::NoHorizontalRuns,
    Mistake::NoFallingRuns,
    Mistake::NoRisingRuns,
    Mistake::NoDiagonalRuns,
];
