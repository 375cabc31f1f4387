//! The argument list with which the system's `bwrap` makes a box; this list is the policy.
//!
//! `bwrap` gets the list through a descriptor and an empty environment, because both its own
//! environment and its command line can be read from inside. Only the program and its arguments, which
//! are known there anyway, stand on the command line; `bwrap` takes them from nowhere else.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{DEVICES, Isolation, environment};

/// Where the entrant's folder is inside; the program starts there.
pub const BOX_FOLDER: &str = "/program";

/// The folder inside that can be written to: a file system in memory, fresh for every program.
pub const BOX_SCRATCH: &str = "/tmp";

/// The smallest size of a file system that holds anything: one page for its root, some for files.
const LEAST_FILE_SYSTEM: u64 = 1 << 16;

/// The largest size of a file system that `bwrap` takes.
const MOST_FILE_SYSTEM: u64 = u64::MAX >> 1;

/// User and group inside the box, for any user and group outside.
const BOX_USER: &str = "65534";

/// What one box is made of. Numbers are descriptors that `bwrap` inherits.
pub(crate) struct Plan<'a> {
    pub(crate) isolation: &'a Isolation,
    /// The entrant's folder outside.
    pub(crate) folder: &'a Path,
    pub(crate) env: &'a [(OsString, OsString)],
    pub(crate) file_bytes: u64,
    /// Files to put into the scratch folder: names and where their contents are read from.
    pub(crate) given: &'a [(&'a str, i32)],
    pub(crate) filters: &'a [i32],
    /// Where `bwrap` reports the process that it has started and the status it ended with.
    pub(crate) status: i32,
    /// What `bwrap` waits for before it makes the box.
    pub(crate) gate: i32,
}

impl Plan<'_> {
    /// The options, each ended by a NUL byte, as `--args` reads them. None may hold one.
    pub(crate) fn encoded(&self) -> Result<Vec<u8>, String> {
        let arguments = self.arguments();
        if let Some(wrong) = arguments.iter().find(|argument| argument.as_bytes().contains(&0)) {
            return Err(format!("{}: a NUL byte inside; expected none", wrong.display()));
        }
        Ok(arguments.iter().flat_map(|argument| [argument.as_bytes(), b"\0"].concat()).collect())
    }

    fn arguments(&self) -> Vec<OsString> {
        let mut all = Arguments(Vec::new());
        all.add(["--unshare-all", "--unshare-user", "--disable-userns"]);
        all.add(["--uid", BOX_USER, "--gid", BOX_USER, "--hostname", "box"]);
        all.add(["--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
        all.add(["--json-status-fd", &self.status.to_string(), "--block-fd", &self.gate.to_string()]);
        for filter in self.filters {
            all.add(["--add-seccomp-fd", &filter.to_string()]);
        }
        for path in &self.isolation.readable {
            all.readable(path);
        }
        // A device that cannot be opened there lies over each of these.
        for path in &self.isolation.masked {
            all.add([OsStr::new("--ro-bind"), OsStr::new("/dev/null"), path.as_os_str()]);
        }
        // The first process of the box is not the program's: its memory could be written to. What is written in other
        // places can set how large a part of the machine the program gets, so that it waits for a processor on purpose.
        all.add(["--proc", "/proc", "--tmpfs", "/proc/1"]);
        all.add(["--remount-ro", "/proc/1", "--remount-ro", "/proc"]);
        for device in DEVICES {
            all.add(["--dev-bind", device, device]);
        }
        for (link, to) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
            all.add(["--symlink", &format!("/proc/self/{to}"), &format!("/dev/{link}")]);
        }
        // One file system, one size: memory shared by name lives among the other files.
        all.add(["--symlink", BOX_SCRATCH, "/dev/shm"]);
        let size = self.file_bytes.clamp(LEAST_FILE_SYSTEM, MOST_FILE_SYSTEM);
        all.add(["--size", &size.to_string(), "--tmpfs", BOX_SCRATCH]);
        for (name, descriptor) in self.given {
            all.add(["--file", &descriptor.to_string(), &format!("{BOX_SCRATCH}/{name}")]);
        }
        all.add([OsStr::new("--ro-bind"), self.folder.as_os_str(), OsStr::new(BOX_FOLDER)]);
        let inside = self.isolation.hidden.iter().filter_map(|path| path.strip_prefix(self.folder).ok());
        for path in inside.filter(|path| !path.as_os_str().is_empty()) {
            let path = Path::new(BOX_FOLDER).join(path).into_os_string();
            for option in ["--tmpfs", "--remount-ro"] {
                all.add([OsStr::new(option), &path]);
            }
        }
        // The root is a file system in memory, too, and has no size.
        all.add(["--remount-ro", "/", "--chdir", BOX_FOLDER]);
        for (name, value) in environment(BOX_SCRATCH).iter().chain(self.env) {
            all.add([OsStr::new("--setenv"), name, value]);
        }
        all.0
    }
}

struct Arguments(Vec<OsString>);

impl Arguments {
    fn add<S: AsRef<OsStr>, const N: usize>(&mut self, arguments: [S; N]) {
        self.0.extend(arguments.map(|argument| argument.as_ref().to_owned()));
    }

    /// A part of the system: as it is, or as the link that it is.
    fn readable(&mut self, path: &Path) {
        match fs::read_link(path) {
            Ok(target) => self.add([OsStr::new("--symlink"), target.as_os_str(), path.as_os_str()]),
            Err(_) => self.add([OsStr::new("--ro-bind"), path.as_os_str(), path.as_os_str()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isolation::Means;

    #[test]
    fn arguments_say_what_the_box_is() {
        let means = Means::Bwrap { bwrap: "/usr/bin/bwrap".into(), cgroups: None };
        let mut isolation = Isolation::new(means, false, vec!["/usr".into()]);
        isolation.masked = vec!["/usr/local/bin/tool".into()];
        isolation.hidden = vec!["/home of/one/kept".into(), "/elsewhere".into()];
        let plan = Plan {
            isolation: &isolation,
            folder: Path::new("/home of/one"),
            env: &[("A".into(), "b=c".into())],
            file_bytes: 1 << 20,
            given: &[("board.txt", 9)],
            filters: &[7, 8],
            status: 5,
            gate: 6,
        };
        let encoded = String::from_utf8(plan.encoded().unwrap()).unwrap();
        let shown = encoded.trim_end_matches('\0').replace('\0', "|");
        for part in [
            "--unshare-all|--unshare-user|--disable-userns|",
            "|--die-with-parent|--new-session|--cap-drop|ALL|",
            "|--json-status-fd|5|--block-fd|6|--add-seccomp-fd|7|--add-seccomp-fd|8|",
            "|--ro-bind|/usr|/usr|--ro-bind|/dev/null|/usr/local/bin/tool|--proc|/proc|--tmpfs|/proc/1|",
            "|--remount-ro|/proc/1|--remount-ro|/proc|",
            &format!("|--size|1048576|--tmpfs|{BOX_SCRATCH}|--file|9|{BOX_SCRATCH}/board.txt|"),
            "|--ro-bind|/home of/one|/program|--tmpfs|/program/kept|--remount-ro|/program/kept|--remount-ro|/|",
            "|--setenv|HOME|/tmp|",
        ] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
        assert!(shown.ends_with("|--setenv|A|b=c"), "{shown}");

        let error = Plan { folder: Path::new("a\0b"), ..plan }.encoded().unwrap_err();
        assert!(error.ends_with("a NUL byte inside; expected none"), "{error}");
    }
}
