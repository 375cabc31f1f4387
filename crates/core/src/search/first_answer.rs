//! One question on several threads.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::agents::{Limits, Stopped};

/// Asks all searches at once and gives the answer of the first that finishes; the others are stopped.
///
/// Searches that share a table, each with its own order of moves, find each other's results there, so that all
/// of them finish sooner. (Lazy SMP, as chess engines name it.)
///
/// # Errors
///
/// If `limits` stopped all of them.
pub(crate) fn first_answer<S: Send, A: Send>(
    own: &mut S,
    helpers: &mut [S],
    limits: &Limits<'_>,
    ask: impl Fn(&mut S, &Limits<'_>) -> Result<A, Stopped> + Sync,
) -> Result<A, Stopped> {
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
        let ask = &ask;
        let start = |helper| std::thread::Builder::new().spawn_scoped(scope, move || ask(helper)).ok();
        // Where no more threads start, those that did have the same answer, later.
        let others: Vec<_> = helpers.iter_mut().map_while(start).collect();
        let own = ask(own);
        others.into_iter().filter_map(|other| other.join().ok()).fold(own, Result::or)
    })
}
