//! Search trees as books draw them: triangles up maximise, triangles down minimise, squares are leaves. The board in
//! the browser draws the same shapes (`web/tree/detail.js`).

use plyground_core::search::record::Tree;
use plyground_core::words::move_text;
use plyground_core::{AnyPosition, Position};

use crate::{Anchor, Drawing, Ink, Place, Shape, Stroke, Text, real};

/// A node with everything below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move that leads to it; empty at the root.
    pub mv: String,
    /// Its value.
    pub value: i32,
    /// Whether the best of its replies is the largest.
    pub is_max: bool,
    /// In the order of examination.
    pub replies: Vec<Self>,
    /// The reply that its value comes from.
    pub best: Option<usize>,
}

/// Least width of a leaf with the room around it, and height of a ply.
const STEP: f64 = 46.0;
const PLY: f64 = 84.0;
/// Half the width of a node.
const HALF: f64 = 9.0;
/// Room over the root and below the last ply.
const TOP: f64 = 18.0;
const FOOT: f64 = 42.0;
/// Height of the type, and about the width of a bold digit of it.
const TYPE: f64 = 11.0;
const DIGIT: f64 = 7.2;
/// Room between a node and the value beside it.
const GAP: f64 = 4.0;

impl Node {
    /// A node of a recorded search, of which this is the position, with so many plies below it.
    pub fn of(tree: &Tree, index: usize, position: &AnyPosition, plies: u32) -> Self {
        let node = &tree.nodes[index];
        let children = || tree.children(index).filter(|_| plies > 0);
        let reply = |child: usize| {
            let mv = tree.nodes[child].mv?;
            let below = Self::of(tree, child, &position.play(mv), plies - 1);
            Some(Self { mv: move_text(position, mv), ..below })
        };
        Self {
            mv: String::new(),
            value: node.value,
            is_max: node.maximises,
            replies: children().filter_map(reply).collect(),
            best: children().position(|child| tree.nodes[child].mv == node.best),
        }
    }

    fn leaves(&self) -> usize {
        self.replies.iter().map(Self::leaves).sum::<usize>().max(1)
    }

    fn plies(&self) -> usize {
        self.replies.iter().map(|reply| reply.plies() + 1).max().unwrap_or(0)
    }

    /// The width of a leaf at which every value beside a node has room. It matters for nodes with a single leaf
    /// below them: another node is next to their value.
    fn step(&self) -> f64 {
        let below = self.replies.iter().map(Self::step).fold(STEP, f64::max);
        let is_narrow = !self.replies.is_empty() && self.leaves() == 1;
        let beside = HALF + GAP + DIGIT * real(self.value.to_string().len());
        if is_narrow { below.max(2.0 * beside) } else { below }
    }

    /// The tree in words: of the root its value, of its replies theirs.
    fn words(&self) -> String {
        let kind = if self.is_max { "largest" } else { "smallest" };
        let replies: Vec<String> =
            self.replies.iter().map(|reply| format!("{} has {}", reply.mv, reply.value)).collect();
        format!("The value of the root is {}, the {kind} of its replies: {}.", self.value, replies.join(", "))
    }
}

/// The whole tree, the way of the value from the root on drawn thick.
pub fn drawing(root: &Node, title: impl Into<String>) -> Drawing {
    let (leaves, plies, step) = (root.leaves(), root.plies(), root.step());
    let mut sheet = Drawing::new((step * real(leaves), TOP + HALF + PLY * real(plies) + FOOT), title);
    sheet.about = root.words();
    draw(&mut sheet, step, root, (0, 0), true);
    sheet
}

/// Draws a node with the number of its first leaf and its ply, and everything below it.
fn draw(sheet: &mut Drawing, step: f64, node: &Node, (first, ply): (usize, usize), is_on_way: bool) {
    let at = (step * (real(first) + real(node.leaves()) / 2.0), TOP + HALF + PLY * real(ply));
    let mut next = first;
    for (number, reply) in node.replies.iter().enumerate() {
        let is_best = node.best == Some(number);
        let place = (step * (real(next) + real(reply.leaves()) / 2.0), at.1 + PLY);
        let (ink, width) = if is_best && is_on_way { (Ink::Accent, 2.5) } else { (Ink::Quiet, 1.0) };
        let end = (place.0, place.1 - HALF - TYPE - 6.0);
        sheet.line((at.0, at.1 + HALF), end, Stroke::solid(ink, width));
        sheet.text(Text::new((place.0, place.1 - HALF - 4.0), TYPE, &reply.mv).anchored(Anchor::Middle));
        draw(sheet, step, reply, (next, ply + 1), is_best && is_on_way);
        next += reply.leaves();
    }
    shape(sheet, node, at);
    let value = node.value.to_string();
    if node.replies.is_empty() {
        let below = (at.0, at.1 + HALF + TYPE + 4.0);
        sheet.text(Text::new(below, TYPE, value).anchored(Anchor::Middle).bold());
    } else {
        sheet.text(Text::new((at.0 + HALF + GAP, at.1 + 2.0), TYPE, value).bold());
    }
}

fn shape(sheet: &mut Drawing, node: &Node, (x, y): Place) {
    let edge = Stroke::solid(Ink::Accent, 1.4);
    if node.replies.is_empty() {
        let size = (1.6 * HALF, 1.6 * HALF);
        let corner = (x - size.0 / 2.0, y - size.1 / 2.0);
        let square = Shape::Rect { at: corner, size, round: 0.0 };
        return sheet.both(square, Ink::Band, Stroke::solid(Ink::Quiet, 1.2));
    }
    let up = if node.is_max { -HALF } else { HALF };
    let corners = vec![(x - HALF, y - up), (x + HALF, y - up), (x, y + up)];
    sheet.both(Shape::Polygons(vec![corners]), Ink::Touched, edge);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Item;

    fn leaf(mv: &str, value: i32) -> Node {
        Node { mv: mv.to_owned(), value, is_max: true, replies: Vec::new(), best: None }
    }

    #[test]
    fn every_node_is_above_the_middle_of_its_leaves() {
        let replies = vec![leaf("c", 1), leaf("d", 4)];
        let low = Node { is_max: false, replies, best: Some(0), ..leaf("b", 1) };
        let root = Node { replies: vec![leaf("a", 2), low], best: Some(0), ..leaf("", 2) };
        let sheet = drawing(&root, "Tree.");
        assert!((sheet.size.0 - 3.0 * STEP).abs() < 1e-9);
        assert_eq!(sheet.about, "The value of the root is 2, the largest of its replies: a has 2, b has 1.");
        let triangle = |item| match item {
            Item::Shape { shape: Shape::Polygons(lines), .. } => lines.into_iter().next(),
            _ => None,
        };
        let triangles: Vec<Vec<Place>> = sheet.items.iter().cloned().filter_map(triangle).collect();
        // The lower one points down, the root up, between its first and its last leaf.
        assert_eq!(triangles.len(), 2);
        assert!(triangles[0][2].1 > triangles[0][0].1 && triangles[1][2].1 < triangles[1][0].1);
        for (triangle, leaves) in triangles.iter().zip([2.0, 1.5]) {
            assert!((triangle[2].0 - leaves * STEP).abs() < 1e-9, "{triangle:?}");
        }
        let thick = sheet.items.iter().filter(
            |item| matches!(item, Item::Shape { stroke: Some(stroke), fill: None, .. } if stroke.width > 2.0),
        );
        assert_eq!(thick.count(), 1, "only the way of the value");
        // A chain, whose values stand beside its nodes.
        let chain = Node { value: -10_000, replies: vec![leaf("a", 1)], ..root };
        let wide = drawing(&chain, "Chain.").size.0;
        assert!(wide >= 2.0 * (HALF + GAP + 6.0 * DIGIT), "{wide}");
        for item in &sheet.items {
            if let Item::Text(text) = item {
                assert!(text.at.1 <= sheet.size.1 && text.at.0 <= sheet.size.0, "{text:?}");
            }
        }
    }
}
