//! Finds all processes that a command has started, even those that have left it.
//!
//! A program in a sandbox has another environment, session and user, and other process numbers. An orphan has another
//! parent. But every process passes its limits to its children. The kernel ignores one of them today, the limit on file
//! locks. A number there that no other command has is a mark that nothing removes. So tests of commands can run side by
//! side.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

use crate::interrupt::catches_interrupts;

/// All processes with a mark.
pub(crate) struct Kin {
    mark: u64,
}

impl Kin {
    /// Starts something whose process, and all that come of it, have a new mark.
    pub(crate) fn start<T>(start: impl FnOnce() -> T) -> (Self, T) {
        static LAST: Mutex<u64> = Mutex::new(0);
        let mut last = LAST.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *last += 1;
        // Other tests may run on this machine at the same time.
        let mark = (u64::from(std::process::id()) << 20) + *last;
        let usual = getrlimit(Resource::Locks);
        setrlimit(Resource::Locks, Rlimit { current: Some(mark), ..usual }).expect("a limit without effect");
        let started = start();
        setrlimit(Resource::Locks, usual).expect("the limit that it was");
        (Self { mark }, started)
    }

    /// Those that run: their numbers and command lines. One that has just been started by another that has just ended
    /// may be missed by a look, but not by the next.
    pub(crate) fn running(&self) -> Vec<(Pid, String)> {
        let entries = fs::read_dir("/proc").expect("a list of processes");
        let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let marked = numbers.filter(|&number| mark(number) == Some(self.mark));
        marked.filter_map(|number| Some((Pid::from_raw(number)?, command_line(number)?))).collect()
    }

    /// Whether one of them is a program of this folder, and catches Ctrl-C if that is asked for.
    pub(crate) fn runs_from(&self, folder: &Path, catches: bool) -> bool {
        self.running().into_iter().any(|(pid, _)| {
            let number = pid.as_raw_nonzero();
            let program = fs::read_link(format!("/proc/{number}/exe"));
            program.is_ok_and(|program| program.parent() == Some(folder))
                && (!catches || catches_interrupts(number.get().unsigned_abs()))
        })
    }

    /// Kills them all, also those that are started meanwhile.
    pub(crate) fn kill(&self) {
        for _ in 0..100 {
            let running = self.running();
            if running.is_empty() {
                break;
            }
            for (pid, _) in running {
                // It may have ended by itself.
                let _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

fn mark(process: i32) -> Option<u64> {
    let limits = fs::read_to_string(format!("/proc/{process}/limits")).ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max file locks"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The words of a process; `None` if it has ended and only its parent has not looked yet.
fn command_line(process: i32) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it is in parentheses, and may hold anything.
    let state = status.rsplit_once(") ")?.1.chars().next()?;
    // There are none while it becomes another program.
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let words = String::from_utf8_lossy(&words).replace('\0', " ");
    (!matches!(state, 'Z' | 'X')).then(|| words.trim_end().to_owned())
}
