//! What a program for COMP3608 sees along lines of tokens: who has won, and what runs are worth.

use plyground_core::grid::Grid;

use super::Mistake;
use super::lines::{FALLING, HORIZONTAL, RED, RISING, VERTICAL, Wrap, YELLOW, counted, fours, runs, windows};
use crate::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// How a program with some mistakes looks along lines.
#[derive(Clone, Copy)]
pub(super) struct Scoring {
    /// The mistakes in how it finds wins, and those in how it counts runs.
    wins: MistakeSet,
    runs: MistakeSet,
    /// What a run of two and one of three are worth.
    weights: [u32; 2],
    /// Whether it finds wins, and counts runs, as it should: most mistakes are elsewhere, and most of the time is here.
    sees_wins: bool,
    scores_rightly: bool,
}

impl Scoring {
    /// With these mistakes in wins and in runs, and other weights of runs of two and three than they imply.
    pub(super) fn new(wins: MistakeSet, runs: MistakeSet, weights: [Option<u32>; 2]) -> Self {
        let has_none = |made: MistakeSet, lists: &[&[Mistake]]| {
            !lists.iter().copied().flatten().any(|&one| made.has(one))
        };
        let [two, three] = weights;
        let [usual_two, usual_three] = implied_weights(runs);
        let weights = [two.unwrap_or(usual_two), three.unwrap_or(usual_three)];
        Self {
            wins,
            runs,
            weights,
            sees_wins: has_none(wins, &[&OVERLOOKED, &WRAPPED, &WINS_OVERLOOKED, &IN_WINS]),
            scores_rightly: weights == RIGHT_WEIGHTS
                && has_none(runs, &[&OVERLOOKED, &WRAPPED, &RUNS_OVERLOOKED, &IN_SCORE]),
        }
    }

    /// The directions that this program looks along for wins or for runs: vertical, horizontal, falling, rising.
    fn directions(made: MistakeSet, overlooked: [Mistake; 5]) -> impl Iterator<Item = usize> {
        let [vertical, horizontal, falling, rising, diagonal] = overlooked.map(|mistake| made.has(mistake));
        let none = made.has(Mistake::NoDiagonals) || diagonal;
        let is_overlooked = [
            vertical || made.has(Mistake::NoVerticals),
            horizontal || made.has(Mistake::NoHorizontals),
            falling || none || made.has(Mistake::NoFallingDiagonals),
            rising || none || made.has(Mistake::NoRisingDiagonals),
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
            Self::directions(self.wins, WINS_OVERLOOKED).any(|direction| {
                let [.., four, five] = self.runs(tokens, direction);
                let seen = four & self.starts_of_wins(direction);
                if self.wins.has(Mistake::ExactlyFour) { seen & !five != 0 } else { seen != 0 }
            })
        };
        [RED, YELLOW].into_iter().find(has_won)
    }

    /// Where lines of four begin that this program sees.
    fn starts_of_wins(self, direction: usize) -> u64 {
        let mut starts = u64::MAX;
        if direction != VERTICAL && self.wins.has(Mistake::WinsAtRightMissed) {
            starts &= !Cells::column(3);
        }
        if direction != HORIZONTAL && self.wins.has(Mistake::WinsAtTopMissed) {
            // A falling diagonal begins at its top.
            let row = if direction == FALLING { 5 } else { 2 };
            starts &= (0..7).fold(u64::MAX, |starts, column| starts & !Cells::bit(column, row));
        }
        starts
    }

    /// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction, as this program finds them.
    fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        match Wrap::of(self.wins, Mistake::WinsWrap, direction) {
            Some(wrap) => wrap.runs(tokens, direction),
            None if self.finds_windows(direction) => fours(tokens, Cells::DIRECTIONS[direction]),
            None => runs(tokens, Cells::DIRECTIONS[direction]),
        }
    }

    /// Whether windows of four are looked at, some of which are left out: then one inside a longer run may be seen.
    fn finds_windows(self, direction: usize) -> bool {
        direction != VERTICAL && self.wins.has(Mistake::WinsAtRightMissed)
            || direction != HORIZONTAL && self.wins.has(Mistake::WinsAtTopMissed)
    }

    /// SCORE of one side's tokens as this program counts it.
    pub(super) fn score(self, tokens: u64) -> i32 {
        if self.scores_rightly {
            return right_score(tokens);
        }
        let mut score = if self.runs.has(Mistake::TokensForgotten) { 0 } else { tokens.count_ones() };
        for direction in Self::directions(self.runs, RUNS_OVERLOOKED) {
            let tokens = counted(self.runs, tokens, direction);
            let found = match Wrap::of(self.runs, Mistake::RunsWrap, direction) {
                Some(wrap) => wrap.runs(tokens, direction),
                None => runs(tokens, Cells::DIRECTIONS[direction]),
            };
            let [two, three, four, _] = found.map(u64::count_ones);
            let [pairs, triples] = if self.runs.has(Mistake::RunsInRuns) {
                windows(tokens, Cells::DIRECTIONS[direction]).map(u64::count_ones)
            } else if self.runs.has(Mistake::RunsNested) {
                [two, three]
            } else {
                [two - three, three - four]
            };
            let pairs = if self.runs.has(Mistake::TwosForgotten) { 0 } else { pairs };
            let triples = if self.runs.has(Mistake::ThreesForgotten) { 0 } else { triples };
            let times = match direction {
                FALLING if self.runs.has(Mistake::RisingTwice) => 0,
                RISING if self.runs.has(Mistake::FallingTwice) => 0,
                RISING if self.runs.has(Mistake::RisingTwice) => 2,
                FALLING if self.runs.has(Mistake::FallingTwice) => 2,
                _ => 1,
            };
            let singles = if self.runs.has(Mistake::SinglesCounted) {
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
const RIGHT_WEIGHTS: [u32; 2] = [10, 100];

/// What they are worth with these mistakes. Any other weight on the same side of the right one differs little.
fn implied_weights(made: MistakeSet) -> [u32; 2] {
    let [right_two, right_three] = RIGHT_WEIGHTS;
    let of_two = match made {
        made if made.has(Mistake::TwosWeighMore) => 20,
        made if made.has(Mistake::TwosWeighLess) => 5,
        _ => right_two,
    };
    let of_three = match made {
        made if made.has(Mistake::ThreesWeighMore) => 150,
        made if made.has(Mistake::ThreesWeighLess) => 50,
        _ => right_three,
    };
    [of_two, of_three]
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
