//! The result of a finished game: the players, the outcome, and the faults.

use plyground_core::{ByPlayer, Outcome, Player};

use crate::event::{Action, Reason};
use crate::fault::FaultKind;
use crate::planned::PlannedGame;
use crate::record::{GameRecord, RecordError, has_right_winner, wrong};

/// A finished game, as far as schedules, standings and ratings look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The number of the game in its plan.
    pub id: u64,
    /// The number of its pair: two games from one opening with the sides exchanged share it.
    pub pair: u64,
    /// The number of the opening.
    pub opening: u64,
    /// Who had which side, by the entrants' numbers from 0.
    pub entrants: ByPlayer<usize>,
    /// How it ended. A game lost by a rule of the tournament is a win of the other side.
    pub outcome: Outcome,
    /// What went wrong on each side.
    pub faults: ByPlayer<Faults>,
    /// Moves made, those of the opening included.
    pub plies: u32,
}

impl GameResult {
    /// The result of a planned game without faults.
    pub fn of(game: &PlannedGame, outcome: Outcome, plies: u32) -> Self {
        let PlannedGame { id, pair, opening, entrants, .. } = *game;
        Self { id, pair, opening, entrants, outcome, faults: ByPlayer::default(), plies }
    }

    /// The result of a recorded game, if it has one: the only way from records to standings. `before` is the number
    /// of moves made before it began.
    ///
    /// # Errors
    ///
    /// If it has another winner than follows from the reason of its ending.
    pub fn of_record(
        game: &PlannedGame,
        record: &GameRecord,
        before: u32,
    ) -> Result<Option<Self>, RecordError> {
        let ending = &record.ending;
        if !has_right_winner(ending) {
            return wrong("field ending", "expected the winner that the reason tells");
        }
        let outcome = match (ending.reason, ending.winner, ending.points) {
            (Reason::Void, _, _) => return Ok(None),
            (Reason::Rules, _, Some([first, second])) => Outcome::Points(ByPlayer::new(first, second)),
            (_, Some(winner), _) => Outcome::Win(winner.into()),
            (_, None, _) => Outcome::Draw,
        };
        let is_move = |action: &Action| matches!(action, Action::Move(_) | Action::RandomMove(_));
        let moves = record.turns.iter().filter(|turn| is_move(&turn.action)).count();
        let plies = u32::try_from(moves).unwrap_or(u32::MAX).saturating_add(before);
        let mut faults = ByPlayer::<Faults>::default();
        for turn in &record.turns {
            for fault in turn.attempts.iter().filter_map(|attempt| attempt.fault.as_ref()) {
                faults[turn.side.into()].add(fault.kind);
            }
        }
        Ok(Some(Self { faults, ..Self::of(game, outcome, plies) }))
    }

    /// Half points of the side: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self, side: Player) -> usize {
        self.outcome.winner().map_or(1, |winner| if winner == side { 2 } else { 0 })
    }

    /// By how many points the side is ahead in a game that is decided by points; 0 in others.
    pub fn margin(&self, side: Player) -> i64 {
        let Outcome::Points(points) = self.outcome else { return 0 };
        i64::from(points[side]) - i64::from(points[side.opponent()])
    }
}

/// Numbers of faults by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faults([u32; FaultKind::ALL.len()]);

impl Faults {
    /// Counts one more; at most `u32::MAX` are counted.
    pub fn add(&mut self, kind: FaultKind) {
        let count = &mut self.0[kind as usize];
        *count = count.saturating_add(1);
    }

    /// How many there are of this kind.
    pub fn count(&self, kind: FaultKind) -> u32 {
        self.0[kind as usize]
    }

    /// How many there are of all kinds.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    /// Counts those of another game, too.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count = count.saturating_add(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Ending, Side};
    use crate::record::tests::first_version;

    fn planned() -> PlannedGame {
        PlannedGame { id: 0, pair: 0, round: 0, opening: 0, entrants: ByPlayer::new(0, 1), seed: 0 }
    }

    #[test]
    fn results_are_seen_from_both_sides() {
        let mut result = GameResult::of(&planned(), Outcome::Points(ByPlayer::new(3, 5)), 42);
        assert_eq!(Player::BOTH.map(|side| result.half_points(side)), [0, 2]);
        assert_eq!(Player::BOTH.map(|side| result.margin(side)), [-2, 2]);
        result.outcome = Outcome::Draw;
        assert_eq!(Player::BOTH.map(|side| result.half_points(side)), [1, 1]);
        result.outcome = Outcome::Win(Player::First);
        assert_eq!(Player::BOTH.map(|side| result.half_points(side)), [2, 0]);
        assert_eq!(Player::BOTH.map(|side| result.margin(side)), [0, 0]);
    }

    #[test]
    fn records_count_only_with_the_winner_that_follows_from_the_reason() {
        let result = |reason: Reason, winner: Option<Side>| {
            let ending = Ending { winner, ..Ending::of(reason) };
            let record = GameRecord { turns: Vec::new(), ending, ..first_version() };
            let result = GameResult::of_record(&planned(), &record, 0).map_err(|error| error.to_string());
            result.map(|result| result.map(|result| result.outcome))
        };
        let wrong = Err("field ending: expected the winner that the reason tells".to_owned());
        let late = |side| Reason::Fault(side, FaultKind::Late);
        assert_eq!(result(late(Side::First), Some(Side::Second)), Ok(Some(Outcome::Win(Player::Second))));
        assert_eq!(result(late(Side::First), Some(Side::First)), wrong);
        assert_eq!(result(late(Side::First), None), wrong);
        assert_eq!(result(Reason::Stalled, None), Ok(Some(Outcome::Draw)));
        assert_eq!(result(Reason::TurnLimit, Some(Side::First)), wrong);
        assert_eq!(result(Reason::Void, None), Ok(None));
        assert_eq!(result(Reason::Rules, Some(Side::First)), Ok(Some(Outcome::Win(Player::First))));
    }

    #[test]
    fn faults_are_counted_by_kind() {
        let mut faults = Faults::default();
        faults.add(FaultKind::Late);
        faults.add(FaultKind::Late);
        faults.merge(&faults.clone());
        faults.add(FaultKind::Crashed);
        assert_eq!(FaultKind::ALL.map(|kind| faults.count(kind)), [4, 0, 0, 1, 0]);
        assert_eq!(faults.total(), 5);
        let full = Faults([u32::MAX; FaultKind::ALL.len()]);
        faults.merge(&full);
        assert_eq!(faults, full);
        assert_eq!(faults.total(), 5 * u64::from(u32::MAX));
    }
}
