//! The player that takes the first legal move.

use super::Agent;
use crate::{Decision, Limits, Position};

/// Plays the first legal move: the left-most open column of the upright boards, which is the player
/// that CS431 hands out.
#[derive(Clone, Copy, Default, Debug)]
pub struct First;

impl<P: Position> Agent<P> for First {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        position.moves().next().map(Decision::unsearched)
    }
}
