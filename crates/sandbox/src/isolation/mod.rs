//! What keeps an untrusted program from the machine, from the network and from other programs.
//!
//! There are four levels, chosen by [`probe`] from what works here. The upper two put the program into a box of
//! namespaces, made by the system's `bwrap`. `landlock` lets it see only system files and its folders. `none` bounds it
//! and keeps nothing from it. At every level it has a separate environment, and bounded time, memory, processes and
//! output. Its whole tree of processes is killed when it is done.
//!
//! | | `bwrap+cgroup` | `bwrap` | `landlock` | `none` |
//! | --- | --- | --- | --- | --- |
//! | network, sockets | no | no | no | as outside |
//! | files to read | system, own folder | system, own folder | system, own folder | as outside |
//! | files to write | a sized file system in memory | the same | a folder on disk, each file sized | as outside |
//! | sees, signals others | no | no | no | as outside |
//! | memory of the tree | exact | sampled, and twice as much for each process | sampled, the same | sampled, the same |
//! | processes | exact | exact | sampled | sampled |
//! | ends if the caller is killed | all of it | all of it | the program, not its children | the same |
//!
//! Not kept away: what can be learned from the load of a shared machine, and flaws of the kernel. Where memory
//! is sampled, a program can hide some that it has shared and does not use at the moment.

mod bubblewrap;
mod cgroup;
mod fence;
mod filter;
mod obstacle;
mod policy;
mod shares;
mod user;

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::thread::CpuSet;

pub use obstacle::Obstacle;
pub use policy::{Policy, Refusal, bwrap_version, probe};
pub use shares::Shares;

pub(crate) use bubblewrap::Plan;
pub use bubblewrap::{BOX_FOLDER, BOX_SCRATCH};
pub(crate) use cgroup::{Cgroups, Group};
pub(crate) use fence::Fence;
pub(crate) use filter::encoded as filters;
pub(crate) use user::User;

/// How well programs are kept apart. Every record names it; a greater level is a stronger one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Bounds on time, memory and output only: for programs that are trusted.
    None,
    /// Landlock and a filter of system calls: no files of others, no sockets, no signals to others.
    Landlock,
    /// A box of namespaces: nothing of others is even visible.
    Bwrap,
    /// A box of namespaces, and the kernel counts the memory of all processes in it together.
    BwrapCgroup,
}

impl Level {
    /// All levels, the strongest first.
    pub const ALL: [Self; 4] = [Self::BwrapCgroup, Self::Bwrap, Self::Landlock, Self::None];

    /// The word for records and options.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Landlock => "landlock",
            Self::Bwrap => "bwrap",
            Self::BwrapCgroup => "bwrap+cgroup",
        }
    }

    /// The level that a word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A way of keeping programs apart that has been tried and works here: see [`probe`]. One serves all
/// programs of a tournament, from any thread.
#[derive(Clone, Debug)]
pub struct Isolation {
    pub(crate) means: Means,
    /// Whether every program runs as a separate user, because the caller is root.
    pub(crate) is_root: bool,
    /// Files and folders of the system that programs may read.
    pub(crate) readable: Vec<PathBuf>,
    /// Files among those that they may neither read nor run.
    pub(crate) masked: Vec<PathBuf>,
    /// Folders that they do not see, though they lie in their own.
    pub(crate) hidden: Vec<PathBuf>,
    /// Raised when no program is to run any more: see [`Isolation::until`].
    pub(crate) stop: Arc<AtomicBool>,
    /// The processors that programs run on, if they are not free to choose.
    pub(crate) processors: Option<Arc<CpuSet>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Means {
    None,
    Landlock,
    Bwrap { bwrap: PathBuf, cgroups: Option<Cgroups> },
}

impl Isolation {
    /// By these means, with nothing hidden, until nobody stops it.
    pub(crate) fn new(means: Means, is_root: bool, readable: Vec<PathBuf>) -> Self {
        let (masked, hidden) = (Vec::new(), Vec::new());
        Self { means, is_root, readable, masked, hidden, stop: Arc::default(), processors: None }
    }

    /// How well it keeps programs apart.
    pub fn level(&self) -> Level {
        match &self.means {
            Means::None => Level::None,
            Means::Landlock => Level::Landlock,
            Means::Bwrap { cgroups: None, .. } => Level::Bwrap,
            Means::Bwrap { cgroups: Some(_), .. } => Level::BwrapCgroup,
        }
    }

    /// The same, in which programs can neither read nor run these files, if they could before. Copies and other
    /// names of them are not looked for. Nothing changes at level `none`, where programs are trusted.
    ///
    /// # Errors
    ///
    /// The first of the files that would have to be hidden and cannot be: only a box can hide what lies among
    /// readable files.
    pub fn without(mut self, files: &[PathBuf]) -> Result<Self, PathBuf> {
        let full = |path: &PathBuf| fs::canonicalize(path).ok();
        let readable: Vec<PathBuf> = self.readable.iter().filter_map(full).collect();
        // What is behind a link is hidden, and the link with it.
        for file in files.iter().filter_map(full) {
            if !readable.iter().any(|path| file.starts_with(path)) || self.masked.contains(&file) {
                continue;
            }
            match self.means {
                Means::Bwrap { .. } => self.masked.push(file),
                Means::Landlock => return Err(file),
                Means::None => {}
            }
        }
        Ok(self)
    }

    /// Whether programs see this file of the system, whose path has no links.
    pub fn shows(&self, file: &Path) -> bool {
        let full = |path: &PathBuf| fs::canonicalize(path).ok();
        let mut seen = self.readable.iter().filter_map(full).chain(["/proc".into()]);
        self.level() == Level::None || seen.any(|path| file.starts_with(path))
    }

    /// The same, in which programs do not see what is in this folder, though it may lie in one of theirs. Nothing
    /// changes at level `none`, where programs are trusted.
    #[must_use]
    pub fn hiding(mut self, folder: &Path) -> Self {
        self.hidden.extend(fs::canonicalize(folder));
        self
    }

    /// The same, in which programs run until `stop` is raised. Those that run then are ended within some 20 ms, and
    /// none is started: who waits for one gets [`SpawnError::Interrupted`](crate::process::SpawnError::Interrupted).
    #[must_use]
    pub fn until(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// The same, in which programs run on one of these shares of the processors, and cannot choose others.
    #[must_use]
    pub fn on_share(mut self, shares: &Shares, number: usize) -> Self {
        self.processors = shares.share(number);
        self
    }
}

/// What programs may use of the machine's devices. `/dev/zero` is not among them: memory that is mapped from it is
/// shared memory of no file, which the filter of system calls refuses.
pub(crate) const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// Where programs without a path are looked for.
pub const PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// The environment that every program has; nothing of the caller's is passed on. A program's own
/// variables come after these.
pub(crate) fn environment(scratch: &str) -> Vec<(OsString, OsString)> {
    let path = PATH.join(":");
    [("PATH", path.as_str()), ("HOME", scratch), ("TMPDIR", scratch), ("LANG", "C.UTF-8")]
        .map(|(name, value)| (name.into(), value.into()))
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_levels_and_levels_are_ordered() {
        for level in Level::ALL {
            assert_eq!(Level::from_word(level.word()), Some(level));
        }
        assert!(Level::ALL.is_sorted_by(|a, b| a > b));
        assert_eq!(Level::from_word("docker"), None);
    }

    #[test]
    fn files_that_are_hidden_are_those_that_were_readable() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["open", "closed"] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("tool"), "").unwrap();
        }
        std::os::unix::fs::symlink(at("open/tool"), at("closed/link")).unwrap();
        let files = ["closed/tool", "closed/link", "open/tool", "open/missing"].map(at);
        let with = |means| Isolation::new(means, false, vec![at("open")]);
        let full = fs::canonicalize(at("open/tool")).unwrap();
        let boxed = with(Means::Bwrap { bwrap: "bwrap".into(), cgroups: None });
        assert_eq!(boxed.without(&files).unwrap().masked, std::slice::from_ref(&full));
        assert_eq!(with(Means::Landlock).without(&files).unwrap_err(), full);
        assert!(with(Means::Landlock).without(&files[..1]).unwrap().masked.is_empty());
        assert!(with(Means::None).without(&files).unwrap().masked.is_empty());
    }
}
