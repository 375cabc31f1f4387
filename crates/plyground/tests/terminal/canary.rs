//! Whether the machine was so busy that times say nothing.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

/// How long the canary sleeps.
const NAP: Duration = Duration::from_millis(10);

/// So much later than it wanted it wakes only where others keep the processors from it.
const LATE: Duration = Duration::from_millis(200);

/// When the canary last woke late.
static WOKE_LATE: Mutex<Option<Instant>> = Mutex::new(None);

/// Puts the canary into the mine.
pub(crate) fn start() {
    static STARTED: OnceLock<()> = OnceLock::new();
    STARTED.get_or_init(|| {
        let watch = || {
            loop {
                let begun = Instant::now();
                sleep(NAP);
                if begun.elapsed() > NAP + LATE {
                    *WOKE_LATE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                }
            }
        };
        Builder::new().name("canary".to_owned()).spawn(watch).expect("a thread");
    });
}

/// Whether it woke late after a moment.
pub(crate) fn woke_late_after(moment: Instant) -> bool {
    WOKE_LATE.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|late| late > moment)
}
