//! The whole tree in a few strings: one character a node, in the order of examination.

use plyground_core::Limits;
use plyground_core::search::Algorithm;
use serde_json::Value;

use super::{ApiError, SearchRequest};
use crate::query::Query;
use plyground_core::search::record::{Node, State, Tree};

/// The most nodes that are shown; beyond it only the upper plies are.
pub(crate) const MOST_NODES: usize = 200_000;

/// `tree/overview`: the tree, packed.
pub(crate) fn show(query: &Query, limits: &Limits<'_>) -> Result<Value, ApiError> {
    let request = SearchRequest::read(query, &["with"])?;
    let tree = request.record(request.algorithm, limits)?;
    let mut answer = request.describe();
    match query.get("with") {
        None => pack(&mut answer, &tree, |index| kind(tree.nodes[index].state)),
        Some("minimax") => {
            let whole = request.record(Algorithm::Minimax, limits)?;
            let examined = examined(&whole, &tree);
            let kind = |index: usize| examined[index].map_or('s', |index| kind(tree.nodes[index].state));
            pack(&mut answer, &whole, kind);
        }
        Some(other) => return Err(ApiError::parameter("with", other, "minimax")),
    }
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

/// Adds the tree to an answer, as far as it is shown.
fn pack(answer: &mut Value, tree: &Tree, kind: impl Fn(usize) -> char) {
    let by_ply = tree.by_ply();
    let sums = by_ply.iter().scan(0, |sum, &nodes| {
        *sum += nodes;
        Some(*sum)
    });
    let shown = sums.take_while(|&sum| sum <= MOST_NODES).count();
    let shown_plies = shown.saturating_sub(1);
    let digit = |n: u16| char::from_digit(u32::from(n).min(35), 36).unwrap_or('z');
    let is_shown = |(_, node): &(usize, &Node)| usize::from(node.ply) <= shown_plies;
    let nodes = || tree.nodes.iter().enumerate().filter(is_shown);
    answer["nodes"] = Value::from(tree.nodes.len());
    answer["shown_plies"] = Value::from(shown_plies);
    answer["is_complete"] = Value::from(shown == by_ply.len());
    answer["plies"] = Value::from(nodes().map(|(_, node)| digit(node.ply)).collect::<String>());
    answer["children"] = Value::from(nodes().map(|(_, node)| digit(node.child)).collect::<String>());
    answer["kinds"] = Value::from(nodes().map(|(index, _)| kind(index)).collect::<String>());
}
