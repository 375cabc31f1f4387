//! The records of a tournament: which files have them, when a line is one, and what they add up to.
//!
//! All files `*.jsonl` in the folder of records count, in the order of their names; those whose names begin
//! with a dot are not published yet. The same game may be in several of them, as long as they agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_core::{Outcome, Player};

use super::config::Config;
use super::plan::Plan;
use crate::journal::{JournalError, Refusal};
use plyground_league::event::{Ending, Side};
use plyground_league::planned::PlannedGame;
use plyground_league::record::{GameRecord, RecordError};
use plyground_league::result::GameResult;
use plyground_league::schedule::Form;
use plyground_league::standings::Tally;

/// Different words for isolation that are remembered; there are fewer levels.
const MOST_ISOLATIONS: usize = 8;

/// What has been played so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    counted: BTreeMap<u64, KnownGame>,
    /// Games that count as won by the opponents of those who were withdrawn, whether they have been played or not.
    walkovers: BTreeMap<u64, GameResult>,
    /// How often games were played to no result, by their numbers.
    void: BTreeMap<u64, u64>,
    /// What entrants cost the machine, by their numbers.
    charges: BTreeMap<usize, Charge>,
    /// What entrants called themselves, by their numbers.
    identities: BTreeMap<usize, String>,
    /// How programs were kept apart, where any took part.
    isolations: BTreeSet<String>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct KnownGame {
    result: GameResult,
    /// A hash of what was played, without times.
    played: u64,
}

/// What an entrant cost the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Charge {
    /// CPU time of its programs in its own turns, as far as it is known.
    pub cpu: Duration,
    /// The time that they had in these turns.
    pub own: Duration,
    /// Games that were void because the machine failed in one of its turns.
    pub void: u64,
}

impl Charge {
    /// What the programs of one side used in a game; `None` for an agent built in.
    fn of(record: &GameRecord, side: Side) -> Option<Self> {
        let has_ended = record.attempts(side).any(|attempt| attempt.end.is_some());
        let is_program = has_ended || record.sessions[side as usize].is_some();
        is_program.then(|| {
            let mut charge = Self::default();
            for spent in record.attempts(side).map(|attempt| attempt.spent) {
                if let Some(cpu) = spent.cpu() {
                    charge.cpu += cpu;
                    charge.own += spent.own();
                }
            }
            charge
        })
    }

    fn merge(&mut self, other: Self) {
        self.cpu = self.cpu.saturating_add(other.cpu);
        self.own = self.own.saturating_add(other.own);
        self.void += other.void;
    }

    /// How many processors its programs kept busy in its own turns, on the average; `None` if that is not known.
    pub fn processors(&self) -> Option<f64> {
        (!self.own.is_zero()).then(|| self.cpu.as_secs_f64() / self.own.as_secs_f64())
    }
}

/// Why records cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// The folder cannot be read.
    #[error("{}: {_1}", _0.display())]
    Folder(PathBuf, io::Error),
    /// A file cannot be read, or has a line that is no record of this tournament.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The game of this number was played twice, and differently; the file is the one that came second.
    #[error("{}: game {_0} was played differently than in a file before; remove one of the two files", _1.display())]
    Conflict(u64, PathBuf),
}

impl Results {
    /// Counts the games of entrants that were withdrawn as won by their opponents, and those between two of them as
    /// drawn: all games where everybody is to be treated alike, and those without a result where later rounds have
    /// followed from earlier ones. Returns whether any is new.
    pub(super) fn withdraw(&mut self, plan: &Plan, config: &Config) -> bool {
        let before = self.walkovers.len();
        // What has been read since may be of one of them.
        self.walkovers.clear();
        let is_out = |entrant: usize| config.entrants[entrant].is_withdrawn;
        let has_rounds = matches!(config.schedule.form(), Form::Swiss { .. } | Form::Knockout { .. });
        for game in plan.games() {
            let stay = Player::BOTH.into_iter().filter(|&side| !is_out(game.entrants[side]));
            let outcome = match stay.collect::<Vec<_>>()[..] {
                [] => Outcome::Draw,
                [winner] => Outcome::Win(winner),
                _ => continue,
            };
            if !(has_rounds && self.counted.contains_key(&game.id)) {
                self.walkovers.insert(game.id, GameResult::of(game, outcome, 0));
            }
        }
        self.walkovers.len() > before
    }

    /// Whether there was any record, those of void games included.
    pub(super) fn has_records(&self) -> bool {
        !self.counted.is_empty() || !self.void.is_empty()
    }

    pub(super) fn add(
        &mut self,
        plan: &Plan,
        game: &PlannedGame,
        record: &GameRecord,
    ) -> Result<Added, RecordError> {
        for (player, entrant) in Player::BOTH.into_iter().zip(&record.entrants) {
            if !entrant.identity.is_empty() {
                self.identities.insert(game.entrants[player], entrant.identity.clone());
            }
        }
        if !record.isolation.is_empty() && self.isolations.len() < MOST_ISOLATIONS {
            self.isolations.insert(record.isolation.clone());
        }
        let before = plan.opening(game).map_or(0, |opening| opening.plies);
        let Some(result) = GameResult::of_record(game, record, before)? else {
            *self.void.entry(game.id).or_default() += 1;
            if let Some(side) = record.ending.of {
                self.charges.entry(game.entrants[side.into()]).or_default().void += 1;
            }
            return Ok(Added::Void);
        };
        let played = played(record);
        if let Some(known) = self.counted.get(&game.id) {
            return Ok(if known.played == played { Added::Known } else { Added::Conflict });
        }
        self.counted.insert(game.id, KnownGame { result, played });
        for player in Player::BOTH {
            if let Some(charge) = Charge::of(record, player.into()) {
                self.charges.entry(game.entrants[player]).or_default().merge(charge);
            }
        }
        Ok(Added::Counted)
    }

    /// The result of a game, if it has been played.
    pub fn get(&self, id: u64) -> Option<&GameResult> {
        self.walkovers.get(&id).or_else(|| self.counted.get(&id).map(|counted| &counted.result))
    }

    /// All results, in the order of the games' numbers.
    pub fn iter(&self) -> impl Iterator<Item = &GameResult> {
        let played = self.counted.iter().map(|(id, known)| (id, &known.result));
        let mut all: BTreeMap<_, _> = played.collect();
        all.extend(&self.walkovers);
        all.into_values()
    }

    /// What they add up to in a tournament of so many entrants.
    pub(super) fn tally(&self, entrants: usize) -> Tally {
        let mut tally = Tally::new(entrants);
        for result in self.iter() {
            // They are results of planned games.
            let _ = tally.add(result);
        }
        tally
    }

    /// What an entrant called itself, if it did.
    pub fn identity(&self, entrant: usize) -> Option<&str> {
        self.identities.get(&entrant).map(String::as_str)
    }

    /// How programs were kept apart, in the words of the records.
    pub fn isolations(&self) -> impl Iterator<Item = &str> {
        self.isolations.iter().map(String::as_str)
    }

    /// Games with a result.
    pub fn len(&self) -> usize {
        let only_walkovers = self.walkovers.keys().filter(|id| !self.counted.contains_key(id));
        self.counted.len() + only_walkovers.count()
    }

    /// Whether no game has a result.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many games were void, each as often as it was.
    pub fn void(&self) -> u64 {
        self.void.values().sum()
    }

    /// How often this game was void.
    pub(super) fn void_of(&self, id: u64) -> u64 {
        self.void.get(&id).copied().unwrap_or_default()
    }

    /// What an entrant cost the machine.
    pub fn charge(&self, entrant: usize) -> Charge {
        self.charges.get(&entrant).copied().unwrap_or_default()
    }
}

/// What became of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Added {
    /// It is the first of its game.
    Counted,
    /// It says the same as one before.
    Known,
    /// It says something else than one before.
    Conflict,
    /// It has no result: the game is to be played again.
    Void,
}

/// The published files of a folder, which need not exist, by name.
pub(super) fn published(folder: &Path) -> Result<Vec<PathBuf>, RecordsError> {
    let fail = |error| RecordsError::Folder(folder.to_owned(), error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(fail)?,
    };
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(fail)?;
    paths.retain(|path| {
        let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        path.extension().is_some_and(|extension| extension == "jsonl") && !is_hidden
    });
    paths.sort();
    Ok(paths)
}

/// Reads a line of records and finds its game, if it is in the plan as it was played, and its moves lead where it says.
pub(super) fn parse<'a>(line: &str, plan: &'a Plan) -> Result<(&'a PlannedGame, GameRecord), Refusal> {
    let record = GameRecord::from_line(line)?;
    let game = record.id.parse().ok().and_then(|id| plan.game(id));
    let game = game.ok_or_else(|| format!("game {}: expected a game of the plan", record.id))?;
    let is_planned = record.seed == game.seed
        && record.entrants.iter().zip(plan.names(game)).all(|(entrant, name)| entrant.name == name)
        && plan.opening(game).is_some_and(|opening| opening.start == record.start);
    if !is_planned {
        return Err(format!("game {}: expected the entrants, start and seed of the plan", record.id).into());
    }
    record.check(plan.kind).map_err(|error| format!("game {}: {error}", record.id))?;
    Ok((game, record))
}

/// A hash of everything but times and what depends on them.
fn played(record: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    for turn in &record.turns {
        (turn.side, &turn.action).hash(&mut hasher);
    }
    let Ending { reason, winner, points, .. } = record.ending;
    (reason, winner, points).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_league::event::{Action, Attempt, End, Spent, Turn};

    #[test]
    fn programs_are_charged_with_what_they_used_in_their_own_turns() {
        let us = Duration::from_micros;
        let turn = |number, side, cpu: Option<u64>, end| {
            let spent = Spent::new(us(900), cpu.map(us), us(100)).with_waiting(us(400), us(0));
            let attempt = Attempt { spent, end, ..Attempt::default() };
            Turn { number, side, attempts: vec![attempt; 2], action: Action::LostTurn }
        };
        let mut record = GameRecord::from_line(concat!(
            r#"{"version":1,"id":"g","game":"connect-four","entrants":[{"name":"a","kind":"lines"},"#,
            r#"{"name":"b","kind":"random"}],"start":"","seed":7,"policy":{"late":{"then":"lost-turn"},"#,
            r#""illegal":{"then":"lost-turn"},"unreadable":{"then":"lost-turn"},"crashed":{"then":"lost-turn"},"#,
            r#""flooded":{"then":"lost-turn"}},"limit_us":1000,"turns":[],"ending":{"reason":"stalled"}}"#
        ))
        .unwrap();
        let exited = Some(End::Exited(0));
        record.turns = vec![
            turn(1, Side::First, Some(300), exited),
            turn(2, Side::Second, Some(5), None),
            turn(3, Side::First, None, exited),
        ];
        let charge = Charge::of(&record, Side::First).unwrap();
        // Time that nobody knows the use of does not count.
        assert_eq!((charge.cpu, charge.own), (us(600), us(1000)));
        assert_eq!(charge.processors(), Some(0.6));
        assert_eq!(Charge::of(&record, Side::Second), None, "an agent built in");
        let mut both = charge;
        both.merge(Charge { void: 1, ..charge });
        assert_eq!((both.cpu, both.own, both.void), (2 * charge.cpu, 2 * charge.own, 1));
        assert_eq!(Charge::default().processors(), None);
    }
}
