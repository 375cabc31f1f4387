//! What a run counts: games with a result, and games that were given up.

use std::collections::{BTreeMap, BTreeSet};

use plyground_core::Player;

use super::config::Config;
use super::folder::{OWN, Records};
use super::plan::Plan;
use super::records::Added;
use super::run_error::RunError;
use crate::journal::Span;
use crate::pool::Queue;
use plyground_league::planned::PlannedGame;
use plyground_league::record::GameRecord;
use plyground_league::standings::Tally;

/// A game is tried so often before it is given up, in all runs together; each further run tries it once.
pub(super) const MOST_FAILURES: u64 = 3;

/// So many games given up in turns of one entrant, and none that it finished between them: it can play none.
const HOPELESS: usize = 5;

/// A game that is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Due {
    pub(super) game: u64,
    /// How often it may be tried, at least once.
    pub(super) tries: u64,
}

/// What is counted.
pub(super) struct Books<'a> {
    config: &'a Config,
    pub(super) records: &'a mut Records,
    pub(super) tally: Tally,
    /// Games with a result.
    pub(super) done: usize,
    /// Games that are planned.
    pub(super) of: usize,
    given_up: BTreeMap<u64, GivenUp>,
    /// How many of them each entrant was charged with since it last finished a game.
    in_a_row: BTreeMap<usize, usize>,
}

struct GivenUp {
    /// Whose turn it was; nobody is charged with a game that was not tried.
    charged: Option<usize>,
    /// What the machine said, if it was tried.
    message: Option<String>,
}

impl<'a> Books<'a> {
    pub(super) const fn new(
        config: &'a Config,
        records: &'a mut Records,
        tally: Tally,
        [done, of]: [usize; 2],
    ) -> Self {
        Self { config, records, tally, done, of, given_up: BTreeMap::new(), in_a_row: BTreeMap::new() }
    }

    /// Counts a game, or gives it up if it has been tried often enough.
    pub(super) fn add(
        &mut self,
        plan: &Plan,
        queue: &Queue<'_, Due>,
        id: u64,
        record: &GameRecord,
        span: Span,
    ) -> Result<(), RunError> {
        let failed = |message: String| RunError::SystemError {
            games: vec![id],
            untried: 0,
            entrants: Vec::new(),
            message,
        };
        let game = plan.game(id).ok_or_else(|| failed("it is not planned".to_owned()))?;
        let added = self.records.add(plan, game, record, (OWN, span));
        if added.map_err(|error| failed(error.to_string()))? == Added::Void {
            if self.records.results.void_of(id) >= MOST_FAILURES {
                let charged = record.ending.of.map(|side| game.entrants[side.into()]);
                let message = Some(record.ending.system_error.clone().unwrap_or_default());
                self.give_up(plan, queue, id, GivenUp { charged, message });
            }
            return Ok(());
        }
        self.done += 1;
        self.in_a_row.retain(|&entrant, _| !plays(game, entrant));
        if let Some(result) = self.records.results.get(id) {
            // Entrants of planned games take part.
            let _ = self.tally.add(result);
        }
        Ok(())
    }

    /// Gives a game up; after too many, also all that wait of the entrant who was charged with them.
    fn give_up(&mut self, plan: &Plan, queue: &Queue<'_, Due>, id: u64, game: GivenUp) {
        let charged = game.charged;
        self.given_up.insert(id, game);
        let Some(entrant) = charged else { return };
        let in_a_row = self.in_a_row.entry(entrant).or_default();
        *in_a_row += 1;
        if *in_a_row >= HOPELESS {
            let taken = queue.take_out(|due| plan.game(due.game).is_some_and(|game| plays(game, entrant)));
            let untried = |due: Due| (due.game, GivenUp { charged: None, message: None });
            self.given_up.extend(taken.into_iter().map(untried));
        }
    }

    /// Whether all games could be played.
    pub(super) fn check(&self) -> Result<(), RunError> {
        let mut messages = self.given_up.values().filter_map(|game| game.message.as_ref());
        let Some(first) = messages.next() else { return Ok(()) };
        let charged: BTreeSet<usize> = self.given_up.values().filter_map(|game| game.charged).collect();
        Err(RunError::SystemError {
            games: self.given_up.keys().copied().collect(),
            untried: self.given_up.len() - 1 - messages.count(),
            entrants: charged.into_iter().map(|number| self.config.entrants[number].name.clone()).collect(),
            message: first.clone(),
        })
    }
}

fn plays(game: &PlannedGame, entrant: usize) -> bool {
    Player::BOTH.into_iter().any(|side| game.entrants[side] == entrant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::tests::Played;

    #[test]
    fn games_that_are_given_up_without_being_tried_are_counted() {
        let tournament = Played::new("openings = 3", 3);
        let config = &tournament.config;
        let plan = Plan::extend(&tournament.at("plan.jsonl"), config, &[]).unwrap().0;
        let all: Vec<u64> = plan.games().iter().map(|game| game.id).collect();
        let plays_first = |id: &u64| plays(plan.game(*id).unwrap(), 0);
        let of_first: Vec<u64> = all.iter().copied().filter(plays_first).collect();
        assert_eq!((all.len(), of_first.len()), (18, 12));
        // Five games of the first entrant are given up, in the turns of these: which are missing, how many of them were
        // not tried, and how many are left to play?
        let give_up = |charged: [Option<usize>; 5]| {
            let queue = Queue::new(all.iter().map(|&game| Due { game, tries: 1 }));
            queue.take_out(|due| of_first[..5].contains(&due.game));
            let tally = Tally::new(config.entrants.len());
            let mut records = Records::default();
            let mut books = Books::new(config, &mut records, tally, [0, all.len()]);
            for (&id, charged) in of_first.iter().zip(charged) {
                let message = Some(format!("no room for {id}"));
                books.give_up(&plan, &queue, id, GivenUp { charged, message });
            }
            let left = std::iter::from_fn(|| queue.next()).count();
            let Err(RunError::SystemError { games, untried, entrants, message }) = books.check() else {
                panic!("games were given up")
            };
            assert_eq!(message, format!("no room for {}", of_first[0]));
            (games.len(), untried, left, entrants.concat())
        };
        assert_eq!(give_up([Some(0); 5]), (12, 7, 6, "0".to_owned()));
        // One that was charged by chance keeps its games, and one that is charged with too few.
        assert_eq!(give_up([0, 1, 0, 0, 0].map(Some)), (5, 0, 13, "01".to_owned()));
        assert_eq!(give_up([None; 5]), (5, 0, 13, String::new()));
    }
}
