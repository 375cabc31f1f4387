//! Reasons in words: why a child counts or not, and why replies are skipped.

use super::{Node, State, Tree};
use crate::search::Algorithm;
use crate::words::{move_text, outcome_words};
use crate::{AnyMove, AnyPosition, Bound, Position, counted};

/// A move with the word for it: "column 3".
pub fn named(position: &AnyPosition, mv: AnyMove) -> String {
    format!("{} {}", position.game().move_noun(), move_text(position, mv))
}

/// A value with its bound: "190", "at most 10000", "at least 20".
pub fn value(value: i32, bound: Bound) -> String {
    match bound {
        Bound::Exact => value.to_string(),
        Bound::AtMost => format!("at most {value}"),
        Bound::AtLeast => format!("at least {value}"),
    }
}

/// Alpha and beta when a node was finished.
pub fn final_window(node: &Node) -> (i32, i32) {
    if node.maximises {
        (node.window.alpha.max(node.value), node.window.beta)
    } else {
        (node.window.alpha, node.window.beta.min(node.value))
    }
}

/// The sign between alpha and beta at a cut-off of this search.
pub fn sign(algorithm: Algorithm) -> &'static str {
    algorithm.cut().unwrap_or_default().sign()
}

/// Why the child after a move counts at its parent or not, in a few words. The parent is the node with this index, if it
/// was examined, and has this position.
pub fn why(tree: &Tree, index: Option<usize>, position: &AnyPosition, mv: AnyMove) -> String {
    let Some(index) = index else { return "not examined".to_owned() };
    let node = &tree.nodes[index];
    let text = |child: &Node| child.mv.map(|mv| named(position, mv)).unwrap_or_default();
    let examined: Vec<&Node> = tree.children(index).map(|child| &tree.nodes[child]).collect();
    let Some(place) = examined.iter().position(|child| child.mv == Some(mv)) else {
        let cut = examined.last().map(|last| format!(": {} after {}", cut_words(tree, node), text(last)));
        return format!("not examined{}", cut.unwrap_or_default());
    };
    let found = examined[place];
    let is_better = |new: &Node, best: &Node| {
        if node.maximises { new.value > best.value } else { new.value < best.value }
    };
    let before = examined[..place].iter().copied();
    let best = before.reduce(|best, new| if is_better(new, best) { new } else { best });
    let words = against(node.maximises, found, best.map(|best| (best.value, text(best))));
    let is_last_before_cut = node.state == State::Cut && found.last == node.last;
    if is_last_before_cut { format!("{words}; cut: {}", cut_words(tree, node)) } else { words }
}

/// "alpha 10000 >= beta 10000".
fn cut_words(tree: &Tree, node: &Node) -> String {
    let (alpha, beta) = final_window(node);
    format!("alpha {alpha} {} beta {beta}", sign(tree.algorithm))
}

/// A child compared with the best before it.
fn against(maximises: bool, found: &Node, best: Option<(i32, String)>) -> String {
    let Some((value, mv)) = best else { return "examined first".to_owned() };
    let new = found.value;
    let is_better = if maximises { new > value } else { new < value };
    let relation = |a: i32, b: i32| if a > b { '>' } else { '<' };
    match (is_better, found.bound()) {
        (true, _) => format!("best so far: {new} {} {value}", relation(new, value)),
        (false, Bound::Exact) if new == value => format!("as good as {mv}, which was examined first"),
        (false, Bound::Exact) => format!("worse than {mv}: {new} {} {value}", relation(new, value)),
        (false, bound) => format!("no better than {mv}: {}", self::value(new, bound)),
    }
}

/// The text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Why the node with this index and this position has its value, in sentences. They include the number of nodes that
/// minimax examines there, if it is known and larger.
pub fn reason(tree: &Tree, index: usize, position: &AnyPosition, minimax_nodes: Option<u64>) -> String {
    let node = &tree.nodes[index];
    let nodes = node.last - index + 1;
    let mut sentences = vec![match node.state {
        State::Terminal => {
            let words = position.outcome().map(|it| outcome_words(position.game(), it)).unwrap_or_default();
            format!("The game is over here ({words}): the utility is {}.", node.value)
        }
        State::DepthLimit => format!("The depth limit is reached: the evaluation is {}.", node.value),
        State::Inner => inner(position, node),
        State::Cut => cut(tree, index, position),
    }];
    if tree.algorithm.cut().is_some()
        && let Some(minimax) = minimax_nodes
        && minimax > nodes as u64
    {
        sentences.push(format!("Minimax examines {} here, this search {nodes}.", counted(minimax, "node")));
    }
    sentences.join(" ")
}

/// A node all of whose replies were examined.
fn inner(position: &AnyPosition, node: &Node) -> String {
    let game = position.game();
    let mover = capitalised(game.sides()[position.turn()]);
    let most = if node.maximises { "highest" } else { "lowest" };
    let by = node.best.map(|mv| format!(", by {}", named(position, mv))).unwrap_or_default();
    let mut words =
        format!("{mover} is to move and takes the {most} value: {}{by}.", value(node.value, node.bound()));
    if node.bound() != Bound::Exact {
        words.push_str(
            " It is a bound, because below here the search stopped as soon as it was certain that better play \
             elsewhere was known.",
        );
    }
    words
}

/// A node at which replies were skipped.
fn cut(tree: &Tree, index: usize, position: &AnyPosition) -> String {
    let node = &tree.nodes[index];
    let sides = position.game().sides();
    let mover = capitalised(sides[position.turn()]);
    let after = tree.children(index).last().and_then(|child| tree.nodes[child].mv);
    let after = after.map(|mv| named(position, mv)).unwrap_or_default();
    let [high, low] = [tree.me, tree.me.opponent()].map(|side| sides[side]);
    let (alpha, beta) = final_window(node);
    let value = node.value;
    let (does, other, can) = if node.maximises {
        let can = format!("can hold {high} to {beta} elsewhere (beta = {beta})");
        (format!("makes {value} or more"), low, can)
    } else {
        let can = format!("is sure of {alpha} elsewhere (alpha = {alpha})");
        (format!("holds {high} to {value} or less"), high, can)
    };
    let rest = match position.moves().count() - tree.children(index).count() {
        1 => "1 other reply is".to_owned(),
        count => format!("{count} other replies are"),
    };
    let (other, bounds) = (capitalised(other), cut_words(tree, node));
    format!(
        "{mover}'s {after} already {does} here. {other} {can}, so good play does not come here: {bounds}, and {rest} \
         skipped."
    )
}

/// A node that was not examined.
pub fn skipped(minimax_nodes: Option<u64>) -> String {
    let mut words =
        "Not examined: a reply before it had already shown that good play does not come here.".to_owned();
    if let Some(nodes) = minimax_nodes {
        words = format!("{words} Minimax examines {} here.", counted(nodes, "node"));
    }
    words
}
