//! Starting a program without a box: behind Landlock and a filter of system calls, or trusted.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rustix::thread::{CpuSet, sched_setaffinity};

use super::{Own, Running, Wanted, begin_afresh, failed, reason, spawn};
use crate::isolation::{Fence, Isolation, Means, Obstacle, environment};
use crate::process::guard;
use crate::process::tree::Process;
use crate::process::{Bounds, Files, Program, SpawnError};

pub(super) fn start(
    isolation: &Isolation,
    (program, folder, argv): (&Program, &Path, Vec<OsString>),
    own: Own,
    bounds: &Bounds,
    files: &Files,
) -> Result<Running, SpawnError> {
    let mut command = Command::new(argv.first().unwrap_or(&OsString::new()));
    command.args(argv.iter().skip(1));
    let scratch = own.scratch.as_ref().map(|scratch| scratch.path().to_owned()).unwrap_or_default();
    let variables = environment(&scratch.to_string_lossy());
    command
        .env_clear()
        .envs(variables)
        .envs(program.env.iter().map(|(name, value)| (name, value)))
        .env(guard::VARIABLE, guard::mark())
        .current_dir(folder);
    begin_afresh(&mut command, isolation, own.user.as_ref());
    bind(&mut command, *bounds, threads_of_the_machine());

    let (started, keeper) = match isolation.means {
        Means::Landlock => {
            let mut readable = isolation.readable.clone();
            readable.push(folder.to_owned());
            let fence = Fence { readable, scratch: scratch.clone() };
            let (started, keeper) = behind(fence, isolation.processors.clone(), command)
                .map_err(|reason| failed(isolation, "no thread behind the fence", &reason))?;
            (started, Some(keeper))
        }
        _ => (spawn(command, Vec::new()), None),
    };
    let child = started.map_err(|error| match error.kind() {
        // No process, no memory, no descriptors left: this could happen with any program.
        ErrorKind::WouldBlock | ErrorKind::OutOfMemory | ErrorKind::QuotaExceeded => {
            failed(isolation, "a process", &error)
        }
        _ if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) => {
            failed(isolation, "a process", &error)
        }
        _ => SpawnError::Program { program: super::name(program), reason: reason(&error) },
    })?;
    let wanted = match &files.wanted {
        Some((name, most)) => Wanted::File(scratch.join(name), (*most).min(bounds.file_bytes)),
        None => Wanted::Nothing,
    };
    Ok(Running::new(child, isolation, program, wanted, own, keeper))
}

/// Has the child bind itself before it becomes the program.
#[allow(unsafe_code, reason = "there is no safe way to limit a child before it runs a program")]
fn bind(command: &mut Command, bounds: Bounds, others: u64) {
    let own = move || bounds.limit(None, others);
    // SAFETY: between fork and exec only calls are made that are safe after a fork: `own` makes system
    // calls with numbers that are there already; it neither allocates nor takes locks.
    unsafe { command.pre_exec(own) };
}

type Started = io::Result<(Child, Process)>;

/// Starts the program on these processors, from a thread that goes behind the fence. A program dies with the thread
/// that started it, so the thread stays until the sender that comes back is dropped.
fn behind(
    fence: Fence,
    processors: Option<Arc<CpuSet>>,
    command: Command,
) -> Result<(Started, Sender<()>), Obstacle> {
    let (keeper, kept) = channel::<()>();
    let (sender, receiver) = channel();
    let run = move || {
        let chosen = processors.map_or(Ok(()), |processors| sched_setaffinity(None, &processors));
        let closed = chosen
            .map_err(|error| Obstacle::Thread(error.into()))
            .and_then(|()| fence.close_around_this_thread());
        let started = closed.map(|()| spawn(command, Vec::new()));
        // Who asked waits for this answer.
        let _ = sender.send(started);
        let _ = kept.recv();
    };
    thread::Builder::new().name("fence".to_owned()).spawn(run).map_err(Obstacle::Thread)?;
    let started = receiver.recv().map_err(|_| Obstacle::Thread(io::Error::other("it ended early")))??;
    Ok((started, keeper))
}

/// All threads of the machine: more than those that are counted against any one user.
fn threads_of_the_machine() -> u64 {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let count = load.split(['/', ' ']).nth(4).and_then(|count| count.parse().ok());
    count.unwrap_or(1 << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_the_machine_are_counted() {
        assert!((2..1 << 16).contains(&threads_of_the_machine()));
    }
}
