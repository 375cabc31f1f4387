//! The winner's strategy, written down for [`certificate`](crate::games::breakthrough::certificate)s.

use std::collections::BTreeSet;
use std::fmt;

use super::{Prover, seen_by_mover};
use crate::games::breakthrough::certificate::{
    Choices, LEAF_PAUSE, LEAVES, has_unstoppable_pawn, moves_to_find_win,
};
use crate::games::breakthrough::{Board, Step};
use crate::{Limits, Player, Position, Stopped};

/// Choices between two questions to the limits.
const PAUSE: usize = 1 << 12;

/// Who wins a position, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The side that wins.
    pub winner: Player,
    /// Its choices in the order of the walk of certificates: numbers of moves, and runs of leaves.
    pub bytes: Vec<u8>,
    /// The most moves that a verifier plays to prove a leaf; with 0 there are no leaves.
    pub leaf_nodes: u32,
}

impl Strategy {
    /// What the verifier of certificates reads.
    pub fn choices(&self) -> Choices<'_> {
        Choices { bytes: &self.bytes, leaf_nodes: self.leaf_nodes }
    }

    /// Positions in which the winner's move is chosen, and leaves.
    pub fn counts(&self) -> (u64, u64) {
        self.bytes.iter().fold((0, 0), |(choices, leaves), &byte| match byte.checked_sub(LEAVES) {
            None => (choices + 1, leaves),
            Some(more) => (choices, leaves + 1 + u64::from(more)),
        })
    }
}

/// What a strategy may be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrategyForm {
    /// The most bytes of its choices.
    pub most: usize,
    /// The most moves that a verifier plays to prove a leaf; with 0 there are no leaves.
    pub leaf_nodes: u32,
}

/// Why there is no strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyError {
    /// The limits stopped the search.
    Stopped,
    /// It has more choices than are allowed.
    TooLong,
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stopped => "stopped",
            Self::TooLong => "the strategy has more choices than are allowed",
        })
    }
}

impl From<Stopped> for StrategyError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl<const W: u32, const H: u32> Prover<W, H> {
    /// The strategy by which a position is won. Memory besides the table is about 16 bytes a choice. What the table has
    /// lost is proved again. With leaves, the search for one takes its whole bound wherever the winner chooses.
    ///
    /// `progress` gets the number of choices now and then.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search, or there are more choices.
    pub fn strategy(
        &mut self,
        root: &Board<W, H>,
        form: StrategyForm,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Strategy, StrategyError> {
        let winner = self.winner(root, limits)?;
        let (visited, bytes) = (BTreeSet::new(), Vec::new());
        let mut writer = Writer { prover: self, form, limits, progress, visited, bytes, leaf_nodes: 0 };
        if root.turn() == winner {
            writer.visit(root)?;
        } else {
            writer.replies(root)?;
        }
        Ok(Strategy { winner, bytes: writer.bytes, leaf_nodes: form.leaf_nodes })
    }
}

/// A strategy that is being written.
struct Writer<'a, const W: u32, const H: u32> {
    prover: &'a mut Prover<W, H>,
    form: StrategyForm,
    limits: &'a Limits<'a>,
    progress: &'a mut dyn FnMut(usize),
    visited: BTreeSet<u64>,
    bytes: Vec<u8>,
    /// Moves that were played in searches for leaves.
    leaf_nodes: u64,
}

impl<const W: u32, const H: u32> Writer<'_, W, H> {
    /// Writes how a position is won by the side to move, unless that is written already or needs no choice.
    fn visit(&mut self, position: &Board<W, H>) -> Result<(), StrategyError> {
        if !self.needs_choice(position) {
            return Ok(());
        }
        if self.is_leaf(position)? {
            return self.leaf();
        }
        self.visited.insert(position.canonical_key());
        let step = match self.narrowest(position) {
            Some(step) => Some(step),
            None => self.prover.winning_move(position, self.limits)?,
        };
        let chosen = position.moves().position(|legal| Some(legal) == step);
        let choice = chosen.and_then(|place| u8::try_from(place).ok());
        self.push(choice.expect("a won position has a winning move, and fewer than 128 moves"))?;
        step.map_or(Ok(()), |step| self.replies(&position.play(step)))
    }

    /// Whether the verifier proves a position by itself.
    fn is_leaf(&mut self, position: &Board<W, H>) -> Result<bool, StrategyError> {
        let most = self.form.leaf_nodes;
        let moves = moves_to_find_win(position, most);
        let before = self.leaf_nodes;
        self.leaf_nodes += u64::from(moves.unwrap_or(most));
        if before / LEAF_PAUSE < self.leaf_nodes / LEAF_PAUSE && (self.limits.stop)() {
            return Err(StrategyError::Stopped);
        }
        Ok(moves.is_some())
    }

    /// Writes a leaf.
    fn leaf(&mut self) -> Result<(), StrategyError> {
        match self.bytes.last_mut() {
            Some(run) if (LEAVES..u8::MAX).contains(run) => {
                *run += 1;
                Ok(())
            }
            _ => self.push(LEAVES),
        }
    }

    fn push(&mut self, choice: u8) -> Result<(), StrategyError> {
        if self.bytes.len() == self.form.most {
            return Err(StrategyError::TooLong);
        }
        self.bytes.push(choice);
        if self.bytes.len().is_multiple_of(PAUSE) {
            (self.progress)(self.bytes.len());
            if (self.limits.stop)() {
                return Err(StrategyError::Stopped);
            }
        }
        Ok(())
    }

    /// Of the moves that are known to win, the one that leaves the fewest replies to be answered: that makes a third of
    /// the choices that the first of them makes.
    fn narrowest(&self, position: &Board<W, H>) -> Option<Step<W>> {
        let wins =
            |&step: &Step<W>| self.prover.search.is_known_to_lose(&seen_by_mover(&position.play(step)));
        position.moves().filter(wins).min_by_key(|&step| {
            let after = position.play(step);
            after.moves().filter(|&reply| self.needs_choice(&after.play(reply))).count()
        })
    }

    /// Whether a position is neither written nor decided.
    fn needs_choice(&self, position: &Board<W, H>) -> bool {
        position.outcome().is_none()
            && !has_unstoppable_pawn(position)
            && !self.visited.contains(&position.canonical_key())
    }

    fn replies(&mut self, position: &Board<W, H>) -> Result<(), StrategyError> {
        position.moves().try_for_each(|reply| self.visit(&position.play(reply)))
    }
}
