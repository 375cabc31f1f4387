//! Keeping a program from running while it is not on move.
//!
//! The kernel freezes a whole control group where the program has one. Elsewhere every process is sent `SIGSTOP`, which
//! none can catch, until a walk through the tree finds all of them stopped. A process that is made meanwhile may escape
//! that walk, but not the next, which comes with every look at the program. Within a box nothing leaves the tree, even
//! in new sessions; elsewhere processes that leave it are killed.

use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::start::Running;
use super::tree::{children_of, orphans, state, threads};
use crate::isolation::Group;

/// The longest wait until everything has stopped.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Time between two walks.
const PAUSE: Duration = Duration::from_micros(100);

/// What a process does, judged by the states of its threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stance {
    /// It is stopped, or has ended.
    Still,
    /// It is in a system call that no signal breaks off; it will not come back to itself before it has seen to its
    /// signals.
    Stuck,
    /// It runs, or can.
    Moving,
}

impl Running {
    /// Stops all of the program; it may be called again. Some of it may still move when this returns: on a machine that
    /// is too busy to stop it, or if the program has set a timer that sends `SIGCONT`.
    ///
    /// Returns whether everything has stopped.
    pub(super) fn freeze(&self) -> bool {
        let end = Instant::now() + LONGEST_WAIT;
        if let Some(group) = self.freezer().filter(|group| group.freeze(true).is_ok()) {
            while group.is_frozen() == Some(false) && Instant::now() < end {
                sleep(PAUSE);
            }
            return group.is_frozen() != Some(false);
        }
        loop {
            let mut is_moving = false;
            self.walk(|process, stance| {
                is_moving |= stance == Stance::Moving;
                if stance > Stance::Still {
                    let _ = kill_process(process, Signal::STOP);
                }
            });
            if self.boxed.is_none() {
                is_moving |= orphans() > 0;
            }
            if !is_moving || Instant::now() > end {
                return !is_moving;
            }
            sleep(PAUSE);
        }
    }

    /// Lets all of it run on.
    pub(super) fn thaw(&self) {
        if self.freezer().is_some_and(|group| group.freeze(false).is_ok()) {
            return;
        }
        // All are listed before the first runs on and ends. A stop that is still pending is cancelled too.
        let mut all = Vec::new();
        self.walk(|process, _| all.push(process));
        for process in all {
            let _ = kill_process(process, Signal::CONT);
        }
    }

    /// The control group, if it can be frozen.
    fn freezer(&self) -> Option<&Group> {
        self.boxed.as_ref()?.group.as_ref().filter(|group| group.is_frozen().is_some())
    }

    /// Visits all processes of the program, parents before their children. What a process does is found out before its
    /// children are looked for.
    fn walk(&self, mut visit: impl FnMut(Pid, Stance)) {
        let root = self.boxed.as_ref().map_or(&self.front, |boxed| &boxed.core).pid;
        let mut left = vec![root];
        while let Some(process) = left.pop() {
            // The first process of a box belongs to the box.
            if self.boxed.is_none() || process != root {
                visit(process, stance(process));
            }
            let folders = threads(process.as_raw_nonzero().get()).map(|(_, folder)| folder);
            left.extend(folders.flat_map(|folder| children_of(&folder)).filter_map(Pid::from_raw));
        }
    }
}

fn stance(process: Pid) -> Stance {
    let of_thread = |folder: &std::path::Path| match state(&folder.join("stat")) {
        None | Some('T' | 't' | 'Z' | 'X') => Stance::Still,
        Some('D') => Stance::Stuck,
        Some(_) => Stance::Moving,
    };
    let all = threads(process.as_raw_nonzero().get()).map(|(_, folder)| of_thread(&folder));
    all.max().unwrap_or(Stance::Still)
}
