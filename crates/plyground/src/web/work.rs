//! How much is computed at a time: places for work, a queue before them, and an end to every piece of work.
//!
//! Work runs on separate threads. A client that waits for it may close its connection at any time, and then the work
//! is stopped.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyground_core::Limits;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use plyground_answers::{ApiError, MOST_TIME, Status};

/// The longest time in the queue.
const MOST_WAIT: Duration = Duration::from_secs(60);

/// How often it is looked whether the server ends.
const LOOK: Duration = Duration::from_millis(25);

/// Requests in a queue.
const MOST_WAITING: usize = 512;

/// Clients that listen to news of tournaments at a time.
const MOST_LISTENERS: usize = 256;

/// Kinds of work, which do not stand in each other's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Reading and showing positions: milliseconds.
    Light,
    /// Reading folders of tournaments: once long, then milliseconds.
    Files,
    Search,
    Stream,
    /// Sending news of a tournament: hardly any work, for as long as somebody looks.
    News,
    /// Waiting for a program, one at a time, so that none disturbs another's clock.
    Program,
}

#[derive(Clone, Debug)]
pub(super) struct Work {
    /// By their kinds.
    queues: [Queue; 6],
    /// The server ends.
    stopping: Arc<AtomicBool>,
}

/// Places of one kind, and places to wait for one.
#[derive(Clone, Debug)]
struct Queue {
    places: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// A place for work, given back when it is dropped.
pub(super) type Place = OwnedSemaphorePermit;

/// Stops work when it is dropped. The future that waits for the result holds it.
struct Leash(Arc<AtomicBool>);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Work {
    /// Places for this many searches at a time, for as many streams, and for as much light work. `stopping` ends all
    /// work.
    pub(super) fn new(places: usize, stopping: Arc<AtomicBool>) -> Self {
        let new = |places| Arc::new(Semaphore::new(places));
        let queue = |places| Queue { places: new(places), waiting: new(MOST_WAITING) };
        Self { queues: [places, places, places, places, MOST_LISTENERS, 1].map(queue), stopping }
    }

    /// Whether the server ends.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    fn queue(&self, kind: Kind) -> &Queue {
        &self.queues[kind as usize]
    }

    pub(super) fn place_now(&self, kind: Kind) -> Option<Place> {
        Arc::clone(&self.queue(kind).places).try_acquire_owned().ok()
    }

    /// Waits for a place, unless too many others wait, or for too long.
    pub(super) async fn place(&self, kind: Kind) -> Result<Place, ApiError> {
        let queue = self.queue(kind);
        let waiting = queue.waiting.try_acquire();
        let _waiting =
            waiting.map_err(|_| busy("too many requests are waiting; expected fewer at a time"))?;
        let place = tokio::time::timeout(MOST_WAIT, Arc::clone(&queue.places).acquire_owned()).await;
        let place = place.ok().and_then(Result::ok);
        place.ok_or_else(|| busy("other searches took too long; expected a free place"))
    }

    /// Runs work on a separate thread; dropping the future stops it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        kind: Kind,
        work: impl FnOnce(&Limits<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.run_until(kind, |_, limits| work(limits)).await
    }

    /// The same for work that others do, which looks at a flag: it is raised when the future is dropped or the server
    /// ends.
    pub(super) async fn run_until<T: Send + 'static>(
        &self,
        kind: Kind,
        work: impl FnOnce(&Arc<AtomicBool>, &Limits<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place(kind).await?;
        let flag = Arc::new(AtomicBool::new(false));
        let leash = Leash(Arc::clone(&flag));
        let stopping = Arc::clone(&self.stopping);
        let mut task = pin!(tokio::task::spawn_blocking(move || {
            let _place = place;
            let start = Instant::now();
            let is_over = || {
                flag.load(Ordering::Relaxed)
                    || stopping.load(Ordering::Relaxed)
                    || start.elapsed() >= MOST_TIME
            };
            work(&flag, &Limits { stop: &is_over })
        }));
        let done = tokio::select! {
            biased;
            done = task.as_mut() => done,
            () = self.stopped() => {
                drop(leash);
                task.await
            }
        };
        done.map_err(|_| broken())
    }

    /// Waits until the server ends.
    pub(super) async fn stopped(&self) {
        while !self.is_stopping() {
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// What is said when there is no place.
pub(super) fn busy(message: &str) -> ApiError {
    ApiError::new(Status::Busy, "server", message, "try again in a moment, or ask for less")
}

/// What is said when work has come to an end that it must not come to.
pub(super) fn broken() -> ApiError {
    let remedy = "report what was asked: this is a mistake of the server";
    ApiError::new(Status::Broken, "server", "the work was broken off; expected an answer", remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
    }

    #[test]
    fn work_stops_when_nobody_waits_for_it() {
        let runtime = runtime();
        let work = Work::new(1, Arc::default());
        let (sender, receiver) = std::sync::mpsc::channel();
        runtime.block_on(async {
            let endless = work.run(Kind::Search, move |limits| {
                let start = Instant::now();
                while !(limits.stop)() {
                    std::thread::yield_now();
                }
                sender.send(start.elapsed()).unwrap();
            });
            let left = tokio::time::timeout(Duration::from_millis(50), endless).await;
            assert!(left.is_err(), "nothing else ends it so soon");
            // The place is free again soon.
            assert_eq!(work.run(Kind::Search, |_| 7).await.unwrap(), 7);
        });
        assert!(receiver.recv().unwrap() < MOST_TIME);
    }

    #[test]
    fn work_keeps_its_place_until_it_is_done() {
        let work = Work::new(1, Arc::default());
        let other = work.clone();
        let has_free = move |_: &Limits<'_>| other.place_now(Kind::Search).is_some();
        assert!(!runtime().block_on(work.run(Kind::Search, has_free)).unwrap(), "the only place is taken");
        assert!(work.place_now(Kind::Search).is_some());
    }

    #[test]
    fn a_full_queue_turns_away() {
        let work = Work::new(1, Arc::default());
        let all = u32::try_from(MOST_WAITING).unwrap();
        let others = work.queue(Kind::Search).waiting.try_acquire_many(all).unwrap();
        let refused = runtime().block_on(work.run(Kind::Search, |_| ()));
        assert_eq!(refused.unwrap_err().status, Status::Busy);
        drop(others);
        assert!(runtime().block_on(work.run(Kind::Search, |_| ())).is_ok());
    }

    #[test]
    fn an_ending_server_stops_all_work() {
        let stopping = Arc::new(AtomicBool::new(true));
        let stopped = runtime().block_on(Work::new(1, stopping).run(Kind::Search, |limits| (limits.stop)()));
        assert!(stopped.unwrap());
    }
}
