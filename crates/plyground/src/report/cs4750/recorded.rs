//! A minimax search of adjacent four written down node by node, for a drawing of it.

use std::convert::Infallible;

use plyground_core::games::adjacent_four::{Cell, Cs4750, Standard};
use plyground_core::search::textbook;
use plyground_core::{Observer, Player, Position, Window};

use plyground_drawing::tree::Node;

/// The nodes from the root to the one that is examined, and the whole once it is known.
#[derive(Default)]
struct TreeRecorder {
    open: Vec<Node>,
    mv: String,
    whole: Option<Node>,
}

impl Observer<Standard> for TreeRecorder {
    type Stop = Infallible;

    fn enter(&mut self, _: &Standard, ply: u32, _: Window) -> Result<(), Infallible> {
        let mv = std::mem::take(&mut self.mv);
        self.open.push(Node { mv, value: 0, is_max: ply.is_multiple_of(2), replies: Vec::new(), best: None });
        Ok(())
    }

    fn generated(&mut self, mv: Cell) {
        self.mv = mv.to_string();
    }

    fn leave(&mut self, value: i32) {
        let Some(mut node) = self.open.pop() else { return };
        node.value = value;
        let Some(parent) = self.open.last_mut() else {
            self.whole = Some(node);
            return;
        };
        // The first of the best counts, as in the search.
        let is_better = parent
            .best
            .and_then(|best| parent.replies.get(best))
            .is_none_or(|best| if parent.is_max { value > best.value } else { value < best.value });
        if is_better {
            parent.best = Some(parent.replies.len());
        }
        parent.replies.push(node);
    }
}

/// The tree of a search to this depth for the side to move.
pub(super) fn tree(position: &Standard, depth: u32) -> Option<Node> {
    let mut recorded = TreeRecorder::default();
    let me: Player = position.turn();
    let Ok(_) = textbook::minimax(position, depth, &Cs4750, me, &mut recorded);
    recorded.whole
}

#[cfg(test)]
mod tests {
    use plyground_core::rng::Rng;
    use plyground_core::{Counts, Game};

    use super::*;

    fn nodes(node: &Node) -> u128 {
        1 + node.replies.iter().map(nodes).sum::<u128>()
    }

    #[test]
    fn the_tree_is_that_of_the_search() {
        let mut rng = Rng::new(4750);
        for depth in 1..=2 {
            let mut position = plyground_core::games::adjacent_four::AdjacentFour::start();
            while let Some(mv) = rng.pick(position.moves()) {
                let tree = tree(&position, depth).unwrap();
                let mut counts = Counts::default();
                let Ok(choice) = textbook::minimax(&position, depth, &Cs4750, position.turn(), &mut counts);
                assert_eq!((nodes(&tree), tree.value), (counts.examined(), choice.value));
                let best = &tree.replies[tree.best.unwrap()];
                assert_eq!((&best.mv, best.value), (&choice.best.unwrap().to_string(), tree.value));
                position = position.play(mv);
            }
            assert!(position.outcome().is_some());
        }
    }
}
