//! Makes harmless what a process inherits from its parent.
//!
//! A limit on the size of files, a signal that is ignored and a small stack must not end a program without a word.

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use signal_hook::consts::{SIGCHLD, SIGXFSZ};
use signal_hook::flag::register;

/// Room for the deepest search, in bytes; `ulimit -s` may leave the first thread less.
const STACK: usize = 8 << 20;

/// Runs a program where none of that does harm.
pub(crate) fn run(program: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    // With a handler, a write beyond the limit fails and is reported as a failed write.
    let mut caught = vec![SIGXFSZ];
    if is_ignored(SIGCHLD) {
        // Of children that end nothing would be left to wait for.
        caught.push(SIGCHLD);
    }
    for signal in caught {
        // Where that fails it is as it was.
        let _ = register(signal, Arc::new(AtomicBool::new(false)));
    }
    let mut program = Some(program);
    let mut take = || program.take().map_or(ExitCode::FAILURE, |program| program());
    let in_thread = thread::scope(|scope| {
        let started =
            thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn_scoped(scope, &mut take);
        started.ok().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    in_thread.unwrap_or_else(take)
}

/// Whether this process ignores a signal: proc(5), `SigIgn`.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
