//! What tests of processes share: a folder, waiting, and interrupting a program as Ctrl-C does, when it is at work.

#![allow(dead_code, reason = "each test program takes what it needs")]

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Whether everything is tried, not a sample of it, and the clock is looked at: the long run sets `PLYGROUND_LONG`, and has
/// the machine to itself.
pub(crate) fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some()
}

/// A folder that also the user may enter whom programs run as in a sandbox.
pub(crate) fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("our own folder");
    folder
}

/// Fails, and shows the text, unless it has all these parts.
#[track_caller]
pub(crate) fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

/// Interrupts a process as Ctrl-C does.
pub(crate) fn interrupt(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).expect("it runs");
}

/// Nothing takes so long but what never ends.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let hang = Instant::now() + HANG;
    while !is_so() {
        assert!(Instant::now() < hang, "waited in vain: {what}");
        sleep(Duration::from_millis(10));
    }
}

/// A command that waits for what never comes, and that no other test has.
pub(crate) fn endless() -> String {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    format!("tail -n {}{number:02} -f /dev/null", 10_000 + std::process::id())
}

/// Waits until a program has become this command.
pub(crate) fn until_started(command: &str) {
    until(command, || running(command).iter().any(|line| line.trim_end() == command));
}

/// The processes whose command line holds this text.
pub(crate) fn running(text: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").expect("a system with /proc").flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(text)).collect()
}

/// Starts a program, and interrupts it when it has taken charge of interrupts and has computed for so long, by its
/// processor's time. Where its standard output goes is the command's.
pub(crate) fn interrupted(command: &mut Command, computed: Duration) -> Output {
    if !command.get_envs().any(|(name, _)| name == GRACE) {
        command.env(GRACE, "60000");
    }
    let command = command.stdin(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    until("the program is at work", || {
        catches_interrupts(child.id()) && processor_time(child.id()) >= computed
    });
    interrupt(&child);
    child.wait_with_output().expect("it ends")
}

/// Says how many milliseconds a command may take to come back after Ctrl-C. On a busy machine the usual half second is
/// not enough for what it has to say.
pub(crate) const GRACE: &str = "PLYGROUND_GRACE_MS";

/// Whether a process has taken charge of its interrupts.
pub(crate) fn catches_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}

/// The processor time of a process, with that of children that have ended.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name before it is in parentheses, and may hold anything.
    let fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let ticks: u64 = fields.split(' ').skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    // Linux counts in ticks of a hundredth of a second.
    Duration::from_millis(ticks * 10)
}
