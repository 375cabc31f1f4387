//! Whether the attacker can force a four within so many plies: a search of fixed depth.

use super::chain::wins_by_threats;
use super::key;
use super::node::{Node, Rules, completing, open, several};
use super::pairs::holds_by_pairs;
use super::proof;
use crate::grid::bits;
use crate::rng::mix;
use crate::search::proof_numbers::{ANSWER_BITS, Table};
use crate::{Found, Limits, Stopped};

/// Nodes between two looks at the limits.
const NODES_PER_POLL: u64 = 1024;
/// Shorter questions are answered quicker than they are looked up.
const LEAST_STORED: u32 = 4;
/// Shorter questions are answered quicker than pairs are found.
const LEAST_PAIRED: u32 = 7;
/// From so many plies on it is asked first whether the attacker can win at all, with so many nodes for it.
const LEAST_PROVED: u32 = 9;
const PROOF_NODES: u64 = 1000;

/// What the table holds: the plies within which there is a win, 0 for not known, and above them those within
/// which there is none.
const NONE_WITHIN: u32 = 8;
const PLIES: u64 = 0xff;
const _: () = assert!(2 * NONE_WITHIN <= ANSWER_BITS, "answers must fit");

pub(super) struct Search<'a, const W: u32, const H: u32> {
    rules: Rules<W, H>,
    table: &'a mut Table,
    limits: &'a Limits<'a>,
    pub(super) nodes: u64,
}

impl<'a, const W: u32, const H: u32> Search<'a, W, H> {
    pub(super) fn new(rules: Rules<W, H>, table: &'a mut Table, limits: &'a Limits<'a>) -> Self {
        Self { rules, table, limits, nodes: 0 }
    }

    /// Precondition: neither side has a four.
    pub(super) fn root(&mut self, node: Node, attacks: bool, plies: u32) -> Found<bool> {
        if (self.limits.stop)() {
            return Err(Stopped);
        }
        if attacks { self.attack(node, plies) } else { self.defend(node, plies) }
    }

    fn count(&mut self) -> Found<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_POLL) && (self.limits.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// The attacker to move.
    fn attack(&mut self, node: Node, plies: u32) -> Found<bool> {
        self.count()?;
        if plies == 0 {
            return Ok(false);
        }
        let Node { attacker, defender } = node;
        let playable = self.rules.playable(node.occupied());
        if completing::<W, H>(attacker, defender) != 0 {
            return Ok(true);
        }
        if plies < 3 || !can_complete::<W, H>(node, plies.div_ceil(2)) {
            return Ok(false);
        }
        let danger = completing::<W, H>(defender, attacker);
        if several(danger) {
            return Ok(false);
        }
        let key = key::within::<W, H>(node, true);
        if let Some(known) = self.look_up(key, plies) {
            return Ok(known);
        }
        let before = self.nodes;
        let mut found = wins_by_threats(self.rules, [attacker, defender], plies);
        let is_held = |search: &mut Self| -> Found<bool> {
            let by_pairs = plies >= LEAST_PAIRED && holds_by_pairs(search.rules, node);
            Ok(by_pairs || search.never_wins(node, true, plies)?)
        };
        if !found && !is_held(self)? {
            let moves = if danger == 0 { playable } else { danger };
            for bit in ordered::<W, H>(node, moves) {
                let next = Node { attacker: attacker | bit, defender };
                if self.defend(next, plies - 1)? {
                    found = true;
                    break;
                }
            }
        }
        self.store(key, plies, found, self.nodes - before);
        Ok(found)
    }

    /// The defender to move.
    fn defend(&mut self, node: Node, plies: u32) -> Found<bool> {
        self.count()?;
        if plies < 2 || !can_complete::<W, H>(node, plies / 2) {
            return Ok(false);
        }
        let Node { attacker, defender } = node;
        let playable = self.rules.playable(node.occupied());
        if playable == 0 || completing::<W, H>(defender, attacker) != 0 {
            return Ok(false);
        }
        let threats = completing::<W, H>(attacker, defender);
        if several(threats) {
            return Ok(true);
        }
        let key = key::within::<W, H>(node, false);
        if let Some(known) = self.look_up(key, plies) {
            return Ok(known);
        }
        let before = self.nodes;
        let moves = if threats == 0 { playable } else { threats };
        let mut found = !self.never_wins(node, false, plies)?;
        if found {
            for bit in ordered::<W, H>(node, moves) {
                let next = Node { attacker, defender: defender | bit };
                if !self.attack(next, plies - 1)? {
                    found = false;
                    break;
                }
            }
        }
        self.store(key, plies, found, self.nodes - before);
        Ok(found)
    }

    /// Whether few nodes are enough to show that the attacker cannot force a four at all.
    fn never_wins(&mut self, node: Node, attacks: bool, plies: u32) -> Found<bool> {
        if plies < LEAST_PROVED {
            return Ok(false);
        }
        let mut search = proof::Search::new(self.rules, self.table, self.limits);
        let result = search.root(node, attacks, PROOF_NODES);
        self.nodes += search.nodes;
        Ok(result? == Some(false))
    }

    fn look_up(&self, key: u64, plies: u32) -> Option<bool> {
        if plies < LEAST_STORED {
            return None;
        }
        let (win, none) = unpack(self.table.get(mix(key), key)?);
        if win != 0 && win <= plies {
            Some(true)
        } else if none >= plies {
            Some(false)
        } else {
            None
        }
    }

    fn store(&mut self, key: u64, plies: u32, found: bool, work: u64) {
        if plies < LEAST_STORED {
            return;
        }
        let (win, none) = self.table.get(mix(key), key).map_or((0, 0), unpack);
        let (win, none) = match (found, win) {
            (true, 0) => (plies, none),
            (true, win) => (win.min(plies), none),
            (false, win) => (win, none.max(plies)),
        };
        let answer = u64::from(win) | u64::from(none) << NONE_WITHIN;
        self.table.put(mix(key), key, answer, work);
    }
}

fn unpack(answer: u64) -> (u32, u32) {
    let plies = |shift: u32| (answer >> shift & PLIES) as u32;
    (plies(0), plies(NONE_WITHIN))
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
