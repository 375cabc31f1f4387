use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        processes: processes.iter().map(|&(process, own, reaped)| (process, [ms(own), ms(reaped)])).collect(),
        ..Usage::default()
    }
}

/// What a clock shows after looks at these times, in milliseconds, at which the watcher had been blind for so long.
fn own(looks: &[(u64, Usage, u64)]) -> u128 {
    own_where(looks, || ())
}

/// The same, where something happens before each look.
fn own_where(looks: &[(u64, Usage, u64)], happens: impl Fn()) -> u128 {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    for (at, usage, blind) in looks {
        happens();
        clock.note(clock.started + ms(*at), usage, ms(*blind), clock.awake_rests(), Sight::Whole);
    }
    assert_eq!(clock.known(), clock.own(clock.started + ms(looks.last().map_or(0, |look| look.0))));
    clock.known().as_millis()
}

/// All of a program is seen after so many milliseconds.
fn see(clock: &mut Clock, at: u64, usage: &Usage) {
    clock.note(clock.started + ms(at), usage, Duration::ZERO, clock.awake_rests(), Sight::Whole);
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
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    see(&mut clock, 20, &one(10, 4));
    assert_eq!((clock.known(), clock.latest(clock.last)), (ms(12), ms(16)));
    // Who is asked a moment after the last look has all of its time from then on.
    assert_eq!(clock.latest(clock.last + ms(1)), ms(17));
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
    assert_eq!(own_where(&[(20, one(10, 0), 0), (40, one(20, 0), 0)], sleeps), 40);
}

/// Waits for a thread until the kernel has counted that: a wait that is over before it begins is none.
fn sleeps() {
    let rests = || ready_usage(0, 0).threads[0].rests().unwrap().count;
    let before = rests();
    while rests() == before {
        std::thread::spawn(|| ()).join().unwrap();
    }
}

/// A thread that spins until it is made to sleep, and then sleeps until it is dropped.
struct Spinner {
    id: i32,
    sleeps: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Spinner {
    fn start() -> Self {
        let sleeps = Arc::new(AtomicBool::new(false));
        let sleeping = Arc::clone(&sleeps);
        let (sender, id) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            sender.send(rustix::thread::gettid().as_raw_nonzero().get()).unwrap();
            while !sleeping.load(Ordering::Relaxed) {}
            std::thread::park();
        });
        Self { id: id.recv().unwrap(), sleeps, thread: Some(thread) }
    }

    fn usage(&self, ran: u64, waited: u64) -> Usage {
        let mut usage = ready_usage(ran, waited);
        usage.threads[0].id = self.id;
        usage
    }

    fn sleep(&self) {
        let rests = || self.usage(0, 0).threads[0].rests().unwrap();
        let before = rests().count;
        self.sleeps.store(true, Ordering::Relaxed);
        // It is asleep a moment before that is counted.
        while rests().state != 'S' || rests().count == before {}
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.sleeps.store(true, Ordering::Relaxed);
        let thread = self.thread.take().unwrap();
        thread.thread().unpark();
        thread.join().unwrap();
    }
}

/// The host of a virtual machine takes 9 ms, which the kernel counts as nothing.
#[test]
fn time_that_is_missing_while_a_thread_is_awake_is_not_its_own() {
    let looks = [(20, 20), (40, 31), (60, 51)];
    let after = |looks: &[(u64, u64)], spinner: &Spinner| {
        let mut clock = Clock::start(Instant::now(), Register::Needless);
        for &(at, ran) in looks {
            see(&mut clock, at, &spinner.usage(ran, 0));
        }
        clock
    };
    let spinner = Spinner::start();
    let clock = after(&looks, &spinner);
    assert_eq!((clock.known(), clock.latest(clock.last)), (ms(51), ms(60)));
    // It has answered, and sleeps: no doubt is left.
    let mut clock = after(&looks, &spinner);
    spinner.sleep();
    see(&mut clock, 80, &spinner.usage(71, 0));
    assert_eq!((clock.known(), clock.latest(clock.last)), (ms(71), ms(71)));
    // It was running at the look, which is known a look later.
    let spinner = Spinner::start();
    let mut clock = after(&looks, &spinner);
    spinner.sleep();
    see(&mut clock, 80, &spinner.usage(80, 0));
    assert_eq!((clock.known(), clock.latest(clock.last)), (ms(80), ms(80)));
    // Where its counts lagged, as much sleep is taken for time of the machine's: a tick at most.
    let spinner = Spinner::start();
    let mut clock = after(&looks, &spinner);
    spinner.sleep();
    see(&mut clock, 80, &spinner.usage(74, 0));
    assert_eq!(clock.known(), ms(74));
    // It has ended.
    for (cpu, own) in [(71, 71), (80, 80)] {
        let mut clock = after(&looks, &Spinner::start());
        clock.note_end(clock.started + ms(80), ms(cpu), Duration::ZERO);
        assert_eq!(clock.own(clock.last), ms(own));
    }
    // Nobody knows for how long it slept in between.
    let asleep = looks.map(|(at, ran)| (at, ready_usage(ran, 0), 0));
    assert_eq!(own_where(&asleep, sleeps), 60);
}

#[test]
fn what_comes_before_a_program_is_not_its_time() {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    see(&mut clock, 30, &usage(&[[3, 5]], 3));
    clock.begin();
    assert_eq!(clock.known(), ms(0));
    see(&mut clock, 50, &usage(&[[3, 5], [15, 5]], 18));
    assert_eq!(clock.known(), ms(15));
}

#[test]
fn sleeping_counts() {
    // Who slept at a look was not waiting then.
    assert_eq!(own(&[(20, usage(&[[1, 0]], 1), 0), (40, usage(&[[2, 38]], 2), 0)]), 21);
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
    // They are woken together, wait for each other, and sleep on: alone on the machine, and next to another.
    let burst: Vec<[u64; 2]> = (0..10).map(|place| [1, place]).collect();
    assert_eq!(own(&[(100, usage(&burst, 10), 0)]), 100);
    let burst: Vec<[u64; 2]> = (0..10).map(|place| [1, 7 + place]).collect();
    assert_eq!(own(&[(100, usage(&burst, 10), 0)]), 93);
}

#[test]
fn waits_that_are_counted_early_are_not_counted_again() {
    let one = ready_usage;
    // It sleeps for 18, waits from there to 45, and runs: that it was ready is seen twice before the kernel reports it.
    // Up to 5 ms more may be a wait that lasts.
    assert_eq!(own(&[(20, one(0, 0), 0), (40, one(0, 0), 0), (60, one(15, 27), 0)]), 33 - 5);
    // That nobody watched pays for no time before.
    assert_eq!(own(&[(20, one(10, 5), 0), (40, one(30, 5), 20)]), 35);
}

/// What threads used that have ended is known in ticks: too little, then too much.
#[test]
fn ticks_of_a_process_are_no_bursts() {
    let look = |at: u64| {
        let (ran, waited) = (at / 4, at - at / 4);
        let mut usage = usage(&[[ran, waited]], ran);
        for [own, _] in usage.processes.values_mut() {
            *own = ms((205 + ran) / 10 * 10);
        }
        usage
    };
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    for number in 1..=180 {
        see(&mut clock, 20 * number, &look(20 * number));
    }
    // It was there before, and has run a quarter of the time.
    let own = clock.known().as_millis();
    assert!((900..=930).contains(&own), "{own}");
}

#[test]
fn a_thread_with_the_number_of_another_begins_afresh() {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    see(&mut clock, 20, &usage(&[[5, 15]], 5));
    let other = of_processes(&[(i32::MAX - 1, 2, 5)], &[[2, 18]]);
    see(&mut clock, 40, &other);
    assert_eq!((clock.waited, clock.known()), (ms(33), ms(7)));
}

#[test]
fn what_children_used_is_counted_once_and_not_forgotten() {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    let mut look = |at, processes: &[(i32, u64, u64)]| {
        see(&mut clock, at, &of_processes(processes, &[]));
        (clock.cpu.as_millis(), clock.owed.as_millis())
    };
    assert_eq!(look(20, &[(1, 5, 0), (2, 8, 0)]), (13, 0));
    // The child ran on for 4 and was taken by its parent, which is known a look later.
    assert_eq!(look(40, &[(1, 6, 0)]), (14, 8));
    assert_eq!(look(60, &[(1, 6, 12)]), (18, 0));
    // One process came and went between two looks. So did process 3, which had a child.
    assert_eq!(look(80, &[(1, 6, 15), (3, 1, 2)]), (24, 0));
    assert_eq!(look(100, &[(1, 6, 18)]), (24, 0));
}

/// What a program of one thread gains by waiting for 15 ms of each 20, where this is what is seen of it: what is given back in all
/// after each look, and what is not.
fn gained(sights: &[Sight]) -> Vec<(u128, u128)> {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    let look = |(number, &sight): (u64, &Sight)| {
        let usage = usage(&[[5 * number, 15 * number]], 5 * number);
        clock.note(clock.started + ms(20 * number), &usage, Duration::ZERO, None, sight);
        (clock.waited.as_millis(), clock.unexcused.as_millis())
    };
    (1..).zip(sights).map(look).collect()
}

#[test]
fn programs_with_unseen_processes_get_no_time_back() {
    use Sight::{Gap, NothingNew, Partial, Whole};
    assert_eq!(gained(&[Whole, Whole, NothingNew]), [(15, 0), (30, 0), (45, 0)]);
    // A wait may last into the next stretch.
    assert_eq!(gained(&[Whole, Partial, Whole, Whole]), [(15, 0), (15, 15), (15, 30), (30, 30)]);
    // A gap in the numbers may be anywhere since the last whole look, or in that look's own stretch.
    let late = gained(&[Whole, Whole, NothingNew, Gap, Whole]);
    assert_eq!(late, [(15, 0), (30, 0), (45, 0), (15, 45), (15, 60)]);
    assert_eq!(gained(&[Gap, Gap]), [(0, 15), (0, 30)]);
    // Nor does it have the benefit of the doubt.
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    clock.note(clock.started + ms(20), &ready_usage(10, 4), Duration::ZERO, None, Gap);
    assert_eq!((clock.known(), clock.latest(clock.last)), (ms(20), ms(20)));
    clock.note_end(clock.started + ms(40), ms(12), Duration::ZERO);
    assert_eq!(clock.own(clock.last), ms(40));
}

#[test]
fn what_a_control_group_counts_is_what_ran() {
    let mut clock = Clock::start(Instant::now(), Register::Needless);
    // Its thread waits for 15 of 20 ms, in which processes that nobody sees run for 12.
    let mut usage = usage(&[[5, 15]], 5);
    usage.of_group = Some(ms(17));
    clock.note(clock.started + ms(20), &usage, Duration::ZERO, None, Sight::Whole);
    assert_eq!((clock.known(), clock.cpu), (ms(17), ms(17)));
    // They run no more.
    let mut usage = of_processes(&[(i32::MAX, 10, 0)], &[[10, 30]]);
    usage.of_group = Some(ms(22));
    clock.note(clock.started + ms(40), &usage, Duration::ZERO, None, Sight::Whole);
    assert_eq!((clock.known(), clock.cpu), (ms(22), ms(22)));
}

#[test]
fn a_watcher_that_neither_rests_nor_runs_is_blind() {
    let blind = |rests: &[(u64, u64)]| {
        let mut clock = Clock::start(Instant::now(), Register::Needless);
        for &(asked, got) in rests {
            clock.rested(ms(asked), ms(got));
        }
        let [ran, waited] = clock.watcher;
        let blind = clock.blind(clock.started + ms(50), [ran + ms(1), waited + ms(4)]);
        assert_eq!(clock.unwatched, blind);
        blind
    };
    // It was stopped, for example, wherever that was.
    assert_eq!(blind(&[]), ms(49));
    assert_eq!(blind(&[(20, 20)]), ms(29));
    assert_eq!(blind(&[(10, 30), (10, 10)]), ms(29));
    // It was awake all the time, and waited for a processor for as long as the kernel says.
    assert_eq!(blind(&[(20, 20), (20, 19), (10, 10)]), ms(4));
}

#[test]
fn time_in_which_the_watcher_stood_still_is_given_back_though_somebody_may_have_run_unseen() {
    let start = Instant::now();
    // It wanted to rest for 20 ms, and did for 2,020; the processor kept it waiting for some of that.
    let clock = |starved| {
        let mut clock = Clock::start(start, Register::Needless);
        clock.rested(ms(20), ms(2020));
        let [ran, waited] = clock.watcher;
        let blind = clock.blind(start + ms(2020), [ran, waited + ms(starved)]);
        assert_eq!(blind, ms(2000));
        (clock, blind)
    };
    let of_program = |sight, starved| {
        let (mut clock, blind) = clock(starved);
        clock.note(start + ms(2020), &usage(&[[5, 0]], 5), blind, None, sight);
        // A look later it is known that nobody had begun unseen before, or that somebody had.
        let before = [clock.waited, clock.unexcused].map(|time| time.as_millis());
        clock.note(start + ms(2040), &usage(&[[5, 0]], 5), Duration::ZERO, None, Sight::Gap);
        assert_eq!(before, [clock.waited, clock.unexcused].map(|time| time.as_millis()), "{sight:?}");
        before
    };
    for sight in [Sight::Gap, Sight::Partial, Sight::NothingNew, Sight::Whole] {
        assert_eq!(of_program(sight, 0), [2000, 0], "{sight:?}");
    }
    assert_eq!(of_program(Sight::Gap, 500), [1500, 500]);
    assert_eq!(of_program(Sight::Gap, 1960), [0, 2000], "too little to be a standstill");
    let (mut clock, blind) = clock(0);
    clock.was_hidden = true;
    clock.note_end(start + ms(2020), ms(5), blind);
    assert_eq!(clock.waited, ms(2000));
}

#[test]
fn what_a_busy_program_lacked_at_its_end_it_waited_for() {
    let ended = |usage: &Usage, cpu| {
        let mut clock = Clock::start(Instant::now(), Register::Needless);
        see(&mut clock, 20, usage);
        clock.note_end(clock.started + ms(40), ms(cpu), Duration::ZERO);
        clock.own(clock.started + ms(40))
    };
    assert_eq!(ended(&usage(&[[20, 0]], 20), 25), ms(25));
    // It was waiting at the look, and has waited before: no more than that is believed.
    assert_eq!(ended(&ready_usage(8, 7), 18), ms(18));
    assert_eq!(ended(&ready_usage(8, 2), 18), ms(26));
    // One that slept then slept on, as far as anybody knows.
    assert_eq!(ended(&usage(&[[1, 0]], 1), 2), ms(40));
}
