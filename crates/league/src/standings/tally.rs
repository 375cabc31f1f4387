//! Counting results as they come, in any order, in memory that does not grow with their number.

use std::collections::{BTreeMap, HashMap};

use plyground_core::{ByPlayer, Player};

use super::Row;
use crate::rating::TrialCount;
use crate::result::GameResult;
use crate::stats::Estimate;

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Record {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Half points: 2 for a win, 1 for a draw.
    pub const fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Games lost, drawn and won: categories at equal distances from score 0 to 1.
    pub const fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// The same games, as the opponent sees them.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// These games and others.
    #[must_use]
    pub const fn and(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// The results of one entrant against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meeting {
    /// Its games by the side that it had.
    pub by_side: ByPlayer<Record>,
    /// Points ahead in games of points, all games together.
    pub margin: i64,
    /// Pairs of games from one opening with the sides exchanged, by half points scored in both: 0 to 4.
    pub pairs: [u64; 5],
    /// Games whose other half is missing: lost, drawn, won.
    pub singles: [u64; 3],
}

impl Meeting {
    /// Its games on both sides.
    pub fn record(&self) -> Record {
        self.by_side[Player::First].and(&self.by_side[Player::Second])
    }

    /// The same games, as the opponent sees them.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let [first, second] = self.by_side.into_array();
        let (mut pairs, mut singles) = (self.pairs, self.singles);
        pairs.reverse();
        singles.reverse();
        let by_side = ByPlayer::new(second.reversed(), first.reversed());
        Self { by_side, margin: -self.margin, pairs, singles }
    }

    /// Score and spread: from the pairs of games if every game belongs to a whole pair, else from single
    /// games. `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.singles == [0; 3] { Estimate::of(&self.pairs) } else { Estimate::of(&self.record().counts()) }
    }

    /// The trials for a rating: pairs and single games.
    fn trials(&self, entrants: [usize; 2]) -> impl Iterator<Item = TrialCount> + use<> {
        let trial = move |(half_points, games, count)| TrialCount {
            entrants,
            score: f64::from(half_points) / 2.0,
            games,
            count,
        };
        let pairs = (0u8..).zip(self.pairs).map(|(half_points, count)| (half_points, 2.0, count));
        let singles = (0u8..).zip(self.singles).map(|(half_points, count)| (half_points, 1.0, count));
        pairs.chain(singles).map(trial).filter(|trial| trial.count > 0)
    }
}

/// Why a result cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: {message}")]
pub struct TallyError {
    /// The number of the game.
    pub game: u64,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// Counts of results. Memory goes with the number of pairs of entrants that have met, and of pairs of
/// games of which only one has come so far: in the order of a plan that is at most one.
#[derive(Clone, Debug)]
pub struct Tally {
    /// What the table has of each entrant, but for points and ranks.
    pub(super) rows: Vec<Row>,
    /// By the entrants' numbers, the smaller first, as it sees them.
    meetings: BTreeMap<[usize; 2], Meeting>,
    /// The first games of pairs that have come, by pair and entrants in order of sides: half points of the entrant with the
    /// smaller number.
    pub(super) halves: HashMap<(u64, [usize; 2]), usize>,
    plies: u64,
}

impl Tally {
    /// No games of so many entrants.
    pub fn new(entrants: usize) -> Self {
        let rows = (0..entrants).map(|entrant| Row { entrant, ..Row::default() }).collect();
        Self { rows, meetings: BTreeMap::new(), halves: HashMap::new(), plies: 0 }
    }

    /// Counts a game.
    ///
    /// # Errors
    ///
    /// If it is of an entrant who does not take part, or of one against itself; nothing is counted then.
    pub fn add(&mut self, result: &GameResult) -> Result<(), TallyError> {
        let entrants = result.entrants.into_array();
        let fail = |message| Err(TallyError { game: result.id, message });
        let most = self.rows.len();
        if let Some(entrant) = entrants.into_iter().find(|&entrant| entrant >= most) {
            return fail(format!("entrant {entrant}; expected a number below {most}"));
        }
        let [first, second] = entrants;
        if first == second {
            return fail(format!("entrant {first} on both sides; expected two different entrants"));
        }
        for side in Player::BOTH {
            let own = &mut self.rows[result.entrants[side]];
            own.by_side[side].add(result.half_points(side));
            own.margin += result.margin(side);
            own.faults.merge(&result.faults[side]);
        }
        self.plies += u64::from(result.plies);
        let side = if first < second { Player::First } else { Player::Second };
        let meeting = self.meetings.entry([first.min(second), first.max(second)]).or_default();
        let half_points = result.half_points(side);
        meeting.by_side[side].add(half_points);
        meeting.margin += result.margin(side);
        if let Some(other) = self.halves.remove(&(result.pair, [second, first])) {
            meeting.pairs[half_points + other] += 1;
        } else if let Some(twice) = self.halves.insert((result.pair, entrants), half_points) {
            // The same half of a pair again: one of them stays single.
            meeting.singles[twice] += 1;
        }
        Ok(())
    }

    /// Counts a bye as so many games won. Entrants who do not take part are ignored.
    pub fn add_bye(&mut self, entrant: usize, games: u64) {
        if let Some(own) = self.rows.get_mut(entrant) {
            own.bye_games = own.bye_games.saturating_add(games);
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.meetings.values().map(|meeting| meeting.record().games()).sum()
    }

    /// Moves made in all games, those of the openings included.
    pub const fn plies(&self) -> u64 {
        self.plies
    }

    /// All meetings, by the numbers of the two entrants, the smaller first, as it sees them.
    pub fn meetings(&self) -> BTreeMap<[usize; 2], Meeting> {
        let mut meetings = self.meetings.clone();
        for (&(_, [first, second]), &half_points) in &self.halves {
            let meeting = meetings.entry([first.min(second), first.max(second)]).or_default();
            meeting.singles[half_points] += 1;
        }
        meetings
    }

    /// All games as trials for [`bootstrap`](crate::rating::bootstrap).
    pub fn trials(&self) -> Vec<TrialCount> {
        self.meetings().into_iter().flat_map(|(entrants, meeting)| meeting.trials(entrants)).collect()
    }
}
