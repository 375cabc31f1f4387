//! The winner's strategy, written down for [`certificate`](crate::games::breakthrough::certificate)s.

use std::collections::BTreeSet;

use super::Prover;
use crate::games::breakthrough::certificate::has_unstoppable_pawn;
use crate::games::breakthrough::{Board, Step, seen_by_mover};
use crate::{Limits, Player, Position, Stopped};

/// Choices between two questions to the limits.
const PAUSE: usize = 1 << 12;

/// Who wins a position, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The side that wins.
    pub winner: Player,
    /// The numbers of its moves in the order of the walk of certificates.
    pub choices: Vec<u8>,
}

/// Why there is no strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyError {
    /// The limits stopped the search.
    Stopped,
    /// It has more choices than are allowed.
    TooLong,
}

impl From<Stopped> for StrategyError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

impl<const W: u32, const H: u32> Prover<W, H> {
    /// The strategy by which a position is won, of at most `most` choices. Memory besides the table is about 16 bytes a
    /// choice. What the table has lost is proved again.
    ///
    /// `progress` gets the number of choices now and then.
    ///
    /// # Errors
    ///
    /// If `limits` stopped the search, or there are more choices.
    pub fn strategy(
        &mut self,
        root: &Board<W, H>,
        most: usize,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Strategy, StrategyError> {
        let winner = self.winner(root, limits)?;
        let mut writer =
            Writer { prover: self, most, limits, progress, visited: BTreeSet::new(), choices: Vec::new() };
        if root.turn() == winner {
            writer.visit(root)?;
        } else {
            writer.replies(root)?;
        }
        Ok(Strategy { winner, choices: writer.choices })
    }
}

struct Writer<'a, const W: u32, const H: u32> {
    prover: &'a mut Prover<W, H>,
    most: usize,
    limits: &'a Limits<'a>,
    progress: &'a mut dyn FnMut(usize),
    visited: BTreeSet<u64>,
    choices: Vec<u8>,
}

impl<const W: u32, const H: u32> Writer<'_, W, H> {
    /// Writes how a position is won by the side to move, unless that is written already or needs no choice.
    fn visit(&mut self, position: &Board<W, H>) -> Result<(), StrategyError> {
        if !self.needs_choice(position) {
            return Ok(());
        }
        self.visited.insert(position.canonical_key());
        if self.choices.len() == self.most {
            return Err(StrategyError::TooLong);
        }
        let step = match self.narrowest(position) {
            Some(step) => Some(step),
            None => self.prover.winning_move(position, self.limits)?,
        };
        let chosen = position.moves().position(|legal| Some(legal) == step);
        let choice = chosen.and_then(|place| u8::try_from(place).ok());
        self.choices.push(choice.expect("a won position has a winning move, and no more than 255 moves"));
        if self.choices.len().is_multiple_of(PAUSE) {
            (self.progress)(self.choices.len());
            if (self.limits.stop)() {
                return Err(StrategyError::Stopped);
            }
        }
        step.map_or(Ok(()), |step| self.replies(&position.play(step)))
    }

    /// Of the moves that are known to win, the one that leaves the fewest replies to be answered: that makes a third of
    /// the choices that the first of them makes.
    fn narrowest(&self, position: &Board<W, H>) -> Option<Step> {
        let wins = |&step: &Step| self.prover.search.is_known_to_lose(&seen_by_mover(&position.play(step)));
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
