//! Starting a program in a box that the system's `bwrap` makes.
//!
//! `bwrap` clones the first process of the box, reports its number and waits at a gate. While it waits,
//! the kernel's limits are put on that process, and it joins its control group; limits set earlier would
//! count the user's other processes. All that the program starts inherits both.
//!
//! A wanted file is on a file system that ends with the box. So it is copied out from inside: a shell
//! runs the program and then writes a mark and the file to standard output. The mark is a number that
//! nobody can know beforehand; a program that finds it out can only forge its own file.

use std::ffi::OsString;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::ioctl_fionbio;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;

use super::{Boxed, Own, Running, Wanted, begin_afresh, failed, spawn};
use crate::isolation::{BOX_SCRATCH, Cgroups, Isolation, Plan, filters};
use crate::process::guard;
use crate::process::tree::{Process, known, ready};
use crate::process::{Bounds, End, Files, Program, SpawnError};

/// How long `bwrap` may take to make the namespaces of a box.
const SETUP: Duration = Duration::from_secs(10);

/// Runs the command that follows three words: the wanted file, how many bytes of it are wanted, and the mark.
const COPY_OUT: &str = r#"wanted=$1 most=$2 mark=$3
shift 3
"$@"
status=$?
if [ -f "$wanted" ]; then printf %s "$mark" && head -c "$most" <"$wanted"; fi
exit "$status""#;

pub(super) fn start(
    isolation: &Isolation,
    (bwrap, cgroups): (&Path, Option<&Cgroups>),
    (program, folder, mut argv): (&Program, &Path, Vec<OsString>),
    own: Own,
    bounds: &Bounds,
    files: &Files,
) -> Result<Running, SpawnError> {
    let fails = |what: &'static str| move |error: io::Error| failed(isolation, what, &error);
    let mut wanted = Wanted::Nothing;
    if let Some((file, most)) = &files.wanted {
        let most = (*most).min(bounds.file_bytes);
        let random = RandomState::new();
        let mark = format!("\0{:016x}{:016x}\n", random.hash_one(0), random.hash_one(1)).replace('\0', "\n=");
        let path = format!("{BOX_SCRATCH}/{file}");
        let shell = ["/bin/sh", "-c", COPY_OUT, "sh", &path, &most.to_string(), &mark].map(OsString::from);
        argv.splice(0..0, shell);
        wanted = Wanted::AfterMark(mark, most);
    }

    let (status, status_out) = pipe().map_err(fails("a pipe"))?;
    let (gate, opener) = pipe().map_err(fails("a pipe"))?;
    let filters = filters().map_err(|reason| failed(isolation, "the filter", &reason))?;
    let filters: Vec<File> =
        filters.iter().map(|f| in_memory(f)).collect::<io::Result<_>>().map_err(fails("memory"))?;
    let given = files.given.iter().map(|(name, text)| in_memory(text).map(|file| (name.as_str(), file)));
    let given: Vec<(&str, File)> = given.collect::<io::Result<_>>().map_err(fails("memory"))?;
    let plan = Plan {
        isolation,
        folder,
        env: &program.env,
        file_bytes: bounds.file_bytes,
        given: &given.iter().map(|(name, file)| (*name, file.as_raw_fd())).collect::<Vec<_>>(),
        filters: &filters.iter().map(AsRawFd::as_raw_fd).collect::<Vec<_>>(),
        status: status_out.as_raw_fd(),
        gate: gate.as_raw_fd(),
    };
    let arguments = plan.encoded().map_err(|reason| failed(isolation, "arguments", &reason))?;
    let arguments = in_memory(&arguments).map_err(fails("memory"))?;

    let mut inherited: Vec<OwnedFd> = vec![status_out, gate, arguments.into()];
    inherited.extend(filters.into_iter().map(OwnedFd::from));
    inherited.extend(given.into_iter().map(|(_, file)| OwnedFd::from(file)));
    let mut command = Command::new(bwrap);
    let options = inherited[2].as_raw_fd().to_string();
    command.args(["--args", &options, "--"]).args(argv).arg0(guard::mark()).env_clear().current_dir("/");
    begin_afresh(&mut command, isolation, own.user.as_ref());
    let child = spawn(command, inherited).map_err(fails("bwrap"))?;
    let mut running = Running::new(child, isolation, program, wanted, own, None);
    let Some(core) = first_process(&status) else {
        return Err(failed(isolation, "bwrap", &said(&mut running)));
    };
    // All that is reported is reported before `bwrap` ends.
    ioctl_fionbio(&status, true).map_err(|error| failed(isolation, "a pipe", &error))?;
    let number = core.as_raw_nonzero().get();
    let core = Process::open(core).map_err(fails("the box's first process"))?;
    known().insert(number);
    let group = cgroups.map(|groups| groups.group(bounds)).transpose().map_err(fails("a control group"))?;
    if let Some(group) = &group {
        group.add(number).map_err(fails("a control group"))?;
    }
    // The box's own first process is one of those that are counted.
    let limited = match &running.own.user {
        Some(user) => bounds.limit_as(user.number, core.pid, 1),
        None => bounds.limit(Some(core.pid), 1),
    };
    limited.map_err(fails("limits"))?;
    running.boxed = Some(Boxed { core, status, group });
    running.started = Instant::now();
    File::from(opener).write_all(b"\n").map_err(fails("the gate"))?;
    Ok(running)
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(pipe_with(PipeFlags::CLOEXEC)?)
}

fn in_memory(content: &[u8]) -> io::Result<File> {
    let mut file = File::from(memfd_create("plyground", MemfdFlags::CLOEXEC)?);
    file.write_all(content)?;
    file.rewind()?;
    Ok(file)
}

/// The number of the box's first process, from what `bwrap` writes to its status pipe; `None` if it ends
/// without. It writes the line in pieces.
fn first_process(status: &OwnedFd) -> Option<Pid> {
    let end = Instant::now() + SETUP;
    let mut line = Vec::new();
    while !line.contains(&b'\n') {
        let left = end.checked_duration_since(Instant::now())?;
        let mut piece = [0; 512];
        let read = if ready(status, left) { rustix::io::read(status, &mut piece).ok()? } else { 0 };
        line.extend_from_slice(piece.get(..read).filter(|piece| !piece.is_empty())?);
    }
    Pid::from_raw(number_after(&line, "\"child-pid\":")?)
}

/// The number that follows a key in one of `bwrap`'s lines.
fn number_after(line: &[u8], key: &str) -> Option<i32> {
    let text = String::from_utf8_lossy(line);
    let rest = text.split_once(key)?.1.trim_start();
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// How the program ended, from what `bwrap` writes to its status pipe; `None` if it writes nothing: then the program
/// never ran. A status that no program can have is one that a program has meddled with; it counts as a failure.
pub(in crate::process) fn reported_end(status: &[u8]) -> Option<End> {
    let text = String::from_utf8_lossy(status);
    let rest = text.split_once("\"exit-code\":")?.1.trim_start();
    let number = rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse();
    Some(match number {
        Ok(status @ 129..=192) => End::Signalled(status - 128),
        Ok(status @ 0..=255) => End::Exited(status),
        _ => End::Exited(255),
    })
}

/// What a `bwrap` that failed says.
fn said(running: &mut Running) -> String {
    running.end();
    let mut text = Vec::new();
    if let Some(stderr) = running.stderr.take() {
        // Nobody is left to write; other processes that may hold the pipe are not waited for.
        let _ = ioctl_fionbio(&stderr, true);
        let _ = stderr.take(4096).read_to_end(&mut text);
    }
    let text = String::from_utf8_lossy(&text).trim().escape_debug().to_string();
    text.strip_prefix("bwrap: ").map_or_else(|| text.clone(), str::to_owned)
}

/// Where a box's program was not started because of itself, `bwrap` says this on standard error.
pub(in crate::process) const EXEC_FAILED: &str = "bwrap: execvp ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_status_lines() {
        let line = b"{ \"child-pid\": 30056, \"net-namespace\": 4026532183 }\n";
        assert_eq!(number_after(line, "\"child-pid\":"), Some(30056));
        assert_eq!(number_after(b"{ \"child-pid\": }", "\"child-pid\":"), None);
        assert_eq!(number_after(b"", "\"child-pid\":"), None);
    }

    #[test]
    fn every_reported_status_is_an_end() {
        let ends = [("0", End::Exited(0)), ("128", End::Exited(128)), ("137", End::Signalled(9))];
        let failures = ["255", "256", "-1", "-2147483648", "99999999999999999999", "x", ""];
        for (status, end) in ends.into_iter().chain(failures.map(|status| (status, End::Exited(255)))) {
            let line = format!("{{ \"child-pid\": 7 }}\n{{ \"exit-code\": {status} }}\n");
            assert_eq!(reported_end(line.as_bytes()), Some(end), "{status}");
        }
        assert_eq!(reported_end(b"{ \"child-pid\": 7 }\n"), None);
    }
}
