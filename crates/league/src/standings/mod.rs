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

use std::cmp::Reverse;
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
        Self::ranked(tally, rule, tie_breaks, |_| None)
    }

    /// The table of a knockout: by the rounds that each entrant has come through, and then by tie-breaks. Points do not
    /// count, because who is out early may have them from more games.
    pub fn of_knockout(
        tally: &Tally,
        rule: &PointsRule,
        tie_breaks: &[TieBreak],
        rounds_won: &[u32],
    ) -> Self {
        Self::ranked(tally, rule, tie_breaks, |entrant| Some(rounds_won.get(entrant).copied().unwrap_or(0)))
    }

    /// The table of a ladder: everybody but the rungs, who are the first entrants, by ratings. Equal ratings share a rank;
    /// points do not count.
    pub fn of_ladder(tally: &Tally, rule: &PointsRule, rungs: usize, ratings: &[f64]) -> Self {
        let mut standings = Self::of(tally, rule, &[]);
        let rating = |row: &Row| ratings.get(row.entrant).copied().unwrap_or(f64::NEG_INFINITY);
        standings.rows.retain(|row| row.entrant >= rungs);
        standings.rows.sort_by(|a, b| rating(b).total_cmp(&rating(a)).then(a.entrant.cmp(&b.entrant)));
        for at in 0..standings.rows.len() {
            let before = at.checked_sub(1).map(|before| &standings.rows[before]);
            let equal =
                before.filter(|before| rating(before).total_cmp(&rating(&standings.rows[at])).is_eq());
            standings.rows[at].rank = equal.map_or(at + 1, |equal| equal.rank);
        }
        standings
    }

    fn ranked(
        tally: &Tally,
        rule: &PointsRule,
        tie_breaks: &[TieBreak],
        rounds_won: impl Fn(usize) -> Option<u32>,
    ) -> Self {
        let meetings = tally.meetings();
        let row = |(entrant, own): (usize, &tally::Own)| {
            let record = own.by_side[Player::First].and(&own.by_side[Player::Second]);
            let points = rule.win.times(record.wins.saturating_add(own.bye_games))
                + rule.draw.times(record.draws)
                + rule.loss.times(record.losses)
                + rule.for_faults(&own.faults);
            Row {
                entrant,
                rank: 0,
                points,
                rounds_won: rounds_won(entrant),
                by_side: own.by_side,
                bye_games: own.bye_games,
                margin: own.margin,
                faults: own.faults,
            }
        };
        let rows: Vec<Row> = tally.entrants.iter().enumerate().map(row).collect();
        let sums = OpponentSums::of(&rows, &meetings);
        let key = |row: &Row| {
            let of = |tie_break: &TieBreak| match tie_break {
                TieBreak::Wins => i128::from(row.record().wins),
                TieBreak::Faults => -i128::from(row.faults.total()),
                TieBreak::Margin => i128::from(row.margin),
                TieBreak::Buchholz => sums.buchholz[row.entrant],
                TieBreak::SonnebornBerger => sums.sonneborn_berger[row.entrant],
            };
            let points = row.rounds_won.is_none().then_some(row.points);
            Reverse((row.rounds_won, points, tie_breaks.iter().map(of).collect::<Vec<_>>()))
        };
        let mut keyed: Vec<_> = rows.into_iter().map(|row| (key(&row), row)).collect();
        // Stable: the entrants' numbers decide the order, but not the rank.
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut rows: Vec<Row> = Vec::with_capacity(keyed.len());
        let mut before = None;
        for (place, (key, mut row)) in (1..).zip(keyed) {
            row.rank = match (&before, rows.last()) {
                (Some(before), Some(last)) if *before == key => last.rank,
                _ => place,
            };
            before = Some(key);
            rows.push(row);
        }
        Self { rows, games: tally.games(), meetings }
    }

    /// The results of `entrant` against `opponent`: a cell of the cross table. `None` if they never met.
    pub fn meeting(&self, entrant: usize, opponent: usize) -> Option<Meeting> {
        let meeting = self.meetings.get(&[entrant.min(opponent), entrant.max(opponent)])?;
        Some(if entrant < opponent { *meeting } else { meeting.reversed() })
    }
}

/// Tie-breaks that depend on what the opponents have scored, in hundredths of points, by entrant.
struct OpponentSums {
    buchholz: Vec<i128>,
    sonneborn_berger: Vec<i128>,
}

impl OpponentSums {
    fn of(rows: &[Row], meetings: &BTreeMap<[usize; 2], Meeting>) -> Self {
        let (mut buchholz, mut sonneborn_berger) = (vec![0; rows.len()], vec![0; rows.len()]);
        for (&[a, b], meeting) in meetings {
            for (entrant, opponent, record) in [(a, b, meeting.record()), (b, a, meeting.record().reversed())]
            {
                let points = i128::from(rows[opponent].points.in_hundredths());
                buchholz[entrant] += points;
                sonneborn_berger[entrant] += points * i128::from(record.half_points());
            }
        }
        Self { buchholz, sonneborn_berger }
    }
}
