//! Playing the games of a tournament that have no result yet.
//!
//! Workers play, one game each at a time; the calling thread alone writes records and counts. Every record
//! is on the disk before its game counts. Nothing is remembered but what is in the files, so a run that was
//! killed at any moment is the same as one that was stopped.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use plyground_core::agents::SpecError;
use plyground_core::{ByPlayer, Notation, Player};

use super::books::{Books, Due, MOST_FAILURES};
use super::config::{Config, EntrantKind};
use super::entrants::{Programs, entrant};
use super::folder::{Folder, Records, WHOLE};
use super::plan::{Plan, PlanError};
use super::run_error::RunError;
use super::{PLAN, RECORDS};
use crate::job::Share;
use crate::journal::Journal;
use crate::pool::{Pool, Queue, Worker};
use crate::referee::{self, Fixture, Settings};
use plyground_league::event::Reason;
use plyground_league::record::GameRecord;
use plyground_league::result::GameResult;
use plyground_league::standings::Tally;
use plyground_sandbox::isolation::Shares;

/// What is to be played, and how.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The share of the games; the whole tournament also plans further rounds.
    pub share: Share,
    /// Games at a time.
    pub jobs: NonZeroUsize,
    /// How programs are started, if any take part.
    pub programs: Option<&'a Programs>,
}

/// How far a run has come: reported at the beginning, and after every game.
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
    /// It was asked to stop; the next run continues.
    Stopped,
}

/// After a system error the machine gets so long to recover.
const BREATH: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 500 });

/// Records that are written together, at most.
const BATCH: usize = 256;

impl Run<'_> {
    /// Plays all games of the share that have no result yet. The content of the folder is read again, and played games
    /// are added to it. When `stop` is raised, no more games begin. Games that break off because their programs are
    /// ended ([`Isolation::until`](plyground_sandbox::isolation::Isolation::until)) leave no record: they are played
    /// again from their beginning.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written, another process plays the same share, or the machine fails.
    pub fn play(
        &self,
        folder: &mut Folder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, RunError> {
        let finish = self.play_in(folder, stop, watch);
        folder.settle();
        finish
    }

    fn play_in(
        &self,
        folder: &mut Folder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finish, RunError> {
        let plan_path = folder.path().join(PLAN);
        let records_path = folder.path().join(RECORDS);
        let Folder { config, plan, records, .. } = folder;
        fs::create_dir_all(&records_path).map_err(|error| RunError::File(records_path.clone(), error))?;
        let is_whole = self.share == Share::WHOLE;
        let plan = plan.insert(match Plan::read(&plan_path, config) {
            Err(PlanError::Missing) if is_whole => Plan::extend(&plan_path, config, &[])?.0,
            plan => plan?,
        });
        let share = self.share.to_string().replace('/', "-of-");
        // A share has this name until all its games are played.
        let name = if is_whole { WHOLE.to_owned() } else { format!(".shard-{share}.part") };
        let own = records_path.join(name);
        *records = Records::default();
        let mut journal = records.open(&own, plan)?;
        let mut has_records = records.results.has_records();
        // Only now, when nobody else plays the share, is it known what others have published of it.
        records.read_all(&records_path, plan, &|| false)?;
        // Rounds that are planned already may follow from walkovers.
        records.results.withdraw(plan, config);
        loop {
            if is_whole {
                let known: Vec<GameResult> = records.results.iter().copied().collect();
                *plan = Plan::extend(&plan_path, config, &known)?.0;
            }
            if records.results.withdraw(plan, config) && is_whole {
                // Further rounds may follow at once.
                continue;
            }
            let results = &records.results;
            let tally = results.tally(config.entrants.len());
            let games = plan.games().iter().map(|game| game.id).filter(|&id| self.share.has(id));
            let mut todo: Vec<Due> = games
                .clone()
                .filter(|&id| results.get(id).is_none())
                .map(|game| Due { game, tries: MOST_FAILURES.saturating_sub(results.void_of(game)).max(1) })
                .collect();
            // What was in vain before comes last.
            todo.sort_by_key(|due| std::cmp::Reverse(due.tries));
            let of = games.count();
            let done = of - todo.len();
            watch(&Progress { record: None, done, of, tally: &tally });
            if todo.is_empty() {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(Finish::Stopped);
            }
            let mut books = Books::new(config, records, tally, [done, of]);
            has_records = true;
            self.play_all((plan, config), todo, &mut journal, &mut books, stop, watch)?;
            books.check()?;
        }
        if !is_whole && has_records && own.exists() {
            records.rename_own(publish(&own, &records_path, &share)?);
        }
        Ok(Finish::Done)
    }

    fn play_all(
        &self,
        (plan, config): (&Plan, &Config),
        games: Vec<Due>,
        journal: &mut Journal,
        books: &mut Books<'_>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), RunError> {
        let jobs = self.jobs.get().min(games.len());
        let queue = Queue::new(games);
        // Games that are played at the same time take no processor from each other.
        let shares = self.programs.map(|_| Shares::new(jobs));
        let has_agents = config.entrants.iter().any(|entrant| matches!(entrant.kind, EntrantKind::Agent(_)));
        let seated = |worker: Worker<'_, Result<Played, SpecError>>| {
            if let Some(shares) = &shares {
                // Where the system refuses, the referee runs anywhere.
                let _ = shares.keep_this_thread(worker.number, has_agents);
            }
            let programs = self.programs.zip(shares.as_ref());
            let programs = programs.map(|(programs, shares)| programs.on_share(shares, worker.number));
            work((plan, config), &queue, programs.as_ref(), &worker);
        };
        Pool { workers: jobs, room: BATCH, stop }
            .run(seated, |played| count(plan, (&queue, stop), played, journal, books, watch))
            .map_err(RunError::Thread)?
    }
}

/// Plays games until none waits.
fn work(
    (plan, config): (&Plan, &Config),
    queue: &Queue<'_, Due>,
    programs: Option<&Programs>,
    worker: &Worker<'_, Result<Played, SpecError>>,
) {
    while let Some(Due { game, tries }) = worker.next(queue) {
        for _ in 0..tries {
            let played = one((plan, config), game, programs);
            let is_void = played.as_ref().is_ok_and(Played::is_void);
            if !worker.hand_in(played) || worker.is_over() {
                return;
            }
            if !is_void {
                break;
            }
            thread::sleep(BREATH);
        }
    }
}

/// Plays a game.
fn one((plan, config): (&Plan, &Config), id: u64, programs: Option<&Programs>) -> Result<Played, SpecError> {
    let game = plan.game(id).expect("games are handed out by the plan's numbers");
    let opening = plan.opening(game).expect("a planned game has an opening");
    let seat = |side| entrant(config, game.entrants[side], programs);
    let (mut first, mut second) = (seat(Player::First)?, seat(Player::Second)?);
    let mut settings = Settings::new(config.time, config.policy);
    if let Some(programs) = programs {
        programs.isolation().level().word().clone_into(&mut settings.isolation);
    }
    let start = config.game.notation().parse(&opening.start).unwrap_or_else(|_| config.game.start());
    let fixture = Fixture { id: id.to_string(), start, seed: game.seed };
    let record =
        referee::play(&fixture, &settings, &mut ByPlayer::new(&mut *first, &mut *second), &mut |_| ());
    let line = record.to_line();
    Ok(Played { game: id, record, line })
}

/// Writes and counts what workers hand in, until all of them have ended.
fn count(
    plan: &Plan,
    (queue, stop): (&Queue<'_, Due>, &AtomicBool),
    played: &Receiver<Result<Played, SpecError>>,
    journal: &mut Journal,
    books: &mut Books<'_>,
    watch: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), RunError> {
    while let Ok(first) = played.recv() {
        let more = std::iter::from_fn(|| played.try_recv().ok()).take(BATCH - 1);
        let mut batch: Vec<Played> =
            std::iter::once(first).chain(more).collect::<Result<_, _>>().map_err(RunError::Entrant)?;
        if stop.load(Ordering::Relaxed) {
            batch.retain(|played| !played.is_void());
        }
        let lines: Vec<String> = batch.iter_mut().map(|played| std::mem::take(&mut played.line)).collect();
        let spans = books.records.append(journal, &lines)?;
        for (Played { game, record, .. }, span) in batch.iter().zip(spans) {
            books.add(plan, queue, *game, record, span)?;
            let Books { done, of, tally, .. } = books;
            watch(&Progress { record: Some(record), done: *done, of: *of, tally });
        }
    }
    Ok(())
}

/// A game that has been played.
struct Played {
    game: u64,
    record: GameRecord,
    /// The record as text.
    line: String,
}

impl Played {
    fn is_void(&self) -> bool {
        self.record.ending.reason == Reason::Void
    }
}

/// Gives the file of a share that is done a name under which it counts. Rounds that are planned later make
/// further files.
fn publish(own: &Path, folder: &Path, share: &str) -> Result<PathBuf, RunError> {
    let mut paths = (1u32..).map(|number| folder.join(format!("shard-{share}.{number}.jsonl")));
    let path = paths.find(|path| !path.exists()).unwrap_or_else(|| own.to_owned());
    match fs::rename(own, &path) {
        Ok(()) => Ok(path),
        Err(error) => Err(RunError::File(path, error)),
    }
}
