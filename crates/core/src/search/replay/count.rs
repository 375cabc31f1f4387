//! The number of nodes that plain minimax examines. It depends on the rules alone, so it needs no
//! values, and mirrored positions share their numbers.

use super::Stop;
use super::table::Table;
use crate::{Limits, Position, Stopped};

/// Counts the nodes of depth-limited trees, remembering subtrees.
#[derive(Debug)]
pub(super) struct TreeSize<'a> {
    table: Table,
    stop: Stop<'a>,
}

impl<'a> TreeSize<'a> {
    /// Trees of at most `depth` plies; `bytes` bounds the memory.
    pub(super) fn new(bytes: usize, depth: u32, limits: &'a Limits<'a>) -> Self {
        Self { table: Table::new(bytes, depth + 1, |_| 2), stop: Stop::new(limits) }
    }

    /// Nodes of the tree below `position` down to `depth` plies, the root included; saturates.
    pub(super) fn count<P: Position>(&mut self, position: &P, depth: u32) -> Result<u128, Stopped> {
        let nodes = self.nodes(position, depth);
        self.stop.check()?;
        Ok(nodes)
    }

    /// The same; any number once the limits have stopped the count.
    fn nodes<P: Position>(&mut self, position: &P, depth: u32) -> u128 {
        match depth {
            0 => 1,
            // Each child is counted without being looked at.
            1 => 1 + position.moves().count() as u128,
            // Smaller trees are counted again: that is quicker than a look at distant memory.
            2 => self.expand(position, depth),
            _ => self.remembered(position, depth),
        }
    }

    fn remembered<P: Position>(&mut self, position: &P, depth: u32) -> u128 {
        if self.stop.is_over() {
            return 0;
        }
        let key = position.canonical_key();
        if let Some(payload) = self.table.find(depth, key, |_| true) {
            return u128::from(payload[0]) | (u128::from(payload[1]) << 64);
        }
        let nodes = self.expand(position, depth);
        if self.stop.has_stopped {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "the number is split into two words")]
        let payload = [nodes as u64, (nodes >> 64) as u64];
        // The table takes a first word of 0 for an empty slot.
        if payload[0] != 0 {
            self.table.keep(depth, key, &payload);
        }
        nodes
    }

    fn expand<P: Position>(&mut self, position: &P, depth: u32) -> u128 {
        position.moves().fold(1, |nodes, mv| nodes.saturating_add(self.nodes(&position.play(mv), depth - 1)))
    }
}
