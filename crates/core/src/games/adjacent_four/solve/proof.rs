//! Whether the attacker can force a four at all, by depth-first proof-number search.
//!
//! In every position the side to move has an aim, the attacker to force a four and the defender to prevent
//! it, and the other side has the opposite one. Who reaches his aim is said to win here, and who misses it to lose. That
//! makes one function of the two kinds of nodes.

use super::chain::wins_by_threats;
use super::key::{self, idle};
use super::node::{Node, Rules, completing, open, several};
use super::pairs::holds_by_pairs;
use crate::grid::{Grid, bits};
use crate::rng::mix;
use crate::search::proof_numbers::{Numbers, Summary, Table};
use crate::{Found, Limits, Stopped};

/// Nodes between two questions to the limits.
const POLL: u64 = 1 << 9;

/// A position one move on that is not decided at sight.
#[derive(Clone, Copy, Debug)]
struct Child {
    node: Node,
    key: u64,
    numbers: Numbers,
}

/// A search and what it has on the path to the current node.
pub(super) struct Search<'a, const W: u32, const H: u32> {
    rules: Rules<W, H>,
    table: &'a mut Table,
    limits: &'a Limits<'a>,
    /// The children of all nodes on the path. They keep their numbers here while they may be lost from the
    /// table, so that a search always comes to an end.
    children: Vec<Child>,
    pub(super) nodes: u64,
    most_nodes: u64,
    is_stopped: bool,
}

impl<'a, const W: u32, const H: u32> Search<'a, W, H> {
    pub(super) fn new(rules: Rules<W, H>, table: &'a mut Table, limits: &'a Limits<'a>) -> Self {
        Self { rules, table, limits, children: Vec::new(), nodes: 0, most_nodes: 0, is_stopped: false }
    }

    /// Whether the attacker can force a four, if `most_nodes` are enough to tell.
    ///
    /// Precondition: neither side has a four.
    pub(super) fn root(&mut self, node: Node, attacks: bool, most_nodes: u64) -> Found<Option<bool>> {
        if (self.limits.stop)() {
            return Err(Stopped);
        }
        self.most_nodes = most_nodes;
        self.children.clear();
        let mut numbers = self.estimate(node, attacks);
        if !numbers.is_decided() {
            let key = key::of_result::<W, H>(node, attacks, idle(self.rules, node));
            if let Some(answer) = self.table.get(mix(key), key) {
                numbers = Numbers::of_answer(answer);
            }
            if !numbers.is_decided() {
                numbers = self.search(node, attacks, key, Numbers::UNBOUNDED);
            }
        }
        if numbers.is_decided() {
            Ok(Some((numbers.win == 0) == attacks))
        } else if self.nodes >= self.most_nodes {
            Ok(None)
        } else {
            Err(Stopped)
        }
    }

    /// Searches below a position until one of its numbers is at least that of `limit`, and gives them.
    fn search(&mut self, node: Node, attacks: bool, key: u64, limit: Numbers) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.most_nodes || self.nodes.is_multiple_of(POLL) && (self.limits.stop)() {
            self.is_stopped = true;
        }
        let start = self.children.len();
        let numbers = match self.expand(node, attacks) {
            Some(decided) => decided,
            None => self.improve(start, attacks, limit),
        };
        self.children.truncate(start);
        self.table.put(mix(key), key, numbers.answer(), self.nodes - before);
        numbers
    }

    /// Adds the children of a position, unless they decide it.
    fn expand(&mut self, node: Node, attacks: bool) -> Option<Numbers> {
        let start = self.children.len();
        for cell in bits(self.moves(node, attacks)) {
            let child = node.with(attacks, 1 << cell);
            let key = key::of_result::<W, H>(child, !attacks, idle(self.rules, child));
            let numbers = match self.table.get(mix(key), key) {
                Some(answer) => Numbers::of_answer(answer),
                None => self.estimate(child, !attacks),
            };
            if numbers.loss == 0 {
                return Some(Numbers::WON);
            }
            if numbers.win != 0 {
                self.children.push(Child { node: child, key, numbers });
            }
        }
        if self.children.len() == start { Some(Numbers::LOST) } else { None }
    }

    /// The moves that may matter.
    fn moves(&self, node: Node, attacks: bool) -> u64 {
        let [own, other] = node.sides(attacks);
        let danger = completing::<W, H>(other, own);
        if danger != 0 {
            return danger;
        }
        let occupied = node.occupied();
        let playable = self.rules.playable(occupied);
        if playable == Grid::<W, H>::BOARD & !occupied {
            // Nothing is left to be opened, and a stone more never harms.
            return playable & (open::<W, H>(own, other, 0) | open::<W, H>(other, own, 0));
        }
        let idle = idle(self.rules, node);
        let one = if idle.count_ones() % 2 == 1 { idle & idle.wrapping_neg() } else { 0 };
        playable & !idle | one
    }

    /// Searches the most promising of the children from `start` on, again and again.
    fn improve(&mut self, start: usize, attacks: bool, limit: Numbers) -> Numbers {
        loop {
            let children = self.children[start..].iter();
            let summary = Summary::of(start, children.map(|child| child.numbers));
            let Summary { numbers, best, .. } = summary;
            if numbers.reaches(limit) || numbers.is_decided() || self.is_stopped {
                return numbers;
            }
            let Child { node, key, numbers: child } = self.children[best];
            let child_limit = summary.limit_of_best(child, limit);
            self.children[best].numbers = self.search(node, !attacks, key, child_limit);
        }
    }

    /// The numbers of a position that was not searched: decided if it can be seen without search.
    fn estimate(&self, node: Node, attacks: bool) -> Numbers {
        let held = if attacks { Numbers::LOST } else { Numbers::WON };
        if open::<W, H>(node.attacker, node.defender, 0) == 0 {
            return held;
        }
        let [own, other] = node.sides(attacks);
        if completing::<W, H>(own, other) != 0 {
            return Numbers::WON;
        }
        let danger = completing::<W, H>(other, own);
        if several(danger) {
            return Numbers::LOST;
        }
        if wins_by_threats(self.rules, [own, other], u32::MAX) {
            return Numbers::WON;
        }
        if attacks && holds_by_pairs(self.rules, node) {
            return held;
        }
        if danger != 0 {
            // There is one move, and it is as hard as what comes after it.
            let Numbers { win, loss } = self.estimate(node.with(attacks, danger), !attacks);
            return Numbers { win: loss, loss: win };
        }
        let numbers = compare::<W, H>([own, other]);
        if wins_by_threats(self.rules, [other, own], u32::MAX) {
            // Few moves prevent that.
            return Numbers { win: 2 * numbers.win, loss: numbers.loss.div_ceil(4) };
        }
        numbers
    }
}

/// The numbers of an undecided position, from the lines that are open to each side.
fn compare<const W: u32, const H: u32>([own, other]: [u64; 2]) -> Numbers {
    const EVEN: i32 = 64;
    const MOST: i32 = 400;
    let count = |cells: u64| cells.count_ones().cast_signed();
    let empty = Grid::<W, H>::BOARD & !(own | other);
    let weight = |own: u64, other: u64| {
        count(open::<W, H>(own, other, 1) & empty)
            + 3 * count(open::<W, H>(own, other, 2) & empty)
            + 6 * count(completing::<W, H>(own, other))
    };
    let better = weight(own, other) - weight(other, own);
    let number = |n: i32| n.clamp(2, MOST).cast_unsigned();
    Numbers { win: number(EVEN - better), loss: number(EVEN + better) }
}
