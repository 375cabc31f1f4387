//! A program for COMP3608 that makes mistakes on demand. Each switch stands where the mistake is made.

use std::collections::HashMap;
use std::fmt::Write;

use plyground_core::games::connect_four::Standard;
use plyground_core::grid::Grid;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Player, Position};

use super::sight::{RED, Sight, YELLOW};
use super::{Answer, Limits, Mistake, Question};
use crate::engine::diagnose::MistakeSet;

/// The word that a line of a trace begins with.
pub(super) const WORD: &str = "node";

type Cells = Grid<7, 6>;

/// A column that is not full at the start.
const NOT_FULL: u32 = 7;
/// UTILITY of a win of red.
const WIN: i32 = 10_000;
/// Beyond all values.
const INFINITY: i32 = i32::MAX;

const LEFT_TO_RIGHT: [u32; 7] = [0, 1, 2, 3, 4, 5, 6];
const RIGHT_TO_LEFT: [u32; 7] = [6, 5, 4, 3, 2, 1, 0];
const MIDDLE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

pub(super) struct Program {
    made: MistakeSet,
    sight: Sight,
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
    visited: u64,
    /// The column that is printed.
    column: u32,
    /// Whether a column was chosen at all.
    has_chosen: bool,
    /// The columns from the root to the node.
    path: Vec<u32>,
    /// The last column of the line that the node just left expects.
    line: u32,
    /// Tokens dropped in the search into columns that are full at the start, by a program that takes them for empty; 7 for
    /// a column that is not.
    dropped: [u32; 7],
    /// By how many plies less than it should it searches where it is, if it lowers the depth in its loop.
    lowered: u32,
    /// Values of positions, by a program that remembers them.
    known: HashMap<[u64; 2], i32>,
    /// A line for each node that was left, if a trace is wanted.
    lines: Option<String>,
}

/// The search has been given up.
struct OutOfNodes;

/// What a node turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Won,
    Evaluated,
    Expanded,
}

impl Program {
    pub(super) fn new(question: &Question, made: MistakeSet, limits: Limits) -> Self {
        let Question { position, algorithm, depth } = *question;
        let depth = match depth {
            depth if made.has(Mistake::DepthInPairs) => depth.saturating_mul(2),
            depth if made.has(Mistake::DepthByTwo) => depth.div_ceil(2),
            depth => depth,
        };
        let deeper = u32::from(made.has(Mistake::OnePlyDeeper));
        let shallower = u32::from(made.has(Mistake::OnePlyShallower));
        let (is_alpha_beta, rule) = match algorithm {
            Algorithm::Minimax => (false, CutRule::AtEqual),
            Algorithm::AlphaBeta(rule) => (true, rule),
        };
        let prunes =
            if is_alpha_beta { !made.has(Mistake::NoPruning) } else { made.has(Mistake::AlwaysPruning) };
        let rule = if made.has(Mistake::CutOnGreater) { CutRule::Beyond } else { rule };
        let [red, yellow] = Player::BOTH.map(|player| position.board().stones(player).count_ones());
        let is_red = match made {
            made if made.has(Mistake::SideIgnored) => true,
            made if made.has(Mistake::YellowAlways) => false,
            made if made.has(Mistake::SideByCounts) => red <= yellow,
            _ => position.turn() == Player::First,
        };
        let mut program = Self {
            made,
            sight: Sight::new(made),
            tokens: tokens(&position, made),
            first: if is_red { RED } else { YELLOW },
            depth: match depth.saturating_add(deeper).saturating_sub(shallower) {
                depth @ 2.. if made.has(Mistake::OnePlyShallowerButOne) => depth - 1,
                depth => depth,
            },
            prunes,
            rule,
            shared: [0; 2],
            limits,
            counted: 0,
            visited: 0,
            column: 0,
            has_chosen: false,
            path: Vec::new(),
            line: 0,
            dropped: [NOT_FULL; 7],
            lowered: 0,
            known: HashMap::new(),
            lines: None,
        };
        if made.has(Mistake::FullTakenForEmpty) {
            let taken = program.tokens[RED] | program.tokens[YELLOW];
            let first = |column: u32| if taken & Cells::bit(column, 5) == 0 { NOT_FULL } else { 0 };
            program.dropped = LEFT_TO_RIGHT.map(first);
        }
        program.shared = program.first_window();
        program
    }

    /// What it prints, or `None` if that takes more than its limits.
    pub(super) fn run(&mut self) -> Option<Answer> {
        let window = self.first_window();
        let (first, last) = (if self.has(Mistake::DeepeningCounted) { 1 } else { self.depth }, self.depth);
        for depth in first..=last {
            self.depth = depth;
            self.known.clear();
            self.has_chosen = false;
            self.value(0, window).ok()?;
        }
        self.counted += u64::from(self.has(Mistake::RootCountedTwice));
        let column =
            if self.has_chosen || !self.has(Mistake::NoneIfLost) { i64::from(self.column) } else { -1 };
        let column = column + i64::from(self.has(Mistake::ColumnsFromOne));
        Some(Answer { column, nodes: self.counted })
    }

    /// The trace that it writes.
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
        let window = self.first_window();
        // A leaf is one node.
        self.value(0, window).unwrap_or(0)
    }

    /// The nodes that it has been at so far.
    pub(super) const fn visited(&self) -> u64 {
        self.visited
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.made.has(mistake)
    }

    /// The side that is to move so many plies below the root.
    fn mover(&self, ply: u32) -> usize {
        let turns = if self.has(Mistake::SideUnchanged) { 0 } else { ply as usize };
        (self.first + turns) % 2
    }

    /// Alpha and beta at the root.
    fn first_window(&self) -> [i32; 2] {
        let wide = if self.has(Mistake::NarrowWindow) { WIN } else { INFINITY };
        [-wide, wide]
    }

    /// The value of a node, which is tested for its end, evaluated or expanded.
    fn value(&mut self, ply: u32, window: [i32; 2]) -> Result<i32, OutOfNodes> {
        let left = self.depth.saturating_sub(ply + self.lowered);
        let is_tested =
            ply > 0 || left == 0 || !self.has(Mistake::RootNotTested) && !self.has(Mistake::WinsInLoop);
        let mover = self.mover(ply);
        let is_seen = |side: usize| {
            (side == mover || !self.has(Mistake::WinsOfMoverOnly))
                && (side == self.first || !self.has(Mistake::WinsOfRootOnly))
                && (side != mover || !self.has(Mistake::WinsInLoop))
        };
        let winner = self.sight.winner(self.tokens.map(|tokens| if is_tested { tokens } else { 0 }), is_seen);
        // The test for yellow is not reached where red has won.
        self.counted += u64::from(self.has(Mistake::WinnerTestsCounted) && winner != Some(RED));
        let is_full = is_tested && self.is_full();
        self.line = self.path.last().copied().unwrap_or(0);
        if left == 0 && (self.has(Mistake::EvaluationAtLimit) || self.has(Mistake::LimitFirst)) {
            self.count(ply, left, Node::Evaluated)?;
            return Ok(self.evaluation_of(ply));
        }
        let is_searched = self.has(Mistake::WinsSearchedOn) || self.has(Mistake::WinsTestedLate);
        if let Some(winner) = winner
            && (left == 0 || is_full || !is_searched)
        {
            self.count(ply, left, Node::Won)?;
            return Ok(self.utility(winner, left, mover));
        }
        if left == 0 || is_full && !self.has(Mistake::FullBoardInfinite) {
            self.count(ply, left, Node::Evaluated)?;
            return Ok(if is_full && self.has(Mistake::FullBoardZero) { 0 } else { self.evaluation_of(ply) });
        }
        self.count(ply, left, Node::Expanded)?;
        if self.has(Mistake::WinTakenFirst)
            && let Some(column) = self.winning_column(mover)
        {
            self.choose(ply, column);
            return Ok(self.utility(mover, left - 1, 1 - mover));
        }
        let value = self.expand(ply, window)?;
        Ok(winner
            .filter(|_| self.has(Mistake::WinsTestedLate))
            .map_or(value, |winner| self.utility(winner, left, mover)))
    }

    /// Counts a node with so many plies left, if this program counts such nodes.
    fn count(&mut self, ply: u32, left: u32, node: Node) -> Result<(), OutOfNodes> {
        self.visited += 1;
        let is_counted = !(ply == 0 && self.has(Mistake::RootNotCounted)
            || left == 0 && (self.has(Mistake::LimitNotCounted) || self.has(Mistake::LimitFirst))
            || node == Node::Won
                && ply > 0
                && (self.has(Mistake::WonChildrenNotCounted) || self.has(Mistake::WinsInLoop))
            || node == Node::Expanded && self.has(Mistake::LeavesOnly)
            || node != Node::Expanded && self.has(Mistake::InnerOnly)
            || node != Node::Evaluated && self.has(Mistake::EvaluationsCounted)
            || node == Node::Won && self.has(Mistake::WonNotCounted)
            || ply > 0 && self.has(Mistake::MadeCounted));
        self.counted += u64::from(is_counted);
        self.within_limits()
    }

    fn within_limits(&self) -> Result<(), OutOfNodes> {
        let is_spent = self.counted > self.limits.counted || self.visited > self.limits.visited;
        if is_spent { Err(OutOfNodes) } else { Ok(()) }
    }

    /// The best value of the children; at the root, the column too.
    fn expand(&mut self, ply: u32, [mut alpha, mut beta]: [i32; 2]) -> Result<i32, OutOfNodes> {
        let mover = self.mover(ply);
        let max = if self.has(Mistake::MoverMaximises) { self.first } else { RED };
        let left = self.depth.saturating_sub(ply + self.lowered);
        let is_max = match self.made {
            made if made.has(Mistake::MaxByParity) => left.is_multiple_of(2),
            made => mover == max || made.has(Mistake::MinForgotten),
        };
        let worst = self.worst();
        let mut best = if is_max { -worst } else { worst };
        let (mut last, mut line) = (best, self.line);
        if self.prunes && self.has(Mistake::StaticPruning) {
            let value = self.evaluation();
            if if is_max { value >= beta } else { value <= alpha } {
                return Ok(value);
            }
        }
        if self.has(Mistake::MadeCounted) {
            let is_made = |&column: &u32| self.has(Mistake::PassOnFull) || self.landing(column).is_some();
            self.counted += self.order().filter(is_made).count() as u64;
            self.within_limits()?;
        }
        // Tokens that were not taken back can fill a column meanwhile.
        let mut index = 0;
        let lowered = self.lowered;
        for (place, column) in (0..).zip(self.order()) {
            self.lowered = lowered
                + if self.has(Mistake::DepthLowered) { index } else { 0 }
                + if self.has(Mistake::DepthLoweredByColumn) { place } else { 0 };
            let is_full = self.landing(column).is_none();
            let is_better = |value: i32, best: i32| if is_max { value > best } else { value < best };
            if is_full && self.has(Mistake::StopAtFull) {
                break;
            } else if is_full && self.has(Mistake::FullColumnZero) {
                if is_better(0, best) {
                    best = 0;
                    self.choose(ply, column);
                }
                continue;
            }
            self.counted += u64::from(is_full && self.has(Mistake::FullColumnsCounted));
            let target = match (is_full, self.made) {
                (false, _) => column,
                (true, made) if made.has(Mistake::PassOnFull) => column,
                (true, made) if made.has(Mistake::NeighbourPlayed) => {
                    let Some(open) = (column + 1..7).find(|&next| self.landing(next).is_some()) else {
                        continue;
                    };
                    open
                }
                (true, _) => continue,
            };
            let undone = (self.tokens, self.dropped);
            self.drop(target, if self.has(Mistake::OneColour) { self.first } else { mover });
            let token = (self.tokens[RED] | self.tokens[YELLOW]) & !(undone.0[RED] | undone.0[YELLOW]);
            if self.has(Mistake::WindowShared) {
                [alpha, beta] = self.shared;
            }
            let passed = self.passed(ply, is_max, best, [alpha, beta]);
            let value = self.child(ply + 1, target, passed)?;
            if self.has(Mistake::WindowShared) {
                [alpha, beta] = self.shared;
            }
            last = value;
            if self.takes(ply, is_max, [value, best], column) {
                best = value;
                line = self.line;
                let chosen = if self.has(Mistake::LineColumn) { line } else { column };
                self.choose(ply, if self.has(Mistake::ChildIndex) { index } else { chosen });
            }
            index += 1;
            let before = [alpha, beta];
            if is_max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            self.shared = [alpha, beta];
            let [tested_alpha, tested_beta] =
                if self.has(Mistake::CutBeforeUpdate) { before } else { [alpha, beta] };
            let is_cut = self.cuts(is_max, [tested_alpha, tested_beta]);
            let is_stopped = self.has(Mistake::StopAtWin) && if is_max { best >= WIN } else { best <= -WIN };
            let is_left_at_cut = self.has(Mistake::UndoSkippedAtCut)
                || self.has(Mistake::UndoSkippedOnStack)
                || self.has(Mistake::UndoSkippedWithGaps);
            let is_kept = self.has(Mistake::MovesNotUndone) || is_cut && is_left_at_cut;
            if self.has(Mistake::FullTakenForEmpty) || self.has(Mistake::FullColumnOverwritten) && !is_kept {
                (self.tokens, self.dropped) = undone;
            } else if !is_kept {
                // Where nothing was dropped nothing is taken.
                let is_stack = token != 0 && self.has(Mistake::UndoSkippedOnStack);
                let token = if is_stack { self.top(target) } else { token };
                self.tokens = self.tokens.map(|tokens| tokens & !token);
            }
            if is_cut || is_stopped {
                break;
            }
        }
        self.lowered = lowered;
        self.line = line;
        Ok(if self.has(Mistake::LastValueReturned) { last } else { best })
    }

    /// The number that a node's best value begins with, at MIN nodes.
    fn worst(&self) -> i32 {
        match self.made {
            made if made.has(Mistake::BestFromZero) => 0,
            made if made.has(Mistake::BestFromUtility) || made.has(Mistake::NoneIfLost) => WIN,
            made if made.has(Mistake::BestFromWithin) => WIN - 1,
            _ => INFINITY,
        }
    }

    /// Whether the value of the child in this column takes the place of the best one.
    fn takes(&self, ply: u32, is_max: bool, [value, best]: [i32; 2], column: u32) -> bool {
        let is_better = if is_max { value > best } else { value < best };
        let of_mover = if self.mover(ply) == RED { Mistake::LastTieOfRed } else { Mistake::LastTieOfYellow };
        let is_nearer = ply == 0 && column.abs_diff(3) < self.column.abs_diff(3);
        let is_tie_taken = self.has(Mistake::LastTieKept)
            || self.has(of_mover)
            || is_nearer && self.has(Mistake::TieToMiddle);
        is_better
            || value == best && is_tie_taken
            || best == 0 && self.has(Mistake::ZeroReplaced)
            || self.has(Mistake::LastChildKept)
    }

    /// Alpha and beta that a child begins with.
    fn passed(&self, ply: u32, is_max: bool, best: i32, window: [i32; 2]) -> [i32; 2] {
        let [first_alpha, first_beta] = self.first_window();
        let alone = if is_max { [best, first_beta] } else { [first_alpha, best] };
        let [alpha, beta] = if self.has(Mistake::ParentBoundOnly) { alone } else { window };
        let is_new = ply == 0 && self.has(Mistake::RootWindowNew);
        let alpha = if is_new || self.has(Mistake::AlphaNotPassed) { first_alpha } else { alpha };
        let beta = if is_new || self.has(Mistake::BetaNotPassed) { first_beta } else { beta };
        if self.has(Mistake::WindowSwapped) { [beta, alpha] } else { [alpha, beta] }
    }

    /// Whether it prunes a node with these bounds.
    fn cuts(&self, is_max: bool, [alpha, beta]: [i32; 2]) -> bool {
        let (greater, only) = if is_max {
            (Mistake::CutOnGreaterAtMax, Mistake::MinOnlyPruned)
        } else {
            (Mistake::CutOnGreaterAtMin, Mistake::MaxOnlyPruned)
        };
        let rule = if self.has(greater) { CutRule::Beyond } else { self.rule };
        self.prunes && !self.has(only) && rule.cuts(alpha, beta)
    }

    /// Takes note of the column of a child that is better than those before.
    fn choose(&mut self, ply: u32, column: u32) {
        if ply == 0 || self.has(Mistake::DeeperColumn) {
            (self.column, self.has_chosen) = (column, true);
        }
    }

    /// The value of the child that this column led to.
    fn child(&mut self, ply: u32, column: u32, window: [i32; 2]) -> Result<i32, OutOfNodes> {
        self.path.push(column);
        let value = self.remembered(ply, window)?;
        self.trace(window, value);
        self.path.pop();
        Ok(value)
    }

    /// The value of a node, which a program that remembers positions may know.
    fn remembered(&mut self, ply: u32, window: [i32; 2]) -> Result<i32, OutOfNodes> {
        let is_counted = self.has(Mistake::PositionsRememberedCounted);
        if !is_counted && !self.has(Mistake::PositionsRemembered) {
            return self.value(ply, window);
        }
        // The number of tokens tells the ply.
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

    /// The first column that wins at once.
    fn winning_column(&mut self, mover: usize) -> Option<u32> {
        let tokens = self.tokens;
        self.order().find(|&column| {
            let Some(cell) = self.landing(column) else { return false };
            self.tokens[mover] |= cell;
            let winner = self.sight.winner(self.tokens, |_| true);
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

    /// The order in which columns are looked at.
    fn order(&self) -> impl Iterator<Item = u32> + use<> {
        let order = match self.made {
            made if made.has(Mistake::RightToLeft) => RIGHT_TO_LEFT,
            made if made.has(Mistake::MiddleFirst) => MIDDLE_FIRST,
            _ => LEFT_TO_RIGHT,
        };
        let is_missed = self.has(Mistake::LastColumnMissed);
        order.into_iter().filter(move |&column| !is_missed || column < 6)
    }

    /// Whether no column is open. Programs look at the top row only; it makes a difference where tokens hang.
    fn is_full(&self) -> bool {
        if self.has(Mistake::FullByBottomRow) {
            return Cells::BOTTOM & !(self.tokens[RED] | self.tokens[YELLOW]) == 0;
        }
        if self.has(Mistake::FullColumnOverwritten) || self.has(Mistake::UpsideDownEnded) {
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
        if self.has(Mistake::DropsFromTop) {
            return Some(Cells::bit(column, 5)).filter(is_empty);
        }
        if self.has(Mistake::BottomCellFull) {
            return Some(Cells::bit(column, 0)).filter(is_empty);
        }
        let lowest = (0..6).map(|row| Cells::bit(column, row)).find(is_empty);
        if self.has(Mistake::FullAtFive) && !is_empty(&Cells::bit(column, 4)) {
            return None;
        }
        if [Mistake::UpsideDownFilling, Mistake::UpsideDownEnded, Mistake::UndoSkippedWithGaps]
            .into_iter()
            .any(|one| self.has(one))
        {
            return lowest;
        }
        let top = Cells::bit(column, 5);
        if self.has(Mistake::FullColumnOverwritten) && !is_empty(&top) {
            return Some(top);
        }
        lowest.filter(|_| is_empty(&top))
    }

    /// The token on top of a column; nothing of an empty one.
    fn top(&self, column: u32) -> u64 {
        let taken = self.tokens[RED] | self.tokens[YELLOW];
        (0..6).rev().map(|row| Cells::bit(column, row)).find(|cell| taken & cell != 0).unwrap_or(0)
    }

    /// Drops a token, which comes to rest nowhere in a full column.
    fn drop(&mut self, column: u32, colour: usize) {
        let cell = self.landing(column).unwrap_or(0);
        let dropped = &mut self.dropped[column as usize];
        if *dropped < NOT_FULL {
            *dropped += 1;
        }
        self.tokens = self.tokens.map(|tokens| tokens & !cell);
        self.tokens[colour] |= cell;
    }

    /// UTILITY of a position that was won with so many plies left, and in which `mover` would be to move.
    fn utility(&self, winner: usize, left: u32, mover: usize) -> i32 {
        if self.has(Mistake::EvaluationForWins) {
            return self.evaluation();
        }
        let sooner = if self.has(Mistake::SoonerWins) { i32::try_from(left).unwrap_or(0) } else { 0 };
        let is_positive = winner == RED || self.has(Mistake::WinAlwaysPositive);
        let is_for_leaf = self.has(Mistake::UtilityForLeaf) || self.has(Mistake::ValuesForLeaf);
        let is_turned = self.has(Mistake::UtilityNegated)
            ^ (self.has(Mistake::UtilityForMover) && self.first == YELLOW)
            ^ (is_for_leaf && mover == YELLOW);
        if is_positive == is_turned { -(WIN + sooner) } else { WIN + sooner }
    }

    /// EVALUATION of a leaf, from the point of view that this program takes there.
    fn evaluation_of(&self, ply: u32) -> i32 {
        let mover = self.mover(ply);
        let value = self.evaluation();
        let is_for_leaf = self.has(Mistake::EvaluationForLeaf) || self.has(Mistake::ValuesForLeaf);
        if mover == YELLOW && is_for_leaf { -value } else { value }
    }

    fn evaluation(&self) -> i32 {
        let [red, yellow] = self.tokens;
        let of_yellow = if self.has(Mistake::OpponentForgotten) { 0 } else { self.sight.score(yellow, red) };
        let of_yellow = if self.has(Mistake::ScoresAdded) { -of_yellow } else { of_yellow };
        let value = self.sight.score(red, yellow) - of_yellow;
        let is_for_yellow = self.has(Mistake::EvaluationForMover) && self.first == YELLOW;
        if is_for_yellow == self.has(Mistake::EvaluationNegated) { value } else { -value }
    }
}

/// The board as this program reads it.
fn tokens(position: &Standard, made: MistakeSet) -> [u64; 2] {
    let mut tokens = Player::BOTH.map(|player| position.board().stones(player));
    if made.has(Mistake::ColoursSwapped) {
        tokens.reverse();
    }
    if made.has(Mistake::Mirrored) {
        tokens = tokens.map(Cells::mirror);
    }
    if [Mistake::UpsideDown, Mistake::UpsideDownFilling, Mistake::UpsideDownEnded]
        .iter()
        .any(|&one| made.has(one))
    {
        let turned =
            |cells| Cells::cells(cells).fold(0, |set, (column, row)| set | Cells::bit(column, 5 - row));
        tokens = tokens.map(turned);
    }
    if made.has(Mistake::ColumnsReversed) {
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
