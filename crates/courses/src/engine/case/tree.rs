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
