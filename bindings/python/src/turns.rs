//! Objects that one thread at a time works with.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use plyground_core::{Limits, Stopped};
use pyo3::PyErr;
use pyo3::exceptions::PyRuntimeError;

use crate::stop::out_of_time;

/// How long a thread sleeps before it looks again whether its turn has come.
const NAP: Duration = Duration::from_millis(1);

/// Why somebody gets no turn.
pub(crate) enum NoTurn {
    /// The limits ended the wait.
    Stopped,
    /// This thread is at work already: a handler of signals asks in the middle of it. It would wait for itself.
    AtWork,
}

impl NoTurn {
    /// The exception for who gets none of `what` within a time.
    pub(crate) fn exception(&self, what: &str, time: Option<Duration>) -> PyErr {
        match self {
            Self::AtWork => PyRuntimeError::new_err(format!(
                "the {what} is at work: it was asked again in the middle of it; expected another {what} there"
            )),
            Self::Stopped => out_of_time(time),
        }
    }
}

/// Something that threads use in turns. Who waits can be interrupted.
pub(crate) struct Turns<T> {
    held: Mutex<T>,
    owner: Mutex<Option<ThreadId>>,
}

/// The turn of a thread, over when it is dropped.
struct Turn<'a, T> {
    held: MutexGuard<'a, T>,
    owner: &'a Mutex<Option<ThreadId>>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<T> Turns<T> {
    pub(crate) const fn new(held: T) -> Self {
        Self { held: Mutex::new(held), owner: Mutex::new(None) }
    }

    /// Waits for a turn, and works.
    pub(crate) fn take<R>(
        &self,
        limits: &Limits<'_>,
        work: impl FnOnce(&mut T) -> Result<R, Stopped>,
    ) -> Result<R, NoTurn> {
        let me = thread::current().id();
        loop {
            let held = match self.held.try_lock() {
                Ok(held) => held,
                // The thread that panicked left the object whole; the panic itself is another bug.
                Err(TryLockError::Poisoned(held)) => held.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    if *self.owner.lock().unwrap_or_else(PoisonError::into_inner) == Some(me) {
                        return Err(NoTurn::AtWork);
                    }
                    if (limits.stop)() {
                        return Err(NoTurn::Stopped);
                    }
                    thread::sleep(NAP);
                    continue;
                }
            };
            *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = Some(me);
            let mut turn = Turn { held, owner: &self.owner };
            return work(&mut turn.held).map_err(|Stopped| NoTurn::Stopped);
        }
    }
}
