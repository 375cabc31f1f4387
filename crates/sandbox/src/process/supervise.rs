//! Watching a program that runs: feeding it, reading what it writes, and ending it when a bound is hit.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Read, Write};
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::Pid;

use super::clock::{Clock, Register};
use super::start::{Boxed, Running, Wanted};
use super::tree::{Thread, Usage, orphans};
use super::{Bounds, End, STRETCH, held};
use crate::isolation::{Group, Level};

/// Time between two looks at what a program uses, in microseconds: no program can know when it is looked at. The first comes
/// sooner, for programs that do not run long. A program whose time is over is ended at the next look.
const RESTS: Range<u64> = 10_000..30_000;
const LONGEST_REST: Duration = Duration::from_micros(RESTS.end);
const FIRST_LOOK: Duration = Duration::from_millis(4);

/// What happened since so short a time makes no difference to what a program has had.
const JUST_NOW: Duration = Duration::from_millis(1);

/// CPU time that the threads of a program may use after they were sent the signal to stop: to do so.
const TO_STOP: Duration = Duration::from_millis(5);

/// CPU time that they may use until they stand still: none stops in the middle of a system call.
const LAST_CALL: Duration = Duration::from_millis(500);

/// At how many looks there may be somebody new after that: who was just being started.
const LAST_BIRTHS: u32 = 2;

/// Bytes read at a time.
const PIECE: usize = 1 << 14;

/// A program that runs, and what has been seen of it.
#[derive(Debug)]
pub(super) struct Supervisor {
    pub(super) running: Running,
    pub(super) bounds: Bounds,
    /// What is still to be written to its standard input.
    pub(super) input: VecDeque<u8>,
    input_ends: bool,
    pub(super) stdout: Vec<u8>,
    stdout_most: usize,
    pub(super) stdout_ended: bool,
    pub(super) stderr: VecDeque<u8>,
    stderr_bytes: u64,
    next_look: Instant,
    /// How many looks there were, and what chooses the time between them.
    looks: u64,
    random: RandomState,
    /// The most memory seen in use.
    pub(super) memory: u64,
    pub(super) clock: Clock,
    /// What is known of it since it was frozen, if it is.
    frozen: Option<Frozen>,
    /// CPU time that it used while it was to stand still, as far as no answer has paid for it.
    ran_out_of_turn: Duration,
    /// Whether it was seen in its box.
    has_begun: bool,
    /// When nothing was left but the box, which then ends: that is no time of the program's.
    pub(super) emptied: Option<Instant>,
    pub(super) end: Option<End>,
    /// Why what it did is not reported, if it is not.
    pub(super) given_up: Option<GivenUp>,
}

/// A program that is to stand still.
#[derive(Clone, Copy, Debug)]
struct Frozen {
    /// What it ran while it was being stopped: see [`while_stopping`].
    ran: Duration,
    /// The CPU time that it had used when it was first tried to stop it.
    tried: Duration,
    /// The CPU time that it had used when it did, as far as is known.
    stood: Duration,
    /// Whether all of it has been seen to stand still.
    stands: bool,
    /// At how many looks there was somebody new.
    births: u32,
}

/// Why a program was ended for nothing that it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GivenUp {
    /// Nobody wants to know any more.
    Interrupted,
    /// The machine was too busy for it.
    Starved,
}

impl Supervisor {
    pub(super) fn new(running: Running, bounds: Bounds) -> Self {
        let outputs = running.stdout.iter().map(AsFd::as_fd).chain(running.stderr.iter().map(AsFd::as_fd));
        for fd in running.stdin.iter().map(AsFd::as_fd).chain(outputs) {
            // It cannot fail on a pipe of ours.
            let _ = ioctl_fionbio(fd, true);
        }
        let behind_mark = match &running.wanted {
            Wanted::AfterMark(mark, most) => {
                usize::try_from(*most).unwrap_or(usize::MAX).saturating_add(mark.len())
            }
            _ => 0,
        };
        Self {
            next_look: running.started + FIRST_LOOK,
            looks: 0,
            random: RandomState::new(),
            clock: Clock::start(running.started, register(&running)),
            running,
            bounds,
            input: VecDeque::new(),
            input_ends: false,
            stdout: Vec::new(),
            stdout_most: bounds.stdout_bytes.saturating_add(behind_mark),
            stdout_ended: false,
            stderr: VecDeque::new(),
            stderr_bytes: 0,
            memory: 0,
            frozen: None,
            ran_out_of_turn: Duration::ZERO,
            has_begun: false,
            emptied: None,
            end: None,
            given_up: None,
        }
    }

    /// Writes this to its standard input as fast as it reads.
    pub(super) fn feed(&mut self, input: &[u8]) {
        self.input.extend(input);
    }

    /// Ends its standard input once all is written.
    pub(super) fn close_input(&mut self) {
        self.input_ends = true;
        if self.input.is_empty() {
            self.running.stdin = None;
        }
    }

    /// Ends the program now, with this as its end unless there is another already.
    pub(super) fn end_with(&mut self, end: End) {
        self.end.get_or_insert(end);
    }

    /// Waits for something to happen and deals with it: at most until the next look at what the program
    /// uses, `wake` is readable, or `longest_line` bytes of standard output hold no line end. Returns
    /// whether the program has ended or is to be ended.
    pub(super) fn step(&mut self, wake: Option<BorrowedFd<'_>>, longest_line: usize) -> bool {
        if self.end.is_some() {
            return true;
        }
        let (feedable, readable, chatty, exited) = self.wait(wake);
        if self.running.stop.load(Ordering::Relaxed) {
            self.given_up = Some(GivenUp::Interrupted);
            self.end = Some(End::Closed);
            return true;
        }
        if feedable {
            self.write();
        }
        if chatty {
            self.read_stderr();
        }
        if readable {
            self.read_stdout();
        }
        if self.end.is_none() && self.stdout.len() > longest_line {
            let newline = self.stdout.iter().take(longest_line.saturating_add(1)).any(|&byte| byte == b'\n');
            self.end = (!newline).then_some(End::StdoutFlood);
        }
        if self.end.is_none() && !exited && Instant::now() >= self.next_look {
            self.look();
            let has_begun = self.running.boxed.is_none() || self.has_begun;
            self.next_look = Instant::now() + if has_begun { self.rest() } else { FIRST_LOOK };
        }
        exited || self.end.is_some()
    }

    /// Time until the next look.
    fn rest(&mut self) -> Duration {
        self.looks += 1;
        Duration::from_micros(RESTS.start + self.random.hash_one(self.looks) % (RESTS.end - RESTS.start))
    }

    /// Looks at what the program uses, unless that has just been done.
    pub(super) fn look_anew(&mut self) {
        if self.end.is_none() && self.clock.age(Instant::now()) > JUST_NOW {
            self.look();
        }
    }

    /// Has it stand still, or run on.
    pub(super) fn set_frozen(&mut self, is_frozen: bool) {
        if is_frozen == self.frozen.is_some() || self.end.is_some() {
            return;
        }
        if is_frozen {
            let (before, clock) = (self.clock.cpu, self.clock.known());
            let stands = self.freeze();
            self.look();
            let cpu = self.clock.cpu;
            let went_on = self.clock.known().saturating_sub(clock);
            let ran = while_stopping(cpu.saturating_sub(before), went_on, self.clock.was_hidden);
            self.frozen = Some(Frozen { ran, tried: cpu, stood: cpu, stands, births: 0 });
            // What it said before it stood still must not come later.
            self.read_rest();
        } else {
            self.running.thaw();
            if let Some(frozen) = self.frozen.take() {
                let unseen = frozen.births * LONGEST_REST;
                self.ran_out_of_turn += frozen.ran + unseen + self.clock.cpu.saturating_sub(frozen.tried);
            }
        }
    }

    /// The most that its clock shows when it is asked now: what it ran out of turn it has had already.
    pub(super) fn clock_when_asked(&mut self) -> Duration {
        self.clock.settle();
        self.clock.latest(Instant::now()).saturating_sub(std::mem::take(&mut self.ran_out_of_turn))
    }

    /// Stops all of it, and returns whether everything has stopped.
    fn freeze(&mut self) -> bool {
        let start = Instant::now();
        let stands = self.running.freeze();
        // While it waits for them to stop, it misses nothing.
        let took = start.elapsed();
        self.clock.rested(took, took);
        stands
    }

    /// Which of these can go on: writing input, reading standard output and standard error; and whether
    /// the program has exited.
    fn wait(&mut self, wake: Option<BorrowedFd<'_>>) -> (bool, bool, bool, bool) {
        let asleep = Instant::now();
        let rest = self.next_look.saturating_duration_since(asleep);
        let timeout = Timespec::try_from(rest).ok();
        let stdin = self.running.stdin.as_ref().filter(|_| !self.input.is_empty());
        let mut fds = vec![PollFd::new(&self.running.front.handle, PollFlags::IN)];
        let mut watch = |fd: Option<_>, flags| {
            fd.map(|fd| {
                fds.push(PollFd::from_borrowed_fd(fd, flags));
                fds.len() - 1
            })
        };
        let feed = watch(stdin.map(AsFd::as_fd), PollFlags::OUT);
        let out = watch(self.running.stdout.as_ref().map(AsFd::as_fd), PollFlags::IN);
        let err = watch(self.running.stderr.as_ref().map(AsFd::as_fd), PollFlags::IN);
        watch(wake, PollFlags::IN);
        let happened = poll(&mut fds, timeout.as_ref());
        self.clock.rested(rest, asleep.elapsed());
        if happened.is_err() {
            // Interrupted by a signal of ours: nothing is ready, and the next step looks again.
            return (false, false, false, false);
        }
        let happened = |at: Option<usize>| at.is_some_and(|at| !fds[at].revents().is_empty());
        (happened(feed), happened(out), happened(err), happened(Some(0)))
    }

    fn write(&mut self) {
        while let Some(stdin) = self.running.stdin.as_mut().filter(|_| !self.input.is_empty()) {
            match stdin.write(self.input.as_slices().0) {
                Ok(written @ 1..) => drop(self.input.drain(..written)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // It closed its standard input: nobody will read the rest.
                _ => {
                    self.input.clear();
                    self.input_ends = true;
                }
            }
            if self.input.is_empty() && self.input_ends {
                self.running.stdin = None;
            }
        }
    }

    fn read_stdout(&mut self) {
        let mut piece = [0; PIECE];
        let read = read(&mut self.running.stdout, &mut piece);
        let room = self.stdout_most - self.stdout.len();
        self.stdout.extend_from_slice(&piece[..read.min(room)]);
        if read > room {
            self.end_with(End::StdoutFlood);
        }
        self.stdout_ended = self.running.stdout.is_none();
    }

    fn read_stderr(&mut self) {
        let mut piece = [0; PIECE];
        let read = read(&mut self.running.stderr, &mut piece);
        self.stderr_bytes += read as u64;
        let kept = read.min(self.bounds.stderr_bytes);
        self.stderr.extend(&piece[read - kept..read]);
        let over = self.stderr.len().saturating_sub(self.bounds.stderr_bytes);
        self.stderr.drain(..over);
        if self.stderr_bytes > self.bounds.stderr_flood {
            self.end_with(End::StderrFlood);
        }
    }

    /// Looks at what the program uses.
    fn look(&mut self) {
        let root = self.running.boxed.as_ref().map_or(&self.running.front, |boxed| &boxed.core);
        let awake = self.clock.awake_rests();
        let mut usage = Usage::of(root.pid);
        let group = self.running.boxed.as_ref().and_then(|boxed| boxed.group.as_ref());
        usage.of_group = group.and_then(Group::cpu);
        let now = Instant::now();
        if self.running.boxed.is_none() {
            orphans();
        } else if lives_beside(root.pid, &usage) {
            (self.has_begun, self.emptied) = (true, None);
        } else if self.has_begun {
            self.emptied.get_or_insert(now);
        }
        let mut memory = usage.memory;
        if group.is_none() {
            let sockets = match &self.running.boxed {
                Some(boxed) => held::sockets_of_box(boxed.core.pid),
                None => held::sockets_of(usage.processes.keys()),
            };
            memory += held::most_in_sockets(sockets);
            // Before it has begun its box is not made yet, and the machine's files are seen there.
            let made = self.running.boxed.as_ref().filter(|_| self.has_begun);
            memory += made.map_or(0, |boxed| held::for_files_of_box(boxed.core.pid));
            if memory > self.bounds.memory_bytes {
                memory -= usage.memory - usage.memory_shared_once().min(usage.memory);
            }
            if memory > self.bounds.memory_bytes {
                self.end = Some(End::MemoryOut);
            }
        }
        self.memory = self.memory.max(memory);
        if self.emptied.is_none() {
            self.clock.look(now, &usage, awake);
        }
        if self.running.boxed.is_some() && !self.has_begun {
            self.clock.begin();
        }
        if self.emptied.is_none() && self.clock.own(now) > self.bounds.wall {
            self.end_with(End::WallOut);
        } else if now.saturating_duration_since(self.running.started)
            > self.bounds.wall.saturating_mul(STRETCH)
        {
            self.given_up = Some(GivenUp::Starved);
            self.end_with(End::Closed);
        }
        if let Some(mut frozen) = self.frozen {
            let cpu = self.clock.cpu;
            let runs = frozen.stands && cpu.saturating_sub(frozen.stood) > TO_STOP;
            frozen.births += u32::from(self.clock.saw_somebody_new());
            let multiplies = frozen.births > LAST_BIRTHS;
            if runs || multiplies || cpu.saturating_sub(frozen.tried) > LAST_CALL {
                self.end_with(End::OutOfTurn);
            } else {
                // Stops what has begun to move, perhaps a process that was just being made.
                let stands = self.freeze();
                if !frozen.stands {
                    (frozen.stood, frozen.stands) = (cpu, stands);
                }
                self.frozen = Some(frozen);
            }
        }
        if self.bounds.cpu.is_some_and(|most| self.clock.cpu > most) {
            self.end = Some(End::CpuOut);
        }
        // One process belongs to the box itself.
        let own = u64::from(self.running.boxed.is_some());
        if (usage.threads.len() as u64).saturating_sub(own) > u64::from(self.bounds.processes) {
            self.end = Some(End::ProcessesOut);
        }
    }

    /// Reads what the pipes still hold; nobody is left to write more.
    pub(super) fn read_rest(&mut self) {
        for _ in 0..256 {
            let before = (self.stdout.len(), self.stderr_bytes);
            self.read_stdout();
            self.read_stderr();
            if before == (self.stdout.len(), self.stderr_bytes) {
                break;
            }
        }
    }
}

/// Reads what there is in a pipe, which is given up at its end: how many bytes.
fn read(pipe: &mut Option<impl Read>, piece: &mut [u8]) -> usize {
    match pipe.as_mut().map(|pipe| pipe.read(piece)) {
        Some(Ok(read @ 1..)) => return read,
        Some(Err(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        _ => *pipe = None,
    }
    0
}

/// What a program has to pay for that was being stopped, for which its clock went on so long and it used so much CPU time; what it takes
/// to stop is free.
fn while_stopping(cpu: Duration, went_on: Duration, was_hidden: bool) -> Duration {
    if cpu > TO_STOP || was_hidden { went_on.saturating_sub(TO_STOP) } else { Duration::ZERO }
}

/// How it is known that a program has started something which nobody saw.
fn register(running: &Running) -> Register {
    match &running.boxed {
        Some(Boxed { group: Some(group), .. }) if group.cpu().is_some() => Register::Needless,
        Some(_) => Register::OfBox,
        None if running.level == Level::None => Register::Needless,
        None => Register::OfMachine(running.front.pid.as_raw_nonzero().get()),
    }
}

/// Whether anything lives in a box besides its first process.
fn lives_beside(first: Pid, usage: &Usage) -> bool {
    let is_alive = |thread: &Thread| !matches!(thread.state(), None | Some('Z' | 'X'));
    let mut inside = usage.threads.iter().filter(|thread| thread.process != first.as_raw_nonzero().get());
    inside.any(is_alive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_on_while_it_is_stopped_is_paid_for() {
        let ms = Duration::from_millis;
        let paid = |cpu, went_on, was_hidden| while_stopping(ms(cpu), ms(went_on), was_hidden);
        // A machine that takes long to stop it, or a disk.
        assert_eq!([paid(1, 3, false), paid(5, 90, false)], [ms(0); 2]);
        assert_eq!([paid(6, 40, false), paid(0, 40, true), paid(80, 4, true)], [ms(35), ms(35), ms(0)]);
    }
}
