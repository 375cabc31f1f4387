//! Long computations cut into numbered items: resumable, on several threads and several machines.
//!
//! Results go to a journal as soon as they are there. Running a job again does what is missing; a
//! share of a job (`i/n`) has a journal of its own, and [`collect`] puts journals together.

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

    /// What tells this job from others: the first line of its journals.
    fn header(&self) -> Value;

    /// The number of items. They are numbered from 0.
    fn items(&self) -> u64;

    /// A worker for one more thread.
    fn worker(&self) -> Self::Worker;

    /// The result of an item, or `None` if `limits` stopped the work.
    fn solve(&self, worker: &mut Self::Worker, item: u64, limits: &Limits<'_>) -> Option<Value>;
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
/// If the journal cannot be opened or written.
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
        let (item, _) = parse(record, job.items())?;
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
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
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
pub fn collect<J: Job>(job: &J, journals: &[&Path]) -> Result<Vec<Value>, CollectError> {
    let mut results = BTreeMap::new();
    for &path in journals {
        let mut conflict = None;
        Journal::read(path, &job.header(), &mut |record| {
            let (item, result) = parse(record, job.items())?;
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
fn parse(record: &str, items: u64) -> Result<(u64, Value), String> {
    let mut record: Value = serde_json::from_str(record).map_err(|error| error.to_string())?;
    let item = record["item"].as_u64().filter(|&item| item < items);
    let item = item.ok_or_else(|| format!("expected an item from 0 to {}", items.saturating_sub(1)))?;
    match record.get_mut("result") {
        Some(result) => Ok((item, result.take())),
        None => Err("expected a result".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares numbers; stops before a number if told so.
    struct Squares {
        items: u64,
        stop_before: u64,
    }

    impl Job for Squares {
        type Worker = u64;

        fn header(&self) -> Value {
            json!({ "job": "squares", "items": self.items })
        }

        fn items(&self) -> u64 {
            self.items
        }

        fn worker(&self) -> u64 {
            0
        }

        fn solve(&self, worker: &mut u64, item: u64, _: &Limits<'_>) -> Option<Value> {
            *worker += 1;
            (item < self.stop_before).then(|| json!(item * item))
        }
    }

    const ALL: Squares = Squares { items: 20, stop_before: 20 };

    fn run_squares(job: &Squares, path: &Path, share: Share, threads: usize) -> (bool, Vec<Progress>) {
        let mut seen = Vec::new();
        let is_done =
            run(job, path, share, threads, &AtomicBool::new(false), &mut |progress| seen.push(progress));
        (is_done.unwrap(), seen)
    }

    #[test]
    fn a_stopped_job_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.jsonl");
        let (is_done, _) = run_squares(&Squares { stop_before: 7, ..ALL }, &path, Share::WHOLE, 1);
        assert!(!is_done);
        let missing = collect(&ALL, &[&path]).unwrap_err().to_string();
        assert_eq!(missing, "13 items have no result yet, the first is 7; run the job again");
        let (is_done, seen) = run_squares(&ALL, &path, Share::WHOLE, 3);
        assert!(is_done);
        assert_eq!((seen[0].done, seen[0].left()), (7, None));
        let last = seen.last().unwrap();
        assert_eq!((last.here, last.done, last.left()), (13, 20, Some(Duration::ZERO)));
        let squares: Vec<Value> = (0..20).map(|n: u64| json!(n * n)).collect();
        assert_eq!(collect(&ALL, &[&path]).unwrap(), squares);
        let (is_done, seen) = run_squares(&ALL, &path, Share::WHOLE, 3);
        assert!(is_done && seen.len() == 1, "nothing is done twice");
    }

    #[test]
    fn a_raised_flag_stops_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.jsonl");
        let stop = AtomicBool::new(false);
        let is_done = run(&ALL, &path, Share::WHOLE, 1, &stop, &mut |progress| {
            stop.store(progress.done >= 4, Ordering::Relaxed);
        });
        assert!(!is_done.unwrap());
        assert!(collect(&ALL, &[&path]).unwrap_err().to_string().starts_with("16 items"));
    }

    #[test]
    fn shares_make_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["1/3", "2/3", "3/3"].map(|share| {
            let path = folder.path().join(share.replace('/', "-"));
            assert!(run_squares(&ALL, &path, share.parse().unwrap(), 2).0);
            path
        });
        let paths = paths.each_ref().map(PathBuf::as_path);
        let squares: Vec<Value> = (0..20).map(|n: u64| json!(n * n)).collect();
        assert_eq!(collect(&ALL, &paths).unwrap(), squares);
        assert!(collect(&ALL, &paths[1..]).unwrap_err().to_string().starts_with("7 items"));
        // The same journal twice is no contradiction, another result is one.
        assert!(collect(&ALL, &[paths[0], paths[0], paths[1], paths[2]]).is_ok());
        let text = std::fs::read_to_string(paths[1]).unwrap().replace(":16}", ":17}");
        let wrong = folder.path().join("wrong");
        std::fs::write(&wrong, text).unwrap();
        let error = collect(&ALL, &[paths[0], paths[1], paths[2], &wrong]).unwrap_err().to_string();
        assert!(error.ends_with("item 4 has another result than in a journal before"), "{error}");
    }

    #[test]
    fn records_that_make_no_sense_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.jsonl");
        for (record, problem) in [
            (r#"{"item":20,"result":1}"#, "line 2: expected an item from 0 to 19"),
            (r#"{"item":-1,"result":1}"#, "line 2: expected an item from 0 to 19"),
            (r#"{"item":3}"#, "line 2: expected a result"),
            ("[]", "line 2: expected an item from 0 to 19"),
        ] {
            std::fs::write(&path, format!("{}\n{record}\n", ALL.header())).unwrap();
            let error = collect(&ALL, &[&path]).unwrap_err().to_string();
            assert!(error.ends_with(problem), "{error}");
        }
    }

    #[test]
    fn shares_are_read() {
        let share: Share = "2/3".parse().unwrap();
        assert_eq!(
            (share.has(0), share.has(1), share.has(4), share.to_string()),
            (false, true, true, "2/3".to_owned())
        );
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }
}
