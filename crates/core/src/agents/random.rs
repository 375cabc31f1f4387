//! The player that draws lots.

use super::Agent;
use crate::rng::Rng;
use crate::{Decision, Limits, Position};

/// Plays every legal move with the same probability. Equal seeds play equal games.
#[derive(Clone, Debug)]
pub struct Random(Rng);

impl Random {
    /// A player whose choices depend only on `seed` and on the positions it has been asked about.
    pub const fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }
}

impl<P: Position> Agent<P> for Random {
    fn choose(&mut self, position: &P, _: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.0.pick(position.moves()).map(Decision::unsearched)
    }
}
