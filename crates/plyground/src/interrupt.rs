//! Ctrl-C and `kill` for commands that keep what they have done.
//!
//! The first one raises a flag. The command sees it, ends its programs, says what it knows and comes back. What
//! cannot be stopped, such as a textbook search to a fixed depth, would keep it from coming back, so it has
//! half a second; after that, and at the second Ctrl-C, the process ends as it is. Nothing is lost by that: whatever is
//! kept is on the disk before it counts.

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

use crate::failure::{Exit, Failure, line_of};
use crate::stdio;

/// How long a command may take to come back when it is interrupted. All of it is to end within a second.
const GRACE: Duration = Duration::from_millis(500);

/// How long each of the last steps may take: ending programs, and removing files.
const LAST_STEP: Duration = Duration::from_millis(100);

/// How long the last words may take, on a terminal that takes none or a machine that is busy with other things.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// Whether the command has come back, so that the process ends by itself.
static HAS_COME_BACK: Mutex<bool> = Mutex::new(false);

/// A flag that the first Ctrl-C raises. `words` are what is said if the command does not come back in time: what is
/// kept, and how to go on.
///
/// # Errors
///
/// If the system refuses.
pub fn flag(words: &str) -> Result<Arc<AtomicBool>, Failure> {
    let refused = |error: io::Error| {
        Failure::bad_input(format_args!(
            "Ctrl-C cannot be caught: {error}; expected room for one more thread"
        ))
    };
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

/// Tells that the command has come back. An end by force that has begun goes on.
pub(crate) fn settle() {
    *HAS_COME_BACK.lock().unwrap_or_else(PoisonError::into_inner) = true;
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Ends the process after [`GRACE`], unless the command comes back.
fn end_if_overdue(words: String) {
    thread::sleep(GRACE);
    // Held to the end, so that the command cannot come back in the middle of it.
    let has_come_back = HAS_COME_BACK.lock().unwrap_or_else(PoisonError::into_inner);
    if !*has_come_back {
        end(words);
    }
}

/// Ends the programs that a command has not waited for, before the process ends.
pub(crate) fn abandon() {
    process::abandon(LAST_STEP);
}

/// Ends the process as it is, with its programs and without files half written.
fn end(words: String) {
    abandon();
    within(LAST_STEP, file::abandon);
    within(LAST_WORDS, move || stdio::leave(&words));
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
