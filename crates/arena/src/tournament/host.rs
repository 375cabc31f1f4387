//! How well the machine keeps time: whether a late answer may be its fault, and how many games it can take
//! at a time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A thread that wants to wake up every few milliseconds, and notes when the machine lets it sleep longer.
#[derive(Debug)]
pub struct Canary {
    delays: Arc<Mutex<VecDeque<Delay>>>,
    /// Dropped to end the thread.
    quit: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A time in which the canary should have woken up and did not.
#[derive(Clone, Copy, Debug)]
struct Delay {
    from: Instant,
    to: Instant,
}

/// How long the canary sleeps.
const NAP: Duration = Duration::from_millis(5);

/// Delays that are shorter are not noted: timers are never exact.
const SHORTEST: Duration = Duration::from_millis(5);

/// Delays that are remembered; there are at most a hundred in a second.
const MOST_DELAYS: usize = 100_000;

impl Canary {
    /// Begins to watch. Without a thread nothing is ever found.
    pub fn start() -> Self {
        let delays = Arc::new(Mutex::new(VecDeque::new()));
        let (quit, quitting) = channel::<()>();
        let seen = Arc::clone(&delays);
        let watch = move || loop {
            let due = Instant::now() + NAP;
            if quitting.recv_timeout(NAP) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let now = Instant::now();
            if now.saturating_duration_since(due) >= SHORTEST {
                let mut delays = seen.lock().unwrap_or_else(PoisonError::into_inner);
                if delays.len() == MOST_DELAYS {
                    delays.pop_front();
                }
                delays.push_back(Delay { from: due, to: now });
            }
        };
        let thread = thread::Builder::new().name("canary".to_owned()).spawn(watch).ok();
        Self { delays, quit: Some(quit), thread }
    }

    /// Notes a delay that never was.
    #[cfg(test)]
    pub(super) fn note(&self, from: Instant, to: Instant) {
        self.delays.lock().unwrap_or_else(PoisonError::into_inner).push_back(Delay { from, to });
    }

    /// The longest delay that overlaps this time.
    pub fn worst(&self, from: Instant, to: Instant) -> Duration {
        let delays = self.delays.lock().unwrap_or_else(PoisonError::into_inner);
        let overlapping = delays.iter().rev().filter(|delay| delay.from <= to && from <= delay.to);
        overlapping.map(|delay| delay.to - delay.from).max().unwrap_or(Duration::ZERO)
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        self.quit = None;
        if let Some(thread) = self.thread.take() {
            // It cannot panic.
            let _ = thread.join();
        }
    }
}

/// The longest delay that a fair clock may have: a twentieth of the time for an answer, and at least 20 ms.
pub fn tolerance(allowed: Duration) -> Duration {
    (allowed / 20).max(Duration::from_millis(20))
}

/// What a number of busy threads does to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jitter {
    /// Busy threads.
    pub threads: usize,
    /// The longest time in which one of them stood still.
    pub worst: Duration,
}

/// How long each number of threads is tried.
const TRIAL: Duration = Duration::from_millis(150);

/// Keeps more and more threads busy, up to one for each processor, and measures how long one stands still.
/// Every number is tried twice, and its better result counts: what happens once is chance.
pub fn calibrate() -> Vec<Jitter> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let doubling = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|&n| n < processors);
    let trial = |threads| (0..2).map(|_| busy(threads)).min().unwrap_or_default();
    doubling.chain([processors]).map(|threads| Jitter { threads, worst: trial(threads) }).collect()
}

/// The most threads, of those that were tried, of which none stands still for longer than `tolerance`; 1
/// if even one does.
pub fn safe_jobs(measured: &[Jitter], tolerance: Duration) -> usize {
    let safe = measured.iter().take_while(|jitter| jitter.worst <= tolerance);
    safe.last().map_or(1, |jitter| jitter.threads)
}

/// Keeps so many threads busy, and returns the longest time in which one of them stood still.
fn busy(threads: usize) -> Duration {
    let is_over = AtomicBool::new(false);
    // One that comes to run late or never has stood still, too.
    let start = Instant::now();
    let work = || {
        let (mut before, mut worst) = (start, Duration::ZERO);
        loop {
            let now = Instant::now();
            worst = worst.max(now - before);
            before = now;
            if is_over.load(Ordering::Relaxed) {
                return worst;
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        thread::sleep(TRIAL);
        is_over.store(true, Ordering::Relaxed);
        workers.into_iter().filter_map(|worker| worker.join().ok()).max().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_found_where_they_overlap() {
        let canary = Canary::start();
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for (from, to) in [(9010, 9040), (9100, 9107)] {
            canary.note(at(from), at(to));
        }
        let worst = |from: u64, to: u64| canary.worst(at(9000 + from), at(9000 + to)).as_millis();
        assert_eq!((worst(0, 9), worst(0, 10), worst(39, 99), worst(41, 99)), (0, 30, 30, 0));
        assert_eq!((worst(101, 102), worst(0, 200)), (7, 30));
    }

    #[test]
    fn calibration_tries_up_to_all_processors() {
        let measured = calibrate();
        assert_eq!(measured[0].threads, 1);
        let processors = thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(measured.last().unwrap().threads, processors);
        assert!(measured.is_sorted_by(|a, b| a.threads < b.threads));
        assert!(measured.iter().all(|jitter| jitter.worst > Duration::ZERO));
    }

    #[test]
    fn as_many_jobs_as_keep_time() {
        let jitter = |threads, milliseconds| Jitter { threads, worst: Duration::from_millis(milliseconds) };
        let measured = [jitter(1, 2), jitter(2, 30), jitter(4, 10)];
        let safe = |milliseconds| safe_jobs(&measured, Duration::from_millis(milliseconds));
        assert_eq!((safe(1), safe(2), safe(29), safe(30)), (1, 1, 1, 4));
        assert_eq!(tolerance(Duration::from_secs(1)), Duration::from_millis(50));
        assert_eq!(tolerance(Duration::from_millis(100)), Duration::from_millis(20));
    }
}
