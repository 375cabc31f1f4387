//! Starting a program, in a box or without one.

mod boxed;
mod scratch;
mod unboxed;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, set_parent_process_death_signal};
use rustix::thread::sched_setaffinity;

pub use scratch::{empty_folder, settle, temporary_folder};

pub(super) use boxed::{EXEC_FAILED, reported_end};

use scratch::Scratch;

use super::tree::{Process, Reaped, kill_unboxed, known};
use super::{Bounds, Files, Program, SCRATCH, SpawnError};
use crate::isolation::{BOX_FOLDER, BOX_SCRATCH, Group, Isolation, Level, Means, User};

/// A program that runs.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) level: Level,
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    /// The child of ours: `bwrap`, or the program itself.
    pub(super) front: Process,
    /// What only a box has.
    pub(super) boxed: Option<Boxed>,
    /// Where the wanted file comes from.
    pub(super) wanted: Wanted,
    /// The first word of the command, for messages.
    pub(super) name: String,
    pub(super) started: Instant,
    /// Raised when it is to be ended.
    pub(super) stop: Arc<AtomicBool>,
    ended: bool,
    own: Own,
    /// Lives as long as the thread that the program may not outlive has to.
    _keeper: Option<Sender<()>>,
}

/// What nobody else has while a program runs.
#[derive(Debug, Default)]
struct Own {
    /// What it runs as, if that is not the caller.
    user: Option<User>,
    /// Where it may write, if that is not in a box.
    scratch: Option<Scratch>,
    /// What it sees of its folder, if that is a copy.
    _copy: Option<Scratch>,
}

#[derive(Debug)]
pub(super) struct Boxed {
    /// The first process inside: when it ends, all others in the box have ended.
    pub(super) core: Process,
    /// Where `bwrap` reports the program's status, if it could be started.
    pub(super) status: OwnedFd,
    pub(super) group: Option<Group>,
}

/// Where the wanted file comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    Nothing,
    /// It follows this text on standard output: see [`boxed`]. So many bytes come at most.
    AfterMark(String, u64),
    /// It lies in the scratch folder; so many bytes of it are read.
    File(PathBuf, u64),
}

impl Running {
    /// What has just been started as this child of ours; there is no box as yet.
    fn new(
        (mut child, front): (Child, Process),
        isolation: &Isolation,
        program: &Program,
        wanted: Wanted,
        own: Own,
        keeper: Option<Sender<()>>,
    ) -> Self {
        Self {
            level: isolation.level(),
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            front,
            boxed: None,
            wanted,
            name: name(program),
            started: Instant::now(),
            stop: Arc::clone(&isolation.stop),
            ended: false,
            own,
            _keeper: keeper,
        }
    }

    /// Kills all there is, and takes the statuses of our child and of the box's first process. If the
    /// latter died before `bwrap`, it is `bwrap`'s child and counted there. Nothing more is reported when
    /// this is called again.
    pub(super) fn end(&mut self) -> (Option<Reaped>, Option<Reaped>) {
        self.stdin = None;
        if std::mem::replace(&mut self.ended, true) {
            return (None, None);
        }
        let Some(boxed) = &self.boxed else {
            // A program that has exited but is not waited for is still the root of its tree.
            kill_unboxed(&self.front);
            self.front.wait();
            return (self.front.reap(&mut known()), None);
        };
        boxed.core.kill();
        if let Some(group) = &boxed.group {
            group.kill();
        }
        // `bwrap` ends by itself when its box has ended, and so takes the CPU time along.
        self.front.wait();
        boxed.core.wait();
        let mut known = known();
        (self.front.reap(&mut known), boxed.core.reap(&mut known))
    }
}

/// Whether or not the owner gave up early, nothing of the program may stay.
impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a program. Its time runs from when all is ready for it.
pub(super) fn start(
    program: &Program,
    isolation: &Isolation,
    bounds: &Bounds,
    files: &Files,
) -> Result<Running, SpawnError> {
    if isolation.stop.load(Ordering::Relaxed) {
        return Err(SpawnError::Interrupted);
    }
    let folder = folder(&program.dir)?;
    for name in files.given.iter().map(|(name, _)| name).chain(files.wanted.iter().map(|(name, _)| name)) {
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\0']) {
            return Err(SpawnError::FileName(name.clone()));
        }
    }
    if !fs::exists("/proc/thread-self/children").unwrap_or(false) {
        let reason = "the kernel does not tell the children of processes (/proc/thread-self/children)";
        return Err(SpawnError::Isolation(isolation.level(), reason.to_owned()));
    }
    let user = isolation.is_root.then(User::lease).transpose();
    let user = user.map_err(|error| failed(isolation, "a user", &error))?;
    match &isolation.means {
        Means::Bwrap { bwrap, cgroups } => {
            let argv = argv(program, &folder, Path::new(BOX_FOLDER), Path::new(BOX_SCRATCH))?;
            let own = Own { user, ..Own::default() };
            boxed::start(isolation, (bwrap, cgroups.as_ref()), (program, &folder, argv), own, bounds, files)
        }
        Means::Landlock | Means::None => {
            let number = user.as_ref().map(|user| user.number);
            let scratch = Scratch::new(number, &files.given)
                .map_err(|error| failed(isolation, "the scratch folder", &error))?;
            let is_fenced = matches!(isolation.means, Means::Landlock);
            let copy = is_fenced.then(|| Scratch::copy(&folder, &isolation.hidden, number)).transpose();
            let copy = copy.map_err(|error| SpawnError::Folder(folder.clone(), error.to_string()))?;
            let seen = copy.as_ref().map_or(folder.as_path(), Scratch::path).to_owned();
            let argv = argv(program, &folder, &seen, scratch.path())?;
            let own = Own { user, scratch: Some(scratch), _copy: copy };
            unboxed::start(isolation, (program, &seen, argv), own, bounds, files)
        }
    }
}

fn folder(dir: &Path) -> Result<PathBuf, SpawnError> {
    let refuse = |reason: String| SpawnError::Folder(dir.to_owned(), reason);
    let found = fs::canonicalize(dir).map_err(|error| refuse(error.to_string()))?;
    if found.is_dir() { Ok(found) } else { Err(refuse("not a folder".to_owned())) }
}

/// The command as the program will see it, where its folder is `seen` and its scratch folder `scratch`.
fn argv(program: &Program, folder: &Path, seen: &Path, scratch: &Path) -> Result<Vec<OsString>, SpawnError> {
    let refuse = |reason: &str| SpawnError::Program { program: name(program), reason: reason.to_owned() };
    let Some(first) = program.argv.first().filter(|word| !word.is_empty()) else {
        return Err(refuse("no command; expected a program and its arguments"));
    };
    if program.argv.iter().any(|word| word.as_bytes().contains(&0)) {
        return Err(refuse("a NUL byte in its command; expected none"));
    }
    if program.env.iter().any(|(name, value)| {
        let name = name.as_bytes();
        name.is_empty() || name.contains(&b'=') || [name, value.as_bytes()].concat().contains(&0)
    }) {
        return Err(refuse("a variable that cannot be set; expected a name without \"=\", and no NUL bytes"));
    }
    let path = Path::new(first);
    let inside = path.strip_prefix(&program.dir).or_else(|_| path.strip_prefix(folder)).ok();
    let first = match inside {
        _ if !first.as_bytes().contains(&b'/') => first.clone(),
        Some(inside) => seen.join(inside).into(),
        // An absolute path stays what it is.
        None => seen.join(path).into(),
    };
    let words = program.argv.iter().skip(1).map(|word| with_scratch(word, scratch));
    Ok([first].into_iter().chain(words).collect())
}

fn with_scratch(word: &OsStr, scratch: &Path) -> OsString {
    match word.as_bytes().strip_prefix(SCRATCH.as_bytes()) {
        Some(rest) => OsString::from_vec([scratch.as_os_str().as_bytes(), rest].concat()),
        None => word.to_owned(),
    }
}

/// The first word of a command, for messages.
fn name(program: &Program) -> String {
    program.argv.first().map(|word| word.display().to_string()).unwrap_or_default()
}

/// Why something could not be started, in the system's words without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or_else(|| text.clone(), |(words, _)| words.to_owned())
}

/// Makes the child begin with pipes to this process, as `user` if that is not the caller, and in a separate session, so
/// that Ctrl-C on a terminal does not go to it: this process decides what becomes of it then. It dies with the thread that
/// started it. It has its share of the processors. Every signal is at its default: signals that this process ignores, as
/// under `nohup`, would stay ignored in all that it starts.
#[allow(unsafe_code, reason = "there is no safe way to reset a child's signals before it runs a program")]
fn begin_afresh(command: &mut Command, isolation: &Isolation, user: Option<&User>) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(user) = user {
        command.uid(user.number).gid(user.number);
    }
    // Behind a fence nobody chooses processors: its thread has done that.
    let is_free = isolation.level() != Level::Landlock;
    let processors = isolation.processors.as_deref().copied().filter(|_| is_free);
    let parent = rustix::process::getpid();
    let own = move || -> io::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // A parent that died before that sends no signal.
        if rustix::process::getppid() != Some(parent) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        rustix::process::setsid()?;
        if let Some(processors) = &processors {
            sched_setaffinity(None, processors)?;
        }
        for signal in 1..=LAST_SIGNAL {
            // SAFETY: no handler is set, only the default. It fails for the two that cannot be changed,
            // which are at their default.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: only system calls are made, with values that are there already; nothing is allocated, no lock is taken.
    unsafe { command.pre_exec(own) };
}

/// Starts a program or `bwrap` with descriptors that it inherits. Others that are started here wait meanwhile, so
/// that these do not get to them.
fn spawn(mut command: Command, inherited: Vec<OwnedFd>) -> io::Result<(Child, Process)> {
    let mut known = known();
    keep_descriptors()?;
    for descriptor in &inherited {
        fcntl_setfd(descriptor, FdFlags::empty())?;
    }
    let child = command.spawn()?;
    drop(inherited);
    let front = Process::open(Pid::from_child(&child))?;
    known.insert(front.pid.as_raw_nonzero().get());
    Ok((child, front))
}

/// Makes programs that are started from now on inherit no descriptor of this process, from any part of its code.
/// Programs could otherwise write to files and pipes that are not theirs.
#[allow(unsafe_code, reason = "close_range has no safe form here")]
pub(super) fn keep_descriptors() -> io::Result<()> {
    // SAFETY: with this flag nothing is closed in this process; the call has no pointers.
    let kept =
        unsafe { libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if kept == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The last of the classic signals; those beyond it are not ignored by accident.
const LAST_SIGNAL: libc::c_int = 31;

fn failed(isolation: &Isolation, what: &str, error: &dyn std::fmt::Display) -> SpawnError {
    SpawnError::Isolation(isolation.level(), format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(argv: &[&str]) -> Program {
        let argv = argv.iter().map(OsString::from).collect();
        Program { argv, dir: "/entrants/one".into(), env: Vec::new() }
    }

    fn seen(argv_outside: &[&str]) -> Vec<String> {
        let program = program(argv_outside);
        let words = argv(&program, &program.dir, Path::new("/program"), Path::new("/tmp")).unwrap();
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn commands_get_the_paths_inside_the_box() {
        assert_eq!(seen(&["python3", "agent.py"]), ["python3", "agent.py"]);
        assert_eq!(seen(&["./agent", "x"]), ["/program/./agent", "x"]);
        assert_eq!(seen(&["/entrants/one/bin/agent"]), ["/program/bin/agent"]);
        assert_eq!(seen(&["/usr/bin/env", "sh"]), ["/usr/bin/env", "sh"]);
        let input = format!("{BOX_SCRATCH}/in.txt");
        assert_eq!(seen(&["a", "{scratch}/in.txt", "b{scratch}"]), ["a", &input, "b{scratch}"]);
    }

    #[test]
    fn impossible_commands_are_refused() {
        let refused = |program: &Program| {
            argv(program, &program.dir, Path::new("/"), Path::new("/")).unwrap_err().to_string()
        };
        assert_eq!(refused(&program(&[])), "cannot start : no command; expected a program and its arguments");
        let nul = "cannot start a: a NUL byte in its command; expected none";
        assert_eq!(refused(&program(&["a", "b\0c"])), nul);
        let mut variable = program(&["a"]);
        variable.env = vec![("A=B".into(), "c".into())];
        assert_eq!(
            refused(&variable),
            "cannot start a: a variable that cannot be set; expected a name without \"=\", and no NUL bytes"
        );
    }
}
