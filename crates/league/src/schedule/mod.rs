//! Who plays whom: fixed plans of games with numbers, openings, sides and seeds.
//!
//! A meeting of two entrants is a number of openings, each played twice with the sides exchanged (a
//! pair of games), so no form of tournament has to balance sides. [`Schedule::plan`] is a pure function
//! of the schedule and the results so far: after an interruption a new plan has the same games under the
//! same numbers. What openings look like is not known here.

mod knockout;
mod matching;
mod swiss;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use plyground_core::ByPlayer;
use plyground_core::rng::{Rng, mix};

use crate::planned::PlannedGame;
use crate::result::GameResult;

/// The forms of tournament.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first entrants, as many as given, meet all the others, but not each other.
    Gauntlet {
        /// How many entrants are challengers.
        challengers: usize,
    },
    /// The first entrants, as many as given, are rungs; everybody else meets them, and nobody else. Other entrants
    /// change only the numbers of a climber's games.
    Ladder {
        /// How many entrants are rungs.
        rungs: usize,
    },
    /// In every round entrants with equal scores meet, as far as they have not met before.
    Swiss {
        /// How many rounds there are.
        rounds: u32,
    },
    /// The loser of a meeting is out.
    Knockout {
        /// How many more pairs of games a tied meeting gets, one at a time.
        tie_breaks: u32,
    },
}

/// A tournament's form and size. Equal schedules make equal plans.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Schedule {
    form: Form,
    entrants: usize,
    openings: u64,
    seed: u64,
}

/// The games that are known so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The games, in the order of their numbers. Those planned earlier stay what they were.
    pub games: Vec<PlannedGame>,
    /// Who has no opponent in which round.
    pub byes: Vec<Bye>,
    /// Whether these are all games: no further results can add one.
    pub is_complete: bool,
    /// The last one left in a knockout.
    pub champion: Option<usize>,
    /// In a knockout, rounds that every entrant has come through, byes included, by number; empty in other forms.
    pub rounds_won: Vec<u32>,
}

/// A round that an entrant sits out. In a Swiss tournament it counts as a meeting won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bye {
    /// The round, from 0.
    pub round: u32,
    /// The entrant's number.
    pub entrant: usize,
}

/// Why there is no such schedule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ScheduleError {
    /// The place: which setting is meant.
    pub place: &'static str,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// More entrants than this are refused.
pub const MOST_ENTRANTS: usize = 4096;

/// Schedules of more games than this are refused.
pub const MOST_GAMES: u64 = 10_000_000;

impl Schedule {
    /// A tournament of this form in which a meeting has so many openings, two games each.
    ///
    /// # Errors
    ///
    /// If nobody could meet anybody, or there are too many entrants or games.
    pub fn new(form: Form, entrants: usize, openings: u64, seed: u64) -> Result<Self, ScheduleError> {
        let fail = |place, message| Err(ScheduleError { place, message });
        if !(2..=MOST_ENTRANTS).contains(&entrants) {
            return fail("entrants", format!("{entrants}; expected from 2 to {MOST_ENTRANTS}"));
        }
        if openings == 0 {
            return fail("openings", "0; expected 1 or more for each meeting".to_owned());
        }
        let n = entrants as u64;
        let meetings = match form {
            Form::RoundRobin => n * (n - 1) / 2,
            Form::Gauntlet { challengers } if challengers == 0 || challengers >= entrants => {
                let message = format!("{challengers}; expected from 1 to {}", entrants - 1);
                return fail("challengers", message);
            }
            Form::Ladder { rungs } if rungs == 0 || rungs >= entrants => {
                let message = format!("{entrants}, {rungs} of them rungs; expected a rung and somebody else");
                return fail("entrants", message);
            }
            Form::Gauntlet { challengers: k } | Form::Ladder { rungs: k } => k as u64 * (n - k as u64),
            Form::Swiss { rounds: 0 } => return fail("rounds", "0; expected 1 or more".to_owned()),
            Form::Swiss { rounds } => n / 2 * u64::from(rounds),
            Form::Knockout { .. } => n - 1,
        };
        let tie_breaks = if let Form::Knockout { tie_breaks } = form { u64::from(tie_breaks) } else { 0 };
        let games = u128::from(meetings) * (u128::from(openings) + u128::from(tie_breaks)) * 2;
        if games > u128::from(MOST_GAMES) {
            return fail("games", format!("{games} would be played; expected at most {MOST_GAMES}"));
        }
        Ok(Self { form, entrants, openings, seed })
    }

    /// The form of the tournament.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Openings of a meeting.
    pub const fn openings(&self) -> u64 {
        self.openings
    }

    /// The games that follow from the results so far. Round robin, gauntlet and ladder need none.
    ///
    /// Later rounds of a Swiss tournament or knockout appear when every game before them has a result.
    /// Results of games that were not planned are ignored.
    pub fn plan(&self, results: &[GameResult]) -> Plan {
        let mut planner = Planner::new(self, results);
        match self.form {
            Form::RoundRobin => planner.fixed(&|_| true),
            Form::Gauntlet { challengers } => {
                planner.fixed(&|[a, b]| (a < challengers) != (b < challengers));
            }
            Form::Ladder { rungs } => planner.ladder(rungs),
            Form::Swiss { rounds } => swiss::plan(&mut planner, rounds),
            Form::Knockout { tie_breaks } => knockout::plan(&mut planner, tie_breaks),
        }
        planner.plan
    }
}

/// A plan in the making.
struct Planner<'a> {
    schedule: &'a Schedule,
    results: HashMap<u64, &'a GameResult>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    fn new(schedule: &'a Schedule, results: &'a [GameResult]) -> Self {
        let has_rounds = matches!(schedule.form, Form::Swiss { .. } | Form::Knockout { .. });
        let results = if has_rounds { results } else { &[] };
        let results = results.iter().map(|result| (result.id, result)).collect();
        Self { schedule, results, plan: Plan::default() }
    }

    /// Plans the two games of an opening.
    fn pair(&mut self, round: u32, opening: u64, entrants: [usize; 2]) {
        let number = self.plan.games.len() as u64;
        self.seeded_pair(round, opening, entrants, number);
    }

    /// The same with seeds that follow from a number, which is that of the first game in other forms than a ladder.
    fn seeded_pair(&mut self, round: u32, opening: u64, [a, b]: [usize; 2], number: u64) {
        for (half, entrants) in (1..).zip([ByPlayer::new(a, b), ByPlayer::new(b, a)]) {
            let id = self.plan.games.len() as u64;
            let seed = mix(self.schedule.seed ^ mix(number + half));
            self.plan.games.push(PlannedGame { id, pair: id / 2, round, opening, entrants, seed });
        }
    }

    /// Everybody against every rung: each time from other openings, and all from the same with the same seeds. Openings
    /// outside, as in [`fixed`](Self::fixed).
    fn ladder(&mut self, rungs: usize) {
        let mut round = 0;
        for turn in 0..self.schedule.openings {
            for rung in 0..rungs {
                let opening = turn * rungs as u64 + rung as u64;
                for entrant in rungs..self.schedule.entrants {
                    self.seeded_pair(round, opening, [entrant, rung], 2 * opening);
                }
                round += 1;
            }
        }
        self.plan.is_complete = true;
    }

    /// Rounds that do not depend on results: openings outside, rounds inside, so that a tournament that
    /// is stopped early has treated everybody alike.
    fn fixed(&mut self, meets: &dyn Fn([usize; 2]) -> bool) {
        let rounds = circle(self.schedule.entrants, meets);
        let mut round = 0;
        for opening in 0..self.schedule.openings {
            for meetings in &rounds {
                for &meeting in meetings {
                    self.pair(round, opening, meeting);
                }
                round += 1;
            }
        }
        self.plan.is_complete = true;
    }

    /// The results of the games planned from number `from` on, or `None` if one is missing.
    fn results_from(&self, from: usize) -> Option<Vec<&'a GameResult>> {
        let is_of = |game: &PlannedGame, result: &GameResult| result.entrants == game.entrants;
        let result = |game: &PlannedGame| self.results.get(&game.id).copied().filter(|r| is_of(game, r));
        self.plan.games[from..].iter().map(result).collect()
    }

    /// The entrants in an order drawn by the seed.
    fn draw(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.schedule.entrants).collect();
        let mut rng = Rng::new(self.schedule.seed);
        // Fisher and Yates.
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        order
    }
}

/// The rounds of a round robin by the circle method: entrant 0 keeps its place, the others move on by
/// one. With an odd number of entrants the empty place gives the bye. Meetings that are not wanted are
/// left out, and rounds that are empty then.
fn circle(entrants: usize, meets: &dyn Fn([usize; 2]) -> bool) -> Vec<Vec<[usize; 2]>> {
    let places = entrants.next_multiple_of(2);
    let at = |place: usize, round: usize| {
        if place == 0 { 0 } else { (place + round - 1) % (places - 1) + 1 }
    };
    let rounds = (0..places - 1).map(|round| {
        let meetings = (0..places / 2).map(|i| [at(i, round), at(places - 1 - i, round)]);
        meetings.filter(|&[a, b]| a < entrants && b < entrants && meets([a, b])).collect::<Vec<_>>()
    });
    rounds.filter(|meetings| !meetings.is_empty()).collect()
}
