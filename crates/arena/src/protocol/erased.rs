//! A protocol of one game for whoever chooses games at run time.

use std::marker::PhantomData;
use std::time::Duration;

use plyground_core::{AnyMove, AnyPosition, Game};

use super::{OneShot, Reply};
use crate::invoke::{Call, Ended};

/// The same protocol for whoever chooses games at run time. It panics when it is asked about another game.
pub fn for_game<G: Game>(protocol: impl OneShot<G::Position> + 'static) -> Box<dyn OneShot<AnyPosition>> {
    Box::new(Erased::<G, _> { protocol, game: PhantomData })
}

/// A protocol of the game `G`.
struct Erased<G, O> {
    protocol: O,
    game: PhantomData<fn() -> G>,
}

/// The position as the game has it.
///
/// # Panics
///
/// If it is of another game.
fn typed<G: Game>(position: &AnyPosition) -> &G::Position {
    position.typed::<G>().expect("a position of the protocol's game")
}

impl<G: Game, O: OneShot<G::Position>> OneShot<AnyPosition> for Erased<G, O> {
    fn name(&self) -> &'static str {
        self.protocol.name()
    }

    fn call(&self, position: &AnyPosition, turns: u32, wall: Duration) -> Call {
        self.protocol.call(typed::<G>(position), turns, wall)
    }

    fn decode(&self, position: &AnyPosition, ended: &Ended) -> Reply<AnyMove> {
        let Reply { choice, nodes, said } = self.protocol.decode(typed::<G>(position), ended);
        Reply { choice: choice.map(AnyMove::of), nodes, said }
    }
}
