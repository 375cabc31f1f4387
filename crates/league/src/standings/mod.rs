//! The table: points, ranks, and the results of each entrant against each other one. Ratings are in
//! [`rating`](crate::rating).

mod marks;
mod points;
mod tally;
#[cfg(test)]
mod tests;

pub use marks::{MarkRule, SharedRank};
pub use points::{Points, PointsError, PointsRule};
pub use tally::{Meeting, Record, Tally, TallyError};

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use plyground_core::{ByPlayer, Player};

use crate::result::Faults;

/// The tie-breaks between entrants of equal points. Without any, equal points share a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TieBreak {
    /// More games won.
    Wins,
    /// Fewer faults of all kinds.
    Faults,
    /// The greater sum of margins in games of points.
    Margin,
    /// The greater sum of the points of all opponents (Buchholz).
    Buchholz,
    /// The greater sum of the opponents' points, each times the half points won from that opponent
    /// (Sonneborn and Berger; meetings are taken to be equally long).
    SonnebornBerger,
}

impl TieBreak {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::Wins, Self::Faults, Self::Margin, Self::Buchholz, Self::SonnebornBerger];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Faults => "faults",
            Self::Margin => "margin",
            Self::Buchholz => "buchholz",
            Self::SonnebornBerger => "sonneborn-berger",
        }
    }
}

/// One entrant's line of the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// The entrant's number.
    pub entrant: usize,
    /// The rank: 1 plus the number of better entrants.
    pub rank: usize,
    /// Points by the rule, faults included.
    pub points: Points,
    /// Rounds that it has come through in a knockout.
    pub rounds_won: Option<u32>,
    /// Games by side.
    pub by_side: ByPlayer<Record>,
    /// Games counted as won because there was no opponent.
    pub bye_games: u64,
    /// Points ahead in games of points, all games together.
    pub margin: i64,
    /// Faults by kind.
    pub faults: Faults,
}

impl Row {
    /// Games on both sides.
    pub fn record(&self) -> Record {
        self.by_side[Player::First].and(&self.by_side[Player::Second])
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standings {
    /// The entrants, best first; those who share a rank by their numbers.
    pub rows: Vec<Row>,
    /// Games played.
    pub games: u64,
    meetings: BTreeMap<[usize; 2], Meeting>,
}

impl Standings {
    /// The table of all games counted, by points and then by tie-breaks in their order.
    pub fn of(tally: &Tally, rule: &PointsRule, tie_breaks: &[TieBreak]) -> Self {
        Self::ranked(tally, rule, tie_breaks, None)
    }

    /// The table of a knockout: by the rounds that each entrant has come through, and then by tie-breaks. Points do not
    /// count, because who is out early may have them from more games.
    pub fn of_knockout(tally: &Tally, rule: &PointsRule, tie_breaks: &[TieBreak], rounds: &[u32]) -> Self {
        Self::ranked(tally, rule, tie_breaks, Some(rounds))
    }

    /// The table of a ladder: everybody but the rungs, who are the first entrants, by ratings. Equal ratings share a rank;
    /// points do not count.
    pub fn of_ladder(tally: &Tally, rule: &PointsRule, rungs: usize, ratings: &[f64]) -> Self {
        let mut standings = Self::of(tally, rule, &[]);
        let rating = |row: &Row| ratings.get(row.entrant).copied().unwrap_or(f64::NEG_INFINITY);
        standings.rows.retain(|row| row.entrant >= rungs);
        rank(&mut standings.rows, |a, b| rating(b).total_cmp(&rating(a)));
        standings
    }

    fn ranked(tally: &Tally, rule: &PointsRule, tie_breaks: &[TieBreak], rounds_won: Option<&[u32]>) -> Self {
        let meetings = tally.meetings();
        let mut rows = tally.rows.clone();
        for row in &mut rows {
            let record = row.record();
            row.points = rule.win.times(record.wins.saturating_add(row.bye_games))
                + rule.draw.times(record.draws)
                + rule.loss.times(record.losses)
                + rule.for_faults(&row.faults);
            row.rounds_won = rounds_won.map(|won| won.get(row.entrant).copied().unwrap_or(0));
        }
        let (buchholz, sonneborn_berger) = opponent_sums(&rows, &meetings);
        let key = |row: &Row| {
            let of = |tie_break: &TieBreak| match tie_break {
                TieBreak::Wins => i128::from(row.record().wins),
                TieBreak::Faults => -i128::from(row.faults.total()),
                TieBreak::Margin => i128::from(row.margin),
                TieBreak::Buchholz => buchholz[row.entrant],
                TieBreak::SonnebornBerger => sonneborn_berger[row.entrant],
            };
            let points = row.rounds_won.is_none().then_some(row.points);
            Reverse((row.rounds_won, points, tie_breaks.iter().map(of).collect::<Vec<_>>()))
        };
        let keys: Vec<_> = rows.iter().map(key).collect();
        rank(&mut rows, |a, b| keys[a.entrant].cmp(&keys[b.entrant]));
        Self { rows, games: tally.games(), meetings }
    }

    /// The results of `entrant` against `opponent`: a cell of the cross table. `None` if they never met.
    pub fn meeting(&self, entrant: usize, opponent: usize) -> Option<Meeting> {
        let meeting = self.meetings.get(&[entrant.min(opponent), entrant.max(opponent)])?;
        Some(if entrant < opponent { *meeting } else { meeting.reversed() })
    }
}

/// Sorts the rows, the best first, and ranks them. Equal ones share a rank; their numbers decide the order.
fn rank(rows: &mut [Row], order: impl Fn(&Row, &Row) -> Ordering) {
    rows.sort_by(|a, b| order(a, b).then(a.entrant.cmp(&b.entrant)));
    let mut rank = 1;
    for equal in rows.chunk_by_mut(|a, b| order(a, b).is_eq()) {
        for row in equal.iter_mut() {
            row.rank = rank;
        }
        rank += equal.len();
    }
}

/// The tie-breaks of Buchholz, and of Sonneborn and Berger, in hundredths of points, by entrant.
fn opponent_sums(rows: &[Row], meetings: &BTreeMap<[usize; 2], Meeting>) -> (Vec<i128>, Vec<i128>) {
    let (mut buchholz, mut sonneborn_berger) = (vec![0; rows.len()], vec![0; rows.len()]);
    for (&[a, b], meeting) in meetings {
        for (entrant, opponent, record) in [(a, b, meeting.record()), (b, a, meeting.record().reversed())] {
            let points = i128::from(rows[opponent].points.in_hundredths());
            buchholz[entrant] += points;
            sonneborn_berger[entrant] += points * i128::from(record.half_points());
        }
    }
    (buchholz, sonneborn_berger)
}
