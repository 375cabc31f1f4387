//! A game given as an explicit tree, so that the figures of textbooks can be searched.
//!
//! There is no board here and no entry in the menus: a node is only its number, its height and
//! either its children or its value.

use std::hash::{Hash, Hasher};
use std::iter::Map;
use std::ops::Range;

use crate::notation::Problems;
use crate::text::quote;
use crate::{Evaluate, Outcome, ParseError, Player, Position};

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
    /// Reads nested parentheses: a number is a leaf with its value for the first player, and a
    /// parenthesis holds the children of a node, as in `((3 12 8) (2 4 6) (14 5 2))`.
    ///
    /// White space and commas separate.
    ///
    /// # Errors
    ///
    /// If the text is not one tree, a node has no child, or a number is not between -32768 and 32767.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut tree = Self { nodes: Vec::new() };
        // The nodes whose parenthesis is open.
        let mut open: Vec<u32> = Vec::new();
        let mut problems = Problems::default();
        for (span, number) in tokens(text).zip(1..) {
            let token = &text[span.clone()];
            let mut problem = |message: String| {
                problems.add(span.clone(), format!("item {number} of the tree, {}", quote(token)), message);
            };
            if open.is_empty() && !tree.nodes.is_empty() {
                problem("text after the tree; expected one tree only".to_owned());
                break;
            }
            match (token, open.last()) {
                ("(", parent) => {
                    let node = tree.add(Contents::Inner(Vec::new()), parent.copied());
                    open.push(node);
                }
                (")", Some(&node)) => {
                    if tree.children(node).is_empty() {
                        problem("a node without children; expected a number or a node in it".to_owned());
                    }
                    open.pop();
                }
                (")", None) => {
                    problem("closes nothing; expected a number or an opening parenthesis".to_owned());
                    break;
                }
                (_, parent) => {
                    let value = token.parse().unwrap_or_else(|_| {
                        problem("expected a whole number from -32768 to 32767 or a parenthesis".to_owned());
                        0
                    });
                    tree.add(Contents::Leaf(value), parent.copied());
                }
            }
        }
        if problems.is_empty() && (tree.nodes.is_empty() || !open.is_empty()) {
            let message = match open.len() {
                0 => "no tree; expected a number or nested parentheses, such as ((3 12) (2 4))".to_owned(),
                n => format!("still open: {n}; expected as many closing parentheses"),
            };
            problems.add(text.len()..text.len(), "end of the tree", message);
        }
        tree.measure();
        problems.finish(tree)
    }

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

/// The places of parentheses and of the words between them.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text[at..].trim_start_matches(separates);
        let start = text.len() - rest.len();
        let length = if rest.starts_with(['(', ')']) {
            1
        } else {
            rest.find(|c: char| separates(c) || matches!(c, '(' | ')')).unwrap_or(rest.len())
        };
        at = start + length;
        (length > 0).then_some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_parentheses_are_read() {
        let tree = Tree::parse(" ((3,12 8)(2 -4 6)\n\t7 ) ").unwrap();
        assert_eq!(tree.nodes.len(), 10);
        assert_eq!(tree, Tree::parse("((3 12 8) (2 -4 6) 7)").unwrap());
        let root = Box::leak(Box::new(tree)).root();
        assert_eq!((root.turn(), root.plies_left(), root.moves().count()), (Player::First, 2, 3));
        let leaf = root.play(Child(1)).play(Child(1));
        assert_eq!((leaf.leaf_value(), leaf.outcome()), (Some(-4), Some(Outcome::Win(Player::Second))));
        assert_eq!((leaf.turn(), leaf.plies_left(), leaf.moves().count()), (Player::First, 0, 0));
        assert_eq!(root.play(Child(2)).outcome(), Some(Outcome::Win(Player::First)));
        assert_ne!(root.play(Child(0)), root.play(Child(1)));
        assert_ne!(root, root.skip());
        let twin = Box::leak(Box::new(Tree::parse("((3 12 8) (2 -4 6) 7)").unwrap())).root();
        assert_ne!(root, twin);
        assert_eq!(Tree::parse("0").unwrap().nodes.len(), 1);
    }

    #[test]
    fn values_belong_to_the_first_player() {
        let root = Box::leak(Box::new(Tree::parse("(5 0)").unwrap())).root();
        let leaf = root.play(Child(0));
        assert_eq!(Player::BOTH.map(|me| LeafValues.evaluate(&leaf, me)), [5, -5]);
        assert_eq!(LeafValues.evaluate(&root, Player::First), 0);
        assert_eq!(root.play(Child(1)).outcome(), Some(Outcome::Draw));
        let sum: i64 = LeafValues.terms(&leaf, Player::Second).iter().map(crate::Term::value).sum();
        assert_eq!(sum, -5);
    }

    #[test]
    fn wrong_trees_are_named() {
        let message = |text: &str| Tree::parse(text).unwrap_err().to_string();
        let example = "expected a number or nested parentheses, such as ((3 12) (2 4))";
        assert_eq!(message(" "), format!("end of the tree: no tree; {example}"));
        assert_eq!(message("((1 2)"), "end of the tree: still open: 1; expected as many closing parentheses");
        assert_eq!(
            message("(1 ())"),
            "item 4 of the tree, ')': a node without children; expected a number or a node in it"
        );
        assert_eq!(
            message(")"),
            "item 1 of the tree, ')': closes nothing; expected a number or an opening parenthesis"
        );
        assert_eq!(message("(1) 2"), "item 4 of the tree, '2': text after the tree; expected one tree only");
        assert_eq!(
            message("(é 40000)"),
            "item 2 of the tree, 'é': expected a whole number from -32768 to 32767 or a parenthesis\n\
             item 3 of the tree, '40000': expected a whole number from -32768 to 32767 or a parenthesis"
        );
        // As deep as the text is long: the reader does not recurse.
        assert!(Tree::parse(&"(".repeat(100_000)).is_err());
    }
}
