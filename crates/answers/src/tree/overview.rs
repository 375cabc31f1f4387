//! The whole tree in a few strings: one character a node, in the order of examination.

use plyground_core::Limits;
use plyground_core::search::Algorithm;
use serde_json::Value;

use super::{ApiError, SearchRequest};
use crate::query::Query;
use plyground_core::record::{State, Tree};

/// The most nodes that are shown; beyond it only the upper plies are.
pub(crate) const MOST_NODES: usize = 200_000;

/// `tree/overview`: the tree, packed.
pub(crate) fn show(query: &Query, limits: &Limits<'_>) -> Result<Value, ApiError> {
    let request = SearchRequest::read(query, &["with"])?;
    let tree = request.record(request.algorithm, limits)?;
    let packed = match query.get("with") {
        None => Overview::of(&tree, |index| kind(tree.nodes[index].state)),
        Some("minimax") => {
            let whole = request.record(Algorithm::Minimax, limits)?;
            let examined = examined(&whole, &tree);
            Overview::of(&whole, |index| examined[index].map_or('s', |index| kind(tree.nodes[index].state)))
        }
        Some(other) => return Err(ApiError::parameter("with", other, "minimax")),
    };
    let mut answer = request.describe();
    answer["nodes"] = Value::from(packed.nodes);
    answer["shown_plies"] = Value::from(packed.shown_plies);
    answer["is_complete"] = Value::from(packed.is_complete);
    answer["plies"] = Value::from(packed.plies);
    answer["children"] = Value::from(packed.children);
    answer["kinds"] = Value::from(packed.kinds);
    Ok(answer)
}

/// The letter of a kind of node.
const fn kind(state: State) -> char {
    match state {
        State::Inner => 'i',
        State::Cut => 'c',
        State::DepthLimit => 'e',
        State::Terminal => 't',
    }
}

/// For each node of minimax's tree, the index of the same node in another search's tree, if it was examined
/// there. Both trees have their children in the same order, and the other search skips only the last ones.
fn examined(whole: &Tree, tree: &Tree) -> Vec<Option<usize>> {
    let mut found = vec![None; whole.nodes.len()];
    let mut open = vec![(0, 0)];
    while let Some((index, other)) = open.pop() {
        found[index] = Some(other);
        open.extend(whole.children(index).zip(tree.children(other)));
    }
    found
}

struct Overview {
    nodes: usize,
    shown_plies: usize,
    is_complete: bool,
    plies: String,
    children: String,
    kinds: String,
}

impl Overview {
    fn of(tree: &Tree, kind: impl Fn(usize) -> char) -> Self {
        let by_ply = tree.by_ply();
        let sums = by_ply.iter().scan(0, |sum, &nodes| {
            *sum += nodes;
            Some(*sum)
        });
        let shown = sums.take_while(|&sum| sum <= MOST_NODES).count();
        let shown_plies = shown.saturating_sub(1);
        let mut packed = Self {
            nodes: tree.nodes.len(),
            shown_plies,
            is_complete: shown == by_ply.len(),
            plies: String::new(),
            children: String::new(),
            kinds: String::new(),
        };
        let digit = |n: u32| char::from_digit(n.min(35), 36).unwrap_or('z');
        for (index, node) in tree.nodes.iter().enumerate() {
            if usize::from(node.ply) <= shown_plies {
                packed.plies.push(digit(u32::from(node.ply)));
                packed.children.push(digit(u32::from(node.child)));
                packed.kinds.push(kind(index));
            }
        }
        packed
    }
}
