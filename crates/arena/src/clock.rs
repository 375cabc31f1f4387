//! Deadlines and CPU time.

use std::time::{Duration, Instant};

use plyground_core::Limits;
use rustix::time::{ClockId, clock_gettime};

/// A point in time after which a search must have come back.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// The deadline `budget` from now; very long budgets are cut to about a century.
    pub fn after(budget: Duration) -> Self {
        Self::from_start(Instant::now(), budget)
    }

    /// The deadline `budget` after `start`.
    pub fn from_start(start: Instant, budget: Duration) -> Self {
        const CENTURY: Duration = Duration::from_secs(3_155_760_000);
        Self(start + budget.min(CENTURY))
    }

    /// Whether it has passed.
    pub fn has_passed(&self) -> bool {
        Instant::now() >= self.0
    }

    /// Calls `search` with limits that stop it at this deadline.
    pub fn limit<T>(self, search: impl FnOnce(&Limits<'_>) -> T) -> T {
        search(&Limits { stop: &move || self.has_passed() })
    }
}

/// CPU time that this process has used so far, all threads together, user and system.
pub fn process_cpu_time() -> Duration {
    cpu_time(ClockId::ProcessCPUTime)
}

/// CPU time that this thread has used so far, user and system.
pub fn thread_cpu_time() -> Duration {
    cpu_time(ClockId::ThreadCPUTime)
}

fn cpu_time(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_pass() {
        assert!(Deadline::after(Duration::ZERO).has_passed());
        assert!(!Deadline::after(Duration::MAX).has_passed());
    }

    #[test]
    fn cpu_time_of_a_thread_is_its_own() {
        let before = thread_cpu_time();
        let other = std::thread::spawn(|| {
            while thread_cpu_time() < Duration::from_millis(20) {
                std::hint::black_box(plyground_core::rng::mix(1));
            }
            thread_cpu_time()
        });
        let other = other.join().expect("the thread only counts");
        assert!(other >= Duration::from_millis(20));
        assert!(thread_cpu_time() < before + other);
        // That of the process has all of them.
        assert!(process_cpu_time() >= before + other);
    }
}
