//! Leaves: positions that a verifier proves again by itself, so that a certificate need not say how they are won.
//!
//! The search is as plain as it can be, so that every verifier finds the same leaves: depth first with iterative
//! deepening by the winner's moves, a fixed order of moves, and no table. `docs/proofs.md` says it in words.

use super::has_unstoppable_pawn;
use crate::games::breakthrough::{Board, Step};
use crate::{Player, Position};

/// The search has played as many moves as it may.
struct BoundReached;

/// The number of moves that the search for a win of the side to move plays until it has found it, if these are no more
/// than `most`.
///
/// The game is not over in `position`. Time is bounded by `most`, memory by the length of games.
pub(in crate::games::breakthrough) fn moves_to_find_win<const W: u32, const H: u32>(
    position: &Board<W, H>,
    most: u32,
) -> Option<u32> {
    let mut search = Search { moves_left: most };
    // A side always has a move, so every round plays one at least.
    for depth in 0.. {
        match search.wins(position, depth) {
            Ok(true) => return Some(most - search.moves_left),
            Ok(false) => {}
            Err(BoundReached) => break,
        }
    }
    None
}

/// The legal moves, foremost pawns first: White's in the reverse of their order.
fn foremost_first<const W: u32, const H: u32>(position: &Board<W, H>) -> Vec<Step<W>> {
    let mut steps: Vec<Step<W>> = position.moves().collect();
    if position.turn() == Player::First {
        steps.reverse();
    }
    steps
}

/// A search on its way.
struct Search {
    moves_left: u32,
}

impl Search {
    fn play<const W: u32, const H: u32>(
        &mut self,
        position: &Board<W, H>,
        step: Step<W>,
    ) -> Result<Board<W, H>, BoundReached> {
        self.moves_left = self.moves_left.checked_sub(1).ok_or(BoundReached)?;
        Ok(position.play(step))
    }

    /// Whether a move of the winner is found that wins with at most `depth` moves of its own after it, before a pawn is
    /// unstoppable.
    fn wins<const W: u32, const H: u32>(
        &mut self,
        position: &Board<W, H>,
        depth: u32,
    ) -> Result<bool, BoundReached> {
        for step in foremost_first(position) {
            let after = self.play(position, step)?;
            if after.outcome().is_some() {
                return Ok(true);
            }
            if !has_unstoppable_pawn(&after) && self.answers_all(&after, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a win is found after every reply. All replies are played before one of them is searched.
    fn answers_all<const W: u32, const H: u32>(
        &mut self,
        position: &Board<W, H>,
        depth: u32,
    ) -> Result<bool, BoundReached> {
        let mut open = Vec::new();
        for reply in foremost_first(position) {
            let after = self.play(position, reply)?;
            if after.outcome().is_some() {
                return Ok(false);
            }
            if !has_unstoppable_pawn(&after) {
                if depth == 0 {
                    return Ok(false);
                }
                open.push(after);
            }
        }
        for after in open {
            if !self.wins(&after, depth - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
