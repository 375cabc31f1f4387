//! Whether the attacker can force a four within so many plies.

use super::lines::{completing, open};
use super::table::{Key, Table};
use crate::agents::{Limits, Stopped};
use crate::games::adjacent_four::Board;
use crate::grid::{Grid, bits};

/// Nodes between two looks at the limits.
const NODES_PER_POLL: u64 = 1024;
/// Shorter questions are answered quicker than they are looked up.
const LEAST_STORED: u32 = 4;

/// The stones of both sides, by their part in the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

#[derive(Debug)]
pub(super) struct Search<const W: u32, const H: u32> {
    table: Table,
    pub(super) nodes: u64,
    /// Whether a stone must touch another.
    pub(super) adjacency: bool,
}

impl<const W: u32, const H: u32> Search<W, H> {
    pub(super) fn new(bytes: usize, adjacency: bool) -> Self {
        Self { table: Table::new(bytes), nodes: 0, adjacency }
    }

    /// Precondition: neither side has a four.
    pub(super) fn root(
        &mut self,
        node: Node,
        attacks: bool,
        plies: u32,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        if (limits.stop)() {
            return Err(Stopped);
        }
        if attacks { self.attack(node, plies, limits) } else { self.defend(node, plies, limits) }
    }

    fn playable(&self, node: Node) -> u64 {
        let occupied = node.attacker | node.defender;
        if self.adjacency && occupied != 0 {
            Board::<W, H>::with_neighbours(occupied) & !occupied
        } else {
            Grid::<W, H>::BOARD & !occupied
        }
    }

    fn count(&mut self, limits: &Limits<'_>) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_POLL) && (limits.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// The attacker to move.
    fn attack(&mut self, node: Node, plies: u32, limits: &Limits<'_>) -> Result<bool, Stopped> {
        self.count(limits)?;
        if plies == 0 {
            return Ok(false);
        }
        let Node { attacker, defender } = node;
        let playable = self.playable(node);
        if completing::<W, H>(attacker, defender) & playable != 0 {
            return Ok(true);
        }
        if plies < 3 || !can_complete::<W, H>(node, plies.div_ceil(2)) {
            return Ok(false);
        }
        let danger = completing::<W, H>(defender, attacker) & playable;
        if danger & danger.wrapping_sub(1) != 0 {
            return Ok(false);
        }
        let key = Key::of::<W, H>(node, true);
        if let Some(known) = self.look_up(key, plies) {
            return Ok(known);
        }
        let moves = if danger == 0 { playable } else { danger };
        let mut found = false;
        for bit in ordered::<W, H>(node, moves) {
            let next = Node { attacker: attacker | bit, defender };
            if self.defend(next, plies - 1, limits)? {
                found = true;
                break;
            }
        }
        self.store(key, plies, found);
        Ok(found)
    }

    /// The defender to move.
    fn defend(&mut self, node: Node, plies: u32, limits: &Limits<'_>) -> Result<bool, Stopped> {
        self.count(limits)?;
        if plies < 2 || !can_complete::<W, H>(node, plies / 2) {
            return Ok(false);
        }
        let Node { attacker, defender } = node;
        let playable = self.playable(node);
        if playable == 0 || completing::<W, H>(defender, attacker) & playable != 0 {
            return Ok(false);
        }
        let threats = completing::<W, H>(attacker, defender) & playable;
        if threats & threats.wrapping_sub(1) != 0 {
            return Ok(true);
        }
        let key = Key::of::<W, H>(node, false);
        if let Some(known) = self.look_up(key, plies) {
            return Ok(known);
        }
        let moves = if threats == 0 { playable } else { threats };
        let mut found = true;
        for bit in ordered::<W, H>(node, moves) {
            let next = Node { attacker, defender: defender | bit };
            if !self.attack(next, plies - 1, limits)? {
                found = false;
                break;
            }
        }
        self.store(key, plies, found);
        Ok(found)
    }

    fn look_up(&self, key: Key, plies: u32) -> Option<bool> {
        if plies < LEAST_STORED { None } else { self.table.get(key, plies) }
    }

    fn store(&mut self, key: Key, plies: u32, found: bool) {
        if plies >= LEAST_STORED {
            self.table.put(key, plies, found);
        }
    }
}

/// Whether this many stones are enough for a line that the defender has not closed, if nobody resists.
#[inline]
fn can_complete<const W: u32, const H: u32>(node: Node, stones: u32) -> bool {
    open::<W, H>(node.attacker, node.defender, 4u32.saturating_sub(stones)) != 0
}

/// The moves one by one: first where a side has two stones of an open line, then where one, then others.
fn ordered<const W: u32, const H: u32>(node: Node, moves: u64) -> impl Iterator<Item = u64> {
    let Node { attacker, defender } = node;
    let two = open::<W, H>(attacker, defender, 2);
    let theirs = open::<W, H>(defender, attacker, 2);
    let one = open::<W, H>(attacker, defender, 1);
    let groups = [two & theirs, two & !theirs, theirs & !two, one & !two & !theirs, !(one | two | theirs)];
    groups.into_iter().flat_map(move |group| bits(group & moves)).map(|bit| 1 << bit)
}
