//! The time that a program has had: wall time, less that in which it was ready to run and the machine kept it waiting.
//!
//! Between two looks at a program that took `wall`, in which all of its threads together ran for `ran`, were ready
//! without a processor for `ready`, and in which its watcher itself was kept from watching for `blind`,
//!
//! ```text
//! waited = min(wall - ran, ready + blind)
//! ```
//!
//! A program whose threads wait for each other runs meanwhile, so that it cannot make time for itself, and a program that
//! sleeps is not waiting. The kernel counts a wait when it is over. One that still lasts is known by a thread that is ready
//! and has not moved.
//!
//! The kernel forgets what a child has used whose parent ignores its end. Children that were seen are remembered: what they
//! used must come back as that of children of somebody who is left. Where it does not, the program hides what it runs, and
//! nothing that it waits counts any more.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use super::tree::{Thread, Usage, schedstat};

/// What the watcher does without in the time that it asks for: timers are never exact.
const TIMERS: Duration = Duration::from_millis(2);

/// What a program cannot be sure to use of the time in which a look is taken.
const UNEXPLAINED: Duration = Duration::from_millis(1);

/// A thread that runs is counted anew at every tick of the machine, of which there are 100 in a second at least.
const TICK: Duration = Duration::from_millis(12);

/// What may be missing of the CPU time of children that have ended: the kernel tells it in ticks.
const HIDDEN: Duration = Duration::from_millis(100);

/// The clock of one program. It runs from when it is made, and knows what happened up to the last look.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    last: Instant,
    waited: Duration,
    cpu: Duration,
    threads: BTreeMap<i32, Seen>,
    /// CPU time of every process at the last look.
    processes: BTreeMap<i32, [Duration; 2]>,
    /// CPU time of processes that were seen and are gone, as far as nobody has it as that of a child.
    owed: Duration,
    /// Whether it ran, or was ready to run, at the last look.
    is_busy: bool,
    /// What its watcher missed since the last look.
    missed: Duration,
    /// How long its watcher had waited for a processor by the last look.
    watcher: Duration,
}

/// What was last seen of a thread.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thread: Thread,
    /// When it was first seen so.
    since: Instant,
}

impl Clock {
    /// Of a program that starts now. Only the thread that makes it may use it: it is the watcher.
    pub(super) fn start(now: Instant) -> Self {
        Self {
            started: now,
            last: now,
            waited: Duration::ZERO,
            cpu: Duration::ZERO,
            threads: BTreeMap::new(),
            processes: BTreeMap::new(),
            owed: Duration::ZERO,
            is_busy: true,
            missed: Duration::ZERO,
            watcher: watcher(),
        }
    }

    /// The time that the program has had by now, as far as is known.
    pub(super) fn own(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started).saturating_sub(self.waited)
    }

    /// The time that it has had by the last look.
    pub(super) fn known(&self) -> Duration {
        self.own(self.last)
    }

    /// What it has waited so far.
    pub(super) const fn waited(&self) -> Duration {
        self.waited
    }

    /// CPU time that it has used by the last look.
    pub(super) const fn cpu(&self) -> Duration {
        self.cpu
    }

    /// How long ago the last look was.
    pub(super) fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.last)
    }

    /// Its watcher asked for a rest of `asked` and got one of `got`.
    pub(super) fn rested(&mut self, asked: Duration, got: Duration) {
        let over = got.saturating_sub(asked);
        if over > TIMERS {
            self.missed += over;
        }
    }

    /// Notes what the program uses now.
    pub(super) fn look(&mut self, now: Instant, usage: &Usage) {
        let blind = self.blind();
        self.note(now, usage, blind);
    }

    fn note(&mut self, now: Instant, usage: &Usage, blind: Duration) {
        let ran = self.ran(usage);
        let (mut ready, mut are_still) = (Duration::ZERO, Vec::new());
        let mut threads = BTreeMap::new();
        for &thread in &usage.threads {
            let before =
                self.threads.get(&thread.id).filter(|before| before.thread.process == thread.process);
            ready +=
                thread.waited.saturating_sub(before.map_or(Duration::ZERO, |before| before.thread.waited));
            let since = before.filter(|before| before.thread == thread).map_or(now, |before| before.since);
            if now.saturating_duration_since(since) >= TICK {
                are_still.push(thread);
            }
            threads.insert(thread.id, Seen { thread, since });
        }
        self.threads = threads;
        let wall = self.age(now);
        let unexplained = wall.saturating_sub(ran + ready + blind);
        self.is_busy = unexplained <= UNEXPLAINED;
        if !self.is_busy {
            let is_ready = |thread: &Thread| thread.state() == Some('R');
            self.is_busy = usage.threads.iter().any(is_ready);
            if self.is_busy && are_still.iter().any(is_ready) {
                ready += unexplained;
            }
        }
        if self.owed > HIDDEN {
            ready = Duration::ZERO;
        }
        self.count(now, ran, ready + blind);
        self.cpu += ran;
    }

    /// CPU time that was used since the last look.
    fn ran(&mut self, usage: &Usage) -> Duration {
        let (mut grown, mut gained) = (Duration::ZERO, Duration::ZERO);
        for (process, &[own, of_children]) in &usage.processes {
            let [own_before, of_children_before] = self.processes.get(process).copied().unwrap_or_default();
            grown += own.saturating_sub(own_before);
            gained += of_children.saturating_sub(of_children_before);
        }
        let gone = self.processes.iter().filter(|(process, _)| !usage.processes.contains_key(process));
        self.owed += gone.map(|(_, [own, of_children])| *own + *of_children).sum::<Duration>();
        let returned = self.owed.min(gained);
        self.owed -= returned;
        self.processes.clone_from(&usage.processes);
        grown + gained.saturating_sub(returned)
    }

    /// The program has ended, and used this much CPU time in all. What it lacked since the last look it was waiting
    /// for, if it was busy then.
    pub(super) fn end(&mut self, now: Instant, cpu: Duration) {
        let ran = cpu.saturating_sub(self.cpu);
        let blind = self.blind();
        let waited = if self.is_busy { self.age(now) } else { blind };
        self.count(now, ran, waited);
        self.cpu = self.cpu.max(cpu);
    }

    fn count(&mut self, now: Instant, ran: Duration, ready: Duration) {
        self.waited += self.age(now).saturating_sub(ran).min(ready);
        self.last = now;
    }

    /// For how long the watcher was kept from watching since the last look: the system did not let it run, or did not
    /// wake it.
    fn blind(&mut self) -> Duration {
        let watcher = watcher();
        let missed = std::mem::take(&mut self.missed).max(watcher.saturating_sub(self.watcher));
        self.watcher = watcher;
        missed
    }
}

/// How long the calling thread has waited for a processor.
fn watcher() -> Duration {
    schedstat(Path::new("/proc/thread-self/schedstat")).map_or(Duration::ZERO, |(_, waited)| waited)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Threads of a process that does not exist, so that none is seen to be ready: what they ran and waited, in
    /// milliseconds; and the CPU time of all, that of children which have ended included.
    fn usage(threads: &[[u64; 2]], cpu: u64) -> Usage {
        let own = threads.iter().map(|[ran, _]| ran).sum();
        of_processes(&[(i32::MAX, own, cpu - own)], threads)
    }

    /// The threads are those of the first process; the CPU time of each is its own and that of its children.
    fn of_processes(processes: &[(i32, u64, u64)], threads: &[[u64; 2]]) -> Usage {
        let process = processes[0].0;
        let thread =
            |(id, &[ran, waited]): (i32, &[u64; 2])| Thread { process, id, ran: ms(ran), waited: ms(waited) };
        Usage {
            threads: (1..).zip(threads).map(thread).collect(),
            processes: processes
                .iter()
                .map(|&(process, own, reaped)| (process, [ms(own), ms(reaped)]))
                .collect(),
            ..Usage::default()
        }
    }

    /// What a clock shows after looks at these times, in milliseconds, at which the watcher had been blind for so long.
    fn own(looks: &[(u64, Usage, u64)]) -> u128 {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        for (at, usage, blind) in looks {
            clock.note(start + ms(*at), usage, ms(*blind));
        }
        assert_eq!(clock.known(), clock.own(start + ms(looks.last().map_or(0, |look| look.0))));
        clock.known().as_millis()
    }

    #[test]
    fn waiting_for_a_processor_does_not_count() {
        let one = |ran, waited| usage(&[[ran, waited]], ran);
        assert_eq!(own(&[(20, one(20, 0), 0), (40, one(40, 0), 0)]), 40);
        assert_eq!(own(&[(20, one(5, 15), 0), (40, one(10, 30), 0)]), 10);
        // Nor does time in which nobody was there to hear an answer.
        assert_eq!(own(&[(20, one(5, 0), 15), (40, one(25, 0), 0)]), 25);
    }

    #[test]
    fn sleeping_counts() {
        assert_eq!(own(&[(20, usage(&[[0, 0]], 0), 0), (500, usage(&[[1, 0]], 1), 0)]), 500);
        // The kernel's count of a wait says no more than that there was one.
        assert_eq!(own(&[(100, usage(&[[10, 20]], 10), 0)]), 80);
    }

    #[test]
    fn threads_make_no_time_for_each_other() {
        // Ten threads on one processor: while nine wait, one runs.
        let ten: Vec<[u64; 2]> = vec![[10, 90]; 10];
        assert_eq!(own(&[(100, usage(&ten, 100), 0)]), 100);
        // Half of the time others had the processor.
        let ten: Vec<[u64; 2]> = vec![[5, 95]; 10];
        assert_eq!(own(&[(100, usage(&ten, 50), 0)]), 50);
        // Two processors, and children that ran and have ended: no less than all the time counts.
        assert_eq!(own(&[(100, usage(&[[50, 50]], 190), 0)]), 100);
    }

    #[test]
    fn a_thread_with_the_number_of_another_begins_afresh() {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        clock.note(start + ms(20), &usage(&[[5, 15]], 5), Duration::ZERO);
        let other = of_processes(&[(i32::MAX - 1, 2, 5)], &[[2, 18]]);
        clock.note(start + ms(40), &other, Duration::ZERO);
        assert_eq!((clock.waited(), clock.known()), (ms(33), ms(7)));
    }

    #[test]
    fn what_children_used_is_counted_once_and_not_forgotten() {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        let mut look = |at, processes: &[(i32, u64, u64)]| {
            clock.note(start + ms(at), &of_processes(processes, &[]), Duration::ZERO);
            (clock.cpu().as_millis(), clock.owed.as_millis())
        };
        assert_eq!(look(20, &[(1, 5, 0), (2, 8, 0)]), (13, 0));
        // The child ran on for 4 and was taken by its parent, which is told a look later.
        assert_eq!(look(40, &[(1, 6, 0)]), (14, 8));
        assert_eq!(look(60, &[(1, 6, 12)]), (18, 0));
        // One came and went between two looks, and one that had a child of its own.
        assert_eq!(look(80, &[(1, 6, 15), (3, 1, 2)]), (24, 0));
        assert_eq!(look(100, &[(1, 6, 18)]), (24, 0));
    }

    #[test]
    fn who_hides_what_runs_gets_nothing_for_waiting() {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        let mut gained = Vec::new();
        for look in 1..=20 {
            let before = clock.waited();
            // A new child at every look; each has used 18 ms when it is seen, and nobody takes them.
            let usage =
                of_processes(&[(1, 0, 0), (look + 1, 18, 0)], &[[0, 20 * u64::from(look.unsigned_abs())]]);
            clock.note(start + ms(20 * u64::from(look.unsigned_abs())), &usage, Duration::ZERO);
            gained.push(clock.waited().saturating_sub(before));
        }
        assert_eq!((gained[0], gained[5], gained[6], gained[19]), (ms(2), ms(2), ms(0), ms(0)));
        assert_eq!(clock.cpu(), ms(18 * 20));
    }

    #[test]
    fn what_a_busy_program_lacked_at_its_end_it_waited_for() {
        let start = Instant::now();
        let ended = |usage: &Usage, cpu| {
            let mut clock = Clock::start(start);
            clock.note(start + ms(20), usage, Duration::ZERO);
            clock.end(start + ms(40), ms(cpu));
            clock.own(start + ms(40))
        };
        assert_eq!(ended(&usage(&[[20, 0]], 20), 25), ms(25));
        // One that slept then slept on, as far as anybody knows.
        assert!(ended(&usage(&[[1, 0]], 1), 2) > ms(30));
    }
}
