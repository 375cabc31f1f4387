//! A whole search, recorded in the order of examination.

pub mod words;

use crate::search::Algorithm;
use crate::text::texts;
use crate::{AnyMove, AnyPosition, Bound, Limits, Observer, Player, Position, Stopped, Window};

/// Why a node has no further children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// All replies were examined.
    Inner,
    /// Some replies were skipped.
    Cut,
    /// It was evaluated at the depth limit.
    DepthLimit,
    /// The game is over.
    Terminal,
}

texts! {
    /// The name in answers.
    State::name { Inner => "inner", Cut => "cut", DepthLimit => "depth-limit", Terminal => "terminal" }
}

/// An examined node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The move that leads here; `None` at the root.
    pub mv: Option<AnyMove>,
    /// The number of that move among the legal moves of the parent.
    pub child: u16,
    /// Plies below the root.
    pub ply: u16,
    /// Whether the side to move maximises.
    pub maximises: bool,
    /// Why it has no further children.
    pub state: State,
    /// Alpha and beta on entry.
    pub window: Window,
    /// The returned value.
    pub value: i32,
    /// The least that the minimax value can be after what was examined.
    pub low: i32,
    /// The greatest that it can be.
    pub high: i32,
    /// The reply that gave the value.
    pub best: Option<AnyMove>,
    /// The index of the last node below.
    pub last: usize,
}

impl Node {
    /// What the returned value says about the minimax value.
    ///
    /// More is known than from the window alone: a finished game has its value for every window.
    pub fn bound(&self) -> Bound {
        match (self.low == self.value, self.high == self.value) {
            (true, true) => Bound::Exact,
            (false, true) => Bound::AtMost,
            (true, false) => Bound::AtLeast,
            (false, false) => Bound::of(self.value, self.window),
        }
    }
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Tree {
    /// How it was searched.
    pub algorithm: Algorithm,
    /// The side that maximises.
    pub me: Player,
    /// The nodes in the order of examination: that with index 0 is the root, and has examination number 1.
    pub nodes: Vec<Node>,
    /// Examination numbers after whose node a cut-off happened, ascending.
    pub cuts: Vec<usize>,
    /// Examination numbers after whose node alpha or beta of a node above changed, ascending.
    pub updates: Vec<usize>,
}

impl Tree {
    /// The indices of a node's examined children, in order.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let last = self.nodes[index].last;
        let first = (index < last).then_some(index + 1);
        std::iter::successors(first, move |&child| {
            let next = self.nodes[child].last + 1;
            (next <= last).then_some(next)
        })
    }

    /// The child to which a move leads, if it was examined.
    pub fn child(&self, index: usize, mv: AnyMove) -> Option<usize> {
        self.children(index).find(|&child| self.nodes[child].mv == Some(mv))
    }

    /// Examined nodes at each ply.
    pub fn by_ply(&self) -> Vec<usize> {
        let plies = self.nodes.iter().map(|node| usize::from(node.ply) + 1).max().unwrap_or(0);
        let mut counts = vec![0; plies];
        for node in &self.nodes {
            counts[usize::from(node.ply)] += 1;
        }
        counts
    }
}

/// Records a search up to a number of nodes: an observer of it.
#[derive(Debug)]
pub struct Recorder<'a> {
    tree: Tree,
    /// The nodes entered but not left.
    open: Vec<Open>,
    /// The move that leads to the next node, and its number.
    next: Option<(AnyMove, u16)>,
    most: usize,
    limits: &'a Limits<'a>,
    end: Option<End>,
}

/// A node that was entered and not left.
#[derive(Debug)]
struct Open {
    index: usize,
    position: AnyPosition,
    /// Alpha and beta as they are now.
    window: Window,
    /// Children made so far.
    made: u16,
}

/// Why a recording is not complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are more nodes than wanted.
    Full,
    /// The limits stopped it.
    Stopped,
}

impl<'a> Recorder<'a> {
    /// Records at most `most` nodes of a search in which `me` maximises.
    pub fn new(algorithm: Algorithm, me: Player, most: usize, limits: &'a Limits<'a>) -> Self {
        let tree = Tree { algorithm, me, nodes: Vec::new(), cuts: Vec::new(), updates: Vec::new() };
        Self { tree, open: Vec::new(), next: None, most, limits, end: None }
    }

    /// The search, if it was recorded to its end.
    ///
    /// # Errors
    ///
    /// Why it was not.
    pub fn finish(self) -> Result<Tree, End> {
        self.end.map_or(Ok(self.tree), Err)
    }
}

impl Observer<AnyPosition> for Recorder<'_> {
    type Stop = Stopped;

    fn enter(&mut self, position: &AnyPosition, ply: u32, window: Window) -> Result<(), Stopped> {
        let index = self.tree.nodes.len();
        if index >= self.most {
            self.end = Some(End::Full);
        } else if index.is_multiple_of(4096) && (self.limits.stop)() {
            self.end = Some(End::Stopped);
        }
        if self.end.is_some() {
            return Err(Stopped);
        }
        let maximises = position.turn() == self.tree.me;
        // Nothing is known before the first child: the worst for the side that chooses.
        let start = if maximises { i32::MIN } else { i32::MAX };
        self.tree.nodes.push(Node {
            mv: self.next.map(|(mv, _)| mv),
            child: self.next.map_or(0, |(_, child)| child),
            ply: u16::try_from(ply).unwrap_or(u16::MAX),
            maximises,
            state: State::Terminal,
            window,
            value: start,
            low: start,
            high: start,
            best: None,
            last: index,
        });
        self.open.push(Open { index, position: position.clone(), window, made: 0 });
        Ok(())
    }

    fn generated(&mut self, mv: AnyMove) {
        if let Some(open) = self.open.last_mut() {
            self.next = Some((mv, open.made));
            open.made = open.made.saturating_add(1);
            self.tree.nodes[open.index].state = State::Inner;
        }
    }

    fn evaluated(&mut self, _: i32) {
        if let Some(open) = self.open.last() {
            self.tree.nodes[open.index].state = State::DepthLimit;
        }
    }

    fn cutoff(&mut self) {
        let Some(open) = self.open.last() else { return };
        self.tree.cuts.push(self.tree.nodes.len());
        if usize::from(open.made) < open.position.moves().count() {
            let node = &mut self.tree.nodes[open.index];
            node.state = State::Cut;
            // What was skipped can only be better for the side that chooses.
            if node.maximises {
                node.high = i32::MAX;
            } else {
                node.low = i32::MIN;
            }
        }
    }

    fn leave(&mut self, value: i32) {
        let Some(open) = self.open.pop() else { return };
        let last = self.tree.nodes.len() - 1;
        let node = &mut self.tree.nodes[open.index];
        node.last = last;
        node.value = value;
        if matches!(node.state, State::DepthLimit | State::Terminal) {
            (node.low, node.high) = (value, value);
        }
        let (mv, low, high) = (node.mv, node.low, node.high);
        let Some(above) = self.open.last_mut() else { return };
        let parent = &mut self.tree.nodes[above.index];
        let is_better = if parent.maximises {
            (parent.low, parent.high) = (parent.low.max(low), parent.high.max(high));
            value > parent.value
        } else {
            (parent.low, parent.high) = (parent.low.min(low), parent.high.min(high));
            value < parent.value
        };
        if is_better {
            (parent.value, parent.best) = (value, mv);
        }
        // Without windows alpha and beta never change.
        if self.tree.algorithm.cut().is_some() {
            let before = above.window;
            if parent.maximises {
                above.window.alpha = above.window.alpha.max(parent.value);
            } else {
                above.window.beta = above.window.beta.min(parent.value);
            }
            if above.window != before {
                self.tree.updates.push(self.tree.nodes.len());
            }
        }
    }
}
