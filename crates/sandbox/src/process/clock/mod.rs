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
//! of it ran always counts. One that sleeps is not waiting; but where one thread ran while another waited, as much
//! sleep may be taken for that wait afterwards.
//!
//! The kernel counts a wait when it is over. While one lasts it is known by a thread that is ready and has not moved. A
//! shorter one leaves time before the look open. It makes the next count larger than the time since: what is beyond
//! that is given to the time that is open. Until then a program that is ready has the benefit of the doubt, as far as
//! it has waited before.
//!
//! There is time that the kernel counts as nothing: when the machine is a virtual one and its host runs another. It is
//! known by a thread that was ready at two looks and has not given up its processor between them: what it has
//! neither run nor waited by the counts is missing. It may have run, since of a thread that runs the counts lag by a tick. So what is
//! missing is a doubt in favour of the program; once the thread sleeps, the counts are whole, and what is still missing
//! then the machine had.
//!
//! All this holds only for what is seen. A program may wait for its own processes that nobody saw. It gets nothing back
//! for a time between two looks in which there may have been such, nor for the next, into which a wait may last
//! ([`census`]): only for time in which its watcher stood still, since no program can bring that about. Where its control group counts what all of it runs, that count is used.
//!
//! The kernel forgets what a child has used whose parent ignores its end. Children that were seen are remembered, so that what
//! they used is not counted twice when it comes back as that of children of somebody who is left.

mod census;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use self::census::{Census, Sight};
use super::tree::{Rests, Thread, Usage, schedstat};
use rustix::time::{ClockId, clock_gettime};

pub(super) use census::Register;

/// What the watcher does without: timers are never exact.
const TIMERS: Duration = Duration::from_millis(2);

/// A watcher that rested so much longer than it wanted to, though it had not to wait for a processor, stood still: somebody had stopped
/// it, or the machine.
const STANDSTILL: Duration = Duration::from_millis(50);

/// What a program cannot be sure to use of the time in which a look is taken.
const UNEXPLAINED: Duration = Duration::from_millis(1);

/// A running thread is counted again at every tick of the machine. There are at least 100 ticks in a second.
const TICK: Duration = Duration::from_millis(12);

/// The clock of one program. It runs from when it is made, and knows what happened up to the last look.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    last: Instant,
    waited: Duration,
    /// What it would have waited besides, if it were known that all of it was seen; it counts all the same.
    pub(super) unexcused: Duration,
    census: Census,
    /// What was counted as waiting since all of it was last known to be seen.
    unconfirmed: Duration,
    /// Whether it may have run unseen before the last look.
    pub(super) was_hidden: bool,
    /// CPU time that it has used by the last look.
    pub(super) cpu: Duration,
    threads: BTreeMap<i32, Seen>,
    /// CPU time of every process at the last look: its own, and that of its children which have ended.
    processes: BTreeMap<i32, [Duration; 2]>,
    /// CPU time of processes that were seen and are gone, as far as nobody has it as that of a child.
    owed: Duration,
    /// Whether it ran, or was ready to run, at the last look.
    is_busy: bool,
    /// Time in which it neither ran nor waited as far as is known, but may have begun a wait that lasts.
    open: Duration,
    /// A thread that was ready at the last look.
    awake: Option<Awake>,
    /// Time in which it has been awake, and neither ran nor waited as far as is known.
    missing: Duration,
    /// For how long its watcher wanted to rest since the last look, and did.
    rest: Duration,
    /// For how long it rested beyond that.
    overslept: Duration,
    /// For how long it stood still, as far as is certain, before the look that is noted next.
    stood: Duration,
    /// For how long its watcher was kept from watching in all.
    pub(super) unwatched: Duration,
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

/// A thread that is ready, and how often it has given up its processor by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Awake {
    process: i32,
    id: i32,
    rests: u64,
}

impl Clock {
    /// Of a program that starts now. Only the thread that makes it may use it: it is the watcher.
    pub(super) fn start(now: Instant, register: Register) -> Self {
        Self {
            started: now,
            last: now,
            waited: Duration::ZERO,
            unexcused: Duration::ZERO,
            census: Census::new(register),
            unconfirmed: Duration::ZERO,
            was_hidden: false,
            cpu: Duration::ZERO,
            threads: BTreeMap::new(),
            processes: BTreeMap::new(),
            owed: Duration::ZERO,
            is_busy: true,
            open: Duration::ZERO,
            awake: None,
            missing: Duration::ZERO,
            rest: Duration::ZERO,
            overslept: Duration::ZERO,
            stood: Duration::ZERO,
            unwatched: Duration::ZERO,
            watcher: watcher(),
        }
    }

    /// The time that the program has had by now, as far as is sure.
    pub(super) fn own(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started).saturating_sub(self.waited + self.doubt())
    }

    /// What it may have waited beyond what is known.
    fn doubt(&self) -> Duration {
        if self.is_busy { self.open.min(self.waited) + self.missing } else { Duration::ZERO }
    }

    /// The time that it has had by the last look.
    pub(super) fn known(&self) -> Duration {
        self.own(self.last)
    }

    /// The most that it may have had by now: from here on time is counted against it.
    pub(super) fn latest(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started).saturating_sub(self.waited)
    }

    /// It is asked: what it waited before belongs to answers that it has given.
    pub(super) const fn settle(&mut self) {
        self.unconfirmed = Duration::ZERO;
    }

    /// Whether somebody was seen at the last look who was not seen before.
    pub(super) const fn saw_somebody_new(&self) -> bool {
        self.census.is_somebody_new
    }

    /// How long ago the last look was.
    pub(super) fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.last)
    }

    /// Its watcher asked for a rest of `asked` and got one of `got`.
    pub(super) fn rested(&mut self, asked: Duration, got: Duration) {
        self.rest += asked.min(got);
        self.overslept += got.saturating_sub(asked);
    }

    /// The state of the thread that was ready at the last look. It is read before each look: once a thread sleeps, what
    /// is counted afterwards is whole.
    pub(super) fn awake_rests(&self) -> Option<Rests> {
        let Awake { process, id, .. } = self.awake?;
        Thread { process, id, ran: Duration::ZERO, waited: Duration::ZERO }.rests()
    }

    /// Notes what the program uses now, and how the thread stood just before that was ready at the last look.
    pub(super) fn look(&mut self, now: Instant, usage: &Usage, awake: Option<Rests>) {
        let blind = self.blind(now, watcher());
        let sight = self.census.look(usage);
        self.note(now, usage, blind, awake, sight);
    }

    fn note(&mut self, now: Instant, usage: &Usage, mut blind: Duration, awake: Option<Rests>, sight: Sight) {
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
        let was_awake = self.follow_awake(usage, awake);
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
        let is_hidden = matches!(sight, Sight::Ended | Sight::Partial | Sight::Gap);
        let stood = std::mem::take(&mut self.stood);
        if is_hidden || self.was_hidden {
            self.unexcused += wall.saturating_sub(ran).min(ready + blind).saturating_sub(stood);
            (ready, blind, open) = (Duration::ZERO, stood, Duration::ZERO);
            (self.open, self.missing) = (Duration::ZERO, Duration::ZERO);
        }
        self.was_hidden = is_hidden;
        match sight {
            Sight::Whole | Sight::Ended => self.unconfirmed = Duration::ZERO,
            Sight::Gap => {
                self.waited = self.waited.saturating_sub(self.unconfirmed);
                self.unexcused += std::mem::take(&mut self.unconfirmed);
            }
            Sight::NothingNew | Sight::Partial => {}
        }
        let before = self.waited;
        self.count(now, ran, ready, blind);
        self.unconfirmed += self.waited.saturating_sub(before).saturating_sub(stood);
        self.cpu += ran;
        match was_awake {
            WasAwake::AllTheTime => self.missing += std::mem::take(&mut open),
            WasAwake::UntilItSlept => {
                self.unconfirmed += self.missing;
                self.waited += std::mem::take(&mut self.missing);
            }
            WasAwake::No => self.missing = Duration::ZERO,
        }
        self.open = if self.is_busy { self.open + open } else { Duration::ZERO };
        if ran > Duration::ZERO {
            // Earlier waits of a thread that ran are counted.
            self.open = self.open.min(wall.saturating_sub(ran));
        }
    }

    /// Whether the thread that was ready at the last look has been so ever since. If not, one that is ready takes its
    /// place: that which ran most. This takes one file of the kernel, however many threads there are.
    fn follow_awake(&mut self, usage: &Usage, now: Option<Rests>) -> WasAwake {
        let was_awake = match (self.awake, now) {
            (Some(before), Some(now)) if now.state == 'R' && now.count == before.rests => {
                WasAwake::AllTheTime
            }
            (Some(before), Some(now)) if now.state != 'R' && now.count == before.rests + 1 => {
                WasAwake::UntilItSlept
            }
            _ => WasAwake::No,
        };
        if was_awake != WasAwake::AllTheTime {
            let ran_most = usage.threads.iter().max_by_key(|thread| self.grown(thread)[0]);
            self.awake = ran_most.and_then(Awake::now);
        }
        was_awake
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
        for (&process, &[counted, of_children]) in &usage.processes {
            let [own_before, of_children_before] = self.processes.get(&process).copied().unwrap_or_default();
            // Of a process the kernel counts whole ticks, of threads more exactly; but threads that have ended are known
            // by their process alone.
            let threads = usage.threads.iter().filter(|thread| thread.process == process);
            let own = counted.max(own_before + threads.map(|thread| self.grown(thread)[0]).sum());
            grown += own.saturating_sub(own_before);
            gained += of_children.saturating_sub(of_children_before);
            processes.insert(process, [own, of_children]);
        }
        let gone = self.processes.iter().filter(|(process, _)| !usage.processes.contains_key(process));
        self.owed += gone.map(|(_, [own, of_children])| *own + *of_children).sum::<Duration>();
        let returned = self.owed.min(gained);
        self.owed -= returned;
        self.processes = processes;
        // In all, since the two counts do not grow at the same moments.
        let seen = self.cpu + grown + gained.saturating_sub(returned);
        seen.max(usage.of_group.unwrap_or_default()).saturating_sub(self.cpu)
    }

    /// The program has ended, and used this much CPU time in all. What it lacked since the last look it was waiting
    /// for, if it was busy then.
    pub(super) fn end(&mut self, now: Instant, cpu: Duration) {
        let blind = self.blind(now, watcher());
        self.note_end(now, cpu, blind);
    }

    fn note_end(&mut self, now: Instant, cpu: Duration, blind: Duration) {
        let ran = cpu.saturating_sub(self.cpu);
        let lacked = (self.age(now) + self.doubt()).saturating_sub(ran);
        let is_waiting = self.is_busy && !self.was_hidden;
        let stood = std::mem::take(&mut self.stood);
        let blind = if self.was_hidden { stood } else { blind };
        self.count(now, ran, if is_waiting { lacked } else { Duration::ZERO }, blind);
        (self.open, self.missing) = (Duration::ZERO, Duration::ZERO);
        self.cpu = self.cpu.max(cpu);
    }

    /// What there was up to the last look was not the program yet.
    pub(super) fn begin(&mut self) {
        self.waited = self.last.saturating_duration_since(self.started);
        (self.unexcused, self.unconfirmed) = (Duration::ZERO, Duration::ZERO);
        (self.open, self.missing) = (Duration::ZERO, Duration::ZERO);
        self.unwatched = Duration::ZERO;
    }

    fn count(&mut self, now: Instant, ran: Duration, ready: Duration, blind: Duration) {
        let wall = self.age(now);
        // What the counts hold beyond the time since belongs to the time that is missing, or open.
        let earlier = (ran + ready).saturating_sub(wall).min(self.missing + self.open);
        let of_missing = earlier.min(self.missing);
        self.missing -= of_missing;
        self.open -= earlier.saturating_sub(of_missing);
        self.waited += wall.saturating_sub(ran).min(ready + blind) + earlier.min(ready);
        self.last = now;
    }

    /// For how long the watcher was kept from watching since the last look: it neither rested nor ran, since the system
    /// did not wake it, or had stopped it; or it was awake and had no processor. How much of that it stood still is noted.
    fn blind(&mut self, now: Instant, [ran, waited]: [Duration; 2]) -> Duration {
        let [ran_before, waited_before] = std::mem::replace(&mut self.watcher, [ran, waited]);
        let own = ran.saturating_sub(ran_before) + std::mem::take(&mut self.rest);
        let missed = self.age(now).saturating_sub(own);
        let missed = if missed > TIMERS { missed } else { Duration::ZERO };
        let starved = waited.saturating_sub(waited_before);
        // Who wants to wake and has no processor is one whom a program may keep from it.
        let stood = std::mem::take(&mut self.overslept).saturating_sub(starved);
        self.stood = if stood > STANDSTILL { stood } else { Duration::ZERO };
        let blind = missed.max(starved);
        self.unwatched += blind;
        blind
    }
}

/// Whether the thread that was ready at the last look has been ready since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WasAwake {
    AllTheTime,
    /// It has given up its processor once, and sleeps now.
    UntilItSlept,
    /// It may have slept in between, or is gone, or there was none.
    No,
}

impl Awake {
    /// The thread, if it is ready.
    fn now(thread: &Thread) -> Option<Self> {
        let Rests { state, count } = thread.rests()?;
        (state == 'R').then_some(Self { process: thread.process, id: thread.id, rests: count })
    }
}

/// CPU time of the calling thread, and how long it has waited for a processor.
fn watcher() -> [Duration; 2] {
    let waited =
        schedstat(Path::new("/proc/thread-self/schedstat")).map_or(Duration::ZERO, |(_, waited)| waited);
    [Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default(), waited]
}

#[cfg(test)]
mod tests;
