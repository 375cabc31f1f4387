//! A program for COMP3608 that makes mistakes on demand. Each switch is in the code where the mistake is made.

use std::collections::HashMap;
use std::fmt::Write;

use plyground_core::games::connect_four::Standard;
use plyground_core::grid::Grid;
use plyground_core::search::CutRule;
use plyground_core::{Player, Position};

use super::Mistake as M;
use super::scoring::{RED, RIGHT_WEIGHTS, Scoring, YELLOW, span};
use super::{Answer, Limits, Question};
use crate::diagnose::MistakeSet;

/// The word that a line of a trace begins with.
pub(super) const WORD: &str = "node";

type Cells = Grid<7, 6>;

/// A column that is not full at the start.
const NOT_FULL: u32 = 7;
/// UTILITY of a win of red.
const WIN: i32 = 10_000;
const INFINITY: i32 = i32::MAX;

const LEFT_TO_RIGHT: [u32; 7] = [0, 1, 2, 3, 4, 5, 6];

#[derive(Default)]
pub(super) struct Program {
    made: MistakeSet,
    scoring: Scoring,
    values: Values,
    /// The tokens of red and of yellow. Moves are made and taken back.
    tokens: [u64; 2],
    /// Who is to move at the root.
    first: usize,
    depth: u32,
    prunes: bool,
    rule: CutRule,
    /// Alpha and beta of a program that has them only once.
    shared: [i32; 2],
    limits: Limits,
    counted: u64,
    /// The nodes that it has been at so far.
    pub(super) visited: u64,
    /// The column that is printed.
    column: u32,
    /// The columns from the root to the node.
    path: Vec<u32>,
    /// The last column of the line that the node just left expects.
    line: u32,
    /// Tokens dropped in the search into columns that are full at the start, by a program that takes them for empty; 7 for
    /// a column that is not.
    dropped: [u32; 7],
    /// Values of positions, by a program that remembers them.
    known: HashMap<[u64; 2], i32>,
    /// A line for each node that was left, if a trace is wanted.
    lines: Option<String>,
}

/// Values that a program has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Values {
    /// With which value the best of MAX begins, and of MIN.
    pub(super) worst: [i32; 2],
    /// How far from 0 the first alpha and the first beta are.
    pub(super) window: i32,
    /// What a win is worth.
    pub(super) win: i32,
    /// How often SCORE of red goes into EVALUATION, and that of yellow.
    pub(super) sides: [i32; 2],
    /// How often nodes are counted: the root, other inner nodes, won ones, full boards, evaluated ones.
    pub(super) counts: [u8; 5],
    /// What a full board is worth where red would be to move, and where yellow would; nothing if it is evaluated.
    pub(super) full: Option<[i32; 2]>,
    /// By how many plies the search is deeper than it should be.
    pub(super) plies: i32,
    /// How many columns and rows of the board are read, from column 0 and row 0 on.
    pub(super) read: [u32; 2],
    /// The side that is to move whatever is asked.
    pub(super) mover: Option<usize>,
    /// The columns in the order in which they are looked at.
    pub(super) order: [u32; 7],
    /// The columns that are not looked at, a bit for each.
    pub(super) missed: u32,
    /// With how many tokens a column is full.
    pub(super) height: u32,
    /// The number of the left-most column.
    pub(super) first_column: u32,
    /// What a run of two and one of three are worth.
    pub(super) weights: [u32; 2],
    /// In how many columns and rows lines of four begin, each at its left end or its lower one.
    pub(super) win_starts: [u32; 2],
    /// How many columns and rows are looked at for SCORE.
    pub(super) scored: [u32; 2],
}

impl Default for Values {
    fn default() -> Self {
        Self {
            worst: [-INFINITY, INFINITY],
            window: INFINITY,
            win: WIN,
            sides: [1, -1],
            counts: [1; 5],
            full: None,
            plies: 0,
            read: [7, 6],
            mover: None,
            order: LEFT_TO_RIGHT,
            missed: 0,
            height: 6,
            first_column: 0,
            weights: RIGHT_WEIGHTS,
            win_starts: [7, 6],
            scored: [7, 6],
        }
    }
}

impl Values {
    /// Those that these mistakes stand for.
    pub(super) fn of(made: MistakeSet) -> Self {
        let mut values = Self::default();
        for (_, choose) in CHOSEN.iter().filter(|(mistake, _)| made.has(*mistake)) {
            choose(&mut values);
        }
        values
    }
}

type Change = fn(&mut Values);

/// Mistakes, and what a program chooses that makes them. Any other weight on the same side of the right one differs little.
const CHOSEN: [(M, Change); 30] = [
    (M::BestFromUtility, |values| values.worst = [-WIN, WIN]),
    (M::BestFromZero, |values| values.worst = [0; 2]),
    (M::NarrowWindow, |values| values.window = WIN),
    (M::UtilityTooSmall, |values| values.win = 100),
    (M::SidesWeighedOtherwise, |values| values.sides = [1, -2]),
    (M::FullBoardLost, |values| values.full = Some([-WIN, WIN])),
    (M::FullBoardZero, |values| values.full = Some([0; 2])),
    (M::CountedOtherwise, |values| values.counts[4] = 2),
    (M::OnePlyDeeper, |values| values.plies = 1),
    (M::PliesDeeper, |values| values.plies = 2),
    (M::OnePlyShallower, |values| values.plies = -1),
    (M::PliesShallower, |values| values.plies = -2),
    (M::BoardReadPartly, |values| values.read = [7, 5]),
    (M::SideIgnored, |values| values.mover = Some(RED)),
    (M::YellowBegins, |values| values.mover = Some(YELLOW)),
    (M::MiddleFirst, |values| values.order = [3, 2, 4, 1, 5, 0, 6]),
    (M::RightToLeft, |values| values.order = [6, 5, 4, 3, 2, 1, 0]),
    (M::FirstColumnMissed, |values| values.missed |= 1),
    (M::ColumnMissed, |values| values.missed |= 1 << 3),
    (M::LastColumnMissed, |values| values.missed |= 1 << 6),
    (M::TopRowNotPlayed, |values| values.height = 5),
    (M::ColumnsFromOne, |values| values.first_column = 1),
    (M::TwosWeighMore, |values| values.weights[0] = 20),
    (M::TwosWeighLess, |values| values.weights[0] = 5),
    (M::TwosForgotten, |values| values.weights[0] = 0),
    (M::ThreesWeighMore, |values| values.weights[1] = 150),
    (M::ThreesWeighLess, |values| values.weights[1] = 50),
    (M::ThreesForgotten, |values| values.weights[1] = 0),
    (M::WinStartsMissed, |values| values.win_starts = [7, 5]),
    (M::ScoreOfPart, |values| values.scored = [7, 5]),
];

/// The search has been given up.
struct Spent;

/// What a node turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Won,
    Full,
    Evaluated,
    Expanded,
}

impl Program {
    pub(super) fn new(question: &Question, made: MistakeSet, limits: Limits) -> Self {
        Self::with(question, made, [made; 2], Values::of(made), limits)
    }

    /// With mistakes along lines, in wins and in runs, and values that are given apart.
    pub(super) fn with(
        question: &Question,
        made: MistakeSet,
        [wins, runs]: [MistakeSet; 2],
        values: Values,
        limits: Limits,
    ) -> Self {
        let Question { position, algorithm, depth } = *question;
        let depth = depth.saturating_mul(if made.has(M::DepthInPairs) { 2 } else { 1 });
        let cut = algorithm.cut();
        let prunes = if cut.is_some() { !made.has(M::NoPruning) } else { made.has(M::AlwaysPruning) };
        let rule = if made.has(M::CutOnGreater) { CutRule::Beyond } else { cut.unwrap_or_default() };
        let turn = if position.turn() == Player::First { RED } else { YELLOW };
        let mut program = Self {
            made,
            scoring: Scoring::new(wins, runs, &values),
            values,
            tokens: tokens(&position, made).map(|tokens| tokens & span(values.read)),
            first: values.mover.unwrap_or(turn),
            depth: depth.saturating_add_signed(values.plies),
            prunes,
            rule,
            limits,
            dropped: [NOT_FULL; 7],
            ..Self::default()
        };
        if made.has(M::FullTakenForEmpty) {
            let taken = program.tokens[RED] | program.tokens[YELLOW];
            let first = |column: u32| if taken & Cells::bit(column, 5) == 0 { NOT_FULL } else { 0 };
            program.dropped = LEFT_TO_RIGHT.map(first);
        }
        program.shared = program.first_window();
        program
    }

    /// What it prints, or `None` if that takes more than its limits.
    pub(super) fn run(&mut self) -> Option<Answer> {
        let (first, last) = (if self.has(M::DeepeningCounted) { 1 } else { self.depth }, self.depth);
        for depth in first..=last {
            self.depth = depth;
            self.known.clear();
            self.value(0, self.first_window()).ok()?;
        }
        self.counted += u64::from(self.has(M::RootCountedTwice));
        let column = i64::from(self.column) + i64::from(self.values.first_column);
        Some(Answer { column, nodes: self.counted })
    }

    pub(super) fn traced(mut self) -> String {
        self.lines = Some(String::new());
        let window = self.first_window();
        if let Ok(value) = self.value(0, window) {
            self.trace(window, value);
        }
        self.lines.unwrap_or_default()
    }

    /// The value of its root as a leaf of a search in which `first` is to move at the root.
    pub(super) fn leaf(mut self, first: Player) -> i32 {
        (self.first, self.depth) = (if first == Player::First { RED } else { YELLOW }, 0);
        // A leaf is one node.
        self.value(0, self.first_window()).unwrap_or(0)
    }

    fn has(&self, mistake: M) -> bool {
        self.made.has(mistake)
    }

    fn first_window(&self) -> [i32; 2] {
        [-self.values.window, self.values.window]
    }

    /// The value of a node, which is tested for its end, evaluated or expanded.
    fn value(&mut self, ply: u32, window: [i32; 2]) -> Result<i32, Spent> {
        let left = self.depth - ply;
        let mover = (self.first + ply as usize) % 2;
        let is_seen = |&winner: &usize| winner == mover || !self.has(M::WinsOfMoverOnly);
        let winner = self.scoring.winner(self.tokens).filter(is_seen);
        let is_full = self.is_full();
        self.line = self.path.last().copied().unwrap_or(0);
        if left == 0 && self.has(M::EvaluationAtLimit) {
            self.count(ply, Node::Evaluated)?;
            return Ok(self.evaluation_of(ply));
        }
        let is_searched = self.has(M::WinsSearchedOn) || self.has(M::WinsTestedLate);
        if let Some(winner) = winner
            && (left == 0 || is_full || !is_searched)
        {
            self.count(ply, Node::Won)?;
            return Ok(self.utility(winner, left));
        }
        if left == 0 || is_full && !self.has(M::FullBoardInfinite) {
            self.count(ply, if is_full { Node::Full } else { Node::Evaluated })?;
            let worth = self.values.full.filter(|_| is_full);
            return Ok(worth.map_or_else(|| self.evaluation_of(ply), |worth| worth[mover]));
        }
        self.count(ply, Node::Expanded)?;
        if self.has(M::WinTakenFirst)
            && let Some(column) = self.winning_column(mover)
        {
            self.choose(ply, column);
            return Ok(self.utility(mover, left - 1));
        }
        let value = self.expand(ply, window)?;
        Ok(winner.filter(|_| self.has(M::WinsTestedLate)).map_or(value, |winner| self.utility(winner, left)))
    }

    /// Counts a node, if this program counts such nodes.
    fn count(&mut self, ply: u32, node: Node) -> Result<(), Spent> {
        self.visited += 1;
        let is_counted = !(ply == 0 && self.has(M::RootNotCounted)
            || node == Node::Expanded && self.has(M::LeavesOnly)
            || node != Node::Expanded && self.has(M::InnerOnly)
            || !matches!(node, Node::Full | Node::Evaluated) && self.has(M::EvaluationsCounted)
            || node == Node::Won && self.has(M::WonNotCounted)
            || ply > 0 && self.has(M::MadeCounted));
        let kind = match node {
            _ if ply == 0 => 0,
            Node::Expanded => 1,
            Node::Won => 2,
            Node::Full => 3,
            Node::Evaluated => 4,
        };
        self.counted += if is_counted { u64::from(self.values.counts[kind]) } else { 0 };
        self.within_limits()
    }

    fn within_limits(&self) -> Result<(), Spent> {
        let is_spent = self.counted > self.limits.counted || self.visited > self.limits.visited;
        if is_spent { Err(Spent) } else { Ok(()) }
    }

    /// The best value of the children; at the root, the column too.
    fn expand(&mut self, ply: u32, [mut alpha, mut beta]: [i32; 2]) -> Result<i32, Spent> {
        let mover = (self.first + ply as usize) % 2;
        let max = if self.has(M::MoverMaximises) { self.first } else { RED };
        let chooses = if self.has(M::RootSideEverywhere) { self.first } else { mover };
        let is_max = chooses == max || self.has(M::MinForgotten);
        let mut best = self.values.worst[usize::from(!is_max)];
        let (mut last, mut line) = (best, self.line);
        if self.prunes && (self.has(M::StaticPruning) || self.has(M::StaticBound)) {
            let value = self.evaluation();
            let bounds = if is_max { [alpha.max(value), beta] } else { [alpha, beta.min(value)] };
            let [low, high] = if self.has(M::StaticBound) {
                [alpha, beta] = bounds;
                bounds
            } else if is_max {
                [value, beta]
            } else {
                [alpha, value]
            };
            if low >= high {
                return Ok(value);
            }
        }
        if self.has(M::MadeCounted) {
            let is_made = |&column: &u32| self.has(M::PassOnFull) || self.landing(column).is_some();
            self.counted += self.order().filter(is_made).count() as u64;
            self.within_limits()?;
        }
        // Tokens that were not taken back can fill a column meanwhile.
        let mut index = 0;
        for column in self.order() {
            let is_full = self.landing(column).is_none();
            let is_better = |value: i32, best: i32| if is_max { value > best } else { value < best };
            if is_full && self.has(M::StopAtFull) {
                break;
            } else if is_full && self.has(M::FullColumnZero) {
                if is_better(0, best) {
                    best = 0;
                    self.choose(ply, column);
                }
                continue;
            }
            self.counted += u64::from(is_full && self.has(M::FullColumnsCounted));
            let target = match (is_full, self.made) {
                (false, _) => column,
                (true, made) if made.has(M::PassOnFull) => column,
                (true, made) if made.has(M::NeighbourPlayed) => {
                    let Some(open) = (column + 1..7).find(|&next| self.landing(next).is_some()) else {
                        continue;
                    };
                    open
                }
                (true, _) => continue,
            };
            let undone = (self.tokens, self.dropped);
            self.drop(target, if self.has(M::OneColour) { self.first } else { mover });
            let token = (self.tokens[RED] | self.tokens[YELLOW]) & !(undone.0[RED] | undone.0[YELLOW]);
            if self.has(M::WindowShared) {
                [alpha, beta] = self.shared;
            }
            let passed = self.passed(ply, is_max, best, [alpha, beta]);
            let value = self.child(ply + 1, target, passed)?;
            if self.has(M::WindowShared) {
                [alpha, beta] = self.shared;
            }
            last = value;
            let of_mover = if mover == RED { M::LastTieOfRed } else { M::LastTieOfYellow };
            let is_tie_taken = value == best && (self.has(M::LastTieKept) || self.has(of_mover));
            let is_best = is_better(value, best) || is_tie_taken || self.has(M::LastChildKept);
            if is_best {
                best = value;
                line = self.line;
            }
            if is_best || self.has(M::LastChildPrinted) {
                let chosen = if self.has(M::LineColumn) { line } else { column };
                self.choose(ply, if self.has(M::ChildIndex) { index } else { chosen });
            }
            index += 1;
            let before = [alpha, beta];
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            self.shared = [alpha, beta];
            let tested = if self.has(M::CutBeforeUpdate) { before } else { [alpha, beta] };
            let is_cut = self.cuts(is_max, tested);
            let is_stopped = self.has(M::StopAtWin)
                && if is_max { best >= self.values.win } else { best <= -self.values.win };
            let is_kept = self.has(M::MovesNotUndone) || is_cut && self.has(M::UndoSkippedAtCut);
            if self.has(M::FullTakenForEmpty) {
                (self.tokens, self.dropped) = undone;
            } else if !is_kept {
                self.tokens = self.tokens.map(|tokens| tokens & !token);
            }
            if is_cut || is_stopped {
                break;
            }
        }
        self.line = line;
        Ok(if self.has(M::LastValueReturned) { last } else { best })
    }

    /// Alpha and beta that a child begins with.
    fn passed(&self, ply: u32, is_max: bool, best: i32, window: [i32; 2]) -> [i32; 2] {
        let [first_alpha, first_beta] = self.first_window();
        let alone = if is_max { [best, first_beta] } else { [first_alpha, best] };
        let [alpha, beta] = if self.has(M::ParentBoundOnly) { alone } else { window };
        let is_new = ply == 0 && self.has(M::RootWindowNew);
        let alpha = if is_new || self.has(M::AlphaNotPassed) { first_alpha } else { alpha };
        let beta = if is_new || self.has(M::BetaNotPassed) { first_beta } else { beta };
        let beta = if self.has(M::AlphaForBoth) { alpha } else { beta };
        if self.has(M::WindowSwapped) { [beta, alpha] } else { [alpha, beta] }
    }

    fn cuts(&self, is_max: bool, [alpha, beta]: [i32; 2]) -> bool {
        let (greater, only) = if is_max {
            (M::CutOnGreaterAtMax, M::MinOnlyPruned)
        } else {
            (M::CutOnGreaterAtMin, M::MaxOnlyPruned)
        };
        let rule = if self.has(greater) { CutRule::Beyond } else { self.rule };
        self.prunes && !self.has(only) && rule.cuts(alpha, beta)
    }

    /// Takes note of the column of a child that is better than those before.
    fn choose(&mut self, ply: u32, column: u32) {
        if ply == 0 || self.has(M::DeeperColumn) {
            self.column = column;
        }
    }

    /// The value of the child that this column led to.
    fn child(&mut self, ply: u32, column: u32, window: [i32; 2]) -> Result<i32, Spent> {
        self.path.push(column);
        let value = self.remembered(ply, window)?;
        self.trace(window, value);
        self.path.pop();
        Ok(value)
    }

    /// The value of a node, which a program that remembers positions may know.
    fn remembered(&mut self, ply: u32, window: [i32; 2]) -> Result<i32, Spent> {
        let is_counted = self.has(M::PositionsRememberedCounted);
        if !is_counted && !self.has(M::PositionsRemembered) {
            return self.value(ply, window);
        }
        // The ply follows from the number of tokens.
        let position = self.tokens;
        if let Some(&value) = self.known.get(&position) {
            self.counted += u64::from(is_counted);
            self.within_limits()?;
            return Ok(value);
        }
        let value = self.value(ply, window)?;
        self.known.insert(position, value);
        Ok(value)
    }

    fn winning_column(&mut self, mover: usize) -> Option<u32> {
        let tokens = self.tokens;
        self.order().find(|&column| {
            let Some(cell) = self.landing(column) else { return false };
            self.tokens[mover] |= cell;
            let winner = self.scoring.winner(self.tokens);
            self.tokens = tokens;
            winner == Some(mover)
        })
    }

    /// Writes down a node that is left.
    fn trace(&mut self, [alpha, beta]: [i32; 2], value: i32) {
        if let Some(lines) = &mut self.lines {
            let path: String = self.path.iter().map(u32::to_string).collect();
            let path = if path.is_empty() { "-" } else { &path };
            // Writing to a text cannot fail.
            let _ = writeln!(lines, "{WORD} {path} {alpha} {beta} {value}");
        }
    }

    fn order(&self) -> impl Iterator<Item = u32> + use<> {
        let Values { order, missed, .. } = self.values;
        order.into_iter().filter(move |column| missed & 1 << column == 0)
    }

    /// Whether no column is open. Programs look at the top row only; it makes a difference where tokens hang, and where
    /// columns are full with fewer tokens.
    fn is_full(&self) -> bool {
        if self.has(M::FullByBottomRow) {
            return Cells::BOTTOM & !(self.tokens[RED] | self.tokens[YELLOW]) == 0;
        }
        if self.has(M::UpsideDownFilled) || self.values.height < 6 && !self.has(M::TopRowNotPlayed) {
            return Cells::TOP & !(self.tokens[RED] | self.tokens[YELLOW]) == 0;
        }
        LEFT_TO_RIGHT.into_iter().all(|column| self.landing(column).is_none())
    }

    /// The lowest empty cell of a column, if the one on top is empty.
    fn landing(&self, column: u32) -> Option<u64> {
        let taken = self.tokens[RED] | self.tokens[YELLOW];
        let is_empty = |cell: &u64| taken & cell == 0;
        let dropped = self.dropped[column as usize];
        if dropped < NOT_FULL {
            // It takes the place of the token that is there.
            return (dropped < 6).then(|| Cells::bit(column, dropped));
        }
        if self.has(M::DropsFromTop) {
            return Some(Cells::bit(column, 5)).filter(is_empty);
        }
        let lowest = (0..self.values.height).map(|row| Cells::bit(column, row)).find(is_empty);
        lowest.filter(|_| is_empty(&Cells::bit(column, 5)) || self.has(M::UpsideDownFilled))
    }

    /// Drops a token, which comes to rest nowhere in a full column.
    fn drop(&mut self, column: u32, colour: usize) {
        let cell = self.landing(column).unwrap_or(0);
        let dropped = &mut self.dropped[column as usize];
        if *dropped < NOT_FULL {
            *dropped += 1;
            self.tokens = self.tokens.map(|tokens| tokens & !cell);
        }
        self.tokens[colour] |= cell;
    }

    /// UTILITY of a position that was won with so many plies left.
    fn utility(&self, winner: usize, left: u32) -> i32 {
        if self.has(M::EvaluationForWins) {
            return self.evaluation();
        }
        let sooner = if self.has(M::SoonerWins) { i32::try_from(left).unwrap_or(0) } else { 0 };
        let is_positive = winner == RED || self.has(M::WinAlwaysPositive);
        let is_turned = self.has(M::UtilityNegated) != (self.has(M::UtilityForMover) && self.first == YELLOW);
        let worth = self.values.win + sooner;
        if is_positive == is_turned { -worth } else { worth }
    }

    /// EVALUATION of a leaf, from the point of view that this program takes there.
    fn evaluation_of(&self, ply: u32) -> i32 {
        let mover = (self.first + ply as usize) % 2;
        let value = self.evaluation();
        if mover == YELLOW && self.has(M::EvaluationForLeaf) { -value } else { value }
    }

    fn evaluation(&self) -> i32 {
        let [red, yellow] = self.tokens;
        let [of_red, of_yellow] = self.values.sides;
        let yellow = if self.has(M::OpponentForgotten) { 0 } else { self.scoring.score(yellow) };
        let value = of_red * self.scoring.score(red) + of_yellow * yellow;
        let is_for_yellow = self.has(M::EvaluationForMover) && self.first == YELLOW;
        if is_for_yellow == self.has(M::EvaluationNegated) { value } else { -value }
    }
}

/// The board as this program reads it.
fn tokens(position: &Standard, made: MistakeSet) -> [u64; 2] {
    let mut tokens = Player::BOTH.map(|player| position.board().stones(player));
    if made.has(M::ColoursSwapped) {
        tokens.reverse();
    }
    if made.has(M::Mirrored) {
        tokens = tokens.map(Cells::mirror);
    }
    if made.has(M::UpsideDown) || made.has(M::UpsideDownFilled) {
        let turned =
            |cells| Cells::cells(cells).fold(0, |set, (column, row)| set | Cells::bit(column, 5 - row));
        tokens = tokens.map(turned);
    }
    if made.has(M::ColumnsReversed) {
        let heights =
            LEFT_TO_RIGHT.map(|column| (Cells::column(column) & (tokens[RED] | tokens[YELLOW])).count_ones());
        let reversed = |(column, row): (u32, u32)| match heights[column as usize] {
            height if row < height => Cells::bit(column, height - 1 - row),
            // It hangs, and stays where it is.
            _ => Cells::bit(column, row),
        };
        tokens = tokens.map(|cells| Cells::cells(cells).fold(0, |set, cell| set | reversed(cell)));
    }
    tokens
}
