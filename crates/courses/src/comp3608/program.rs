//! A program for COMP3608 that makes mistakes on demand. Each switch stands where the mistake is made.

use std::fmt::Write;

use plyground_core::games::connect_four::Standard;
use plyground_core::grid::Grid;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Player, Position};

use super::{Answer, Limits, Mistake, Question};
use crate::engine::diagnose::MistakeSet;

/// The word that a line of a trace begins with.
pub(super) const WORD: &str = "node";

type Cells = Grid<7, 6>;

const RED: usize = 0;
const YELLOW: usize = 1;
/// UTILITY of a win of red.
const WIN: i32 = 10_000;
/// Beyond all values.
const INFINITY: i32 = i32::MAX;

const LEFT_TO_RIGHT: [u32; 7] = [0, 1, 2, 3, 4, 5, 6];
const RIGHT_TO_LEFT: [u32; 7] = [6, 5, 4, 3, 2, 1, 0];
const MIDDLE_FIRST: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

pub(super) struct Program {
    made: MistakeSet,
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
    /// The columns from the root to the node.
    path: Vec<u32>,
    /// A line for each node that was left, if a trace is wanted.
    lines: Option<String>,
}

/// The search has been given up.
struct Spent;

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
        let is_red = position.turn() == Player::First || made.has(Mistake::SideIgnored);
        let mut program = Self {
            made,
            tokens: tokens(&position, made),
            first: if is_red { RED } else { YELLOW },
            depth: depth.saturating_add(deeper).saturating_sub(shallower),
            prunes,
            rule,
            shared: [0; 2],
            limits,
            counted: 0,
            visited: 0,
            column: 0,
            path: Vec::new(),
            lines: None,
        };
        program.shared = program.first_window();
        program
    }

    /// What it prints, or `None` if that takes more than its limits.
    pub(super) fn run(&mut self) -> Option<Answer> {
        let window = self.first_window();
        self.value(0, window).ok()?;
        let column = i64::from(self.column) + i64::from(self.has(Mistake::ColumnsFromOne));
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

    /// Alpha and beta at the root.
    fn first_window(&self) -> [i32; 2] {
        let wide = if self.has(Mistake::NarrowWindow) { WIN } else { INFINITY };
        [-wide, wide]
    }

    /// The value of a node, which is tested for its end, evaluated or expanded.
    fn value(&mut self, ply: u32, window: [i32; 2]) -> Result<i32, Spent> {
        let left = self.depth - ply;
        let winner = self.winner();
        // Programs look at the top row only; it makes a difference where tokens hang.
        let is_full = (self.tokens[RED] | self.tokens[YELLOW]) & Cells::TOP == Cells::TOP;
        if left == 0 && self.has(Mistake::EvaluationAtLimit) {
            self.count(ply, Node::Evaluated)?;
            return Ok(self.evaluation());
        }
        let is_searched = self.has(Mistake::WinsSearchedOn) || self.has(Mistake::WinsTestedLate);
        if let Some(winner) = winner
            && (left == 0 || is_full || !is_searched)
        {
            self.count(ply, Node::Won)?;
            return Ok(self.utility(winner));
        }
        if left == 0 || is_full && !self.has(Mistake::FullBoardInfinite) {
            self.count(ply, Node::Evaluated)?;
            return Ok(if is_full && self.has(Mistake::FullBoardZero) { 0 } else { self.evaluation() });
        }
        self.count(ply, Node::Expanded)?;
        let value = self.expand(ply, window)?;
        Ok(winner.filter(|_| self.has(Mistake::WinsTestedLate)).map_or(value, |winner| self.utility(winner)))
    }

    /// Counts a node, if this program counts such nodes.
    fn count(&mut self, ply: u32, node: Node) -> Result<(), Spent> {
        self.visited += 1;
        let is_counted = !(ply == 0 && self.has(Mistake::RootNotCounted)
            || node == Node::Expanded && self.has(Mistake::LeavesOnly)
            || node != Node::Expanded && self.has(Mistake::InnerOnly)
            || node != Node::Evaluated && self.has(Mistake::EvaluationsCounted)
            || node == Node::Won && self.has(Mistake::WonNotCounted)
            || ply > 0 && self.has(Mistake::MadeCounted));
        self.counted += u64::from(is_counted);
        self.within_limits()
    }

    fn within_limits(&self) -> Result<(), Spent> {
        let is_spent = self.counted > self.limits.counted || self.visited > self.limits.visited;
        if is_spent { Err(Spent) } else { Ok(()) }
    }

    /// The best value of the children; at the root, the column too.
    fn expand(&mut self, ply: u32, [mut alpha, mut beta]: [i32; 2]) -> Result<i32, Spent> {
        let is_root = ply == 0;
        let mover = (self.first + ply as usize) % 2;
        let max = if self.has(Mistake::MoverMaximises) { self.first } else { RED };
        let is_max = mover == max || self.has(Mistake::MinForgotten);
        let worst = match self.made {
            made if made.has(Mistake::BestFromZero) => 0,
            made if made.has(Mistake::BestFromUtility) => WIN,
            _ => INFINITY,
        };
        let mut best = if is_max { -worst } else { worst };
        if self.has(Mistake::MadeCounted) {
            let is_made = |&column: &u32| self.has(Mistake::PassOnFull) || self.landing(column).is_some();
            self.counted += self.order().into_iter().filter(is_made).count() as u64;
            self.within_limits()?;
        }
        // Tokens that were not taken back can fill a column meanwhile.
        let mut index = 0;
        for column in self.order() {
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
            } else if is_full && !self.has(Mistake::PassOnFull) {
                continue;
            }
            let token = self.drop(column, if self.has(Mistake::OneColour) { self.first } else { mover });
            let [first_alpha, first_beta] = self.first_window();
            let is_new = is_root && self.has(Mistake::RootWindowNew);
            if self.has(Mistake::WindowShared) {
                [alpha, beta] = self.shared;
            }
            let [alone_alpha, alone_beta] = if is_max { [best, first_beta] } else { [first_alpha, best] };
            let is_alone = self.has(Mistake::ParentBoundOnly);
            let [from_alpha, from_beta] = if is_alone { [alone_alpha, alone_beta] } else { [alpha, beta] };
            let passed = [
                if is_new || self.has(Mistake::AlphaNotPassed) { first_alpha } else { from_alpha },
                if is_new || self.has(Mistake::BetaNotPassed) { first_beta } else { from_beta },
            ];
            let value = self.child(ply + 1, column, passed)?;
            if self.has(Mistake::WindowShared) {
                [alpha, beta] = self.shared;
            }
            let is_tie_taken = value == best && self.has(Mistake::LastTieKept);
            if is_better(value, best) || is_tie_taken || self.has(Mistake::LastChildKept) {
                best = value;
                self.choose(ply, if self.has(Mistake::ChildIndex) { index } else { column });
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
            let is_cut = self.prunes && self.rule.cuts(tested_alpha, tested_beta);
            let is_kept = self.has(Mistake::MovesNotUndone) || is_cut && self.has(Mistake::UndoSkippedAtCut);
            if !is_kept {
                self.tokens = self.tokens.map(|tokens| tokens & !token);
            }
            if is_cut {
                break;
            }
        }
        Ok(best)
    }

    /// Takes note of the column of a child that is better than those before.
    fn choose(&mut self, ply: u32, column: u32) {
        if ply == 0 || self.has(Mistake::DeeperColumn) {
            self.column = column;
        }
    }

    /// The value of the child that this column led to.
    fn child(&mut self, ply: u32, column: u32, window: [i32; 2]) -> Result<i32, Spent> {
        self.path.push(column);
        let value = self.value(ply, window)?;
        self.trace(window, value);
        self.path.pop();
        Ok(value)
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
    fn order(&self) -> [u32; 7] {
        match self.made {
            made if made.has(Mistake::RightToLeft) => RIGHT_TO_LEFT,
            made if made.has(Mistake::MiddleFirst) => MIDDLE_FIRST,
            _ => LEFT_TO_RIGHT,
        }
    }

    /// The lowest empty cell of a column, if the one on top is empty.
    fn landing(&self, column: u32) -> Option<u64> {
        let taken = self.tokens[RED] | self.tokens[YELLOW];
        let is_empty = |cell: &u64| taken & cell == 0;
        let lowest = (0..6).map(|row| Cells::bit(column, row)).find(is_empty);
        lowest.filter(|_| is_empty(&Cells::bit(column, 5)))
    }

    /// Drops a token, and says where it came to rest: nowhere in a full column.
    fn drop(&mut self, column: u32, colour: usize) -> u64 {
        let cell = self.landing(column).unwrap_or(0);
        self.tokens[colour] |= cell;
        cell
    }

    /// The directions that this program looks along: vertical, horizontal, falling, rising.
    fn directions(&self, without_diagonals: Mistake) -> impl Iterator<Item = u32> + use<> {
        let [vertical, horizontal, falling, rising] = Cells::DIRECTIONS;
        let none = self.has(Mistake::NoDiagonals) || self.has(without_diagonals);
        [
            (vertical, self.has(Mistake::NoVerticals)),
            (horizontal, false),
            (falling, none || self.has(Mistake::NoFallingDiagonals)),
            (rising, none || self.has(Mistake::NoRisingDiagonals)),
        ]
        .into_iter()
        .filter_map(|(direction, is_overlooked)| (!is_overlooked).then_some(direction))
    }

    fn winner(&self) -> Option<usize> {
        let has_won = |&colour: &usize| {
            self.directions(Mistake::NoDiagonalWins).any(|direction| {
                let [.., four, five] = runs(self.tokens[colour], direction);
                if self.has(Mistake::ExactlyFour) { four & !five != 0 } else { four != 0 }
            })
        };
        [RED, YELLOW].into_iter().find(has_won)
    }

    fn utility(&self, winner: usize) -> i32 {
        if self.has(Mistake::EvaluationForWins) {
            self.evaluation()
        } else if winner == RED || self.has(Mistake::WinAlwaysPositive) {
            WIN
        } else {
            -WIN
        }
    }

    fn evaluation(&self) -> i32 {
        let yellow = if self.has(Mistake::OpponentForgotten) { 0 } else { self.score(YELLOW) };
        let value = self.score(RED) - yellow;
        let is_for_yellow = self.has(Mistake::EvaluationForMover) && self.first == YELLOW;
        if is_for_yellow == self.has(Mistake::EvaluationNegated) { value } else { -value }
    }

    fn score(&self, colour: usize) -> i32 {
        let tokens = self.tokens[colour];
        let mut score = if self.has(Mistake::TokensForgotten) { 0 } else { tokens.count_ones() };
        for direction in self.directions(Mistake::NoDiagonalRuns) {
            let [two, three, four, _] = runs(tokens, direction).map(u64::count_ones);
            score += if self.has(Mistake::RunsInRuns) {
                let [pairs, triples] = windows(tokens, direction).map(u64::count_ones);
                10 * pairs + 100 * triples + 1000 * four
            } else {
                10 * (two - three) + 100 * (three - four) + 1000 * four
            };
        }
        // A board has 42 cells.
        i32::try_from(score).unwrap_or(i32::MAX)
    }
}

/// The first cells of maximal runs of at least 2, 3, 4 and 5 tokens along a direction.
fn runs(tokens: u64, direction: u32) -> [u64; 4] {
    let starts = tokens & !(tokens << direction);
    let two = starts & tokens >> direction;
    let three = two & tokens >> (2 * direction);
    let four = three & tokens >> (3 * direction);
    [two, three, four, four & tokens >> (4 * direction)]
}

/// The first cells of all pairs and of all triples, inside longer runs too.
fn windows(tokens: u64, direction: u32) -> [u64; 2] {
    let pairs = tokens & tokens >> direction;
    [pairs, pairs & tokens >> (2 * direction)]
}

/// The board as this program reads it.
fn tokens(position: &Standard, made: MistakeSet) -> [u64; 2] {
    let mut tokens = Player::BOTH.map(|player| position.board().stones(player));
    if made.has(Mistake::ColoursSwapped) {
        tokens.reverse();
    }
    if made.has(Mistake::UpsideDown) {
        let turned =
            |cells| Cells::cells(cells).fold(0, |set, (column, row)| set | Cells::bit(column, 5 - row));
        tokens = tokens.map(turned);
    }
    tokens
}
