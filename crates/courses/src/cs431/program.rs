//! A program for CS431 that makes mistakes on demand. Each switch is in the code where the mistake is made.

use plyground_core::grid::Grid;
use plyground_core::{Player, Position};

use super::Mistake as M;
use super::Question;
use crate::diagnose::MistakeSet;

type Cells = Grid<7, 6>;

/// The infinite value of a four; all finite values are far below.
const INFINITY: i32 = 1_000_000;
/// What a span with one, two or three tokens of one side is worth.
const WEIGHTS: [i32; 3] = [1, 10, 100];
/// The same for those who take the number of tokens for it.
const COUNTS: [i32; 3] = [1, 2, 3];
/// What a four is worth to those who take it for finite.
const FINITE: i32 = 1000;

pub(super) struct Program {
    made: MistakeSet,
    tokens: [u64; 2],
    /// Who is to move at the root, and for whom the board is evaluated.
    mover: usize,
    me: usize,
    depth: u32,
    spans: Vec<Span>,
    most: u64,
    /// The nodes that it has been at so far.
    pub(super) visited: u64,
}

/// The search has been given up.
struct Spent;

impl Program {
    /// A program that is given up after `most` nodes.
    pub(super) fn new(question: &Question, made: MistakeSet, most: u64) -> Self {
        let mut tokens = Player::BOTH.map(|player| question.position.board().stones(player));
        if made.has(M::Mirrored) {
            tokens = tokens.map(Cells::mirror);
        }
        if made.has(M::UpsideDown) {
            let turned =
                |cells| Cells::cells(cells).fold(0, |set, (column, row)| set | Cells::bit(column, 5 - row));
            tokens = tokens.map(turned);
        }
        let pairs = if made.has(M::DepthInPairs) { 2 } else { 1 };
        let deeper = u32::from(made.has(M::OnePlyDeeper));
        let shallower = u32::from(made.has(M::OnePlyShallower));
        let is_other = made.has(M::SidesSwapped);
        let mover = usize::from((question.position.turn() == Player::Second) != is_other);
        let me = if made.has(M::SideFixed) { 0 } else { mover };
        let depth = question.depth.saturating_mul(pairs).saturating_add(deeper).saturating_sub(shallower);
        Self { made, tokens, mover, me, depth, spans: spans(made), most, visited: 0 }
    }

    /// All columns that it thinks best, or `None` if it was given up.
    pub(super) fn run(&mut self) -> Option<Vec<i64>> {
        let mut values = Vec::new();
        let open = self.columns().filter(|&column| self.landing(column).is_some()).collect::<Vec<_>>();
        for (index, column) in (0..).zip(open) {
            let value = self.child(column, 1).ok()?;
            let said: i64 = if self.has(M::ChildIndex) { index } else { i64::from(column) };
            values.push((said + i64::from(self.has(M::ColumnsFromOne)), value));
        }
        let all = || values.iter().map(|&(_, value)| value);
        let most = if self.has(M::WorstTaken) { all().min() } else { all().max() };
        if self.has(M::BestFromZero) && most.is_some_and(|most| most <= 0) {
            // No column was better: that with which it began.
            return Some(values.first().map(|&(column, _)| column).into_iter().chain([0]).collect());
        }
        if self.has(M::ZeroIfLost) && most == Some(-INFINITY) {
            return Some(vec![0]);
        }
        let best = values.into_iter().filter(|&(_, value)| Some(value) == most);
        Some(best.map(|(column, _)| column).collect())
    }

    fn has(&self, mistake: M) -> bool {
        self.made.has(mistake)
    }

    /// The lowest empty cell of a column.
    fn landing(&self, column: u32) -> Option<u64> {
        let taken = self.tokens[0] | self.tokens[1];
        let empty = |cell: &u64| taken & cell == 0;
        let top = Some(Cells::bit(column, 5));
        if self.has(M::DropsFromTop) {
            return top.filter(empty);
        }
        let lowest = (0..6).map(|row| Cells::bit(column, row)).find(empty);
        lowest.or_else(|| top.filter(|_| self.has(M::FullColumnPlayed)))
    }

    fn columns(&self) -> impl Iterator<Item = u32> + use<> {
        0..if self.has(M::LastColumnMissed) { 6 } else { 7 }
    }

    /// The value of the board after a token in this column.
    fn child(&mut self, column: u32, ply: u32) -> Result<i32, Spent> {
        let turn = if self.has(M::OneColour) { 0 } else { ply as usize - 1 };
        let side = (self.mover + turn) % 2;
        let Some(token) = self.landing(column) else { return Err(Spent) };
        let before = self.tokens;
        self.tokens = self.tokens.map(|tokens| tokens & !token);
        self.tokens[side] |= token;
        let value = self.value(ply);
        self.tokens = before;
        value
    }

    fn value(&mut self, ply: u32) -> Result<i32, Spent> {
        self.visited += 1;
        if self.visited > self.most {
            return Err(Spent);
        }
        let mover = (self.mover + ply as usize) % 2;
        let is_full = (0..7).all(|column| self.landing(column).is_none());
        let goes_on = self.has(M::WinsSearchedOn) || self.has(M::FourInSum);
        let by_spans = BY_SPANS.into_iter().any(|mistake| self.has(mistake));
        let has_four = |side: usize| {
            if by_spans { self.spans(side).1 > 0 } else { Cells::has_four(self.tokens[side]) }
        };
        let is_won = (0..2).any(|side| self.notices(side) && has_four(side)) && !goes_on;
        if ply >= self.depth || is_full || is_won {
            return Ok(self.evaluation(mover));
        }
        let is_max = mover == self.me || self.has(M::MinForgotten);
        let mut best = if is_max { i32::MIN } else { i32::MAX };
        if self.has(M::BestFromZero) {
            best = 0;
        }
        for column in self.columns() {
            if self.landing(column).is_some() {
                let value = self.child(column, ply + 1)?;
                best = match is_max {
                    _ if self.has(M::LastChildKept) => value,
                    true => best.max(value),
                    false => best.min(value),
                };
            }
        }
        Ok(best)
    }

    fn evaluation(&self, mover: usize) -> i32 {
        let me = match self.made {
            made if made.has(M::ViewOfMover) => mover,
            made if made.has(M::EvaluationNegated) => 1 - self.me,
            _ => self.me,
        };
        let (mine, my_fours) = self.spans(me);
        let (theirs, their_fours) = self.spans(1 - me);
        let theirs = if self.has(M::OpponentForgotten) { 0 } else { theirs };
        let mine = if self.has(M::OwnForgotten) { 0 } else { mine };
        let fours_of = |side: usize, fours: i32| if self.notices(side) { fours } else { 0 };
        let (my_fours, their_fours) = (fours_of(me, my_fours), fours_of(1 - me, their_fours));
        if self.has(M::FourWorthless) {
            return mine - theirs;
        }
        if self.has(M::FiniteFour) || self.has(M::FourInSum) {
            return mine + FINITE * my_fours - theirs - FINITE * their_fours;
        }
        match (my_fours > 0, their_fours > 0 && !self.has(M::OpponentForgotten)) {
            (true, false) => INFINITY,
            (false, true) if self.has(M::FourAlwaysPositive) || self.has(M::OpponentAdded) => INFINITY,
            (false, true) => -INFINITY,
            _ if self.has(M::OpponentAdded) => mine + theirs,
            _ => mine - theirs,
        }
    }

    /// Whether it looks at all if this side has a four.
    fn notices(&self, side: usize) -> bool {
        !self.has(if side == self.me { M::OpponentsFoursOnly } else { M::OwnFoursOnly })
    }

    /// What the spans of a side are worth, and how many are filled.
    fn spans(&self, side: usize) -> (i32, i32) {
        let (own, other) = (self.tokens[side], self.tokens[1 - side]);
        let (mut sum, mut fours) = (0, 0);
        for span in &self.spans {
            let count = (own & span.cells).count_ones();
            let is_mixed = other & span.cells != 0;
            if count == 0 || is_mixed && !self.has(M::MixedCounted) {
                continue;
            }
            if self.has(M::RunsForSpans) && !is_run(own & span.cells, span.step) {
                continue;
            }
            match count {
                4 => fours += 1,
                1 if self.has(M::OnesForgotten) => {}
                2 if self.has(M::TwosForgotten) => {}
                3 if self.has(M::ThreesForgotten) => {}
                count if self.has(M::CountsForWeights) => {
                    sum += COUNTS[count as usize - 1] * span.times;
                }
                count => sum += WEIGHTS[count as usize - 1] * span.times,
            }
        }
        (sum, fours)
    }
}

/// Mistakes of programs that look at their spans for an end too: a four in a span that is left out ends no search, and one
/// that goes over the edge does. Those that leave out all verticals, all diagonals or the last spans keep the right test
/// for the end, as programs do that have one of their own.
#[rustfmt::skip]
const BY_SPANS: [M; 10] = [
    M::NoRisingDiagonals, M::NoFallingDiagonals, M::NoHorizontals, M::HorizontalsShort, M::VerticalsShort,
    M::DiagonalsShort, M::RisingShort, M::FallingShort, M::FirstSpansMissed, M::SpansWrap,
];

fn spans(made: MistakeSet) -> Vec<Span> {
    let directions = [
        (0, 1, M::NoVerticals, M::VerticalsShort, M::VerticalsTwice),
        (1, 0, M::NoHorizontals, M::HorizontalsShort, M::HorizontalsTwice),
        (1, -1, M::NoFallingDiagonals, M::FallingShort, M::DiagonalsTwice),
        (1, 1, M::NoRisingDiagonals, M::RisingShort, M::DiagonalsTwice),
    ];
    let mut spans = Vec::new();
    for (step, (right, up, overlooked, short, twice)) in Cells::DIRECTIONS.into_iter().zip(directions) {
        let is_overlooked = made.has(overlooked) || right * up != 0 && made.has(M::NoDiagonals);
        let times = if made.has(twice) { 2 } else { 1 };
        for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
            let (last_column, last_row) = (column + 3 * right, row + 3 * up);
            let is_on_board = last_column < 7 && (0..6).contains(&last_row);
            // Without a test of the column a line continues at the left edge of the row above.
            let place = |k: i32| row * 7 + column + k * (right + 7 * up);
            let is_wrapped = made.has(M::SpansWrap) && !is_on_board && (0..42).contains(&place(3));
            let is_last = right > 0 && last_column == 6 || up > 0 && last_row == 5;
            let is_first = column == 0 || row.min(last_row) == 0;
            let is_at_end = if right > 0 { last_column == 6 } else { last_row == 5 };
            let is_missed = is_last && made.has(M::LastSpansMissed)
                || is_first && made.has(M::FirstSpansMissed)
                || is_at_end && (made.has(short) || right * up != 0 && made.has(M::DiagonalsShort));
            if is_overlooked || !is_wrapped && (!is_on_board || is_missed) {
                continue;
            }
            let cell = |k: i32| Cells::bit(place(k).unsigned_abs() % 7, place(k).unsigned_abs() / 7);
            spans.push(Span { cells: (0..4).fold(0, |cells, k| cells | cell(k)), step, times });
        }
    }
    spans
}

/// Four cells in a line.
struct Span {
    cells: u64,
    step: u32,
    /// How often it is counted.
    times: i32,
}

/// Whether the tokens of a span stand side by side.
fn is_run(tokens: u64, step: u32) -> bool {
    let first = tokens & tokens.wrapping_neg();
    let run = (0..tokens.count_ones()).fold(0, |cells, k| cells | first << (k * step));
    run == tokens
}
