//! What the results of a tournament add up to.

use super::config::Config;
use super::records::Results;
use plyground_league::ladder;
use plyground_league::rating::{self, Ratings, bootstrap};
use plyground_league::schedule::Form;
use plyground_league::standings::{Standings, Tally};

/// Standings and ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The standings.
    pub standings: Standings,
    /// Ratings with intervals.
    pub ratings: Ratings,
    /// Groups of entrants who met, directly or through others.
    pub groups: usize,
    /// Who has won a knockout.
    pub champion: Option<usize>,
}

/// Samples of the bootstrap.
const SAMPLES: usize = 1000;

impl Table {
    /// The table of all results so far. Equal results make equal tables.
    pub fn of(config: &Config, results: &Results) -> Self {
        let entrants = config.entrants.len();
        let mut tally = results.tally(entrants);
        let known: Vec<_> = results.iter().copied().collect();
        let (mut champion, mut rounds_won) = (None, None);
        match config.schedule.form() {
            Form::Ladder { rungs } => return Self::of_ladder(config, &tally, rungs),
            Form::RoundRobin | Form::Gauntlet { .. } => {}
            Form::Swiss { .. } => {
                for bye in config.schedule.plan(&known).byes {
                    tally.add_bye(bye.entrant, 2 * config.schedule.openings());
                }
            }
            Form::Knockout { .. } => {
                let plan = config.schedule.plan(&known);
                (champion, rounds_won) = (plan.champion, Some(plan.rounds_won));
            }
        }
        let trials = tally.trials();
        // Each is named by the smallest number in it.
        let groups = (0_usize..).zip(rating::groups(entrants, &trials));
        let groups = groups.filter(|(entrant, group)| entrant == group).count();
        let standings = match rounds_won {
            None => Standings::of(&tally, &config.points, &config.tie_breaks),
            Some(won) => Standings::of_knockout(&tally, &config.points, &config.tie_breaks, &won),
        };
        Self { standings, ratings: bootstrap(entrants, &trials, SAMPLES, config.seed), groups, champion }
    }

    /// The table of those who climb a ladder, each by its own games alone.
    fn of_ladder(config: &Config, tally: &Tally, rungs: usize) -> Self {
        let meetings = tally.meetings();
        // A rung has the smaller number.
        let meeting = |entrant, rung| Some(meetings.get(&[rung, entrant])?.reversed());
        let ratings = ladder::ratings(&config.rungs, config.entrants.len(), &meeting);
        let standings = Standings::of_ladder(tally, &config.points, rungs, &ratings.ratings);
        Self { standings, ratings, groups: 1, champion: None }
    }
}
