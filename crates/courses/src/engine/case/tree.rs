//! How large a minimax tree is, as far as anybody wants to know: what is greater than its bound costs no more than
//! the bound.

use plyground_core::Position;

/// Whether minimax to this depth examines at most so many nodes.
pub fn is_within<P: Position>(position: &P, depth: u32, most: u64) -> bool {
    walk(position, depth, &mut Walk { left: most, is_cut: false })
}

/// The greatest depth of these, from and to, at which minimax examines at most so many nodes; `None` if it examines
/// more at the least of them.
pub fn fitting<P: Position>(position: &P, [from, to]: [u32; 2], most: u64) -> Option<u32> {
    let mut fits = None;
    for depth in from..=to {
        let mut walked = Walk { left: most, is_cut: false };
        if !walk(position, depth, &mut walked) {
            break;
        }
        fits = Some(depth);
        if !walked.is_cut {
            // The game is over everywhere: the tree is the same at any greater depth.
            return Some(to);
        }
    }
    fits
}

struct Walk {
    /// Nodes that may still come.
    left: u64,
    /// Whether the game is not over at some node at the depth limit.
    is_cut: bool,
}

fn walk<P: Position>(position: &P, depth: u32, walked: &mut Walk) -> bool {
    let Some(left) = walked.left.checked_sub(1) else { return false };
    walked.left = left;
    if position.outcome().is_some() {
        return true;
    }
    if depth == 0 {
        walked.is_cut = true;
        return true;
    }
    if depth == 1 && walked.is_cut {
        // Nothing is to be known of leaves but their number.
        let leaves = position.moves().count() as u64;
        let left = walked.left.checked_sub(leaves);
        walked.left = left.unwrap_or(0);
        return left.is_some();
    }
    position.moves().all(|mv| walk(&position.play(mv), depth - 1, walked))
}

#[cfg(test)]
mod tests {
    use plyground_core::games::connect_four::{Comp3608, ConnectFour, Standard};
    use plyground_core::rng::Rng;
    use plyground_core::search::{Algorithm, textbook};
    use plyground_core::{Counts, Game, Player};

    use super::super::board::{self, Kind};
    use super::*;

    fn nodes(position: &Standard, depth: u32) -> u64 {
        let mut counts = Counts::default();
        let Ok(_) =
            textbook::search(Algorithm::Minimax, position, depth, &Comp3608, Player::First, &mut counts);
        u64::try_from(counts.examined()).unwrap()
    }

    #[test]
    fn trees_are_as_large_as_the_textbook_finds_them() {
        // Empty board: 8, 57, 400, 2801, 19608 nodes.
        let empty = ConnectFour::start();
        for (depth, nodes) in (1..).zip([8, 57, 400, 2801, 19608]) {
            assert!(is_within(&empty, depth, nodes) && !is_within(&empty, depth, nodes - 1), "{depth}");
        }
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let position = board::random(Kind::pick(&mut rng), &mut rng);
            let depth = u32::try_from(rng.below(5)).unwrap();
            let found = nodes(&position, depth);
            assert!(is_within(&position, depth, found) && !is_within(&position, depth, found - 1));
            let fits = (1..=6).rev().find(|&depth| nodes(&position, depth) <= 500);
            assert_eq!(fitting(&position, [1, 6], 500), fits);
        }
        // What would take for ever is not counted to its end.
        assert!(!is_within(&empty, 42, 1000));
        assert_eq!((fitting(&empty, [5, 42], 1000), fitting(&empty, [1, 42], 1000)), (None, Some(3)));
    }
}
