//! Exact values of positions of adjacent four: a win or loss in so many plies, or a tie.
//!
//! Two questions are asked, each for one side as the attacker. Can it force a four at all? That is a
//! proof-number search (`proof`), helped by wins by threats alone (`chain`) and by positions that pairs of
//! cells show to be held (`pairs`); asked for both sides it says who wins. And can it force a four within n
//! plies? That is a search of fixed depth (`within`); the first n with a yes is the distance. Both remember
//! what they find in one table of fixed size, under keys that are the same for positions that the
//! rules cannot tell apart (`key`).
//!
//! The rule of adjacency can be left out to compare with what is known of plain four in a row.

mod chain;
mod key;
mod node;
mod pairs;
mod proof;
#[cfg(test)]
mod tests;
mod values;
mod within;

pub(super) use self::values::SOLVER;

use self::node::{Node, Rules};
use super::{Board, Cell, Cells};
use crate::grid::Grid;
use crate::search::proof_numbers::Table;
use crate::{Found, Limits, Outcome, Player, Position, Proof};

/// Solves positions on boards of up to 30 cells, and remembers what it has seen from one to the next. Methods with limits
/// fail if these stopped the search; what was found out by then is remembered, too.
#[derive(Debug)]
pub struct Solver<const W: u32, const H: u32> {
    rules: Rules<W, H>,
    table: Table,
    nodes: u64,
}

/// Quick wins are looked for up to this distance before it is asked who wins at all.
const QUICK: u32 = 5;
/// The nodes that are searched for one side before it is the other's turn; then twice as many.
const FIRST_NODES: u64 = 1 << 10;

#[expect(clippy::missing_errors_doc, reason = "all fail in the same way, which is said of the type")]
impl<const W: u32, const H: u32> Solver<W, H> {
    /// A solver whose table takes at most `bytes`, but 64 KiB at least. Only the used part takes memory.
    ///
    /// Too small a table makes solving longer, never wrong.
    pub fn new(bytes: usize) -> Self {
        const { assert!(W * H <= 30, "keys have room for boards of up to 30 cells") };
        Self { rules: Rules { adjacency: true }, table: Table::new(bytes), nodes: 0 }
    }

    /// The same for the game in which a stone may go on any empty cell.
    pub fn without_adjacency(bytes: usize) -> Self {
        Self { rules: Rules { adjacency: false }, ..Self::new(bytes) }
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The side that wins with best play, or has won; `None` for a tie.
    pub fn winner(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<Option<Player>> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner());
        }
        // The side to move wins more often. Both are asked by turns, since a win answers for the other, too.
        let mut open = [Some(position.turn()), Some(position.turn().opponent())];
        let mut nodes = FIRST_NODES;
        while open != [None; 2] {
            for attacker in &mut open {
                let Some(side) = *attacker else { continue };
                match self.wins_in_nodes(position, side, nodes, limits)? {
                    Some(true) => return Ok(Some(side)),
                    Some(false) => *attacker = None,
                    None => {}
                }
            }
            nodes = nodes.saturating_mul(2);
        }
        Ok(None)
    }

    /// Whether `attacker` can force a four at all. Of a finished game: whether he won.
    pub fn wins(&mut self, position: &Board<W, H>, attacker: Player, limits: &Limits<'_>) -> Found<bool> {
        let mut nodes = FIRST_NODES;
        loop {
            if let Some(wins) = self.wins_in_nodes(position, attacker, nodes, limits)? {
                return Ok(wins);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// `None` if so many nodes are not enough to tell.
    fn wins_in_nodes(
        &mut self,
        position: &Board<W, H>,
        attacker: Player,
        nodes: u64,
        limits: &Limits<'_>,
    ) -> Found<Option<bool>> {
        if let Some(outcome) = position.outcome() {
            return Ok(Some(outcome == Outcome::Win(attacker)));
        }
        let mut search = proof::Search::new(self.rules, &mut self.table, limits);
        let result = search.root(node(position, attacker), position.turn() == attacker, nodes);
        self.nodes += search.nodes;
        result
    }

    /// The value for the side to move. Of a finished game it is the result, in 0 plies.
    pub fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Found<Proof> {
        let turn = position.turn();
        if let Some(outcome) = position.outcome() {
            return Ok(finished(outcome, turn));
        }
        for plies in 1..=QUICK {
            // The side to move completes a four in an odd number of plies, its opponent in an even one.
            let attacker = if plies % 2 == 1 { turn } else { turn.opponent() };
            if self.wins_within(position, attacker, plies, limits)? {
                return Ok(win_or_loss(attacker == turn, plies));
            }
        }
        let Some(winner) = self.winner(position, limits)? else { return Ok(Proof::Draw) };
        let mut plies = QUICK + 1;
        if (plies % 2 == 1) != (winner == turn) {
            plies += 1;
        }
        while !self.wins_within(position, winner, plies, limits)? {
            plies += 2;
        }
        Ok(win_or_loss(winner == turn, plies))
    }

    /// Whether `attacker` can force a four within this many plies. Of a finished game: whether he won.
    pub fn wins_within(
        &mut self,
        position: &Board<W, H>,
        attacker: Player,
        plies: u32,
        limits: &Limits<'_>,
    ) -> Found<bool> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome == Outcome::Win(attacker));
        }
        let mut search = within::Search::new(self.rules, &mut self.table, limits);
        let result = search.root(node(position, attacker), position.turn() == attacker, plies);
        self.nodes += search.nodes;
        result
    }

    /// The moves of the game that is solved.
    fn legal(&self, position: &Board<W, H>) -> Cells<W, H> {
        let is_over = position.outcome().is_some();
        Cells(if is_over { 0 } else { self.rules.playable(position.occupied()) })
    }
}

/// The stones by their part in a question about this attacker.
fn node<const W: u32, const H: u32>(position: &Board<W, H>, attacker: Player) -> Node {
    Node { attacker: position.stones[attacker], defender: position.stones[attacker.opponent()] }
}

fn win_or_loss(wins: bool, plies: u32) -> Proof {
    if wins { Proof::Win { plies } } else { Proof::Loss { plies } }
}

/// The value of a finished game for a side.
fn finished(outcome: Outcome, side: Player) -> Proof {
    outcome.winner().map_or(Proof::Draw, |winner| win_or_loss(winner == side, 0))
}

/// The position after a stone on any empty cell.
fn after<const W: u32, const H: u32>(position: &Board<W, H>, cell: Cell) -> Board<W, H> {
    let bit = Grid::<W, H>::bit(u32::from(cell.column), u32::from(cell.row));
    let mut after = position.skip();
    after.stones[position.turn] |= bit;
    after
}
