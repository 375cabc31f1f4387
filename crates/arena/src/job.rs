//! Long computations cut into numbered items: resumable, on several threads and several machines.
//!
//! Results go to a journal as soon as they are there. Running a job again does what is missing; a
//! share of a job (`i/n`) has a journal of its own, and [`collect`] puts journals together.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyground_core::agents::Limits;
use serde_json::{Value, json};

use crate::journal::{Journal, JournalError};

/// Work that consists of items, each with a result that depends on nothing but the item.
pub trait Job: Sync {
    /// What a thread keeps from item to item.
    type Worker: Send;

    /// A result as it is used when all are there.
    type Output: PartialEq;

    /// What tells this job from others: the first line of its journals.
    fn header(&self) -> Value;

    /// The number of items. They are numbered from 0.
    fn items(&self) -> u64;

    /// A worker for one more thread.
    fn worker(&self) -> Self::Worker;

    /// The result of an item, or `None` if `limits` stopped the work.
    fn solve(&self, worker: &mut Self::Worker, item: u64, limits: &Limits<'_>) -> Option<Value>;

    /// Reads what [`solve`](Self::solve) gave for an item back from a journal, which may be damaged.
    ///
    /// # Errors
    ///
    /// What was expected, if it cannot be a result of this item.
    fn read(&self, item: u64, result: &Value) -> Result<Self::Output, String>;
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Items with a result.
    pub done: u64,
    /// Items of the share.
    pub of: u64,
    /// Items that this run has done itself.
    pub here: u64,
    /// Time since this run began.
    pub elapsed: Duration,
}

impl Progress {
    /// The time until the end if what is left takes as long as what this run has done, or `None`
    /// before the first item.
    pub fn left(&self) -> Option<Duration> {
        let left = u128::from(self.of - self.done);
        let milliseconds = (self.elapsed.as_millis() * left).checked_div(u128::from(self.here))?;
        u64::try_from(milliseconds).ok().map(Duration::from_millis)
    }
}

/// Does the items of a share that have no result yet, and tells `progress` about each.
///
/// Returns whether all are done; they are not if `stop` was raised.
///
/// # Errors
///
/// If the journal cannot be opened or written, or has a record that is none of this job.
pub fn run<J: Job>(
    job: &J,
    journal: &Path,
    share: Share,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<bool, JournalError> {
    let mut done = BTreeSet::new();
    let journal = Journal::open(journal, &job.header(), &mut |record| {
        let (item, _) = parse(record, job)?;
        done.insert(item);
        Ok(())
    })?;
    let start = Instant::now();
    let todo: Vec<u64> = (0..job.items()).filter(|&item| share.has(item) && !done.contains(&item)).collect();
    let of = (0..job.items()).filter(|&item| share.has(item)).count() as u64;
    let state = Progress { done: of - todo.len() as u64, of, here: 0, elapsed: Duration::ZERO };
    progress(state);
    let next = Mutex::new(todo.iter());
    let shared = Mutex::new((journal, state, progress, None));
    let failed = AtomicBool::new(false);
    let has_ended = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let work = || {
        let mut worker = job.worker();
        while !has_ended() {
            let Some(&item) = lock(&next).next() else { return };
            let Some(result) = job.solve(&mut worker, item, &Limits { stop: &has_ended }) else { return };
            let mut shared = lock(&shared);
            let (journal, state, progress, error) = &mut *shared;
            if let Err(problem) = journal.append(&[json!({ "item": item, "result": result }).to_string()]) {
                error.get_or_insert(problem);
                failed.store(true, Ordering::Relaxed);
                return;
            }
            state.done += 1;
            state.here += 1;
            state.elapsed = start.elapsed();
            progress(*state);
        }
    };
    std::thread::scope(|scope| {
        // Where no more threads start, those that did have the same results, later.
        let mut others = (1..threads).map(|_| std::thread::Builder::new().spawn_scoped(scope, work));
        while let Some(Ok(_)) = others.next() {}
        work();
    });
    let (_, state, _, error) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    match error {
        Some(error) => Err(error),
        None => Ok(state.done == state.of),
    }
}

/// Locks; a thread that panicked has left nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What is wrong with a set of journals.
#[derive(Debug)]
pub enum CollectError {
    /// A journal cannot be read.
    Journal(JournalError),
    /// Two journals have different results for an item.
    Conflict {
        /// The item.
        item: u64,
        /// The journal that came second.
        path: PathBuf,
    },
    /// Items have no result.
    Missing {
        /// How many.
        items: u64,
        /// The first of them.
        first: u64,
    },
}

impl fmt::Display for CollectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Conflict { item, path } => {
                write!(f, "{}: item {item} has another result than in a journal before", path.display())
            }
            Self::Missing { items, first } => {
                write!(f, "{items} items have no result yet, the first is {first}; run the job again")
            }
        }
    }
}

impl std::error::Error for CollectError {}

/// The results of all items of a job, in order, from all its journals.
///
/// # Errors
///
/// If a journal cannot be read, two of them contradict each other, or a result is missing.
pub fn collect<J: Job>(job: &J, journals: &[&Path]) -> Result<Vec<J::Output>, CollectError> {
    let mut results = BTreeMap::new();
    for &path in journals {
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
            return Err(CollectError::Conflict { item, path: path.to_owned() });
        }
    }
    let mut missing = (0..job.items()).filter(|item| !results.contains_key(item));
    if let Some(first) = missing.next() {
        return Err(CollectError::Missing { items: 1 + missing.count() as u64, first });
    }
    Ok(results.into_values().collect())
}

/// Item and result of a record.
fn parse<J: Job>(record: &str, job: &J) -> Result<(u64, J::Output), String> {
    let record: Value = serde_json::from_str(record).map_err(|error| error.to_string())?;
    let items = job.items();
    let item = record["item"].as_u64().filter(|&item| item < items);
    let item = item.ok_or_else(|| format!("expected an item from 0 to {}", items.saturating_sub(1)))?;
    let result = record.get("result").ok_or("expected a result")?;
    Ok((item, job.read(item, result)?))
}
