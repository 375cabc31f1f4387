//! Textbook figures, and what the literature says about alpha-beta, watched through an observer.

use std::convert::Infallible;
use std::ops::Range;
use std::str::SplitWhitespace;

use crate::laws::searches::every_search;
use crate::rng::Rng;
use crate::search::{Algorithm, Choice, CutRule, textbook};
use crate::{Bound, Evaluate, Observer, Outcome, Player, Position, Silent, Window};

const MINIMAX: Algorithm = Algorithm::Minimax;
const ALPHA_BETA: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
/// More than the height of any tree here.
const TO_THE_LEAVES: u32 = 20;

/// A node of a game tree, and the side to move there: the first player at the root. Leaves are finished games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    tree: &'static Tree,
    turn: Player,
}

#[derive(PartialEq, Eq, Hash, Debug)]
enum Tree {
    /// The value for the first player.
    Leaf(i32),
    Inner(Vec<Self>),
}

impl Node {
    /// Reads nested parentheses: a number is a leaf, and a parenthesis holds the children of a node, as in
    /// `((3 12 8) (2 4 6) (14 5 2))`. Trees are never freed, so that positions are small values.
    pub(super) fn read(text: &str) -> Self {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let tree = Tree::read(&mut text.split_whitespace()).expect("a tree");
        Self { tree: Box::leak(Box::new(tree)), turn: Player::First }
    }

    fn children(self) -> &'static [Tree] {
        match self.tree {
            Tree::Leaf(_) => &[],
            Tree::Inner(children) => children,
        }
    }
}

impl Tree {
    /// The next node; `None` at the end of a parenthesis.
    fn read(words: &mut SplitWhitespace<'_>) -> Option<Self> {
        match words.next().expect("as many closing parentheses") {
            "(" => Some(Self::Inner(std::iter::from_fn(|| Self::read(words)).collect())),
            ")" => None,
            number => Some(Self::Leaf(number.parse().expect("a number"))),
        }
    }

    fn height(&self) -> u32 {
        match self {
            Self::Leaf(_) => 0,
            Self::Inner(children) => children.iter().map(Self::height).max().map_or(0, |height| height + 1),
        }
    }
}

impl Position for Node {
    /// The number of the child.
    type Move = u32;
    type Moves = Range<u32>;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        matches!(self.tree, Tree::Leaf(_)).then_some(Outcome::Draw)
    }

    fn moves(&self) -> Range<u32> {
        0..u32::try_from(self.children().len()).expect("few children")
    }

    fn play(&self, child: u32) -> Self {
        Self { tree: &self.children()[child as usize], ..self.skip() }
    }

    fn skip(&self) -> Self {
        Self { turn: self.turn.opponent(), ..*self }
    }

    fn plies_left(&self) -> u32 {
        self.tree.height()
    }

    fn key(&self) -> u64 {
        2 * std::ptr::from_ref(self.tree).addr() as u64 + self.turn as u64
    }
}

struct LeafValues;

impl Evaluate<Node> for LeafValues {
    fn utility(&self, _: Outcome, node: &Node, me: Player) -> i32 {
        self.evaluate(node, me)
    }

    fn evaluate(&self, node: &Node, me: Player) -> i32 {
        match node.tree {
            Tree::Leaf(value) if me == Player::First => *value,
            Tree::Leaf(value) => -value,
            Tree::Inner(_) => 0,
        }
    }
}

/// A node that was examined, in the order of entering.
#[derive(Clone, PartialEq, Debug)]
struct Examined {
    /// The number of the child at each ply, from 0.
    path: Vec<u32>,
    window: Window,
    value: i32,
    /// How many children the cut-off skipped, if there was one.
    skipped: Option<usize>,
    leaf: bool,
}

#[derive(Default)]
struct Record {
    nodes: Vec<Examined>,
    /// The nodes entered but not left: number in `nodes`, children made so far, all children.
    open: Vec<(usize, usize, usize)>,
    path: Vec<u32>,
}

impl Observer<Node> for Record {
    type Stop = Infallible;

    fn enter(&mut self, node: &Node, ply: u32, window: Window) -> Result<(), Infallible> {
        assert_eq!(ply as usize, self.path.len());
        self.open.push((self.nodes.len(), 0, node.moves().count()));
        let leaf = node.outcome().is_some();
        self.nodes.push(Examined { path: self.path.clone(), window, value: 0, skipped: None, leaf });
        Ok(())
    }

    fn generated(&mut self, index: u32) {
        self.path.push(index);
        self.open.last_mut().expect("a child has a parent").1 += 1;
    }

    fn cutoff(&mut self) {
        let &(node, made, all) = self.open.last().expect("a cut-off is at a node");
        self.nodes[node].skipped = Some(all - made);
    }

    fn leave(&mut self, value: i32) {
        let (node, ..) = self.open.pop().expect("every leave has an enter");
        self.nodes[node].value = value;
        self.path.pop();
    }
}

impl Record {
    fn at(&self, path: &[u32]) -> &Examined {
        self.nodes.iter().find(|node| node.path == path).expect("the node was examined")
    }

    fn window(&self, path: &[u32]) -> (i32, i32) {
        (self.at(path).window.alpha, self.at(path).window.beta)
    }

    fn leaves(&self) -> Vec<i32> {
        self.nodes.iter().filter(|node| node.leaf).map(|node| node.value).collect()
    }

    /// Path and number of skipped children of every cut-off.
    fn cutoffs(&self) -> Vec<(&[u32], usize)> {
        self.nodes.iter().filter_map(|node| Some((node.path.as_slice(), node.skipped?))).collect()
    }
}

/// The text of a tree in which every inner node has so many children and every leaf is so deep; `leaf` gives the value
/// at a path.
fn uniform(branching: u32, depth: u32, path: &mut Vec<u32>, leaf: &mut dyn FnMut(&[u32]) -> i64) -> String {
    if depth == 0 {
        return leaf(path).to_string();
    }
    let mut children = Vec::new();
    for child in 0..branching {
        path.push(child);
        children.push(uniform(branching, depth - 1, path, leaf));
        path.pop();
    }
    format!("({})", children.join(" "))
}

fn search(root: &Node, algorithm: Algorithm) -> (Choice<u32>, Record) {
    let mut record = Record::default();
    let Ok(choice) =
        textbook::search(algorithm, root, TO_THE_LEAVES, &LeafValues, Player::First, &mut record);
    assert!(record.open.is_empty());
    (choice, record)
}

/// Russell and Norvig, 3rd edition, figure 5.2: nodes A (root), B, C and D.
const FIGURE_5_2: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn russell_and_norvig_figure_5_2_by_minimax() {
    let (choice, record) = search(&Node::read(FIGURE_5_2), MINIMAX);
    assert_eq!(choice, Choice { best: Some(0), value: 3 });
    assert_eq!(record.leaves(), [3, 12, 8, 2, 4, 6, 14, 5, 2]);
    assert_eq!(record.nodes.len(), 1 + 3 + 9);
    assert_eq!([0, 1, 2].map(|child| record.at(&[child]).value), [3, 2, 2]);
    assert_eq!(record.cutoffs(), []);
}

/// Figure 5.5 walks through the same tree with alpha-beta.
#[test]
fn russell_and_norvig_figure_5_5_by_alpha_beta() {
    const INFINITY: i32 = i32::MAX;
    let (choice, record) = search(&Node::read(FIGURE_5_2), ALPHA_BETA);
    assert_eq!(choice, Choice { best: Some(0), value: 3 });
    assert_eq!(record.leaves(), [3, 12, 8, 2, 14, 5, 2]);
    assert_eq!(record.nodes.len(), 1 + 3 + (3 + 1 + 3));
    // C is given up after its first leaf; at D the bound is met only by the last one.
    assert_eq!(record.cutoffs(), [(&[1][..], 2), (&[2][..], 0)]);
    assert_eq!(record.window(&[0]), (i32::MIN, INFINITY));
    assert_eq!(record.window(&[0, 1]), (i32::MIN, 3));
    assert_eq!(record.window(&[1]), (3, INFINITY));
    assert_eq!(record.window(&[2]), (3, INFINITY));
    assert_eq!(record.window(&[2, 1]), (3, 14));
    assert_eq!(record.window(&[2, 2]), (3, 5));
    // As the text remarks, the other two leaves of D are pruned if its last one comes first.
    let (choice, record) = search(&Node::read("((3 12 8) (2 4 6) (2 5 14))"), ALPHA_BETA);
    assert_eq!((choice.value, record.leaves()), (3, vec![3, 12, 8, 2, 2]));
}

#[test]
fn equal_values_cut_only_under_the_textbook_rule() {
    let root = Node::read("((3 12) (3 1 9))");
    let (choice, record) = search(&root, ALPHA_BETA);
    assert_eq!((choice.best, record.leaves()), (Some(0), vec![3, 12, 3]));
    let (choice, record) = search(&root, Algorithm::AlphaBeta(CutRule::Beyond));
    assert_eq!((choice.best, record.leaves()), (Some(0), vec![3, 12, 3, 1]));
    // Of equal moves the first examined is kept, also where it is not the first child.
    let (choice, _) = search(&Node::read("((1 2) (5 6) (5 7))"), MINIMAX);
    assert_eq!(choice, Choice { best: Some(1), value: 5 });
}

/// A deep cut-off (Knuth and Moore 1975): alpha of the root refutes a node three plies below.
#[test]
fn deep_cutoff() {
    let (choice, record) = search(&Node::read("(5 (((3 9) 4) 6))"), ALPHA_BETA);
    assert_eq!(choice, Choice { best: Some(0), value: 5 });
    assert_eq!(record.window(&[1, 0, 0]), (5, i32::MAX));
    assert_eq!(record.leaves(), [5, 3, 4], "9 by a deep cut-off, then 6 by a shallow one");
    assert_eq!(record.cutoffs(), [(&[1][..], 1), (&[1, 0, 0][..], 1)]);
    // What was skipped deep down cannot matter; what follows it can.
    for skipped in ["-50", "50"] {
        let tree = format!("(5 (((3 {skipped}) 4) 6))");
        assert_eq!(search(&Node::read(&tree), MINIMAX).0.value, 5);
    }
    let (choice, record) = search(&Node::read("(5 (((3 9) 20) 6))"), ALPHA_BETA);
    assert_eq!(choice, Choice { best: Some(1), value: 6 });
    assert_eq!(record.leaves(), [5, 3, 20, 6]);
}

/// Knuth and Moore 1975, theorem 1 and its corollary: where the best child comes first everywhere,
/// exactly the leaves are examined whose path holds only first children at all even or all odd plies.
#[test]
fn best_order_examines_the_critical_leaves() {
    for branching in 1..=4 {
        for depth in 1..=6 {
            // Each ply away from the first child costs the side that goes it its number.
            let root = Node::read(&uniform(branching, depth, &mut Vec::new(), &mut |path| {
                let cost =
                    |(ply, &child): (usize, &u32)| i64::from(child) * if ply % 2 == 0 { -1 } else { 1 };
                path.iter().enumerate().map(cost).sum()
            }));
            let (choice, record) = search(&root, ALPHA_BETA);
            assert_eq!(choice, Choice { best: Some(0), value: 0 });
            let examined: Vec<&[u32]> =
                record.nodes.iter().filter(|node| node.leaf).map(|node| node.path.as_slice()).collect();
            let expected = branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1;
            assert_eq!(examined.len(), expected as usize, "branching {branching}, depth {depth}");
            for path in examined {
                let firsts_only = |parity| path.iter().skip(parity).step_by(2).all(|&child| child == 0);
                assert!(firsts_only(0) || firsts_only(1), "{path:?} is not critical");
            }
        }
    }
    let equal = uniform(3, 4, &mut Vec::new(), &mut |_| 0);
    assert_eq!(search(&Node::read(&equal), ALPHA_BETA).1.leaves().len(), 9 + 9 - 1);
}

/// Every value that a search returns below the root is the bound that [`Bound::of`] says.
#[test]
fn returned_values_are_bounds() {
    let mut rng = Rng::new(1975);
    let mut inexact = 0;
    for _ in 0..60 {
        let branching = u32::try_from(1 + rng.below(4)).unwrap();
        let depth = u32::try_from(1 + rng.below(4)).unwrap();
        let root = Node::read(&uniform(branching, depth, &mut Vec::new(), &mut |_| {
            i64::try_from(rng.below(12)).unwrap() - 6
        }));
        for (root, me) in [(root, Player::First), (root.skip(), Player::Second), (root, Player::Second)] {
            let minimax = |node| {
                let Ok(choice) = textbook::minimax(&node, depth, &LeafValues, me, &mut Silent);
                choice
            };
            for algorithm in every_search() {
                let mut record = Record::default();
                let Ok(choice) = textbook::search(algorithm, &root, depth, &LeafValues, me, &mut record);
                assert_eq!(choice, minimax(root));
                for node in &record.nodes {
                    let reached = node.path.iter().fold(root, |at, &child| at.play(child));
                    let exact = minimax(reached).value;
                    match Bound::of(node.value, node.window) {
                        Bound::Exact => assert_eq!(exact, node.value),
                        Bound::AtLeast => assert!(exact >= node.value),
                        Bound::AtMost => assert!(exact <= node.value),
                    }
                    inexact += u32::from(exact != node.value);
                }
            }
        }
    }
    assert!(inexact > 100, "only {inexact} values differed from minimax");
}
