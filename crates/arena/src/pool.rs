//! The pool of workers for everything that is done on several threads: matches, tournaments, jobs, marking.
//!
//! Each worker takes one item at a time and sends its result to the calling thread. Only that thread counts and writes.
//! If fewer threads start than asked for, the results are the same, but later. Nobody waits for a worker that has
//! panicked. The other workers end after their current item, and the panic continues in the calling thread.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use plyground_arena::pool::{Pool, Queue, Worker};
//!
//! let (queue, stop) = (Queue::new(1..=10), AtomicBool::new(false));
//! let square = |worker: Worker<'_, u32>| {
//!     while let Some(item) = worker.next(&queue) {
//!         worker.hand_in(item * item);
//!     }
//! };
//! let pool = Pool { workers: 4, room: 4, stop: &stop };
//! let sum: u32 = pool.run(square, |results| results.iter().sum()).expect("room for a thread");
//! assert_eq!(sum, 385);
//! ```

use std::fmt;
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;

/// How often it is looked whether workers have ended.
const LOOK: Duration = Duration::from_millis(2);

/// The settings of a pool of workers.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'a> {
    /// Threads, if there is room for so many.
    pub workers: usize,
    /// Results that may wait for the calling thread; a worker with one more waits.
    pub room: usize,
    /// Raised by somebody who wants the work to end early.
    pub stop: &'a AtomicBool,
}

/// A worker, as seen by the thread that runs it.
#[derive(Debug)]
pub struct Worker<'a, T> {
    /// Its number, from 0.
    pub number: usize,
    results: SyncSender<T>,
    /// Nobody takes results any more, or a worker has panicked.
    is_over: Arc<AtomicBool>,
    stop: &'a AtomicBool,
}

impl<T> Worker<'_, T> {
    /// Whether the work is to end: it was stopped, nobody takes results any more, or another worker has panicked.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_over.load(Ordering::Relaxed)
    }

    /// The next item of a queue, unless the work is to end.
    pub fn next<I>(&self, queue: &Queue<'_, I>) -> Option<I> {
        if self.is_over() { None } else { queue.next() }
    }

    /// Hands a result to the calling thread. Returns whether it takes any.
    pub fn hand_in(&self, result: T) -> bool {
        self.results.send(result).is_ok()
    }
}

/// A panic in one worker ends the work of all.
impl<T> Drop for Worker<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}

impl Pool<'_> {
    /// Has workers do this until each comes back, and meanwhile `take` receive their results in the order in which they
    /// are ready. When `take` comes back before them, the work is over, and the workers are waited for.
    ///
    /// # Errors
    ///
    /// If not one thread starts.
    pub fn run<T: Send, R>(
        &self,
        work: impl Fn(Worker<'_, T>) + Sync,
        take: impl FnOnce(&Receiver<T>) -> R,
    ) -> io::Result<R> {
        let work = &work;
        thread::scope(|scope| {
            let start = |worker| Builder::new().spawn_scoped(scope, move || work(worker));
            let (_, results) = self.start(self.stop, start)?;
            Ok(take(&results.receiver))
        })
    }

    /// The same, but once `stop` is raised nobody waits for workers: they come to their end later. So nothing that they
    /// use can be borrowed. For them the work is over when `take` comes back.
    pub(crate) fn run_detached<T: Send + 'static, R>(
        &self,
        work: impl Fn(Worker<'static, T>) + Send + Sync + 'static,
        take: impl FnOnce(&Receiver<T>) -> R,
    ) -> io::Result<R> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let work = Arc::new(work);
        let start = |worker| {
            let work = Arc::clone(&work);
            Builder::new().spawn(move || work(worker))
        };
        let (workers, results) = self.start(&NEVER, start)?;
        let taken = take(&results.receiver);
        drop(results);
        while !self.stop.load(Ordering::Relaxed) && !workers.iter().all(JoinHandle::is_finished) {
            thread::sleep(LOOK);
        }
        for worker in workers.into_iter().filter(JoinHandle::is_finished) {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        Ok(taken)
    }

    /// Starts as many workers as there is room for.
    fn start<'w, T, H>(
        &self,
        stop: &'w AtomicBool,
        start: impl Fn(Worker<'w, T>) -> io::Result<H>,
    ) -> io::Result<(Vec<H>, Results<T>)> {
        let (sender, receiver) = sync_channel(self.room);
        let results = Results { receiver, is_over: Arc::default() };
        let mut workers = Vec::new();
        for number in 0..self.workers {
            let is_over = Arc::clone(&results.is_over);
            match start(Worker { number, results: sender.clone(), is_over, stop }) {
                Ok(worker) => workers.push(worker),
                Err(error) if number == 0 => return Err(error),
                Err(_) => break,
            }
        }
        Ok((workers, results))
    }
}

/// What workers hand in. When nobody wants it any more, those who wait to hand in more are let go.
struct Results<T> {
    receiver: Receiver<T>,
    is_over: Arc<AtomicBool>,
}

impl<T> Drop for Results<T> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Items that wait for a worker, in their order.
pub struct Queue<'a, I>(Mutex<Box<dyn Iterator<Item = I> + Send + 'a>>);

impl<I> fmt::Debug for Queue<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Queue")
    }
}

impl<'a, I: Send + 'a> Queue<'a, I> {
    /// These items; each is made when somebody takes it.
    pub fn new(items: impl IntoIterator<Item = I, IntoIter: Send + 'a>) -> Self {
        Self(Mutex::new(Box::new(items.into_iter())))
    }

    /// Takes out the waiting items that this picks.
    pub fn take_out(&self, mut picks: impl FnMut(&I) -> bool) -> Vec<I> {
        let mut waiting = self.lock();
        let (taken, left): (Vec<_>, Vec<_>) = waiting.by_ref().partition(|item| picks(item));
        *waiting = Box::new(left.into_iter());
        taken
    }
}

impl<'a, I> Queue<'a, I> {
    /// The next item, if there is one left.
    pub fn next(&self) -> Option<I> {
        self.lock().next()
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Iterator<Item = I> + Send + 'a>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn stop() -> &'static AtomicBool {
        Box::leak(Box::default())
    }

    /// All results, or nothing if that was a panic.
    fn all(
        pool: Pool<'static>,
        is_detached: bool,
        work: fn(Worker<'_, u32>, &Queue<'_, u32>),
    ) -> Option<Vec<u32>> {
        let take = |results: &Receiver<u32>| results.iter().collect();
        catch_unwind(AssertUnwindSafe(|| {
            let queue = Queue::new(0..1000);
            if is_detached {
                pool.run_detached(move |worker| work(worker, &queue), take)
            } else {
                pool.run(|worker| work(worker, &queue), take)
            }
        }))
        .ok()
        .map(|results| {
            let mut results: Vec<u32> = results.expect("room for a thread");
            results.sort_unstable();
            results
        })
    }

    #[test]
    fn every_item_is_worked_off_once_by_any_number_of_workers() {
        for (workers, is_detached) in [(1, false), (3, false), (1, true), (3, true)] {
            let results = all(Pool { workers, room: 2, stop: stop() }, is_detached, |worker, queue| {
                while let Some(item) = worker.next(queue) {
                    assert!(worker.hand_in(item));
                }
            });
            assert_eq!(results, Some((0..1000).collect()));
        }
    }

    #[test]
    fn a_panic_ends_the_work_and_continues_in_the_calling_thread() {
        for is_detached in [false, true] {
            let results = all(Pool { workers: 3, room: 2, stop: stop() }, is_detached, |worker, queue| {
                while let Some(item) = worker.next(queue) {
                    assert!(item < 7, "a panic of the test");
                    // The others wait for something that does not come.
                    while item == 5 && !worker.is_over() {
                        thread::yield_now();
                    }
                }
            });
            assert_eq!(results, None);
        }
    }

    #[test]
    fn workers_end_when_nobody_takes_results() {
        let (queue, stop) = (Queue::new(0..), stop());
        let work = |worker: Worker<'_, u32>| {
            while let Some(item) = worker.next(&queue) {
                worker.hand_in(item);
            }
            assert!(worker.is_over());
        };
        let pool = Pool { workers: 3, room: 1, stop };
        assert!(pool.run(work, |results| results.recv().is_ok()).unwrap());
        stop.store(true, Ordering::Relaxed);
        assert_eq!(pool.run(work, |results| results.iter().count()).unwrap(), 0);
    }

    #[test]
    fn nobody_waits_for_detached_workers_once_they_are_stopped() {
        let (let_go, kept) = sync_channel::<()>(0);
        let kept = Mutex::new(kept);
        let pool = Pool { workers: 1, room: 1, stop: stop() };
        let stop = pool.stop;
        let work = move |worker: Worker<'static, u32>| {
            worker.hand_in(1);
            // Longer than this test.
            let _ = kept.lock().map(|kept| kept.recv());
        };
        let first = pool.run_detached(work, |results| {
            stop.store(true, Ordering::Relaxed);
            results.recv()
        });
        assert_eq!(first.unwrap(), Ok(1));
        drop(let_go);
    }

    #[test]
    fn items_that_are_taken_out_are_not_given_to_workers() {
        let queue = Queue::new([1, 2, 3]);
        assert_eq!(queue.next(), Some(1));
        assert_eq!(queue.take_out(|&item| item < 3), [2]);
        assert_eq!(queue.next(), Some(3));
        assert_eq!((queue.next(), queue.take_out(|_| true)), (None, Vec::new()));
    }
}
