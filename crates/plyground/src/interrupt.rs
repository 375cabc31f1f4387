//! Ctrl-C and `kill` for commands that keep what they have done.
//!
//! The first one raises a flag. The command sees it, ends its programs, prints what it knows and returns. Some work
//! cannot be stopped, such as a textbook search to a fixed depth. So the command has half a second; after that, and at
//! the second Ctrl-C, the process ends at once. Nothing is lost: every result that is kept is on the disk before it
//! counts.
//!
//! On a busy machine half a second is not enough to say what is known. Tests set the time in milliseconds by
//! `PLYGROUND_GRACE_MS`; then each of the last steps has a minute, too.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plyground_arena::file;
use plyground_sandbox::process;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::exit;

use crate::exit::{Exit, Failure, line_of};
use crate::stdio;

/// How long an interrupted command may take: to come back by itself; for each of the last steps, which are ending programs
/// and removing files; and for the last words, on a terminal that takes none or a machine that is busy with other things.
fn patience() -> [Duration; 3] {
    let set = std::env::var("PLYGROUND_GRACE_MS").ok().and_then(|text| text.parse().ok());
    // Where nothing is set, all of it is to end within a second.
    set.map_or([500, 100, 250], |grace: u64| [grace.min(MOST), MOST, MOST]).map(Duration::from_millis)
}

/// The longest that can be set, in milliseconds.
const MOST: u64 = 60_000;

/// Whether the command has come back, so that the process ends by itself.
static HAS_COME_BACK: Mutex<bool> = Mutex::new(false);

/// A flag that the first Ctrl-C raises. `words` are what is said if the command does not come back in time: what is
/// kept, and how to go on.
///
/// # Errors
///
/// If the system refuses.
pub fn flag(words: &str) -> Result<Arc<AtomicBool>, Failure> {
    let refused =
        |error: io::Error| bad_input!("Ctrl-C cannot be caught: {error}; expected room for one more thread");
    let raised = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(refused)?;
    let overdue = line_of(&Failure::interrupted(words));
    let flag = Arc::clone(&raised);
    let watch = move || {
        let mut signals = signals.forever();
        let _ = signals.next();
        flag.store(true, Ordering::Relaxed);
        let words = overdue.clone();
        // Where no thread starts, nobody is waited for.
        if start("overdue", move || end_if_overdue(words)).is_err() {
            end(overdue);
        }
        let _ = signals.next();
        end(String::new());
    };
    start("interrupts", watch).map_err(refused)?;
    Ok(raised)
}

/// Records that the command has returned. A forced end that has begun is not stopped by this.
pub(crate) fn settle() {
    *HAS_COME_BACK.lock().unwrap_or_else(PoisonError::into_inner) = true;
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Ends the process after a while, unless the command comes back.
fn end_if_overdue(words: String) {
    let [grace, ..] = patience();
    thread::sleep(grace);
    // Held to the end, so that the command cannot come back in the middle of it.
    let has_come_back = HAS_COME_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    if !*has_come_back {
        end(words);
    }
}

/// Ends the programs that a command has not waited for, before the process ends.
pub(crate) fn abandon() {
    let [_, last_step, _] = patience();
    process::abandon(last_step);
}

/// Ends the process as it is, with its programs and without files half written.
fn end(words: String) {
    let [_, last_step, last_words] = patience();
    abandon();
    within(last_step, file::abandon);
    within(last_words, move || stdio::leave(&words));
    exit(Exit::Interrupted as i32);
}

/// Does something, and does not wait for it any longer than this.
fn within(time: Duration, step: impl FnOnce() + Send + 'static) {
    let (end, ended) = channel();
    let step = move || {
        step();
        let _ = end.send(());
    };
    if start("last step", step).is_ok() {
        let _ = ended.recv_timeout(time);
    }
}
