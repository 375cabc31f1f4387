//! What a run counts: games with a result, and games that were given up.

use std::collections::{BTreeMap, BTreeSet};

use plyground_core::Player;

use super::config::Config;
use super::plan::Plan;
use super::queue::Queue;
use super::records::{Added, Results};
use super::run::RunError;
use crate::record::GameRecord;
use crate::standings::Tally;

/// A game is tried so often before it is given up, in all runs together; each further run tries it once.
pub(super) const MOST_TROUBLES: u64 = 3;

/// So many games given up, and none played between them: those who were charged with them can play none, or, where it
/// was not in the turn of anybody, the machine.
const HOPELESS: usize = 5;

/// What is counted.
pub(super) struct Books<'a> {
    config: &'a Config,
    pub(super) results: Results,
    pub(super) tally: Tally,
    /// Games with a result.
    pub(super) done: usize,
    /// Games that are planned.
    pub(super) of: usize,
    /// Games that were given up.
    given_up: BTreeMap<u64, GivenUp>,
    /// Who was charged with those of them that came since a game was last counted.
    charged_in_a_row: Vec<Option<usize>>,
}

/// A game that was given up.
struct GivenUp {
    /// Whose turn it was; nobody is charged with a game that was not tried.
    charged: Option<usize>,
    /// What the machine said, if it was tried.
    message: Option<String>,
}

impl<'a> Books<'a> {
    pub(super) const fn new(
        config: &'a Config,
        results: Results,
        tally: Tally,
        [done, of]: [usize; 2],
    ) -> Self {
        Self { config, results, tally, done, of, given_up: BTreeMap::new(), charged_in_a_row: Vec::new() }
    }

    /// Counts a game, or gives it up if it has been tried often enough.
    pub(super) fn add(
        &mut self,
        plan: &Plan,
        queue: &Queue,
        id: u64,
        record: &GameRecord,
    ) -> Result<(), RunError> {
        let trouble = |message: String| RunError::Trouble {
            games: vec![id],
            untried: 0,
            entrants: Vec::new(),
            message,
        };
        let game = plan.game(id).ok_or_else(|| trouble("it is not planned".to_owned()))?;
        match self.results.add(plan, game, record).map_err(trouble)? {
            Added::Void if self.results.void_of(id) < MOST_TROUBLES => Ok(()),
            Added::Void => {
                let charged = record.ending.of.map(|side| game.entrants[side.into()]);
                let message = record.ending.trouble.clone().unwrap_or_default();
                self.give_up(plan, queue, id, charged, message)
            }
            Added::Counted | Added::Known | Added::Conflict => {
                self.done += 1;
                self.charged_in_a_row.clear();
                if let Some(result) = self.results.get(id) {
                    // Entrants of planned games take part.
                    let _ = self.tally.add(result);
                }
                Ok(())
            }
        }
    }

    /// Gives a game up; after too many in a row, also all that wait of those who were charged with them.
    fn give_up(
        &mut self,
        plan: &Plan,
        queue: &Queue,
        id: u64,
        charged: Option<usize>,
        message: String,
    ) -> Result<(), RunError> {
        self.given_up.insert(id, GivenUp { charged, message: Some(message) });
        self.charged_in_a_row.push(charged);
        if self.charged_in_a_row.len() < HOPELESS {
            return Ok(());
        }
        let all: Option<BTreeSet<usize>> = self.charged_in_a_row.drain(..).collect();
        let Some(all) = all else { return self.check() };
        let plays = |id| {
            let game = plan.game(id);
            game.is_some_and(|game| Player::BOTH.into_iter().any(|side| all.contains(&game.entrants[side])))
        };
        let untried = || GivenUp { charged: None, message: None };
        self.given_up.extend(queue.take_out(plays).into_iter().map(|id| (id, untried())));
        Ok(())
    }

    /// Whether all games could be played.
    pub(super) fn check(&self) -> Result<(), RunError> {
        let mut messages = self.given_up.values().filter_map(|game| game.message.as_ref());
        let Some(first) = messages.next() else { return Ok(()) };
        let charged: BTreeSet<usize> = self.given_up.values().filter_map(|game| game.charged).collect();
        Err(RunError::Trouble {
            games: self.given_up.keys().copied().collect(),
            untried: self.given_up.len() - 1 - messages.count(),
            entrants: charged.into_iter().map(|number| self.config.entrants[number].name.clone()).collect(),
            message: first.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::queue::Due;

    #[test]
    fn games_that_are_given_up_without_being_tried_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let mut text = "name = \"T\"\ngame = \"connect-four\"\nopenings = 3\nopening_plies = 2\n".to_owned();
        for name in ["A", "B", "C"] {
            text.extend(["[[entrant]]\nagent = \"first\"\nname = \"", name, "\"\n"]);
        }
        let config = Config::parse(&text, folder.path()).unwrap();
        let plan = Plan::extend(&folder.path().join("plan.jsonl"), &config, &[]).unwrap().0;
        let all: Vec<u64> = plan.games().iter().map(|game| game.id).collect();
        let plays_first = |id: &u64| {
            let game = plan.game(*id).unwrap();
            Player::BOTH.into_iter().any(|side| game.entrants[side] == 0)
        };
        let of_first: Vec<u64> = all.iter().copied().filter(plays_first).collect();
        assert_eq!((all.len(), of_first.len()), (18, 12));
        // Five games of the first entrant are given up, in the turns of these: which are missing, how many of them were
        // not tried, and how many are left to play?
        let give_up = |charged: [Option<usize>; 5]| {
            let queue = Queue::new(all.iter().map(|&game| Due { game, tries: 1 }));
            queue.take_out(|id| of_first[..5].contains(&id));
            let tally = Tally::new(config.entrants.len());
            let mut books = Books::new(&config, Results::default(), tally, [0, all.len()]);
            let mut games = of_first.iter().zip(charged);
            let ended = games.try_for_each(|(&id, charged)| {
                books.give_up(&plan, &queue, id, charged, format!("no room for {id}"))
            });
            let left = std::iter::from_fn(|| queue.next()).count();
            let Err(RunError::Trouble { games, untried, entrants, message }) =
                ended.and_then(|()| books.check())
            else {
                panic!("games were given up")
            };
            assert_eq!(message, format!("no room for {}", of_first[0]));
            (games.len(), untried, left, entrants.concat())
        };
        assert_eq!(give_up([Some(0); 5]), (12, 7, 6, "A".to_owned()));
        assert_eq!(give_up([0, 1, 0, 0, 0].map(Some)), (18, 13, 0, "AB".to_owned()));
        // Where it was in the turn of nobody, it is the machine.
        assert_eq!(give_up([Some(0), None, Some(0), Some(0), Some(0)]), (5, 0, 13, "A".to_owned()));
    }
}
