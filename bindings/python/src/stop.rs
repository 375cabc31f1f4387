//! Work without the interpreter's lock, which Ctrl-C and a time end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use plyground_core::{Limits, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::OutOfTime;

/// How often it is looked for signals: a search must end within 50 ms of one.
const LOOK: Duration = Duration::from_millis(10);

/// What ends the work that a thread of Python has begun.
struct Watch {
    /// The thread that waits for the answer. Python's handlers run in its main thread alone; others ask the flag.
    owner: ThreadId,
    deadline: Option<Instant>,
    looked: Mutex<Instant>,
    is_over: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    fn new(time: Option<Duration>) -> Self {
        let now = Instant::now();
        Self {
            owner: thread::current().id(),
            // A time without end is none.
            deadline: time.and_then(|time| now.checked_add(time)),
            looked: Mutex::new(now),
            is_over: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    fn is_over(&self) -> bool {
        if self.is_over.load(Ordering::Relaxed) {
            return true;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.is_over.store(true, Ordering::Relaxed);
            return true;
        }
        if thread::current().id() != self.owner {
            return false;
        }
        {
            let Ok(mut looked) = self.looked.lock() else { return false };
            if now.duration_since(*looked) < LOOK {
                return false;
            }
            *looked = now;
        }
        if let Err(error) = signals() {
            if let Ok(mut raised) = self.raised.lock() {
                *raised = Some(error);
            }
            self.is_over.store(true, Ordering::Relaxed);
        }
        self.is_over.load(Ordering::Relaxed)
    }
}

/// Runs the handlers of signals that have come: that of Ctrl-C raises `KeyboardInterrupt`.
///
/// # Errors
///
/// What a handler raised.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is not general enough in its lifetime"
)]
pub(crate) fn signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Does some work without the interpreter's lock. It gets limits that end it by Ctrl-C, or when the time is over.
///
/// # Errors
///
/// What a handler of signals raised: `KeyboardInterrupt`, as a rule.
pub(crate) fn until<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    work: impl FnOnce(&Limits<'_>) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::new(time);
    let done = py.detach(|| work(&Limits { stop: &|| watch.is_over() }));
    match watch.raised.into_inner() {
        Ok(Some(error)) => Err(error),
        Ok(None) | Err(_) => Ok(done),
    }
}

/// The same for work that has no answer when it is stopped.
///
/// # Errors
///
/// What a handler of signals raised, or that the time is over.
pub(crate) fn answer<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    work: impl FnOnce(&Limits<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    until(py, time, work)?.map_err(|Stopped| {
        let seconds = time.unwrap_or_default().as_secs_f64();
        OutOfTime::new_err(format!("time: {seconds} s were not enough; expected a longer time, or none"))
    })
}

/// A time in seconds, as Python gives it.
///
/// # Errors
///
/// If it is no time.
pub(crate) fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else { return Ok(None) };
    if seconds == f64::INFINITY {
        return Ok(None);
    }
    let wrong = |_| PyValueError::new_err(format!("time: found {seconds}; expected seconds from 0 on"));
    Duration::try_from_secs_f64(seconds).map(Some).map_err(wrong)
}
