//! The engine as a player.

use super::Engine;
use crate::agent::Agent;
use crate::{Decision, Evaluate, Limits, Position};

/// Plays what the [`Engine`] chooses, and keeps the engine's memory from move to move.
#[derive(Debug)]
pub struct EngineAgent<E> {
    engine: Engine<E>,
    depth: u32,
}

impl<E> EngineAgent<E> {
    /// A player that searches at most `depth` plies (at least one is searched) with a table of at
    /// most `table_bytes` bytes.
    pub fn new(eval: E, depth: u32, table_bytes: usize) -> Self {
        Self { engine: Engine::new(eval, table_bytes), depth }
    }
}

impl<P: Position, E: Evaluate<P> + Send> Agent<P> for EngineAgent<E> {
    fn choose(&mut self, position: &P, limits: &Limits<'_>) -> Option<Decision<P::Move>> {
        self.engine.search(position, self.depth, limits, &mut |_| {})
    }
}
