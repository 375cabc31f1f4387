//! Why a level of isolation does not work on a machine.

use std::io;
use std::path::{Path, PathBuf};

use crate::machine::how_to_allow_namespaces;
use crate::process::{End, SpawnError};

/// What keeps a level of isolation from working here. Its text says what is missing.
#[derive(Debug, thiserror::Error)]
pub enum Obstacle {
    /// There is no `bwrap` to make boxes with.
    #[error("bwrap is not installed")]
    NoBwrap,
    /// The kernel's files about control groups cannot be read.
    #[error("{}: {_1}", _0.display())]
    File(PathBuf, io::Error),
    /// Only version 1 of control groups is mounted, or none.
    #[error("control groups of version 2 are not mounted")]
    NoControlGroups,
    /// This process may not bound what this controller counts.
    #[error("no control over {0} is delegated to this process")]
    NotDelegated(&'static str),
    /// The kernel wants processes in leaves only, and these cannot be moved.
    #[error("other processes share this process's control group")]
    SharedGroup,
    /// No group can be made below that of this process.
    #[error("this process's control group cannot be divided: {0}")]
    UndividedGroup(io::Error),
    /// The kernel's Landlock is too old, or switched off.
    #[error("Landlock: {0} (Linux 6.12 or newer with Landlock switched on is needed)")]
    NoLandlock(landlock::RulesetError),
    /// System calls cannot be filtered on this kind of machine.
    #[error("filter of system calls: {0}")]
    NoFilter(String),
    /// Threads cannot be bound to processors, or cannot be started.
    #[error(transparent)]
    Thread(io::Error),
    /// Level `none` is for programs that are trusted.
    #[error("the programs are not trusted")]
    NotTrusted,
    /// The program that tries could not be started.
    #[error(transparent)]
    NotStarted(SpawnError),
    /// The program that tries could read a file outside.
    #[error("a program inside could read a file outside")]
    ReadsOutside,
    /// The program that tries could write to the system.
    #[error("a program inside could write to the system")]
    WritesOutside,
    /// The program that tries found no folder of its own.
    #[error("a program inside has no folder to write to")]
    NoScratch,
    /// The program that tries, which does nothing else, ended in another way; with the end of its standard error, escaped.
    #[error("a program that does nothing ended with \"{0}\": {1}")]
    Ended(End, String),
}

impl Obstacle {
    /// What makes a box possible that this keeps from working, if it is known.
    pub(super) fn remedy(&self) -> Option<String> {
        let said = match self {
            Self::NoBwrap => return Some("install bubblewrap".to_owned()),
            Self::NotStarted(error) => error.to_string(),
            _ => return None,
        };
        let has = |words: &str| said.contains(words);
        // What the system says of us has a number behind it, and what `bwrap` says has none.
        if has("(os error ") {
            has("(os error 2)").then(|| "install bubblewrap".to_owned())
        } else if has("nknown option") {
            Some("install bubblewrap 0.8 or newer".to_owned())
        } else {
            let is_refused = ["namespace", "uid map", "not permitted", "/ slave"].into_iter().any(has);
            is_refused
                .then(|| format!("allow user namespaces by {}", how_to_allow_namespaces(Path::new("/"))))
        }
    }

    /// A file of the kernel, or a folder, that cannot be used.
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        |error| Self::File(path.into(), error)
    }
}
