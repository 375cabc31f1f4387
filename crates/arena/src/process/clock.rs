//! The time that a program has had: wall time, less that in which it was ready to run and the machine kept it waiting.
//!
//! Between two looks at a program that took `wall`, in which all of its threads together ran for `ran`, and in which
//! its watcher itself was kept from watching for `blind`,
//!
//! ```text
//! waited = min(wall - ran, ready + blind)
//! ready  = the most over threads i: ready[i] - (ran - ran[i])
//! ```
//!
//! where `ready[i]` is for how long thread `i` was ready without a processor. It may have been other threads of the
//! program that had it: what these ran is taken off. Waits of several threads are not added up, since they may have
//! been at the same time. So a program cannot make time for itself to compute in, however many threads it has: what all
//! of it ran always counts. One that sleeps is not waiting; but where one thread ran while another waited, as much sleep
//! may be taken for that wait afterwards.
//!
//! The kernel counts a wait when it is over. While one lasts it is known by a thread that is ready and has not moved. A
//! shorter one leaves time before the look open. It makes the next count larger than the time since: what is beyond
//! that is given to the time that is open. Until then a program that is ready has the benefit of the doubt, as far as
//! it has waited before.
//!
//! The kernel forgets what a child has used whose parent ignores its end. Children that were seen are remembered: what
//! they used must come back as that of children of somebody who is left. Where it does not, the program hides what it
//! runs, and nothing that it waits counts any more.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use super::tree::{Thread, Usage, schedstat};
use crate::clock::thread_cpu_time;

/// What the watcher does without: timers are never exact.
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
    /// CPU time of every process at the last look: its own, and that of its children which have ended.
    processes: BTreeMap<i32, [Duration; 2]>,
    /// CPU time of processes that were seen and are gone, as far as nobody has it as that of a child.
    owed: Duration,
    /// Whether it ran, or was ready to run, at the last look.
    is_busy: bool,
    /// Time in which it neither ran nor waited as far as is known, but may have begun a wait that lasts.
    open: Duration,
    /// For how long its watcher wanted to rest since the last look, and did.
    rest: Duration,
    /// CPU time of its watcher at the last look, and how long that had waited for a processor.
    watcher: [Duration; 2],
}

/// What was last seen of a thread.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thread: Thread,
    /// When it was first seen so.
    since: Instant,
    /// How much of a wait that lasts has been counted already, before the kernel does.
    granted: Duration,
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
            open: Duration::ZERO,
            rest: Duration::ZERO,
            watcher: watcher(),
        }
    }

    /// The time that the program has had by now, as far as is sure.
    pub(super) fn own(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started).saturating_sub(self.waited + self.doubt())
    }

    /// What it may have waited beyond what is known.
    fn doubt(&self) -> Duration {
        if self.is_busy { self.open.min(self.waited) } else { Duration::ZERO }
    }

    /// The time that it has had by the last look.
    pub(super) fn known(&self) -> Duration {
        self.own(self.last)
    }

    /// The most that it may have had by the last look: from here on time is counted against it.
    pub(super) fn latest(&self) -> Duration {
        self.last.saturating_duration_since(self.started).saturating_sub(self.waited)
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
        self.rest += asked.min(got);
    }

    /// Notes what the program uses now.
    pub(super) fn look(&mut self, now: Instant, usage: &Usage) {
        let blind = self.blind(now);
        self.note(now, usage, blind);
    }

    fn note(&mut self, now: Instant, usage: &Usage, blind: Duration) {
        let ran = self.ran(usage);
        let mut ready = Duration::ZERO;
        let mut threads = BTreeMap::new();
        for &thread in &usage.threads {
            let [own, waited] = self.grown(&thread);
            let seen = self.seen(&thread);
            let granted = seen.map_or(Duration::ZERO, |seen| seen.granted);
            let of_others = ran.saturating_sub(own);
            ready = ready.max(waited.saturating_sub(granted).saturating_sub(of_others));
            let unchanged = seen.filter(|seen| seen.thread == thread);
            threads.insert(
                thread.id,
                unchanged.copied().unwrap_or(Seen { thread, since: now, granted: Duration::ZERO }),
            );
        }
        self.threads = threads;
        let wall = self.age(now);
        let unexplained = wall.saturating_sub(ran + ready + blind);
        self.is_busy = unexplained <= UNEXPLAINED;
        let mut open = unexplained;
        if !self.is_busy {
            let is_ready = |thread: &Thread| thread.state() == Some('R');
            self.is_busy = usage.threads.iter().any(is_ready);
            let is_still = |seen: &Seen| now.saturating_duration_since(seen.since) >= TICK;
            for seen in self.threads.values_mut().filter(|seen| is_still(seen) && is_ready(&seen.thread)) {
                seen.granted += unexplained;
                open = Duration::ZERO;
            }
            ready += unexplained.saturating_sub(open);
        }
        if self.owed > HIDDEN {
            (ready, open, self.open) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        }
        self.count(now, ran, ready, blind);
        self.cpu += ran;
        self.open = if self.is_busy { self.open + open } else { Duration::ZERO };
        if ran > Duration::ZERO {
            // Who ran has been told what it waited before.
            self.open = self.open.min(wall.saturating_sub(ran));
        }
    }

    /// What was known of this thread at the last look.
    fn seen(&self, thread: &Thread) -> Option<&Seen> {
        self.threads.get(&thread.id).filter(|seen| seen.thread.process == thread.process)
    }

    /// How much it has run, and waited, since the last look.
    fn grown(&self, thread: &Thread) -> [Duration; 2] {
        let [ran, waited] =
            self.seen(thread).map_or([Duration::ZERO; 2], |seen| [seen.thread.ran, seen.thread.waited]);
        [thread.ran.saturating_sub(ran), thread.waited.saturating_sub(waited)]
    }

    /// CPU time that was used since the last look.
    fn ran(&mut self, usage: &Usage) -> Duration {
        let (mut grown, mut gained) = (Duration::ZERO, Duration::ZERO);
        let mut processes = BTreeMap::new();
        for (&process, &[told, of_children]) in &usage.processes {
            let [own_before, of_children_before] = self.processes.get(&process).copied().unwrap_or_default();
            // Of a process the kernel tells whole ticks, of threads more exactly; but threads that have ended are known
            // by their process alone.
            let threads = usage.threads.iter().filter(|thread| thread.process == process);
            let own = told.max(own_before + threads.map(|thread| self.grown(thread)[0]).sum());
            grown += own.saturating_sub(own_before);
            gained += of_children.saturating_sub(of_children_before);
            processes.insert(process, [own, of_children]);
        }
        let gone = self.processes.iter().filter(|(process, _)| !usage.processes.contains_key(process));
        self.owed += gone.map(|(_, [own, of_children])| *own + *of_children).sum::<Duration>();
        let returned = self.owed.min(gained);
        self.owed -= returned;
        self.processes = processes;
        grown + gained.saturating_sub(returned)
    }

    /// The program has ended, and used this much CPU time in all. What it lacked since the last look it was waiting
    /// for, if it was busy then.
    pub(super) fn end(&mut self, now: Instant, cpu: Duration) {
        let ran = cpu.saturating_sub(self.cpu);
        let blind = self.blind(now);
        let lacked = self.age(now).saturating_sub(ran) + self.doubt();
        self.count(now, ran, if self.is_busy { lacked } else { Duration::ZERO }, blind);
        self.open = Duration::ZERO;
        self.cpu = self.cpu.max(cpu);
    }

    /// What there was up to the last look was not the program yet.
    pub(super) fn begin(&mut self) {
        self.waited = self.last.saturating_duration_since(self.started);
        self.open = Duration::ZERO;
    }

    fn count(&mut self, now: Instant, ran: Duration, ready: Duration, blind: Duration) {
        let wall = self.age(now);
        // What the counts hold beyond the time since belongs to the time that is open.
        let earlier = (ran + ready).saturating_sub(wall).min(self.open);
        self.open -= earlier;
        self.waited += wall.saturating_sub(ran).min(ready + blind) + earlier.min(ready);
        self.last = now;
    }

    /// For how long the watcher was kept from watching since the last look: it neither rested nor ran, since the system
    /// did not wake it, or had stopped it; or it was awake and had no processor.
    fn blind(&mut self, now: Instant) -> Duration {
        let [ran, waited] = watcher();
        let [ran_before, waited_before] = std::mem::replace(&mut self.watcher, [ran, waited]);
        let own = ran.saturating_sub(ran_before) + std::mem::take(&mut self.rest);
        let missed = self.age(now).saturating_sub(own);
        let missed = if missed > TIMERS { missed } else { Duration::ZERO };
        missed.max(waited.saturating_sub(waited_before))
    }
}

/// CPU time of the calling thread, and how long it has waited for a processor.
fn watcher() -> [Duration; 2] {
    let waited =
        schedstat(Path::new("/proc/thread-self/schedstat")).map_or(Duration::ZERO, |(_, waited)| waited);
    [thread_cpu_time(), waited]
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

    /// One that is ready to run whenever it is looked at: the one that looks.
    fn ready_usage(ran: u64, waited: u64) -> Usage {
        let mut usage = of_processes(&[(std::process::id().cast_signed(), ran, 0)], &[[ran, waited]]);
        usage.threads[0].id = rustix::thread::gettid().as_raw_nonzero().get();
        usage
    }

    #[test]
    fn waits_that_last_at_a_look_are_counted_whole() {
        let one = ready_usage;
        // It waits from 12 to 35; then from 38 on.
        assert_eq!(own(&[(20, one(12, 0), 0), (40, one(17, 23), 0)]), 17);
        assert_eq!(own(&[(20, one(12, 0), 0), (40, one(15, 23), 0)]), 15);
        let mut clock = Clock::start(Instant::now());
        clock.note(clock.started + ms(20), &one(10, 4), Duration::ZERO);
        assert_eq!((clock.known(), clock.latest()), (ms(12), ms(16)));
        assert_eq!(own(&[(20, one(12, 0), 0), (40, one(15, 23), 0), (60, one(20, 40), 0)]), 20);
        // Each count looks as if there were time left: two waits that last at looks.
        assert_eq!(own(&[(20, one(8, 6), 0), (40, one(12, 22), 0), (60, one(16, 44), 0)]), 16);
        // What it ran is counted late: that is no wait.
        assert_eq!(own(&[(20, one(16, 0), 0), (40, one(40, 0), 0)]), 40);
        assert_eq!(own(&[(20, one(16, 0), 0), (40, one(25, 15), 0)]), 25);
        // Once it is counted, no doubt is left, however often that happens.
        let (mut looks, mut ran) = (vec![(20, one(12, 8), 0)], 12);
        for look in 2..=21 {
            ran += if look % 2 == 0 { 12 } else { 28 };
            looks.push((20 * look, one(ran, 8), 0));
        }
        assert_eq!(own(&looks), 412);
        // A count takes no more than there is.
        assert_eq!(own(&[(20, one(19, 0), 0), (40, one(20, 40), 0)]), 20);
        // It is ready, and slept before: on a machine that lets it run at once, that counts.
        assert_eq!(own(&[(20, one(10, 0), 0), (40, one(20, 0), 0)]), 40);
    }

    #[test]
    fn what_comes_before_a_program_is_not_its_time() {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        clock.note(start + ms(30), &usage(&[[3, 5]], 3), Duration::ZERO);
        clock.begin();
        assert_eq!(clock.known(), ms(0));
        clock.note(start + ms(50), &usage(&[[3, 5], [15, 5]], 18), Duration::ZERO);
        assert_eq!(clock.known(), ms(15));
    }

    #[test]
    fn who_was_asleep_at_a_look_was_not_waiting() {
        let one = |ran, waited| usage(&[[ran, waited]], ran);
        assert_eq!(own(&[(20, one(1, 0), 0), (40, one(2, 38), 0)]), 21);
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
        // They are woken together, wait for each other, and sleep on: alone on the machine, and beside another.
        let burst: Vec<[u64; 2]> = (0..10).map(|place| [1, place]).collect();
        assert_eq!(own(&[(100, usage(&burst, 10), 0)]), 100);
        let burst: Vec<[u64; 2]> = (0..10).map(|place| [1, 7 + place]).collect();
        assert_eq!(own(&[(100, usage(&burst, 10), 0)]), 93);
    }

    #[test]
    fn waits_that_are_told_early_are_not_told_again() {
        let one = ready_usage;
        // It sleeps for 18, waits from there to 45, and runs: that it was ready is seen twice before the kernel tells.
        // Up to 5 ms more may be a wait that lasts.
        assert_eq!(own(&[(20, one(0, 0), 0), (40, one(0, 0), 0), (60, one(15, 27), 0)]), 33 - 5);
        // That nobody watched pays for no time before.
        assert_eq!(own(&[(20, one(10, 5), 0), (40, one(30, 5), 20)]), 35);
    }

    /// What threads used that have ended is told in ticks: too little, then too much.
    #[test]
    fn ticks_of_a_process_are_no_bursts() {
        let look = |at: u64| {
            let (ran, waited) = (at / 4, at - at / 4);
            let mut usage = usage(&[[ran, waited]], ran);
            for [own, _] in usage.processes.values_mut() {
                *own = ms((205 + ran) / 10 * 10);
            }
            (at, usage, 0)
        };
        let mut clock = Clock::start(Instant::now());
        let start = clock.started;
        for number in 1..=180 {
            let (at, usage, _) = look(20 * number);
            clock.note(start + ms(at), &usage, Duration::ZERO);
        }
        // It was there before, and has run a quarter of the time.
        let own = clock.known().as_millis();
        assert!((900..=930).contains(&own), "{own}");
    }

    #[test]
    fn a_thread_with_the_number_of_another_begins_afresh() {
        let start = Instant::now();
        let mut clock = Clock::start(start);
        clock.note(start + ms(20), &usage(&[[5, 15]], 5), Duration::ZERO);
        let other = of_processes(&[(i32::MAX - 1, 2, 5)], &[[2, 18]]);
        clock.note(start + ms(40), &other, Duration::ZERO);
        assert_eq!((clock.waited, clock.known()), (ms(33), ms(7)));
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
            let before = clock.waited;
            // A new child at every look; each has used 18 ms when it is seen, and nobody takes them.
            let usage =
                of_processes(&[(1, 0, 0), (look + 1, 18, 0)], &[[0, 20 * u64::from(look.unsigned_abs())]]);
            clock.note(start + ms(20 * u64::from(look.unsigned_abs())), &usage, Duration::ZERO);
            gained.push(clock.waited.saturating_sub(before));
        }
        assert_eq!((gained[0], gained[5], gained[6], gained[19]), (ms(2), ms(2), ms(0), ms(0)));
        assert_eq!(clock.cpu(), ms(18 * 20));
    }

    #[test]
    fn a_watcher_that_neither_rests_nor_runs_is_blind() {
        let blind = |rests: &[(u64, u64)]| {
            let start = Instant::now();
            let mut clock = Clock::start(start);
            for &(asked, got) in rests {
                clock.rested(ms(asked), ms(got));
            }
            clock.blind(start + ms(50))
        };
        // It was stopped, for example, wherever that was.
        assert!(blind(&[]) > ms(40));
        assert!((ms(20)..=ms(30)).contains(&blind(&[(20, 20)])));
        assert!((ms(20)..=ms(30)).contains(&blind(&[(10, 30), (10, 10)])));
        assert!(blind(&[(20, 20), (20, 19), (10, 10)]) < ms(20));
    }

    #[test]
    fn what_a_busy_program_lacked_at_its_end_it_waited_for() {
        let start = Instant::now();
        let ended = |usage: &Usage, cpu| {
            let mut clock = Clock::start(start);
            clock.note(start + ms(20), usage, Duration::ZERO);
            clock.rested(ms(40), ms(40));
            clock.end(start + ms(40), ms(cpu));
            clock.own(start + ms(40))
        };
        assert_eq!(ended(&usage(&[[20, 0]], 20), 25), ms(25));
        // It was waiting at the look, and has waited before: no more than that is believed.
        assert_eq!(ended(&ready_usage(8, 7), 18), ms(18));
        assert_eq!(ended(&ready_usage(8, 2), 18), ms(26));
        // One that slept then slept on, as far as anybody knows.
        assert!(ended(&usage(&[[1, 0]], 1), 2) > ms(30));
    }
}
