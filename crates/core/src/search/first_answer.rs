//! Work on several threads: one question, and the end of helpers.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ScopedJoinHandle;

use crate::{Found, Limits};

/// Asks all searches at once and gives the answer of the first that finishes; the others are stopped.
///
/// Searches that share a table find each other's results there, so that all of them finish sooner if they search in
/// different orders. (Lazy SMP, as chess engines name it.)
pub(crate) fn first_answer<S: Send, A: Send>(
    own: &mut S,
    helpers: &mut [S],
    limits: &Limits<'_>,
    ask: impl Fn(&mut S, &Limits<'_>) -> Found<A> + Sync,
) -> Found<A> {
    let is_answered = AtomicBool::new(false);
    let stop = || is_answered.load(Ordering::Relaxed) || (limits.stop)();
    let ask = |search: &mut S| {
        let answer = ask(search, &Limits { stop: &stop });
        if answer.is_ok() {
            is_answered.store(true, Ordering::Relaxed);
        }
        answer
    };
    std::thread::scope(|scope| {
        let end = RaisedAtEnd(&is_answered);
        let ask = &ask;
        let start = |helper| std::thread::Builder::new().spawn_scoped(scope, move || ask(helper)).ok();
        // Where no more threads start, those that did have the same answer, later.
        let others: Vec<_> = helpers.iter_mut().map_while(start).collect();
        let own = ask(own);
        drop(end);
        others.into_iter().map(result_of).fold(own, Result::or)
    })
}

/// Raises a flag at the end of a block, also if that is a panic: threads that look at the flag end too, where
/// a scope would wait for them.
pub(crate) struct RaisedAtEnd<'a>(pub(crate) &'a AtomicBool);

impl Drop for RaisedAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a thread gives; if it panicked, so does this.
pub(crate) fn result_of<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::Stopped;

    #[test]
    fn panics_are_passed_on_and_end_all_threads() {
        for faulty in [0, 2] {
            let mut searches = [0, 1, 2];
            let (own, helpers) = searches.split_first_mut().expect("three");
            let ask = || {
                first_answer(own, helpers, &Limits::NONE, |search: &mut i32, limits| {
                    assert_ne!(*search, faulty, "on purpose");
                    // The faulty one first; then nobody has an answer, and all stop.
                    while !(limits.stop)() {
                        if faulty != 0 && *search == 0 {
                            return Ok(());
                        }
                        std::thread::yield_now();
                    }
                    Err(Stopped)
                })
            };
            assert!(catch_unwind(AssertUnwindSafe(ask)).is_err(), "{faulty}");
        }
    }
}
