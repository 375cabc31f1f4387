//! Groups of processes whose memory and number the kernel counts together: control groups, version 2.
//!
//! They need a part of the hierarchy that belongs to the caller, such as a service manager delegates
//! (`systemd-run --user --scope -p Delegate=yes plyground ...`). Version 1 is not used.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use super::Obstacle;
use crate::machine::value_of;
use crate::process::Bounds;

/// A place in the hierarchy where groups can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cgroups {
    parent: PathBuf,
}

impl Cgroups {
    /// The place that belongs to this process. If the process is alone in its group, it moves to a
    /// group below, since the kernel wants processes in leaves only.
    pub(crate) fn find() -> Result<Self, Obstacle> {
        let read = |path: &str| fs::read_to_string(path).map_err(Obstacle::file(path));
        let (own, mounts) = (read("/proc/self/cgroup")?, read("/proc/self/mounts")?);
        let parent = own_folder(&own, &mounts).ok_or(Obstacle::NoControlGroups)?;
        Self::at(parent)
    }

    fn at(parent: PathBuf) -> Result<Self, Obstacle> {
        let words = |name: &str| -> Result<Vec<String>, Obstacle> {
            let path = parent.join(name);
            let text = fs::read_to_string(&path).map_err(Obstacle::file(path))?;
            Ok(text.split_whitespace().map(str::to_owned).collect())
        };
        let missing =
            |present: &[String]| ["memory", "pids"].into_iter().find(|&c| !present.iter().any(|p| p == c));
        if let Some(controller) = missing(&words("cgroup.controllers")?) {
            return Err(Obstacle::NotDelegated(controller));
        }
        if missing(&words("cgroup.subtree_control")?).is_some() {
            let own = std::process::id().to_string();
            let inside = words("cgroup.procs")?;
            if inside.iter().any(|process| *process != own) {
                return Err(Obstacle::SharedGroup);
            }
            let delegate = || -> io::Result<()> {
                if !inside.is_empty() {
                    let leaf = parent.join("plyground-main");
                    match fs::create_dir(&leaf) {
                        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                        _ => fs::write(leaf.join("cgroup.procs"), &own)?,
                    }
                }
                fs::write(parent.join("cgroup.subtree_control"), "+memory +pids")
            };
            delegate().map_err(Obstacle::UndividedGroup)?;
        }
        Ok(Self { parent })
    }

    /// A fresh group with these bounds. Dropping it removes it.
    pub(crate) fn group(&self, bounds: &Bounds) -> io::Result<Group> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let count = MADE.fetch_add(1, Ordering::Relaxed);
        let path = self.parent.join(format!("plyground-{}-{count}", std::process::id()));
        fs::create_dir(&path)?;
        let group = Group { path };
        group.set("memory.max", &bounds.memory_bytes.to_string())?;
        // Two of the box's own processes are in the group, too.
        group.set("pids.max", &bounds.processes.saturating_add(2).to_string())?;
        // Both are missing where there is no swap, or on kernels before 4.19.
        let _ = group.set("memory.swap.max", "0");
        let _ = group.set("memory.oom.group", "1");
        Ok(group)
    }
}

/// The folder of this process's group, from `/proc/self/cgroup` and `/proc/self/mounts`.
fn own_folder(own: &str, mounts: &str) -> Option<PathBuf> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mut fields = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let mount = fields.find(|fields| fields.get(2) == Some(&"cgroup2"))?;
    Some(Path::new(mount.get(1)?).join(path.trim_start_matches('/')))
}

/// The group of one program.
#[derive(Debug)]
pub(crate) struct Group {
    path: PathBuf,
}

impl Group {
    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        fs::write(self.path.join(name), value)
    }

    fn value(&self, name: &str, key: &str) -> Option<String> {
        value_of(key, self.path.join(name))
    }

    /// Puts a process into the group; what it starts from now on is in it, too.
    pub(crate) fn add(&self, process: i32) -> io::Result<()> {
        self.set("cgroup.procs", &process.to_string())
    }

    /// Whether the kernel killed something because the group's memory was full.
    pub(crate) fn out_of_memory(&self) -> bool {
        self.value("memory.events", "oom_kill ").is_some_and(|kills| kills != "0")
    }

    /// The most memory that the group has used at a time, in bytes, on kernels that report it (5.19).
    pub(crate) fn peak(&self) -> Option<u64> {
        self.value("memory.peak", "")?.parse().ok()
    }

    /// CPU time of all that has ever run in the group.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.value("cpu.stat", "usage_usec ")?.parse().ok().map(Duration::from_micros)
    }

    /// Kills all that is in the group, on kernels that can (5.14).
    pub(crate) fn kill(&self) {
        let kill = self.path.join("cgroup.kill");
        if kill.exists() {
            let _ = fs::write(kill, "1");
        }
    }

    /// Has the kernel stop all that is in the group, or let it run on (Linux 5.2).
    pub(crate) fn freeze(&self, frozen: bool) -> io::Result<()> {
        self.set("cgroup.freeze", if frozen { "1" } else { "0" })
    }

    /// Whether everything in the group is frozen; `None` if the kernel does not report it.
    pub(crate) fn is_frozen(&self) -> Option<bool> {
        self.value("cgroup.events", "frozen ").map(|frozen| frozen != "0")
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The group is busy for a moment after its last process has gone.
        for _ in 0..20 {
            match fs::remove_dir(&self.path) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => sleep(Duration::from_millis(1)),
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like a group to which the controllers are delegated.
    fn delegated(controllers: &str, inside: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), controllers).unwrap();
        fs::write(folder.path().join("cgroup.subtree_control"), "").unwrap();
        fs::write(folder.path().join("cgroup.procs"), inside).unwrap();
        folder
    }

    #[test]
    fn the_own_group_is_found_below_the_mount() {
        let mounts = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\ncgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
        let own = "4:memory:/other\n0::/user.slice/run.scope\n";
        let found = own_folder(own, mounts).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/unified/user.slice/run.scope"));
        assert_eq!(own_folder("0::/\n", mounts).unwrap(), Path::new("/sys/fs/cgroup/unified/"));
        assert_eq!(own_folder("4:memory:/other\n", mounts), None);
        assert_eq!(own_folder(own, "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n"), None);
    }

    #[test]
    fn groups_are_bounded_and_report_their_use() {
        let own = std::process::id().to_string();
        let folder = delegated("cpu memory pids\n", &format!("{own}\n"));
        let groups = Cgroups::at(folder.path().to_owned()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("cgroup.subtree_control"), "+memory +pids");
        assert_eq!(read("plyground-main/cgroup.procs"), own);

        let bounds = Bounds { memory_bytes: 5000, processes: 7, ..Bounds::default() };
        let group = groups.group(&bounds).unwrap();
        let inside = |name: &str| fs::read_to_string(group.path.join(name)).unwrap();
        assert_eq!(inside("memory.max"), "5000");
        assert_eq!(inside("pids.max"), "9");
        group.add(77).unwrap();
        assert_eq!(inside("cgroup.procs"), "77");
        assert!(!group.out_of_memory());
        fs::write(group.path.join("memory.events"), "low 0\noom 1\noom_kill 0\n").unwrap();
        assert!(!group.out_of_memory());
        fs::write(group.path.join("memory.events"), "low 0\noom 1\noom_kill 2\n").unwrap();
        assert!(group.out_of_memory());
        fs::write(group.path.join("memory.peak"), "4096\n").unwrap();
        assert_eq!(group.peak(), Some(4096));
        assert_eq!(group.cpu(), None);
        fs::write(group.path.join("cpu.stat"), "usage_usec 1500\nuser_usec 900\nsystem_usec 600\n").unwrap();
        assert_eq!(group.cpu(), Some(Duration::from_micros(1500)));
        assert_ne!(groups.group(&bounds).unwrap().path, group.path);
    }

    #[test]
    fn what_is_not_delegated_is_named() {
        let reason = |controllers, inside| {
            let folder = delegated(controllers, inside);
            Cgroups::at(folder.path().to_owned()).unwrap_err().to_string()
        };
        assert_eq!(reason("cpu pids", ""), "no control over memory is delegated to this process");
        assert_eq!(reason("memory", ""), "no control over pids is delegated to this process");
        assert_eq!(reason("memory pids", "1\n"), "other processes share this process's control group");
    }
}
