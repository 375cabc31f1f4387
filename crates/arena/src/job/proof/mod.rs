//! The value of a position that is too hard for one sitting, from the values of positions after it.
//!
//! The first plies are a [`Tree`]; the positions at its leaves are worked on one by one, each with a question
//! that can be answered by yes or no: is the value at least so much? Which question comes next
//! follows proof numbers (Allis, Searching for Solutions in Games and Artificial Intelligence, 1994, chapter 2): that
//! of the leaf that belongs both to the cheapest proof and to the cheapest disproof of what is asked of the
//! root. Leaves that the answer does not depend on are never worked on. What a leaf costs is the same for all, or the
//! [`Promise`] of each.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use plyground_core::{Player, Position};
use serde_json::{Value, json};

use super::{Agenda, Share};

/// Values are those of the first player, so that it takes the highest and the other side the lowest.
#[derive(Debug)]
enum Node {
    Finished(i32),
    /// The number of the leaf.
    Leaf(u32),
    Choice {
        is_first: bool,
        /// Those of the middle moves first.
        children: Vec<u32>,
    },
}

/// The first plies of a game: positions that are equal or mirror images are one node.
///
/// Parents stand before their children.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The node of each leaf.
    leaves: Vec<u32>,
    promises: Vec<Promise>,
}

/// How hard it seems to show that the value of a leaf is at least what is asked, and to show that it is less: the proof
/// and disproof number that it begins with. (Initial numbers by heuristics: Nagai, *Df-pn Algorithm for Searching
/// AND/OR Trees and Its Applications*, 2002, df-pn+.)
///
/// What is likely true should be cheap and what is likely false dear: the leaf that is worked on next is one whose
/// answer is expected to finish a proof. Numbers of leaves are added and compared, so only their proportions count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The effort of a proof, at least 1.
    pub proof: u32,
    /// The effort of a disproof, at least 1.
    pub disproof: u32,
}

impl Promise {
    /// That of a leaf of which nothing is known.
    pub const EVEN: Self = Self { proof: 1, disproof: 1 };
}

impl Tree {
    /// The most positions of a tree.
    pub const MOST_POSITIONS: usize = 2_000_000;

    /// All positions up to so many plies after the root: the tree, and the position of each node, those nearer to the
    /// root first. `finished` gives the value of a position where the game is over. `None` if there are more than
    /// [`MOST_POSITIONS`](Self::MOST_POSITIONS).
    ///
    /// Takes time and memory in proportion to the number of positions.
    pub fn grow<P: Position>(root: &P, plies: u32, finished: impl Fn(&P) -> i32) -> Option<(Self, Vec<P>)> {
        let mut nodes = Vec::new();
        let mut positions = Vec::new();
        let mut leaves = Vec::new();
        let mut layer = vec![root.clone()];
        for ply in 0..=plies {
            let mut next = Vec::new();
            let mut numbers = HashMap::new();
            let after = nodes.len() + layer.len();
            for position in &layer {
                let node = if position.outcome().is_some() {
                    Node::Finished(finished(position))
                } else if ply == plies {
                    leaves.push(index(nodes.len()));
                    Node::Leaf(index(leaves.len() - 1))
                } else {
                    let mut children: Vec<u32> = Vec::new();
                    for mv in from_the_middle(position.moves().collect()) {
                        let child = position.play(mv);
                        let number = *numbers.entry(child.canonical_key()).or_insert_with(|| {
                            next.push(child);
                            index(after + next.len() - 1)
                        });
                        if !children.contains(&number) {
                            children.push(number);
                        }
                    }
                    Node::Choice { is_first: position.turn() == Player::First, children }
                };
                nodes.push(node);
                if after + next.len() > Self::MOST_POSITIONS {
                    return None;
                }
            }
            positions.append(&mut layer);
            layer = next;
        }
        let promises = vec![Promise::EVEN; leaves.len()];
        Some((Self { nodes, leaves, promises }, positions))
    }

    /// The tree with a promise for each leaf, in the order of the leaves.
    ///
    /// # Panics
    ///
    /// If there are not as many promises as leaves, or an effort is 0.
    #[must_use]
    pub fn with_promises(self, promises: Vec<Promise>) -> Self {
        assert_eq!(promises.len(), self.leaves.len(), "each leaf has one promise");
        let is_effort = |promise: &Promise| promise.proof > 0 && promise.disproof > 0;
        assert!(promises.iter().all(is_effort), "an effort of 0 would mean that something is known");
        Self { promises, ..self }
    }

    /// The nodes of the leaves.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = usize> {
        self.leaves.iter().map(|&node| node as usize)
    }

    /// What a value of every leaf, or a bound of it, makes of all nodes.
    fn values(&self, leaf_value: impl Fn(usize) -> i32) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            values[index] = match node {
                &Node::Finished(value) => value,
                &Node::Leaf(leaf) => leaf_value(leaf as usize),
                Node::Choice { is_first, children } => {
                    let children = children.iter().map(|&child| values[child as usize]);
                    if *is_first { children.max() } else { children.min() }.unwrap_or(0)
                }
            };
        }
        values
    }
}

/// Moves from the middle outwards: of leaves that promise as much, those in the middle of the board go first.
fn from_the_middle<M>(moves: Vec<M>) -> impl Iterator<Item = M> {
    let count = moves.len();
    let mut moves: Vec<(usize, M)> = moves.into_iter().enumerate().collect();
    moves.sort_by_key(|(place, _)| (2 * place + 1).abs_diff(count));
    moves.into_iter().map(|(_, mv)| mv)
}

fn index(index: usize) -> u32 {
    u32::try_from(index).expect("a tree has at most two million positions")
}

/// Proof and disproof number of what cannot be proved, or not be disproved.
const NEVER: u64 = u64::MAX;

/// What it takes to prove and to disprove that a value is at least what is asked: the sum over leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    proof: u64,
    disproof: u64,
    /// Whether there is a leaf below that can be worked on.
    is_open: bool,
}

impl Effort {
    const fn known(is_at_least: bool) -> Self {
        let (proof, disproof) = if is_at_least { (0, NEVER) } else { (NEVER, 0) };
        Self { proof, disproof, is_open: false }
    }

    const fn is_known(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What is asked of a leaf: is its value, for the first player, at least `least`?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the leaf.
    pub leaf: usize,
    /// The value that is asked for.
    pub least: i32,
}

/// The number of questions that can be asked of a leaf whose value is in a range.
const fn each((low, high): (i32, i32)) -> u64 {
    low.abs_diff(high) as u64
}

impl Question {
    /// The question with a number, where values are in a range, given with its ends; `None` if there is none.
    pub fn numbered(item: u64, range: (i32, i32)) -> Option<Self> {
        let leaf = usize::try_from(item.checked_div(each(range))?).ok()?;
        let above = i32::try_from(item % each(range)).ok()?;
        Some(Self { leaf, least: range.0 + 1 + above })
    }

    /// The number of the question.
    fn number(self, range: (i32, i32)) -> u64 {
        self.leaf as u64 * each(range) + u64::from((self.least - 1).abs_diff(range.0))
    }
}

/// An answer with what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Whether the value is at least what was asked.
    pub is_at_least: bool,
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds that it took.
    pub milliseconds: u64,
}

/// The same answer may cost more the next time.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.is_at_least == other.is_at_least
    }
}

impl Answer {
    /// The answer in the form of a journal.
    pub fn to_json(self) -> Value {
        json!({ "at_least": self.is_at_least, "nodes": self.nodes, "ms": self.milliseconds })
    }

    /// Reads what [`to_json`](Self::to_json) gave.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn read(value: &Value) -> Result<Self, &'static str> {
        match (value["at_least"].as_bool(), value["nodes"].as_u64(), value["ms"].as_u64()) {
            (Some(is_at_least), Some(nodes), Some(ms)) => Ok(Self { is_at_least, nodes, milliseconds: ms }),
            _ => Err("expected at_least (true or false), nodes and ms"),
        }
    }
}

/// The agenda of a proof, with all that the answers say by now.
#[derive(Clone, Debug)]
pub struct Proof {
    tree: Arc<Tree>,
    share: Share,
    /// The lowest and the highest value that a leaf can have.
    range: (i32, i32),
    /// The lowest and the highest value that a leaf can still have.
    bounds: Vec<(i32, i32)>,
    answers: u64,
    nodes: u64,
    milliseconds: u64,
}

impl Proof {
    /// Nothing is known but that all values are in a range, given with its ends.
    pub fn new(tree: Arc<Tree>, range: (i32, i32), share: Share) -> Self {
        let bounds = vec![range; tree.leaves.len()];
        Self { tree, share, range, bounds, answers: 0, nodes: 0, milliseconds: 0 }
    }

    /// The number of questions that can be asked.
    pub const fn items(&self) -> u64 {
        self.bounds.len() as u64 * each(self.range)
    }

    /// The lowest and the highest value that the root can still have.
    pub fn value(&self) -> (i32, i32) {
        let low = self.tree.values(|leaf| self.bounds[leaf].0)[0];
        let high = self.tree.values(|leaf| self.bounds[leaf].1)[0];
        (low, high)
    }

    /// The nodes whose values are known, with the values, but for finished games.
    pub fn known(&self) -> Vec<(usize, i32)> {
        let lows = self.tree.values(|leaf| self.bounds[leaf].0);
        let highs = self.tree.values(|leaf| self.bounds[leaf].1);
        let ranges = lows.into_iter().zip(highs).enumerate().zip(&self.tree.nodes);
        let known =
            ranges.filter(|((_, (low, high)), node)| low == high && !matches!(node, Node::Finished(_)));
        known.map(|((node, (low, _)), _)| (node, low)).collect()
    }

    /// A leaf whose answers contradict each other, if there is one.
    pub fn contradiction(&self) -> Option<usize> {
        self.bounds.iter().position(|(low, high)| low > high)
    }

    /// Answers by now, the nodes that they took, and the milliseconds.
    pub const fn cost(&self) -> (u64, u64, u64) {
        (self.answers, self.nodes, self.milliseconds)
    }

    /// What is asked of the root now, from values near 0 outwards; `None` when its value is known.
    fn asked(&self) -> Option<i32> {
        let (low, high) = self.value();
        (low < high).then(|| 0.clamp(low + 1, high))
    }

    /// Efforts of all nodes for the question whether values are at least `least`.
    fn efforts(
        &self,
        least: i32,
        promise: &dyn Fn(usize) -> Promise,
        is_taken: &dyn Fn(u64) -> bool,
    ) -> Vec<Effort> {
        let mut efforts = vec![Effort::known(false); self.tree.nodes.len()];
        for (index, node) in self.tree.nodes.iter().enumerate().rev() {
            efforts[index] = match node {
                &Node::Finished(value) => Effort::known(value >= least),
                &Node::Leaf(leaf) => {
                    let leaf = leaf as usize;
                    let (low, high) = self.bounds[leaf];
                    if low >= least || high < least {
                        Effort::known(low >= least)
                    } else {
                        let is_open = self.share.has(leaf as u64)
                            && !is_taken(Question { leaf, least }.number(self.range));
                        let Promise { proof, disproof } = promise(leaf);
                        Effort { proof: proof.into(), disproof: disproof.into(), is_open }
                    }
                }
                Node::Choice { is_first, children } => {
                    let children = || children.iter().map(|&child| efforts[child as usize]);
                    let proofs = || children().map(|child| child.proof);
                    let disproofs = || children().map(|child| child.disproof);
                    let sum = u64::saturating_add;
                    let (proof, disproof) = if *is_first {
                        (proofs().min().unwrap_or(NEVER), disproofs().fold(0, sum))
                    } else {
                        (proofs().fold(0, sum), disproofs().min().unwrap_or(NEVER))
                    };
                    let is_open = proof != 0 && disproof != 0 && children().any(|child| child.is_open);
                    Effort { proof, disproof, is_open }
                }
            };
        }
        efforts
    }

    /// The leaf that both the cheapest proof and the cheapest disproof need, of those that are open.
    fn most_proving(&self, efforts: &[Effort]) -> Option<usize> {
        let mut at = 0_u32;
        loop {
            match &self.tree.nodes[at as usize] {
                Node::Finished(_) => return None,
                &Node::Leaf(leaf) => return efforts[at as usize].is_open.then_some(leaf as usize),
                Node::Choice { is_first, children } => {
                    let open = children.iter().copied().filter(|&child| efforts[child as usize].is_open);
                    at = open.min_by_key(|&child| {
                        let Effort { proof, disproof, .. } = efforts[child as usize];
                        if *is_first { proof } else { disproof }
                    })?;
                }
            }
        }
    }
}

impl Agenda<Answer> for Proof {
    fn note(&mut self, item: u64, answer: &Answer) {
        let Some(Question { leaf, least }) = Question::numbered(item, self.range) else { return };
        let Some((low, high)) = self.bounds.get_mut(leaf) else { return };
        if answer.is_at_least {
            *low = (*low).max(least);
        } else {
            *high = (*high).min(least - 1);
        }
        self.answers += 1;
        // A journal may say anything.
        self.nodes = self.nodes.saturating_add(answer.nodes);
        self.milliseconds = self.milliseconds.saturating_add(answer.milliseconds);
    }

    fn next(&mut self, is_taken: &dyn Fn(u64) -> bool) -> Option<u64> {
        let least = self.asked()?;
        let leaf = self.most_proving(&self.efforts(least, &|leaf| self.tree.promises[leaf], is_taken))?;
        Some(Question { leaf, least }.number(self.range))
    }

    fn left(&self) -> u64 {
        let Some(least) = self.asked() else { return 0 };
        let root = self.efforts(least, &|_| Promise::EVEN, &|_| false)[0];
        debug_assert!(!root.is_known(), "what is known is not asked");
        root.proof.min(root.disproof)
    }

    fn words(&self) -> Option<String> {
        let (low, high) = self.value();
        let Some(least) = self.asked() else { return Some(format!("the value is {low}")) };
        Some(format!("the value is from {low} to {high}; at least {least}?"))
    }
}
