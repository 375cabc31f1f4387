//! All that a program has started: what it uses, its end, and its CPU time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::param::page_size;
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, kill_process, pidfd_open, pidfd_send_signal, waitid,
};

use crate::machine::{time, value_of};

/// How long to wait for processes that have been killed; longer than the kernel ever takes unless it is
/// stuck.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A process, held so that its number cannot come to mean another one.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) pid: Pid,
    pub(super) handle: OwnedFd,
}

impl Process {
    pub(super) fn open(pid: Pid) -> io::Result<Self> {
        Ok(Self { pid, handle: pidfd_open(pid, PidfdFlags::empty())? })
    }

    pub(super) fn kill(&self) {
        // One that has gone already is what is wanted.
        let _ = pidfd_send_signal(&self.handle, Signal::KILL);
    }

    /// Waits until it has ended, if that takes no longer than [`LONGEST_WAIT`].
    pub(super) fn wait(&self) -> bool {
        ready(&self.handle, LONGEST_WAIT)
    }

    /// Takes the status of a child that has ended, and forgets it; `None` if it is no child of ours. The
    /// lock keeps the sweep from taking it for an orphan meanwhile.
    pub(super) fn reap(&self, known: &mut Known) -> Option<Reaped> {
        known.remove(&self.pid.as_raw_nonzero().get());
        // Its number may mean another process by now, unless it has ended and still waits for us.
        let waits = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ours = waitid(WaitId::PidFd(self.handle.as_fd()), waits).ok().flatten();
        ours.and_then(|_| reap(self.pid))
    }
}

/// What the kernel reports of a child that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reaped {
    /// Exit status, or the signal that ended it.
    pub(super) status: Result<i32, i32>,
    /// CPU time of the child and of all children that it waited for.
    pub(super) cpu: Duration,
    /// The largest memory of any of these, in bytes. It can be that of the process which started them.
    pub(super) max_rss: u64,
}

/// Waits for a child that has ended. The safe interfaces have no CPU time of one child.
#[allow(unsafe_code, reason = "wait4 has no safe form here")]
fn reap(pid: Pid) -> Option<Reaped> {
    let mut status = 0;
    // SAFETY: `rusage` consists of integers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live variables of the right types.
    let found =
        unsafe { libc::wait4(pid.as_raw_nonzero().get(), &raw mut status, libc::WNOHANG, &raw mut usage) };
    if found != pid.as_raw_nonzero().get() {
        return None;
    }
    let time = |t: libc::timeval| {
        let seconds = Duration::from_secs(u64::try_from(t.tv_sec).unwrap_or(0));
        seconds + Duration::from_micros(u64::try_from(t.tv_usec).unwrap_or(0))
    };
    Some(Reaped {
        status: if libc::WIFEXITED(status) {
            Ok(libc::WEXITSTATUS(status))
        } else {
            Err(libc::WTERMSIG(status))
        },
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        max_rss: u64::try_from(usage.ru_maxrss).unwrap_or(0).saturating_mul(1024),
    })
}

/// What a tree of processes uses at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Usage {
    /// Resident memory, pages that several processes share counted for each of them.
    pub(super) memory: u64,
    /// Threads of all processes.
    pub(super) threads: Vec<Thread>,
    /// CPU time of every process, in whole ticks: its own, and that of its children which have ended.
    pub(super) processes: BTreeMap<i32, [Duration; 2]>,
    /// The last number that the kernel had given to a process or thread just before this was looked at, if it says so.
    pub(super) last_number: Option<i32>,
    /// Whether somebody ended while this was looked at, and so is not in it.
    pub(super) missed: bool,
    /// CPU time of all that has ever run in the program's control group, if it has one.
    pub(super) of_group: Option<Duration>,
}

/// A thread of a program, and what the kernel's scheduler has counted for it (`schedstat`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Thread {
    pub(super) process: i32,
    pub(super) id: i32,
    /// Time on a processor.
    pub(super) ran: Duration,
    /// Time in which it was ready to run and had no processor, up to when it last got one.
    pub(super) waited: Duration,
}

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rests {
    /// The letter of its state, as in proc(5).
    pub(super) state: char,
    /// How often it has given up its processor by itself: to sleep, to wait for something, or when it was stopped.
    pub(super) count: u64,
}

impl Thread {
    /// The letter of its state, as in proc(5).
    pub(super) fn state(&self) -> Option<char> {
        state(Path::new(&format!("/proc/{}/task/{}/stat", self.process, self.id)))
    }

    /// Its state, and how often it has given up its processor.
    pub(super) fn rests(&self) -> Option<Rests> {
        let status = fs::read_to_string(format!("/proc/{}/task/{}/status", self.process, self.id)).ok()?;
        // Its name comes first, and holds no line end as the kernel writes it.
        let field = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let state = field("State:")?.chars().next()?;
        Some(Rests { state, count: field("voluntary_ctxt_switches:")?.parse().ok()? })
    }
}

impl Usage {
    /// What the process and all its descendants use now. Processes that come and go meanwhile may be
    /// missed.
    pub(super) fn of(root: Pid) -> Self {
        let mut usage = Self { last_number: last_number(), ..Self::default() };
        let mut left = vec![root.as_raw_nonzero().get()];
        while let Some(process) = left.pop() {
            let Some([user, system, reaped_user, reaped_system, pages]) = stat(process, [14, 15, 16, 17, 24])
            else {
                usage.missed = true;
                continue;
            };
            usage.memory += pages.saturating_mul(page_size() as u64);
            usage.processes.insert(process, [time(user + system), time(reaped_user + reaped_system)]);
            for (id, folder) in threads(process) {
                let (ran, waited) = schedstat(&folder.join("schedstat")).unwrap_or_default();
                usage.threads.push(Thread { process, id, ran, waited });
                left.extend(children_of(&folder));
            }
        }
        usage
    }

    /// Memory with shared pages counted once, where it is known; it takes much longer to find.
    pub(super) fn memory_shared_once(&self) -> u64 {
        let of_one = |process: &i32| {
            let size = value_of("Pss:", format!("/proc/{process}/smaps_rollup"))?;
            size.trim_end_matches(" kB").trim().parse::<u64>().ok()
        };
        let known: Option<Vec<u64>> = self.processes.keys().map(of_one).collect();
        known.map_or(self.memory, |all| all.iter().sum::<u64>().saturating_mul(1024))
    }
}

/// The number that the kernel gave last to a process or thread, as they are numbered here.
fn last_number() -> Option<i32> {
    let text =
        fs::read_to_string("/proc/sys/kernel/ns_last_pid").or_else(|_| fs::read_to_string("/proc/loadavg"));
    text.ok()?.split_ascii_whitespace().last()?.parse().ok()
}

/// The number that a thread has in its box, the innermost of those by which it is known.
pub(super) fn number_in_box(process: i32, thread: i32) -> Option<i32> {
    let numbers = value_of("NSpid:", format!("/proc/{process}/task/{thread}/status"))?;
    numbers.split_ascii_whitespace().last()?.parse().ok()
}

/// Fields of `/proc/PROCESS/stat`, numbered from 1 as in proc(5).
fn stat<const N: usize>(process: i32, fields: [usize; N]) -> Option<[u64; N]> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let words: Vec<&str> = behind_name(&line)?.split_ascii_whitespace().collect();
    let mut values = [0; N];
    for (value, field) in values.iter_mut().zip(fields) {
        *value = words.get(field - 3)?.parse().ok()?;
    }
    Some(values)
}

/// The state of a process or a thread, from its `stat`.
pub(super) fn state(path: &Path) -> Option<char> {
    behind_name(&fs::read_to_string(path).ok()?)?.trim_start().chars().next()
}

/// The third field and those that follow. The name of the program, before it, is in parentheses and may hold
/// anything.
fn behind_name(line: &str) -> Option<&str> {
    Some(line.rsplit_once(')')?.1)
}

/// The first two numbers of a file of the kernel's scheduler: time on a processor, and time in which one was waited
/// for.
pub(super) fn schedstat(path: &Path) -> Option<(Duration, Duration)> {
    let line = fs::read_to_string(path).ok()?;
    let mut numbers =
        line.split_ascii_whitespace().map(|number| number.parse().ok().map(Duration::from_nanos));
    Some((numbers.next()??, numbers.next()??))
}

/// The threads of a process, with the folders in which the kernel describes them.
pub(super) fn threads(process: i32) -> impl Iterator<Item = (i32, PathBuf)> {
    let entries = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
}

pub(super) fn children_of(thread: &Path) -> Vec<i32> {
    let list = fs::read_to_string(thread.join("children")).unwrap_or_default();
    list.split_ascii_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// Children of this process that are known: programs that run, and the first processes of their boxes. Hold the lock to
/// start one or to kill orphans.
pub(super) type Known = BTreeSet<i32>;

static KNOWN: Mutex<Known> = Mutex::new(BTreeSet::new());

/// Locks the set of known children, and sees to it that orphans come to this process.
pub(super) fn known() -> MutexGuard<'static, Known> {
    static ADOPTING: OnceLock<()> = OnceLock::new();
    ADOPTING.get_or_init(|| {
        // Old kernels refuse; CPU times are then incomplete.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a program that is not in a box, with all that it has started. Those that hid from its tree
/// became children of this process; no program may leave such, so whosoever they are, they go too.
pub(super) fn kill_unboxed(root: &Process) {
    let end = Instant::now() + LONGEST_WAIT;
    loop {
        let mut inside: Vec<i32> = Usage::of(root.pid).processes.into_keys().collect();
        root.kill();
        // Once the root has ended, its children are orphans, and all there is to find.
        let ended = ready(&root.handle, Duration::ZERO);
        inside.retain(|&process| process != root.pid.as_raw_nonzero().get());
        for process in inside.iter().copied().filter_map(Pid::from_raw) {
            let _ = kill_process(process, Signal::KILL);
        }
        if (orphans() == 0 && inside.is_empty() && ended) || Instant::now() > end {
            return;
        }
        sleep(Duration::from_millis(1));
    }
}

/// Kills orphans that came to this process and takes their status. Programs start in sessions of their
/// own, and nothing that they start can come back to ours: children in our session are not theirs.
pub(super) fn orphans() -> usize {
    kill_orphans(&known())
}

fn kill_orphans(known: &Known) -> usize {
    let own = rustix::process::getpid().as_raw_nonzero().get();
    // Not `getsid`: in a container our session may belong to a process outside. It is 0 then.
    let session = |process| stat(process, [6]);
    let ours = session(own);
    let mut orphans: Vec<i32> = threads(own).flat_map(|(_, folder)| children_of(&folder)).collect();
    orphans.retain(|child| !known.contains(child) && session(*child) != ours);
    for orphan in orphans.iter().copied().filter_map(Pid::from_raw) {
        let _ = kill_process(orphan, Signal::KILL);
        let _ = reap(orphan);
    }
    orphans.len()
}

/// Kills every program that runs, with all that it has started, and has none start any more: for a process that ends
/// without waiting for those who run programs. It takes no longer than `within`; a program that forks faster than it
/// can be killed, and is in no box, may outlive that.
pub fn abandon(within: Duration) {
    let end = Instant::now() + within;
    // While the lock is held nobody is in the middle of starting a program.
    let known = loop {
        match KNOWN.try_lock() {
            Ok(known) => break known,
            Err(TryLockError::Poisoned(known)) => break known.into_inner(),
            Err(TryLockError::WouldBlock) if Instant::now() > end => return,
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(1)),
        }
    };
    let mut roots: Vec<Pid> = known.iter().copied().filter_map(Pid::from_raw).collect();
    // Without programs there are no orphans of theirs.
    let mut are_there_more = !roots.is_empty();
    while are_there_more && Instant::now() < end {
        // The number of one that has gone may come to mean another process.
        roots.retain(|&root| {
            let inside = Usage::of(root).processes;
            for process in inside.keys().copied().filter_map(Pid::from_raw) {
                let _ = kill_process(process, Signal::KILL);
            }
            // One whose status nobody takes would be seen until this process has ended, and after it by others.
            let _ = reap(root);
            !inside.is_empty()
        });
        are_there_more = kill_orphans(&known) > 0 || !roots.is_empty();
        sleep(Duration::from_millis(1));
    }
    // Never given back: nothing starts after this.
    std::mem::forget(known);
}

/// Whether a descriptor is ready within a time. A signal that comes meanwhile, such as Ctrl-C, is no answer.
pub(super) fn ready(fd: impl AsFd, within: Duration) -> bool {
    let start = Instant::now();
    loop {
        let timeout = Timespec::try_from(within.saturating_sub(start.elapsed())).ok();
        match poll(&mut [PollFd::new(&fd, PollFlags::IN)], timeout.as_ref()) {
            Err(Errno::INTR) => {}
            found => return found == Ok(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_tree_is_seen_whole() {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "sleep 600 & (sleep 600 & wait) & wait"])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let root = Process::open(Pid::from_child(&shell)).unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        while Usage::of(root.pid).processes.len() < 4 && Instant::now() < end {
            sleep(Duration::from_millis(1));
        }
        let usage = Usage::of(root.pid);
        assert_eq!((usage.processes.len(), usage.threads.len()), (4, 4));
        assert!(usage.memory > 4 * 4096, "{usage:?}");
        assert!(usage.memory_shared_once() <= usage.memory, "{usage:?}");
        for &process in usage.processes.keys().skip(1) {
            let _ = kill_process(Pid::from_raw(process).unwrap(), Signal::KILL);
        }
        root.kill();
        shell.wait().unwrap();
        assert_eq!(Usage::of(root.pid).processes.len(), 0);
    }

    #[test]
    fn cpu_time_is_that_of_the_child() {
        let spin = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        let mut child = Command::new("/bin/sh").args(["-c", spin]).spawn().unwrap();
        let process = Process::open(Pid::from_child(&child)).unwrap();
        assert!(process.wait());
        let reaped = process.reap(&mut known()).unwrap();
        assert_eq!(process.reap(&mut known()), None);
        assert!(child.wait().is_err(), "its status has been taken");
        assert_eq!(reaped.status, Ok(0));
        assert!(reaped.cpu > Duration::from_millis(1) && reaped.cpu < Duration::from_secs(60), "{reaped:?}");
    }
}
