//! An agent for a game that is chosen at run time.

use super::{AnyMove, AnyPosition};
use crate::agents::Agent;
use crate::{Decision, Limits, Position};

/// An agent of which the game is known.
pub(super) struct AnyAgent<P>(pub(super) Box<dyn Agent<P>>);

impl<P> Agent<AnyPosition> for AnyAgent<P>
where
    P: Position<Move: Into<u32>>,
{
    fn choose(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Option<Decision<AnyMove>> {
        self.0.choose(position.held(), limits).map(|decision| decision.map(AnyMove::of))
    }
}
