//! What a program for COMP3608 sees along lines of tokens: who has won, and what runs are worth.

use plyground_core::grid::Grid;

use super::Mistake;
use super::lines::{
    FALLING, HORIZONTAL, RISING, Scope, VERTICAL, Wrap, counted, fours, in_runs, lines_of, runs, spans,
    unseen, windows, without_lines_of,
};
use crate::engine::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// The places of the sides.
pub(super) const RED: usize = 0;
pub(super) const YELLOW: usize = 1;

/// How a program with some mistakes looks along lines.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    made: MistakeSet,
    /// Whether it finds wins, and counts runs, as it should: most mistakes are elsewhere, and most of the time is here.
    sees_wins: bool,
    scores_rightly: bool,
}

impl Sight {
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

    /// Who has a four as this program sees it, red first, of the sides that it looks at.
    pub(super) fn winner(self, tokens: [u64; 2], is_seen: impl Fn(usize) -> bool) -> Option<usize> {
        let has_won = |&colour: &usize| {
            let tokens = tokens[colour];
            if self.sees_wins {
                return Cells::has_four(tokens);
            }
            self.directions(WINS_OVERLOOKED).any(|direction| {
                let tokens = tokens & !unseen(self.made, Scope::Wins, tokens, direction);
                let [.., four, five] = self.runs(tokens, direction);
                let seen = four & self.starts_of_wins(direction);
                let is_exact = self.has(Mistake::ExactlyFour) || self.has(Mistake::FiveIsNothing);
                if is_exact { seen & !five != 0 } else { seen != 0 }
            })
        };
        [RED, YELLOW].into_iter().filter(|&side| is_seen(side)).find(has_won)
    }

    /// Where lines of four begin that this program sees.
    fn starts_of_wins(self, direction: usize) -> u64 {
        let mut starts = u64::MAX;
        if direction != VERTICAL && self.has(Mistake::WinsAtRightMissed) {
            starts &= !Cells::column(3);
        }
        if direction >= FALLING && self.has(Mistake::DiagonalWinsAtRightMissed) {
            starts &= !Cells::column(3);
        }
        if direction == HORIZONTAL && self.has(Mistake::HorizontalWinsShort) {
            starts &= !Cells::column(3);
        }
        let misses_top = self.has(Mistake::WinsAtTopMissed)
            || direction == VERTICAL && self.has(Mistake::VerticalWinsShort)
            || direction != VERTICAL && self.has(Mistake::DiagonalWinsAtTopMissed);
        if direction != HORIZONTAL && misses_top {
            // A falling diagonal begins at its top.
            let row = if direction == FALLING { 5 } else { 2 };
            starts &= (0..7).fold(u64::MAX, |starts, column| starts & !Cells::bit(column, row));
        }
        starts
    }

    /// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction, as this program finds them.
    fn runs(self, tokens: u64, direction: usize) -> [u64; 4] {
        match Wrap::of(self.made, Scope::Wins, direction) {
            Some(wrap) => wrap.runs(tokens, direction),
            None if self.finds_windows(direction) => fours(tokens, Cells::DIRECTIONS[direction]),
            None => runs(tokens, Cells::DIRECTIONS[direction]),
        }
    }

    /// Whether windows of four are looked at, some of which are left out: then one inside a longer run may be seen.
    fn finds_windows(self, direction: usize) -> bool {
        direction != VERTICAL && self.has(Mistake::WinsAtRightMissed)
            || direction >= FALLING && self.has(Mistake::DiagonalWinsAtRightMissed)
            || direction != HORIZONTAL && self.has(Mistake::WinsAtTopMissed)
            || direction == HORIZONTAL && self.has(Mistake::HorizontalWinsShort)
            || direction == VERTICAL && self.has(Mistake::VerticalWinsShort)
            || direction >= FALLING && self.has(Mistake::DiagonalWinsAtTopMissed)
    }

    /// SCORE of one side's tokens as this program counts it, beside those of the other side.
    pub(super) fn score(self, tokens: u64, other: u64) -> i32 {
        if self.scores_rightly {
            return right_score(tokens);
        }
        let mut score = if self.has(Mistake::TokensForgotten) { 0 } else { tokens.count_ones() };
        let mut unused = tokens;
        let uses_once = self.has(Mistake::TokensUsedOnce) || self.has(Mistake::TokensUsedOnceRowsFirst);
        let mut directions: Vec<usize> = self.directions(RUNS_OVERLOOKED).collect();
        if uses_once {
            let rows_first = usize::from(self.has(Mistake::TokensUsedOnceRowsFirst));
            directions.sort_by_key(|&direction| [[0, 1, 3, 2], [1, 0, 3, 2]][rows_first][direction]);
        }
        for direction in directions {
            let mut tokens = counted(self.made, [tokens, other], direction);
            if uses_once {
                tokens &= unused;
                unused &= !in_runs(tokens, Cells::DIRECTIONS[direction]);
            }
            let found = match Wrap::of(self.made, Scope::Runs, direction) {
                Some(wrap) => wrap.runs(tokens, direction),
                None => runs(tokens, Cells::DIRECTIONS[direction]),
            };
            let [two, three, mut four, five] = found.map(u64::count_ones);
            let longer = four;
            if self.has(Mistake::FiveIsNothing) {
                four -= five;
            }
            let [pairs, triples] = if self.has(Mistake::RunsInRuns) {
                windows(tokens, Cells::DIRECTIONS[direction]).map(u64::count_ones)
            } else if self.has(Mistake::SpansForRuns) {
                let [pairs, triples, filled] = spans(tokens, other, direction);
                four = filled;
                [pairs, triples]
            } else if self.has(Mistake::OncePerLine) {
                let lines = |starts| lines_of(starts, Cells::DIRECTIONS[direction]);
                let [pairs, triples, fours, _] = found.map(lines);
                four = fours;
                [pairs, triples]
            } else if self.has(Mistake::LongestPerLine) {
                let step = Cells::DIRECTIONS[direction];
                let [two, three, fours, _] = found;
                four = lines_of(fours, step);
                [
                    lines_of(without_lines_of(two, three, step), step),
                    lines_of(without_lines_of(three, fours, step), step),
                ]
            } else if self.has(Mistake::RunsNested) {
                [two, three]
            } else {
                [two - three, three - longer]
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
            let [of_two, of_three] = if self.has(Mistake::WeightsExchanged) { [100, 10] } else { [10, 100] };
            score += times * (of_two * pairs + of_three * triples + 1000 * four);
        }
        // A board has 42 cells.
        i32::try_from(score).unwrap_or(i32::MAX)
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
const WRAPPED: [Mistake; 15] = [
    Mistake::FirstDiagonalsOnly,
    Mistake::FirstFallingOnly,
    Mistake::LinesWrap,
    Mistake::DiagonalsWrap,
    Mistake::BeforeFirstWraps,
    Mistake::BelowZeroWraps,
    Mistake::ScanTooShort,
    Mistake::RisingTooShort,
    Mistake::DiagonalsTooShort,
    Mistake::FallingTooShort,
    Mistake::HorizontalsWrap,
    Mistake::ColumnsWrap,
    Mistake::BeforeFirstWrapsFlat,
    Mistake::NegativeWraps,
    Mistake::LineEndsMissed,
];
/// Further ones in wins.
const IN_WINS: [Mistake; 14] = [
    Mistake::ColumnWinsWrap,
    Mistake::WinsNegativeWrap,
    Mistake::HorizontalWinsWrap,
    Mistake::WinLineEndsMissed,
    Mistake::FirstDiagonalWinsOnly,
    Mistake::WinsWrap,
    Mistake::WinsAtRightMissed,
    Mistake::WinsAtTopMissed,
    Mistake::DiagonalWinsAtRightMissed,
    Mistake::HorizontalWinsShort,
    Mistake::VerticalWinsShort,
    Mistake::DiagonalWinsAtTopMissed,
    Mistake::ExactlyFour,
    Mistake::FiveIsNothing,
];
/// Further ones in runs and what they are worth.
const IN_SCORE: [Mistake; 30] = [
    Mistake::FirstFallingRunsOnly,
    Mistake::FirstRisingRunsOnly,
    Mistake::ColumnRunsWrap,
    Mistake::HorizontalRunsWrap,
    Mistake::RunsTooShort,
    Mistake::DiagonalRunsTooShort,
    Mistake::FirstDiagonalRunsOnly,
    Mistake::FiveIsNothing,
    Mistake::OpenRunsOnly,
    Mistake::WeightsExchanged,
    Mistake::SpansForRuns,
    Mistake::TokensUsedOnce,
    Mistake::TokensUsedOnceRowsFirst,
    Mistake::OncePerLine,
    Mistake::LongestPerLine,
    Mistake::TokensForgotten,
    Mistake::RunsWrap,
    Mistake::TopRowMissed,
    Mistake::RightColumnMissed,
    Mistake::LineEndMissed,
    Mistake::LineEndMissedUpwards,
    Mistake::RunsNegativeWrap,
    Mistake::RunsWhereFourFit,
    Mistake::ShortDiagonalsMissed,
    Mistake::RunsInRuns,
    Mistake::RunsNested,
    Mistake::TwosForgotten,
    Mistake::ThreesForgotten,
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

#[cfg(test)]
mod tests {
    use plyground_core::Player;
    use plyground_core::rng::Rng;

    use super::*;
    use crate::connect_four::boards::{Kind, random};

    /// A list that lacks a mistake would have it do nothing, and one too many only costs time.
    #[test]
    fn programs_that_look_along_lines_rightly_are_known() {
        let mut rng = Rng::new(42);
        let boards: Vec<[u64; 2]> = (0..4000)
            .map(|_| {
                let position = random(Kind::pick(&mut rng), &mut rng);
                Player::BOTH.map(|player| position.board().stones(player))
            })
            .collect();
        let right = Sight::new(MistakeSet::default());
        assert!(right.sees_wins && right.scores_rightly);
        for &mistake in Mistake::all() {
            let sight = Sight::new(MistakeSet::new(&[mistake]));
            let slow = Sight { sees_wins: false, scores_rightly: false, ..sight };
            let sees_wins =
                boards.iter().all(|&tokens| slow.winner(tokens, |_| true) == right.winner(tokens, |_| true));
            let scores =
                boards.iter().all(|&[red, yellow]| slow.score(red, yellow) == right.score(red, yellow));
            assert_eq!((sight.sees_wins, sight.scores_rightly), (sees_wins, scores), "{mistake:?}");
        }
    }
}
