//! Playing the games of a tournament that have no result yet.
//!
//! Workers play, one game each at a time; the calling thread alone writes records and counts. Every record
//! is on the disk before its game counts. Nothing is remembered but what is in the files, so a run that was
//! killed at any moment is the same as one that was stopped.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use plyground_core::agents::SpecError;
use plyground_core::{ByPlayer, Player, dispatch};

use super::config::Config;
use super::entrants::{Programs, entrant};
use super::host::{Canary, tolerance};
use super::plan::{Plan, PlanError};
use super::queue::Queue;
use super::records::{Added, RecordsError, Results, WHOLE, published};
use super::{PLAN, RECORDS};
use crate::event::{Event, Reason, Turn};
use crate::fault::FaultKind;
use crate::job::Share;
use crate::journal::{Journal, JournalError};
use crate::protocol::Assigned;
use crate::record::{GameRecord, first_notation};
use crate::referee::{self, Fixture, Settings};
use crate::result::GameResult;
use crate::standings::Tally;
use crate::workers::start_all;

/// What is to be played, and how.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The folder of the tournament.
    pub folder: &'a Path,
    /// What `tournament.toml` says.
    pub config: &'a Config,
    /// The share of the games; the whole tournament also plans further rounds.
    pub share: Share,
    /// Games at a time.
    pub jobs: NonZeroUsize,
    /// How programs are started, if any take part.
    pub programs: Option<&'a Programs>,
}

/// How far a run has come: told at the beginning, and after every game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game that has just been played.
    pub record: Option<&'a GameRecord>,
    /// Games with a result.
    pub done: usize,
    /// Games that are planned, of this share.
    pub of: usize,
    /// What the results add up to, those of other shares included as far as they are published.
    pub tally: &'a Tally,
}

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Every game of the share has a result.
    Done,
    /// It was asked to stop; running it again goes on.
    Stopped,
}

/// Why games could not be played.
#[derive(Debug)]
pub enum RunError {
    /// There is no plan, or it does not fit.
    Plan(PlanError),
    /// Records cannot be read.
    Records(RecordsError),
    /// Records cannot be written.
    Journal(JournalError),
    /// A file or folder of the tournament cannot be made.
    File(PathBuf, io::Error),
    /// An entrant does not exist for the game.
    Entrant(SpecError),
    /// The system gave no thread.
    Thread(io::Error),
    /// The machine could not play a game, not even when it was tried again.
    Trouble {
        /// The number of the game.
        game: u64,
        /// What the machine said.
        message: String,
    },
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(error) => error.fmt(f),
            Self::Records(error) => error.fmt(f),
            Self::Journal(error) => error.fmt(f),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Entrant(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "threads: {error}; expected room for one more"),
            Self::Trouble { game, message } => {
                write!(f, "game {game} could not be played: {message}; mend that and run again")
            }
        }
    }
}

impl std::error::Error for RunError {}

impl From<PlanError> for RunError {
    fn from(error: PlanError) -> Self {
        Self::Plan(error)
    }
}

impl From<RecordsError> for RunError {
    fn from(error: RecordsError) -> Self {
        Self::Records(error)
    }
}

impl From<JournalError> for RunError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// A game is tried so often before trouble with the machine ends the run.
const MOST_TROUBLES: u32 = 3;

/// The machine gets so long to recover from trouble.
const BREATH: Duration = Duration::from_millis(500);

/// Records that are written together, at most.
const BATCH: usize = 256;

impl Run<'_> {
    /// Plays all games of the share that have no result yet. When `stop` is raised, no more games begin, and those that
    /// break off because their programs are ended ([`Isolation::until`](crate::sandbox::Isolation::until)) leave no
    /// record: they are played again from their beginning.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written, another process plays the same share, or the machine fails.
    pub fn play(&self, stop: &AtomicBool, watch: &mut dyn FnMut(&Progress<'_>)) -> Result<Finish, RunError> {
        dispatch!(self.config.game, G => self.play_game::<G>(stop, watch))
    }

    fn play_game<G: Assigned>(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, RunError> {
        let folder = self.folder.join(RECORDS);
        fs::create_dir_all(&folder).map_err(|error| RunError::File(folder.clone(), error))?;
        let is_whole = self.share == Share::WHOLE;
        let plan_path = self.folder.join(PLAN);
        let mut plan = match Plan::read(&plan_path, self.config) {
            Err(PlanError::Missing) if is_whole => Plan::extend(&plan_path, self.config, &[])?.0,
            plan => plan?,
        };
        let own = folder.join(if is_whole { WHOLE.to_owned() } else { unpublished(self.share) });
        let mut results = Results::default();
        let mut journal = results.open(&own, &plan, self.config)?;
        let mut has_records = results.has_records();
        // Only now, when nobody else plays the share, is it known what others have published of it.
        for path in published(&folder)?.into_iter().filter(|path| *path != own) {
            results.read_file(&path, &plan, self.config)?;
        }
        let mut tally = Tally::new(self.config.entrants.len());
        for result in results.iter() {
            // They are results of planned games.
            let _ = tally.add(result);
        }
        loop {
            if is_whole {
                let known: Vec<GameResult> = results.iter().copied().collect();
                plan = Plan::extend(&plan_path, self.config, &known)?.0;
            }
            let share = plan.games().iter().map(|game| game.id).filter(|&id| self.share.has(id));
            let todo: Vec<u64> = share.clone().filter(|&id| results.get(id).is_none()).collect();
            let of = share.count();
            let done = of - todo.len();
            watch(&Progress { record: None, done, of, tally: &tally });
            if todo.is_empty() {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Finish::Stopped);
            }
            let mut books = Books { results, tally, done, of, troubles: HashMap::new() };
            has_records = true;
            let played = self.play_all::<G>(&plan, &todo, &mut journal, &mut books, stop, watch);
            Books { results, tally, .. } = books;
            played?;
        }
        if !is_whole && has_records && own.exists() {
            publish(&own, &folder, self.share)?;
        }
        Ok(Finish::Done)
    }

    /// Plays games until all have a result.
    fn play_all<G: Assigned>(
        &self,
        plan: &Plan,
        games: &[u64],
        journal: &mut Journal,
        books: &mut Books,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), RunError> {
        let queue = Queue::new(games.iter().copied());
        let canary = Canary::start();
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(BATCH);
            let (queue, canary) = (&queue, &canary);
            let work = move || self.work::<G>(plan, queue, canary, stop, &sender);
            start_all(scope, self.jobs.get().min(games.len()), work).map_err(RunError::Thread)?;
            let counted = self.count(plan, (queue, stop), &receiver, journal, books, watch);
            queue.halt();
            // Whoever waits to hand in a record is let go.
            drop(receiver);
            counted
        })
    }

    /// Writes and counts what workers hand in, until all of them have ended.
    fn count(
        &self,
        plan: &Plan,
        (queue, stop): (&Queue, &AtomicBool),
        played: &Receiver<Result<Played, SpecError>>,
        journal: &mut Journal,
        books: &mut Books,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), RunError> {
        while let Ok(first) = played.recv() {
            let more = std::iter::from_fn(|| played.try_recv().ok()).take(BATCH - 1);
            let mut batch: Vec<Played> =
                std::iter::once(first).chain(more).collect::<Result<_, _>>().map_err(RunError::Entrant)?;
            if stop.load(Ordering::Relaxed) {
                batch.retain(|played| played.record.ending.reason != Reason::Void);
            }
            for Played { game, record, line, excuse } in &mut batch {
                // The last time counts, whatever the machine did.
                if excuse.is_some() && books.results.times_set_aside(*game) < self.config.replays {
                    record.set_aside = excuse.take();
                    *line = record.to_line();
                }
            }
            let lines: Vec<String> =
                batch.iter_mut().map(|played| std::mem::take(&mut played.line)).collect();
            journal.append(&lines)?;
            for Played { game, record, .. } in &batch {
                books.add(plan, queue, *game, record)?;
                let Books { done, of, tally, .. } = books;
                watch(&Progress { record: Some(record), done: *done, of: *of, tally });
            }
        }
        Ok(())
    }

    fn work<G: Assigned>(
        &self,
        plan: &Plan,
        queue: &Queue,
        canary: &Canary,
        stop: &AtomicBool,
        sender: &SyncSender<Result<Played, SpecError>>,
    ) {
        while let Some(game) = queue.next(stop) {
            if sender.send(self.one::<G>(plan, game, canary, stop)).is_err() {
                return;
            }
        }
    }

    /// Plays a game.
    fn one<G: Assigned>(
        &self,
        plan: &Plan,
        id: u64,
        canary: &Canary,
        stop: &AtomicBool,
    ) -> Result<Played, SpecError> {
        let game = plan.game(id).expect("games are handed out by the plan's numbers");
        let opening = plan.opening(game).expect("a planned game has an opening");
        let seat = |side| entrant::<G>(self.config, game.entrants[side], self.programs);
        let (mut first, mut second) = (seat(Player::First)?, seat(Player::Second)?);
        let mut settings = Settings::new(self.config.time, self.config.policy);
        if let Some(programs) = self.programs {
            programs.isolation().level().word().clone_into(&mut settings.isolation);
        }
        let start = first_notation::<G>().parse(&opening.start).unwrap_or_else(|_| G::start());
        let fixture = Fixture { id: id.to_string(), start, seed: game.seed };
        let allowed = self.config.time.allowed();
        let mut excuse = None;
        let record = referee::play::<G>(
            &fixture,
            &settings,
            &mut ByPlayer::new(&mut *first, &mut *second),
            &mut |event| {
                if let Event::Turn(turn) = event {
                    excuse = excuse.take().or_else(|| excuse_for(turn, canary, allowed));
                }
            },
        );
        if record.ending.reason == Reason::Void && !stop.load(Ordering::Relaxed) {
            thread::sleep(BREATH);
        }
        let line = record.to_line();
        Ok(Played { game: id, record, line, excuse })
    }
}

/// Why a turn that has just ended was late by fault of the machine, if it was.
fn excuse_for(turn: &Turn, canary: &Canary, allowed: Duration) -> Option<String> {
    let is_late =
        turn.attempts.iter().any(|attempt| attempt.fault.as_ref().is_some_and(|f| f.kind == FaultKind::Late));
    if !is_late {
        return None;
    }
    let now = Instant::now();
    let took: Duration = turn.attempts.iter().map(|attempt| attempt.spent.wall()).sum();
    let worst = canary.worst(now.checked_sub(took).unwrap_or(now), now);
    (worst > tolerance(allowed)).then(|| {
        let (number, worst) = (turn.number, worst.as_millis());
        format!("turn {number} was late while the machine stood still for {worst} ms")
    })
}

/// A game that has been played.
struct Played {
    game: u64,
    record: GameRecord,
    /// The record as text.
    line: String,
    /// Why it should be played again, if it should.
    excuse: Option<String>,
}

/// What is counted.
struct Books {
    results: Results,
    tally: Tally,
    done: usize,
    of: usize,
    troubles: HashMap<u64, u32>,
}

impl Books {
    /// Counts a game, or has it played again.
    fn add(&mut self, plan: &Plan, queue: &Queue, id: u64, record: &GameRecord) -> Result<(), RunError> {
        let trouble = |message: String| RunError::Trouble { game: id, message };
        let game = plan.game(id).ok_or_else(|| trouble("it is not planned".to_owned()))?;
        if record.ending.reason == Reason::Void {
            let times = self.troubles.entry(id).or_default();
            *times += 1;
            if *times >= MOST_TROUBLES {
                return Err(trouble(record.ending.trouble.clone().unwrap_or_default()));
            }
        }
        match self.results.add(plan, game, record).map_err(trouble)? {
            Added::SetAside => queue.put_back(id),
            Added::Counted | Added::Known | Added::Conflict => {
                self.done += 1;
                if let Some(result) = self.results.get(id) {
                    // Entrants of planned games take part.
                    let _ = self.tally.add(result);
                }
                queue.settle();
            }
        }
        Ok(())
    }
}

/// The name of a share's file until all its games are played.
fn unpublished(share: Share) -> String {
    format!(".shard-{}.part", share.to_string().replace('/', "-of-"))
}

/// Gives the file of a share that is done a name under which it counts. Rounds that are planned later make
/// further files.
fn publish(own: &Path, folder: &Path, share: Share) -> Result<(), RunError> {
    let name = share.to_string().replace('/', "-of-");
    for number in 1u32.. {
        let path = folder.join(format!("shard-{name}.{number}.jsonl"));
        if !path.exists() {
            return fs::rename(own, &path).map_err(|error| RunError::File(path, error));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Action, Attempt, Side, Spent};
    use crate::fault::Fault;

    #[test]
    fn only_a_late_answer_at_a_time_of_overload_is_excused() {
        let canary = Canary::start();
        let turn = |fault: Option<FaultKind>, took| Turn {
            number: 7,
            side: Side::First,
            attempts: vec![Attempt {
                answer: String::new(),
                fault: fault.map(|kind| Fault::new(kind, "x")),
                penalty: 0,
                nodes: None,
                spent: Spent::new(Duration::from_millis(took), None, Duration::ZERO),
                end: None,
                stderr: String::new(),
            }],
            action: Action::LostTurn,
        };
        let allowed = Duration::from_secs(1);
        let (late, crashed) = (Some(FaultKind::Late), Some(FaultKind::Crashed));
        assert_eq!(excuse_for(&turn(late, 1000), &canary, Duration::from_secs(3600)), None);
        // The machine stood still from 900 to 820 ms ago: more than a twentieth of a second.
        let ago = |milliseconds| Instant::now().checked_sub(Duration::from_millis(milliseconds)).unwrap();
        canary.note(ago(900), ago(820));
        let excuse = excuse_for(&turn(late, 1000), &canary, allowed).expect("an excuse");
        assert!(excuse.starts_with("turn 7 was late while the machine stood still for "), "{excuse}");
        assert_eq!(excuse_for(&turn(crashed, 1000), &canary, allowed), None);
        assert_eq!(excuse_for(&turn(None, 1000), &canary, allowed), None);
        // Too long ago for the turn, and too short for an excuse.
        let much = Duration::from_secs(3600);
        assert_eq!(excuse_for(&turn(late, 1), &canary, much), None);
        assert_eq!(excuse_for(&turn(late, 1000), &canary, Duration::from_secs(2)), None);
    }
}
