//! A game given as an explicit tree, so that the figures of textbooks can be searched.
//!
//! There is no board here and no entry in the menus: a node is only its number, its height and
//! either its children or its value.

#[cfg(test)]
mod tests;
mod text;

use std::hash::{Hash, Hasher};
use std::iter::Map;
use std::ops::Range;

use crate::{Evaluate, Outcome, Player, Position};

/// A game tree. The first player moves at the root, and the sides take turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The root first.
    nodes: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The longest way to a leaf below, in plies.
    height: u32,
    contents: Contents,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Contents {
    /// The value for the first player.
    Leaf(i16),
    /// Numbers of the children: one at least, each greater than the number of this node.
    Inner(Vec<u32>),
}

impl Tree {
    /// Adds a node as the last child of `parent` and returns its number.
    fn add(&mut self, contents: Contents, parent: Option<u32>) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("four billion nodes do not fit into memory");
        self.nodes.push(Entry { height: 0, contents });
        if let Some(parent) = parent
            && let Contents::Inner(children) = &mut self.nodes[parent as usize].contents
        {
            children.push(number);
        }
        number
    }

    /// Fills in the heights, from the last node to the root.
    fn measure(&mut self) {
        for node in (0..self.nodes.len()).rev() {
            if let Contents::Inner(children) = &self.nodes[node].contents {
                let below = children.iter().map(|&child| self.nodes[child as usize].height);
                self.nodes[node].height = below.max().map_or(0, |height| height + 1);
            }
        }
    }

    fn children(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize].contents {
            Contents::Leaf(_) => &[],
            Contents::Inner(children) => children,
        }
    }

    /// The root, the first player to move. Positions are small values, so the tree must outlive
    /// them all: keep it in a `static`, or leak it.
    pub fn root(&'static self) -> Node {
        Node { tree: self, number: 0, turn: Player::First }
    }
}

/// A node of a [`Tree`] as a position. Leaves are finished games.
///
/// Keys are unique within one tree. A tree has no left and right, so the mirror image of a node is
/// the node itself.
#[derive(Clone, Copy)]
pub struct Node {
    tree: &'static Tree,
    number: u32,
    turn: Player,
}

impl Node {
    fn entry(&self) -> &'static Entry {
        &self.tree.nodes[self.number as usize]
    }

    /// The value for the first player if this is a leaf.
    pub fn leaf_value(&self) -> Option<i16> {
        match self.entry().contents {
            Contents::Leaf(value) => Some(value),
            Contents::Inner(_) => None,
        }
    }
}

/// Nodes are equal if they are the same node of the same tree, not of one that looks alike.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.key() == other.key()
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Node").field("number", &self.number).field("turn", &self.turn).finish_non_exhaustive()
    }
}

/// A move: which child, 0 for the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Child(pub u32);

impl Position for Node {
    type Move = Child;
    /// The children of a node in the order in which they were given.
    type Moves = Map<Range<u32>, fn(u32) -> Child>;

    fn turn(&self) -> Player {
        self.turn
    }

    /// A leaf is won for the side that its value favours.
    fn outcome(&self) -> Option<Outcome> {
        self.leaf_value().map(|value| match value.signum() {
            1 => Outcome::Win(Player::First),
            -1 => Outcome::Win(Player::Second),
            _ => Outcome::Draw,
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "nodes are numbered by u32")]
    fn moves(&self) -> Self::Moves {
        (0..self.tree.children(self.number).len() as u32).map(Child)
    }

    fn play(&self, Child(index): Child) -> Self {
        Self { number: self.tree.children(self.number)[index as usize], ..self.skip() }
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        self.entry().height
    }

    fn key(&self) -> u64 {
        (u64::from(self.number) << 1) | self.turn as u64
    }
}

/// The values written at the leaves. An inner node at the depth limit of a search is worth 0.
#[derive(Clone, Copy, Default, Debug)]
pub struct LeafValues;

impl Evaluate<Node> for LeafValues {
    fn utility(&self, _: Outcome, position: &Node, me: Player) -> i32 {
        self.evaluate(position, me)
    }

    fn evaluate(&self, position: &Node, me: Player) -> i32 {
        let value = i32::from(position.leaf_value().unwrap_or(0));
        if me == Player::First { value } else { -value }
    }
}
