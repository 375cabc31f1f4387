//! Long computations cut into numbered items: resumable, on several threads and several machines.
//!
//! Results go to a journal as soon as they are there. Running a job again computes only what is missing. Each share of
//! a job (`i/n`) has a separate journal, and [`results`] merges journals. An [`Agenda`] decides which item is next, and
//! which items need not be computed.

mod proof;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyground_core::{Limits, counted};
use serde_json::{Value, json};

pub use self::proof::{Answer, Promise, Proof, Question, Tree};
use crate::journal::{Journal, JournalError, Refusal};
use crate::pool::{Pool, Worker};

/// Work that consists of items, each with a result that depends on nothing but the item.
pub trait Job: Sync {
    /// What a thread keeps from item to item.
    type Worker: Send;

    /// A result as it is used when all are there.
    type Output: PartialEq;

    /// What is done next.
    type Agenda: Agenda<Self::Output>;

    /// What this job differs in from others: the first line of its journals.
    fn header(&self) -> Value;

    /// The number of items. They are numbered from 0.
    fn items(&self) -> u64;

    /// What is to be done of a share while nothing is done yet.
    fn agenda(&self, share: Share) -> Self::Agenda;

    /// A worker for one more thread.
    fn worker(&self) -> Self::Worker;

    /// The result of an item, or `None` if `limits` stopped the work.
    fn solve(&self, worker: &mut Self::Worker, item: u64, limits: &Limits<'_>) -> Option<Value>;

    /// Reads what [`solve`](Self::solve) gave for an item back from a journal, which may be damaged.
    ///
    /// # Errors
    ///
    /// If it cannot be a result of this item.
    fn read(&self, item: u64, result: &Value) -> Result<Self::Output, Refusal>;
}

/// Decides which items are to be done, given the results so far.
pub trait Agenda<Output>: Send {
    /// Takes note of a result. Every item comes once.
    fn note(&mut self, item: u64, output: &Output);

    /// The item to do now, of those that are not `taken`, or `None` if none is needed as far as is known.
    fn next(&mut self, is_taken: &dyn Fn(u64) -> bool) -> Option<u64>;

    /// Items that are still to be done: exactly, or at least so many where results decide what is needed.
    fn left(&self) -> u64;

    /// What is known by now, in words, if there is something to say.
    fn words(&self) -> Option<String> {
        None
    }
}

/// The agenda of jobs that need all items of a share, in order.
#[derive(Clone, Debug)]
pub struct All {
    share: Share,
    is_done: Vec<bool>,
    /// All items of the share below it are done.
    from: usize,
    left: u64,
}

impl All {
    /// All of so many items that belong to a share.
    ///
    /// # Panics
    ///
    /// If there are more items than this machine can count.
    pub fn new(items: u64, share: Share) -> Self {
        let is_done = vec![false; usize::try_from(items).expect("a flag for every item fits into memory")];
        Self { share, is_done, from: 0, left: (0..items).filter(|&item| share.has(item)).count() as u64 }
    }
}

impl<Output> Agenda<Output> for All {
    fn note(&mut self, item: u64, _: &Output) {
        let done = usize::try_from(item).ok().and_then(|item| self.is_done.get_mut(item));
        if let Some(done) = done
            && !std::mem::replace(done, true)
            && self.share.has(item)
        {
            self.left -= 1;
        }
    }

    fn next(&mut self, is_taken: &dyn Fn(u64) -> bool) -> Option<u64> {
        let is_open = |&index: &usize| !self.is_done[index] && self.share.has(index as u64);
        self.from = (self.from..self.is_done.len()).find(is_open).unwrap_or(self.is_done.len());
        let mut open = (self.from..self.is_done.len()).filter(is_open).map(|index| index as u64);
        open.find(|&item| !is_taken(item))
    }

    fn left(&self) -> u64 {
        self.left
    }
}

/// A share of the items: those whose number leaves `index - 1` when divided by `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    index: u64,
    count: u64,
}

impl Share {
    /// All items.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether an item belongs to the share.
    pub const fn has(self, item: u64) -> bool {
        item % self.count == self.index - 1
    }
}

impl FromStr for Share {
    type Err = &'static str;

    /// Reads `i/n`, `i` from 1 to `n`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Self { index, count }),
            _ => Err("expected i/n with i from 1 to n, such as 2/8"),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Items with a result.
    pub done: u64,
    /// Items that are still to be done. Where results decide what else is needed: at least so many.
    pub left: u64,
    /// Items that this run has done itself.
    pub here: u64,
    /// Time since this run began.
    pub elapsed: Duration,
    /// What is known by now, in words, if there is something to say.
    pub words: Option<String>,
}

impl Progress {
    /// The time until the end if what is left takes as long as what this run has done, or `None`
    /// before the first item.
    pub fn time_left(&self) -> Option<Duration> {
        let milliseconds =
            (self.elapsed.as_millis() * u128::from(self.left)).checked_div(u128::from(self.here))?;
        u64::try_from(milliseconds).ok().map(Duration::from_millis)
    }
}

/// Where a run keeps its results, and where it finds those of others.
#[derive(Clone, Copy, Debug)]
pub struct Journals<'a> {
    /// Its own, which nobody else writes meanwhile.
    pub own: &'a Path,
    /// Those of other shares, which may grow. One that is not there yet has no results.
    pub others: &'a [PathBuf],
}

/// How often the journals of others are read.
const LOOK_AROUND: Duration = Duration::from_secs(10);

/// What the workers of a run share.
struct Shared<J: Job> {
    journal: Journal,
    agenda: J::Agenda,
    done: BTreeSet<u64>,
    /// Items that a worker is at.
    taken: Vec<u64>,
    here: u64,
    start: Instant,
    /// When the journals of others were read.
    looked: Instant,
}

impl<J: Job> Shared<J> {
    fn note(&mut self, item: u64, output: &J::Output) {
        if self.done.insert(item) {
            self.agenda.note(item, output);
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            done: self.done.len() as u64,
            left: self.agenda.left(),
            here: self.here,
            elapsed: self.start.elapsed(),
            words: self.agenda.words(),
        }
    }

    /// What others have found out since.
    fn look_around(&mut self, job: &J, others: &[PathBuf]) -> Result<(), JournalError> {
        for path in others.iter().filter(|path| path.exists()) {
            Journal::read(path, &job.header(), &mut |record| {
                let (item, output) = parse(record, job)?;
                self.note(item, &output);
                Ok(())
            })?;
        }
        self.looked = Instant::now();
        Ok(())
    }

    /// Writes a result down and takes note of it.
    fn keep(&mut self, job: &J, item: u64, result: &Value, others: &[PathBuf]) -> Result<(), JournalError> {
        self.journal.append(&[json!({ "item": item, "result": result }).to_string()])?;
        let output = job.read(item, result).expect("a result that was just made can be read");
        self.here += 1;
        self.note(item, &output);
        if !others.is_empty() && self.looked.elapsed() >= LOOK_AROUND {
            self.look_around(job, others)?;
        }
        Ok(())
    }
}

/// Does what is on the agenda of a share and has no result yet, and reports each item to `progress`.
///
/// Returns whether nothing is left to do; something is if `stop` was raised.
///
/// # Errors
///
/// If a journal cannot be opened or written, or has a record that is none of this job, or no thread starts.
pub fn run<J: Job>(
    job: &J,
    journals: Journals<'_>,
    share: Share,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<bool, JournalError> {
    let (mut agenda, mut done) = (job.agenda(share), BTreeSet::new());
    let journal = Journal::open(journals.own, &job.header(), &mut |record| {
        let (item, output) = parse(record, job)?;
        if done.insert(item) {
            agenda.note(item, &output);
        }
        Ok(())
    })?;
    let start = Instant::now();
    let mut shared: Shared<J> =
        Shared { journal, agenda, done, taken: Vec::new(), here: 0, start, looked: start };
    shared.look_around(job, journals.others)?;
    progress(shared.progress());
    let (shared, changed) = (Mutex::new(shared), Condvar::new());
    let work = |worker: Worker<'_, Result<Progress, JournalError>>| {
        let is_over = || worker.is_over();
        let mut memory = job.worker();
        while let Some(item) = take(&shared, &changed, &is_over) {
            let result = job.solve(&mut memory, item, &Limits { stop: &is_over });
            let mut shared = lock(&shared);
            shared.taken.retain(|&taken| taken != item);
            changed.notify_all();
            // Only what ends the run stops an item.
            let Some(result) = result else { return };
            let kept = shared.keep(job, item, &result, journals.others);
            worker.hand_in(kept.map(|()| shared.progress()));
        }
    };
    let threads = threads.max(1);
    Pool { workers: threads, room: threads, stop }
        .run(work, |results| results.iter().try_for_each(|now| now.map(&mut *progress)))
        .map_err(|error| {
            let words = format!("no thread can be started: {error}; expected room for one");
            JournalError::io(journals.own, io::Error::new(error.kind(), words))
        })??;
    let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(shared.agenda.next(&|_| false).is_none())
}

/// The next item, as soon as there is one, or `None` at the end.
fn take<J: Job>(shared: &Mutex<Shared<J>>, changed: &Condvar, is_over: &dyn Fn() -> bool) -> Option<u64> {
    let mut shared = lock(shared);
    loop {
        if is_over() {
            return None;
        }
        let Shared { agenda, taken, .. } = &mut *shared;
        if let Some(item) = agenda.next(&|item| taken.contains(&item)) {
            taken.push(item);
            return Some(item);
        }
        if taken.is_empty() {
            return None;
        }
        // What the other workers find may make more work.
        let waited = changed.wait_timeout(shared, Duration::from_millis(100));
        (shared, _) = waited.unwrap_or_else(PoisonError::into_inner);
    }
}

/// Locks; a thread that panicked has left nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is wrong with a set of journals.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(JournalError),
    /// Two journals have different results for this item; the second is named.
    #[error("{}: item {_0} has another result than in a journal before", _1.display())]
    Conflict(u64, PathBuf),
    /// So many items have no result, and this is the first of them.
    #[error("no result yet: {}, the first is {_1}; run the job again", counted(_0, "item"))]
    Missing(u64, u64),
}

/// The results of a job from all its journals, by item, whether or not all are there.
///
/// # Errors
///
/// If a journal cannot be read, or two of them contradict each other.
pub fn results<J: Job>(
    job: &J,
    journals: &[impl AsRef<Path>],
) -> Result<BTreeMap<u64, J::Output>, CollectError> {
    let mut results = BTreeMap::new();
    for path in journals {
        let path = path.as_ref();
        let mut conflict = None;
        Journal::read(path, &job.header(), &mut |record| {
            let (item, result) = parse(record, job)?;
            if results.get(&item).is_some_and(|known| *known != result) {
                conflict.get_or_insert(item);
            }
            results.insert(item, result);
            Ok(())
        })
        .map_err(CollectError::Journal)?;
        if let Some(item) = conflict {
            return Err(CollectError::Conflict(item, path.to_owned()));
        }
    }
    Ok(results)
}

/// The results of a job that needs all of them, in order.
///
/// # Errors
///
/// As [`results`], and if a result is missing.
pub fn collect<J: Job<Agenda = All>>(
    job: &J,
    journals: &[impl AsRef<Path>],
) -> Result<Vec<J::Output>, CollectError> {
    let results = results(job, journals)?;
    let mut missing = (0..job.items()).filter(|item| !results.contains_key(item));
    if let Some(first) = missing.next() {
        return Err(CollectError::Missing(1 + missing.count() as u64, first));
    }
    Ok(results.into_values().collect())
}

fn parse<J: Job>(record: &str, job: &J) -> Result<(u64, J::Output), Refusal> {
    let record: Value = serde_json::from_str(record)?;
    let items = job.items();
    let item = record["item"].as_u64().filter(|&item| item < items);
    let item = item.ok_or_else(|| format!("expected an item from 0 to {}", items.saturating_sub(1)))?;
    let result = record.get("result").ok_or("expected a result")?;
    Ok((item, job.read(item, result)?))
}
