//! What the results of a tournament add up to.

use super::config::Config;
use super::records::Results;
use crate::rating::{self, Bootstrap, bootstrap, comparisons};
use crate::schedule::Form;
use crate::standings::{Standings, Tally};

/// Standings and ratings.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The standings.
    pub standings: Standings,
    /// Ratings with intervals.
    pub ratings: Bootstrap,
    /// Groups of entrants who met, directly or through others.
    pub groups: usize,
}

/// Samples of the bootstrap.
const SAMPLES: usize = 1000;

impl Table {
    /// The table of all results so far. Equal results make equal tables.
    pub fn of(config: &Config, results: &Results) -> Self {
        let entrants = config.entrants.len();
        let mut tally = Tally::new(entrants);
        for result in results.iter() {
            // They are results of planned games.
            let _ = tally.add(result);
        }
        if let Form::Swiss { .. } = config.schedule.form() {
            let known: Vec<_> = results.iter().copied().collect();
            for bye in config.schedule.plan(&known).byes {
                tally.add_bye(bye.entrant, 2 * config.schedule.openings());
            }
        }
        let trials = tally.trials();
        let mut groups = rating::groups(entrants, &comparisons(&trials));
        groups.sort_unstable();
        groups.dedup();
        Self {
            standings: Standings::of(&tally, &config.points, &config.tie_breaks),
            ratings: bootstrap(entrants, &trials, SAMPLES, config.seed),
            groups: groups.len(),
        }
    }
}
