//! Exact values of positions of adjacent four: a win or loss in so many plies, or a tie.
//!
//! The solver asks one question over and over: can this side force a four within n plies? Asked for both
//! sides with growing n, the first yes is the value, with its distance; if nobody can by the time the
//! board is full, it is a tie. Every question is a search of an AND/OR tree (`search`) over bit boards,
//! with a table of fixed size (`table`) that knows positions up to the symmetries of the board.
//!
//! The rule of adjacency can be left out to compare with what is known of plain four in a row.

mod lines;
mod search;
mod table;
#[cfg(test)]
mod tests;

use self::search::{Node, Search};
use super::{Board, Cell, Cells};
use crate::agents::{Limits, Proof, Stopped};
use crate::grid::Grid;
use crate::{ByPlayer, Outcome, Player, Position};

/// The memory that solving takes unless told otherwise: 64 MiB.
pub const TABLE_BYTES: usize = 64 << 20;

/// Solves positions, and remembers what it has seen from one to the next.
#[derive(Debug)]
pub struct Solver<const W: u32, const H: u32> {
    search: Search<W, H>,
}

impl<const W: u32, const H: u32> Solver<W, H> {
    /// A solver whose table takes at most `bytes`, but 64 bytes at least. Only the used part takes memory.
    ///
    /// Too small a table makes solving longer, never wrong.
    pub fn new(bytes: usize) -> Self {
        Self { search: Search::new(bytes, true) }
    }

    /// The same for the game in which a stone may go on any empty cell.
    pub fn without_adjacency(bytes: usize) -> Self {
        Self { search: Search::new(bytes, false) }
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The value for the side to move. Of a finished game it is the result, in 0 plies.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search. What was found out by then is remembered.
    pub fn value(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Result<Proof, Stopped> {
        let turn = position.turn();
        if let Some(outcome) = position.outcome() {
            return Ok(finished(outcome, turn));
        }
        for plies in 1..=position.plies_left() {
            // Whoever completes a four in an odd number of plies is the side to move.
            let attacker = if plies % 2 == 1 { turn } else { turn.opponent() };
            if self.wins_within(position, attacker, plies, limits)? {
                return Ok(if attacker == turn { Proof::Win { plies } } else { Proof::Loss { plies } });
            }
        }
        Ok(Proof::Draw)
    }

    /// Whether `attacker` can force a four within this many plies. Of a finished game: whether he won.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search. What was found out by then is remembered.
    pub fn wins_within(
        &mut self,
        position: &Board<W, H>,
        attacker: Player,
        plies: u32,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome == Outcome::Win(attacker));
        }
        let node =
            Node { attacker: position.stones[attacker], defender: position.stones[attacker.opponent()] };
        self.search.root(node, position.turn() == attacker, plies, limits)
    }

    /// Every move in the order of the game, with the value of the position before it if that move is
    /// played, for the side to move.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search. What was found out by then is remembered.
    pub fn moves(
        &mut self,
        position: &Board<W, H>,
        limits: &Limits<'_>,
    ) -> Result<Vec<(Cell, Proof)>, Stopped> {
        let legal = self.legal(position);
        legal.map(|cell| Ok((cell, before(self.value(&after(position, cell), limits)?)))).collect()
    }

    /// Best play to the end: of the best moves always the first in the order of the game.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search. What was found out by then is remembered.
    pub fn line(&mut self, position: &Board<W, H>, limits: &Limits<'_>) -> Result<Vec<Cell>, Stopped> {
        let mut position = *position;
        let mut line = Vec::new();
        while let Some(cell) = self.best_move(&position, limits)? {
            line.push(cell);
            position = after(&position, cell);
        }
        Ok(line)
    }

    /// The first move that keeps the value and its distance; `None` if the game is over.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search. What was found out by then is remembered.
    pub fn best_move(
        &mut self,
        position: &Board<W, H>,
        limits: &Limits<'_>,
    ) -> Result<Option<Cell>, Stopped> {
        let value = self.value(position, limits)?;
        for cell in self.legal(position) {
            if self.keeps(value, &after(position, cell), limits)? {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    /// Whether the move that led to `after` kept the value that the position had for the mover.
    pub(super) fn keeps(
        &mut self,
        value: Proof,
        after: &Board<W, H>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let opponent = after.turn();
        match value {
            Proof::Win { plies } => self.wins_within(after, opponent.opponent(), plies - 1, limits),
            Proof::Draw => Ok(!self.wins_within(after, opponent, after.plies_left(), limits)?),
            Proof::Loss { plies } => {
                Ok(!self.wins_within(after, opponent, plies.saturating_sub(2), limits)?)
            }
        }
    }

    /// The moves of the game that is solved.
    fn legal(&self, position: &Board<W, H>) -> Cells<W, H> {
        if position.outcome().is_some() {
            return Cells::NONE;
        }
        Cells(if self.search.adjacency { position.playable() } else { position.empty() })
    }
}

/// The value of a finished game for a side.
fn finished(outcome: Outcome, side: Player) -> Proof {
    match outcome.winner() {
        Some(winner) if winner == side => Proof::Win { plies: 0 },
        Some(_) => Proof::Loss { plies: 0 },
        None => Proof::Draw,
    }
}

/// The position after a stone on any empty cell.
fn after<const W: u32, const H: u32>(position: &Board<W, H>, cell: Cell) -> Board<W, H> {
    let bit = Grid::<W, H>::bit(u32::from(cell.column), u32::from(cell.row));
    let [mut first, mut second] = position.stones.into_array();
    match position.turn {
        Player::First => first |= bit,
        Player::Second => second |= bit,
    }
    Board { stones: ByPlayer::new(first, second), turn: position.turn.opponent() }
}

/// What a value after a move is before it, for the other side.
fn before(after: Proof) -> Proof {
    match after {
        Proof::Win { plies } => Proof::Loss { plies: plies + 1 },
        Proof::Draw => Proof::Draw,
        Proof::Loss { plies } => Proof::Win { plies: plies + 1 },
    }
}
