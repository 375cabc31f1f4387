//! Search trees to walk.

use std::sync::Arc;

use plyground_core::agents::MOST_DEPTH;
use plyground_core::search::record::{End, Node, Recorder, Tree as Record, words as reasons};
use plyground_core::{AnyPosition, Limits, Notation, Position as _, words};
use plyground_drawing::{svg, tree as drawing};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::arguments::{Text, place, whole};
use crate::callback::{Raised, end};
use crate::position::{Kind, Position, at_width, side, wrap};
use crate::search::Question;
use crate::stop;

/// Leaves that a drawing has at most.
const MOST_DRAWN: usize = 64;

/// Nodes that a tree has at most, if nothing else is said.
const MOST_NODES: usize = 500_000;

/// What a tree and its nodes share.
struct SearchTree {
    root: AnyPosition,
    kind: &'static Kind,
    depth: u32,
    tree: Record,
}

impl SearchTree {
    /// The indices from the root to a node, both included.
    fn path(&self, index: usize) -> Vec<usize> {
        let holds = |child: &usize| (*child..=self.tree.nodes[*child].last).contains(&index);
        let below = |&at: &usize| self.tree.children(at).find(holds);
        std::iter::successors(Some(0), below).collect()
    }

    /// A node as Python has it.
    fn node(self: &Arc<Self>, index: usize) -> TreeNode {
        TreeNode { whole: Arc::clone(self), index }
    }

    /// The position of a node.
    fn position(&self, index: usize) -> AnyPosition {
        let moves = self.path(index).into_iter().filter_map(|index| self.tree.nodes[index].mv);
        moves.fold(self.root.clone(), |position, mv| position.play(mv))
    }

    /// Leaves of a drawing that ends after so many plies below a node.
    fn leaves(&self, index: usize, plies: u32) -> usize {
        if plies == 0 {
            return 1;
        }
        self.tree.children(index).map(|child| self.leaves(child, plies - 1)).sum::<usize>().max(1)
    }

    /// The drawing of what is below a node.
    fn svg(&self, index: usize, plies: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let plies = plies.map(|plies| whole("plies", plies, 0..=MOST_DEPTH)).transpose()?;
        let position = self.position(index);
        // What is left of the search here: a game may end before it does.
        let most = (self.depth - u32::from(self.tree.nodes[index].ply)).min(position.plies_left());
        let fits = |plies: &u32| self.leaves(index, *plies) <= MOST_DRAWN;
        let plies = match plies {
            Some(plies) if fits(&plies.min(most)) => plies.min(most),
            Some(plies) => {
                let message =
                    format!("plies: {plies} have more than {MOST_DRAWN} leaves here; expected fewer");
                return Err(PyValueError::new_err(message));
            }
            None => (0..=most).take_while(fits).last().unwrap_or(0),
        };
        let root = drawing::Node::of(&self.tree, index, &position, plies);
        let (game, algorithm) = (position.game(), self.tree.algorithm.name());
        let title =
            format!("{game}, {algorithm}, {plies} plies of {most}; {}.", words::state_words(&position));
        Ok(svg::document(&drawing::drawing(&root, title)))
    }
}

/// A whole search, node by node, in the order of examination: `len(tree)` nodes, `tree[0]` is the root.
///
/// >>> from plyground import ConnectFour, tree
/// >>> found = tree(ConnectFour.parse(".ryyrry,.rryry.,..y.r..,..y....,.......,....... red"), 4)
/// >>> len(found), found.root.value, found.root.best
/// (297, 10000, 1)
/// >>> [child.why for child in found.root.children][:2]
/// ['examined first', 'best so far: 10000 > 190']
#[pyclass(frozen, module = "plyground")]
pub(crate) struct Tree(Arc<SearchTree>);

#[pymethods]
impl Tree {
    /// The node of the position that was searched.
    #[getter]
    fn root(&self) -> TreeNode {
        self.0.node(0)
    }

    /// Examined nodes at each ply, the root first.
    #[getter]
    fn by_ply(&self) -> Vec<usize> {
        self.0.tree.by_ply()
    }

    /// How often the rest of a node was skipped.
    #[getter]
    fn cuts(&self) -> usize {
        self.0.tree.cuts.len()
    }

    /// "minimax" or "alpha-beta".
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.0.tree.algorithm.name()
    }

    /// The side that maximises: values are for it.
    #[getter]
    fn maximiser(&self) -> u8 {
        side(self.0.tree.me)
    }

    /// The depth that was asked for, in plies, as that of `search`.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The node after these moves from the root: numbers, or texts in the game's own notation.
    ///
    /// Raises as `Position.play` does, and `IndexError` if the node was not examined.
    fn node(&self, py: Python<'_>, moves: Vec<Bound<'_, PyAny>>) -> PyResult<TreeNode> {
        let (mut index, mut position) = (0, self.0.root.clone());
        for given in &moves {
            let mv = wrap(py, self.0.kind, position.clone())?.get().legal(given)?;
            index = self.0.tree.child(index, mv).ok_or_else(|| {
                let text = position.game().notation().write_move(&position, mv);
                PyIndexError::new_err(format!(
                    "move {text}: the search did not examine it; expected one of those that it did"
                ))
            })?;
            position = position.play(mv);
        }
        Ok(self.0.node(index))
    }

    /// The drawing as SVG: so many plies from the root, or as many as have at most 64 leaves.
    ///
    /// Raises `ValueError` if so many plies have more leaves.
    #[pyo3(signature = (plies = None))]
    fn svg(&self, plies: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.0.svg(0, plies)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(at_width(&self.svg(None)?, 900))
    }

    fn __len__(&self) -> usize {
        self.0.tree.nodes.len()
    }

    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<TreeNode> {
        Ok(self.0.node(place("node", index, self.__len__())?))
    }

    fn __iter__(&self) -> Nodes {
        Nodes { whole: Arc::clone(&self.0), next: 0 }
    }

    fn __repr__(&self) -> String {
        let (algorithm, depth, nodes) = (self.algorithm(), self.0.depth, self.__len__());
        let value = self.0.tree.nodes[0].value;
        format!("<Tree {algorithm} to depth {depth}: {nodes} nodes, value {value}>")
    }
}

/// The nodes of a tree, one after the other.
#[pyclass]
struct Nodes {
    whole: Arc<SearchTree>,
    next: usize,
}

#[pymethods]
impl Nodes {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<TreeNode> {
        let index = self.next;
        self.whole.tree.nodes.get(index)?;
        self.next += 1;
        Some(self.whole.node(index))
    }
}

/// An examined node of a search tree.
#[pyclass(frozen, module = "plyground")]
pub(crate) struct TreeNode {
    whole: Arc<SearchTree>,
    index: usize,
}

impl TreeNode {
    fn node(&self) -> &Node {
        &self.whole.tree.nodes[self.index]
    }
}

#[pymethods]
impl TreeNode {
    /// The number of the node in the order of examination: 1 is the root.
    #[getter]
    const fn number(&self) -> usize {
        self.index + 1
    }

    /// Plies below the root.
    #[getter]
    fn ply(&self) -> u16 {
        self.node().ply
    }

    /// The move that leads here, or None at the root.
    #[getter]
    fn r#move(&self) -> Option<usize> {
        Some(self.whole.kind.number(self.node().mv?))
    }

    /// The same in the game's own notation.
    #[getter]
    fn text(&self) -> Option<String> {
        let parent = self.parent()?;
        Some(words::move_text(&self.whole.position(parent.index), self.node().mv?))
    }

    /// The position.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Py<Position>> {
        wrap(py, self.whole.kind, self.whole.position(self.index))
    }

    /// Whether the side to move maximises.
    #[getter]
    fn maximises(&self) -> bool {
        self.node().maximises
    }

    /// Alpha on entry, minus infinity if nothing was known.
    #[getter]
    fn alpha<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        end(py, self.node().window.alpha)
    }

    /// Beta on entry, infinity if nothing was known.
    #[getter]
    fn beta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        end(py, self.node().window.beta)
    }

    /// The value that came back, for the maximiser.
    #[getter]
    fn value(&self) -> i32 {
        self.node().value
    }

    /// Whether that is the minimax value: "exact", "at-most" or "at-least".
    #[getter]
    fn bound(&self) -> &'static str {
        self.node().bound().name()
    }

    /// Why it has no further children: "inner" (all replies were examined), "cut" (some were skipped), "depth-limit" (it was
    /// evaluated) or "terminal" (the game is over).
    #[getter]
    fn state(&self) -> &'static str {
        self.node().state.name()
    }

    /// The reply that gave the value, or None.
    #[getter]
    fn best(&self) -> Option<usize> {
        Some(self.whole.kind.number(self.node().best?))
    }

    /// Nodes of the tree below, itself included.
    #[getter]
    fn nodes(&self) -> usize {
        self.node().last - self.index + 1
    }

    /// The examined replies, in order.
    #[getter]
    fn children(&self) -> Vec<Self> {
        self.whole.tree.children(self.index).map(|index| self.whole.node(index)).collect()
    }

    /// The legal moves that the search skipped here.
    #[getter]
    fn skipped(&self) -> Vec<usize> {
        let (whole, index) = (&self.whole, self.index);
        if whole.tree.children(index).next().is_none() {
            return Vec::new();
        }
        let moves = whole.position(index).moves();
        let skipped = moves.filter(|&mv| whole.tree.child(index, mv).is_none());
        skipped.map(|mv| whole.kind.number(mv)).collect()
    }

    /// The node above, or None at the root.
    #[getter]
    fn parent(&self) -> Option<Self> {
        let above = self.whole.path(self.index).into_iter().nth_back(1)?;
        Some(self.whole.node(above))
    }

    /// Why the node counts at its parent or not, in a few words; empty at the root.
    #[getter]
    fn why(&self) -> String {
        let (Some(parent), Some(mv)) = (self.parent(), self.node().mv) else { return String::new() };
        let position = self.whole.position(parent.index);
        reasons::why(&self.whole.tree, Some(parent.index), &position, mv)
    }

    /// Why the node has its value, in sentences.
    #[getter]
    fn reason(&self) -> String {
        reasons::reason(&self.whole.tree, self.index, &self.whole.position(self.index), None)
    }

    /// The drawing of what is below as SVG: so many plies, or as many as have at most 64 leaves.
    ///
    /// Raises `ValueError` if so many plies have more leaves.
    #[pyo3(signature = (plies = None))]
    fn svg(&self, plies: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.whole.svg(self.index, plies)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(at_width(&self.svg(None)?, 900))
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.whole, &other.whole) && self.index == other.index
    }

    const fn __hash__(&self) -> usize {
        self.index
    }

    fn __repr__(&self) -> String {
        let node = self.node();
        let value = reasons::value(node.value, node.bound());
        format!("<TreeNode {}, ply {}, {}: {value}>", self.number(), node.ply, self.state())
    }
}

/// Searches node by node and keeps every node: a tree to walk, with windows, bounds and reasons, and a drawing.
///
/// The arguments are those of `search`, and so are the exceptions. A tree has at most `most` nodes, from 1 to 1000000000; where
/// the search examines more, `ValueError` is raised.
#[pyfunction]
#[pyo3(
    text_signature = "(position, depth, algorithm='alpha-beta', *, evaluation=None, cut=None, win=None, most=500000)",
    signature = (position, depth, algorithm = Text::of("alpha-beta"), *, evaluation = None, cut = None, win = None, most = None)
)]
pub(crate) fn tree(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    depth: &Bound<'_, PyAny>,
    algorithm: Text,
    evaluation: Option<&Bound<'_, PyAny>>,
    cut: Option<Text>,
    win: Option<&Bound<'_, PyAny>>,
    most: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tree> {
    let question = Question::read(position, depth, &algorithm, cut.as_deref(), evaluation, win)?;
    let most = most.map_or(Ok(MOST_NODES), |most| whole("most", most, 1..=1_000_000_000))?;
    let error = Raised::default();
    let record = |limits: &Limits<'_>| {
        let mut recorder = Recorder::new(question.algorithm, question.me, most, limits);
        // Why it was stopped is what the recorder knows.
        let _ = question.observe(&error, &mut recorder);
        recorder.finish()
    };
    let tree = if question.evaluation.is_callable() {
        record(&Limits { stop: &|| error.is_raised() })
    } else {
        stop::until(py, None, |limits| record(limits))?
    };
    error.into_result()?;
    let Question { position, kind, depth, .. } = question;
    let tree = tree.map_err(|end| {
        let why = match end {
            End::Full => format!("the search examines more than {most} nodes here"),
            End::Stopped => "the search was stopped".to_owned(),
        };
        let message = format!("depth {depth}: {why}; expected a smaller depth, or a greater number as most");
        PyValueError::new_err(message)
    })?;
    Ok(Tree(Arc::new(SearchTree { root: position.clone(), kind, depth, tree })))
}
