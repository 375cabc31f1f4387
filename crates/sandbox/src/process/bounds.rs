//! What a program may use, and how the kernel enforces it.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

/// What a program may use before it is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Wall time from its start, less the time in which it was ready to run and the machine kept it waiting. Default:
    /// 10 seconds.
    pub wall: Duration,
    /// CPU time of all its processes and threads together. Default: none.
    pub cpu: Option<Duration>,
    /// Memory of all its processes together, in bytes, files in memory not included unless the kernel
    /// counts (level `bwrap+cgroup`). Without the kernel's count it is looked up about every 20 ms, and
    /// no process can take more than twice as much for itself between two looks. Default: 1 GiB.
    pub memory_bytes: u64,
    /// Processes and threads together, at a time. In a box no more can be started; elsewhere a program
    /// with more is killed. Default: 128, enough for the Java machine on many cores.
    pub processes: u32,
    /// Size of each file, and of all files together in a box. Default: 64 MiB.
    pub file_bytes: u64,
    /// What it may write on standard output; in a session, what it may have written and nobody read.
    /// More ends the program. Default: 1 MiB.
    pub stdout_bytes: usize,
    /// How much is kept of the end of its standard error. All is read. Default: 16 KiB.
    pub stderr_bytes: usize,
    /// What it may write on standard error. More ends the program. Default: 16 MiB.
    pub stderr_flood: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            cpu: None,
            memory_bytes: 1 << 30,
            processes: 128,
            file_bytes: 64 << 20,
            stdout_bytes: 1 << 20,
            stderr_bytes: 16 << 10,
            stderr_flood: 16 << 20,
        }
    }
}

const OPEN_FILES: u64 = 1024;

/// Signals and timers that wait, of all processes of its user together.
const PENDING_SIGNALS: u64 = 1024;

/// A limit of the kernel: what is limited, the option of `prlimit` for it, and the most.
type Limit = (Resource, &'static str, u64);

impl Bounds {
    /// The kernel's limits for each process. `others` is how many processes and threads are counted
    /// against the same user already.
    ///
    /// Memory is bounded as data, not as address space: the machines of Java and JavaScript reserve far
    /// more addresses than they ever use.
    fn limits(&self, others: u64) -> [Limit; 8] {
        let cpu = self.cpu.map_or(u64::MAX, |cpu| cpu.as_secs().saturating_add(2));
        let processes = others.saturating_add(u64::from(self.processes));
        let most = [
            (Resource::Cpu, "--cpu", cpu),
            (Resource::Fsize, "--fsize", self.file_bytes),
            (Resource::Nproc, "--nproc", processes),
            (Resource::Data, "--data", self.memory_bytes.saturating_mul(2)),
            (Resource::Nofile, "--nofile", OPEN_FILES),
            (Resource::Sigpending, "--sigpending", PENDING_SIGNALS),
            (Resource::Core, "--core", 0),
            (Resource::Memlock, "--memlock", 1 << 16),
        ];
        // What this process may not do, its programs may not either: only root could raise it.
        most.map(|(resource, option, most)| {
            (resource, option, most.min(getrlimit(resource).maximum.unwrap_or(u64::MAX)))
        })
    }

    /// Limits a process; `None` is the caller. Calls nothing but the kernel, so that it can be done
    /// between fork and exec.
    pub(super) fn limit(&self, process: Option<Pid>, others: u64) -> io::Result<()> {
        for (resource, _, most) in self.limits(others) {
            let most = (most != u64::MAX).then_some(most);
            prlimit(process, resource, Rlimit { current: most, maximum: most })?;
        }
        Ok(())
    }

    /// Limits a process of another user. Root may do that itself, but not where a container has taken
    /// this right away from it; then the program `prlimit` does it as that user.
    pub(super) fn limit_as(&self, user: u32, process: Pid, others: u64) -> io::Result<()> {
        match self.limit(Some(process), others) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {}
            done => return done,
        }
        let mut command = Command::new("prlimit");
        command.arg("--pid").arg(process.as_raw_nonzero().to_string()).uid(user).gid(user);
        for (_, option, most) in self.limits(others) {
            let most = if most == u64::MAX { "unlimited".to_owned() } else { most.to_string() };
            command.arg(format!("{option}={most}"));
        }
        // Ctrl-C on a terminal is not for it.
        let output = command.process_group(0).env_clear().current_dir("/").stdin(Stdio::null()).output();
        let output = output.map_err(|error| io::Error::new(error.kind(), format!("prlimit: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_follow_bounds_and_never_rise() {
        let own = |resource| getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limits = Bounds::default().limits(5);
        assert_eq!(limits[0].2, own(Resource::Cpu), "no bound on CPU time");
        assert_eq!(limits[2].2, own(Resource::Nproc).min(133));
        let most = Bounds {
            cpu: Some(Duration::MAX),
            memory_bytes: u64::MAX,
            processes: u32::MAX,
            file_bytes: u64::MAX,
            ..Bounds::default()
        };
        for (resource, _, limit) in &most.limits(u64::MAX)[..4] {
            assert_eq!(*limit, own(*resource));
        }
        let tight = Bounds { cpu: Some(Duration::from_millis(300)), ..Bounds::default() };
        assert_eq!(tight.limits(0)[0].2, own(Resource::Cpu).min(2), "never less than what is looked for");
    }
}
