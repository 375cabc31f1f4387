//! Work without the interpreter's lock, which Ctrl-C and a time end.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use plyground_core::{Limits, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::callback::Raised;
use crate::errors::OutOfTime;

/// How often the waiting thread looks for signals: a search must end within 50 ms of one.
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// What ends the work that a thread of Python has begun.
struct Watch {
    /// The thread that looks for signals: Python's main thread, if that is the one that waits. In others no handler runs.
    looks: Option<ThreadId>,
    deadline: Option<Instant>,
    looked: Mutex<Instant>,
    /// What a handler of signals raised.
    raised: Raised,
}

impl Watch {
    fn new(py: Python<'_>, time: Option<Duration>) -> PyResult<Self> {
        let now = Instant::now();
        Ok(Self {
            looks: is_main(py)?.then(|| thread::current().id()),
            // A time without end is none.
            deadline: time.and_then(|time| now.checked_add(time)),
            looked: Mutex::new(now),
            raised: Raised::default(),
        })
    }

    fn is_over(&self) -> bool {
        let now = Instant::now();
        if self.raised.is_raised() || self.deadline.is_some_and(|deadline| now >= deadline) {
            return true;
        }
        if self.looks != Some(thread::current().id()) {
            return false;
        }
        {
            let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
            if now.duration_since(*looked) < LOOK {
                return false;
            }
            *looked = now;
        }
        if let Err(error) = signals() {
            self.raised.keep(error);
        }
        self.raised.is_raised()
    }
}

/// Whether this is the thread in which Python runs handlers of signals.
fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main = threading.call_method0("main_thread")?.getattr("ident")?;
    threading.call_method0("get_ident")?.eq(main)
}

/// Runs the handlers of signals that have come: that of Ctrl-C raises `KeyboardInterrupt`. The error is what a handler
/// raised.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is not general enough in its lifetime"
)]
pub(crate) fn signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Does some work without the interpreter's lock. It gets limits that end it by Ctrl-C, or when the time is over. The
/// error is what a handler of signals raised: `KeyboardInterrupt`, as a rule.
pub(crate) fn until<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    work: impl FnOnce(&Limits<'_>) -> T + Send,
) -> PyResult<T> {
    let watch = Watch::new(py, time)?;
    let done = py.detach(|| work(&Limits { stop: &|| watch.is_over() }));
    watch.raised.into_result().map(|()| done)
}

/// The same for work that has no answer when it is stopped. The error is what a handler of signals raised, or that the
/// time is over.
pub(crate) fn answer<T: Send>(
    py: Python<'_>,
    time: Option<Duration>,
    work: impl FnOnce(&Limits<'_>) -> Result<T, Stopped> + Send,
) -> PyResult<T> {
    until(py, time, work)?.map_err(|Stopped| out_of_time(time))
}

/// The exception of who has no answer in time.
pub(crate) fn out_of_time(time: Option<Duration>) -> PyErr {
    let seconds = time.unwrap_or_default().as_secs_f64();
    OutOfTime::new_err(format!("time: {seconds} s were not enough; expected a longer time, or none"))
}

/// Does work that never checks whether it must stop, such as reading a folder, on a separate thread. After Ctrl-C that
/// thread ends when its work is done, and its result is dropped. The error is what a handler of signals raised, or that
/// there is no thread.
pub(crate) fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let worker = thread::Builder::new().spawn(move || sender.send(work()))?;
    loop {
        let (found, back) = py.detach(move || (receiver.recv_timeout(LOOK), receiver));
        match found {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(_) => unreachable!("who ends without a panic has sent what was found"),
            },
        }
        receiver = back;
    }
}

/// A time in seconds, as Python gives it. Fails if it is no time.
pub(crate) fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else { return Ok(None) };
    if seconds == f64::INFINITY {
        return Ok(None);
    }
    let wrong = |_| PyValueError::new_err(format!("time: found {seconds}; expected seconds from 0 on"));
    Duration::try_from_secs_f64(seconds).map(Some).map_err(wrong)
}

/// Refuses what is no time, as `duration` does.
#[pyfunction]
pub(crate) fn _check_time(time: Option<f64>) -> PyResult<()> {
    duration(time).map(drop)
}
