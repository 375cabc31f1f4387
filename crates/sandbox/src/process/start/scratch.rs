//! A fresh folder on disk for one program that is not in a box, and its removal with anything left in it.
//!
//! A program can leave so much that its removal takes long, so nobody waits for that: a thread removes
//! one folder after the other.

use std::fs::{self, DirEntry, OpenOptions, Permissions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;

/// Only the user that the program runs as can look into it. Dropping it removes it.
#[derive(Debug)]
pub(in crate::process) struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A folder with these files, which belong to `user` if that is not the caller.
    pub(super) fn new(user: Option<u32>, given: &[(String, Vec<u8>)]) -> io::Result<Self> {
        let folder = made(&std::env::temp_dir())?;
        let give = |path: &Path, mode| -> io::Result<()> {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
            user.map_or(Ok(()), |user| chown(path, Some(user), Some(user)))
        };
        for (name, content) in given {
            let path = folder.path().join(name);
            fs::write(&path, content)?;
            give(&path, 0o600)?;
        }
        give(folder.path(), 0o700)?;
        Ok(Self { path: folder.keep() })
    }

    /// A copy of a folder without what is `hidden` in it, for the group of `user` to read, or for the caller, and for
    /// none to write to: no program sees what another has done to it. Fails if it cannot be read, or holds more than
    /// [`MOST_COPIED`].
    pub(super) fn copy(folder: &Path, hidden: &[PathBuf], user: Option<u32>) -> io::Result<Self> {
        let copy = Self { path: made(&std::env::temp_dir())?.keep() };
        // If that fails, it is dropped and emptied, with any access rights.
        copy_into(folder, copy.path(), hidden, user, &mut MOST_COPIED.clone())?;
        Ok(copy)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Files and bytes of a folder that is copied for a program without a box.
const MOST_COPIED: [u64; 2] = [10_000, 256 << 20];

/// Copies files, folders and links; nothing else of a folder is of use to a program. `left` is the number of files and
/// bytes that may still be copied. The owner of the folder may change it meanwhile: a file is what was opened, and no
/// link is followed.
fn copy_into(
    from: &Path,
    to: &Path,
    hidden: &[PathBuf],
    user: Option<u32>,
    left: &mut [u64; 2],
) -> io::Result<()> {
    let too_large = || io::Error::other("too large to be copied; expected at most 10,000 files and 256 MiB");
    let give = |path: &Path, mode| -> io::Result<()> {
        chown(path, None, user)?;
        fs::set_permissions(path, Permissions::from_mode(mode))
    };
    let is_temporary = |path: &Path| {
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(prefix().as_bytes()))
    };
    for path in inside(from)?.into_iter().filter(|path| !hidden.contains(path) && !is_temporary(path)) {
        left[0] = left[0].checked_sub(1).ok_or_else(too_large)?;
        let target = to.join(path.file_name().unwrap_or_default());
        let about = fs::symlink_metadata(&path)?;
        if about.is_dir() {
            fs::create_dir(&target)?;
            copy_into(&path, &target, hidden, user, left)?;
        } else if about.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&path)?, &target)?;
        } else if about.is_file() {
            let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
            let file = OpenOptions::new().read(true).custom_flags(flags).open(&path)?;
            let about = file.metadata()?;
            if !about.is_file() {
                continue;
            }
            let copied =
                io::copy(&mut file.take(left[1].saturating_add(1)), &mut fs::File::create(&target)?)?;
            left[1] = left[1].checked_sub(copied).ok_or_else(too_large)?;
            let run = if about.mode() & 0o111 == 0 { 0 } else { 0o110 };
            give(&target, 0o440 | run)?;
        }
    }
    give(to, 0o550)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        removals().send(std::mem::take(&mut self.path));
    }
}

/// Waits until the folders are removed in which programs without a box could write, at most `within`;
/// returns whether they are. They are removed in the background after a program has ended. Without
/// this at the end of a process some may stay until the next one that runs programs removes them.
pub fn settle(within: Duration) -> bool {
    let removals = removals();
    let left = removals.left.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = removals.changed.wait_timeout_while(left, within, |left| *left > 0);
    *waited.unwrap_or_else(PoisonError::into_inner).0 == 0
}

/// Folders that wait to be removed, and the thread that removes them.
struct Removals {
    /// To the thread, if it could be started.
    folders: Option<Sender<PathBuf>>,
    left: Mutex<usize>,
    changed: Condvar,
}

fn removals() -> &'static Removals {
    static REMOVALS: OnceLock<Removals> = OnceLock::new();
    REMOVALS.get_or_init(|| {
        let (folders, waiting) = channel::<PathBuf>();
        let remove_all = move || {
            remove_stale(&std::env::temp_dir());
            for folder in waiting {
                remove(&folder);
                removals().done();
            }
        };
        let thread = thread::Builder::new().name("removals".to_owned()).spawn(remove_all);
        Removals { folders: thread.is_ok().then_some(folders), left: Mutex::new(0), changed: Condvar::new() }
    })
}

impl Removals {
    fn send(&self, folder: PathBuf) {
        let Some(folders) = &self.folders else { return remove(&folder) };
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        if let Err(not_sent) = folders.send(folder) {
            remove(&not_sent.0);
            self.done();
        }
    }

    fn done(&self) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.changed.notify_all();
    }
}

/// What names of folders start with; then come the number of the process that made them, and a dash.
///
/// Machines and containers may share the place of temporary files, and processes there have numbers of their
/// own. So the names have the boot of the machine and the space of process numbers.
fn prefix() -> &'static str {
    static PREFIX: OnceLock<String> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let boot = fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let numbers = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        (boot, numbers).hash(&mut hasher);
        format!("plyground-{:016x}-", hasher.finish())
    })
}

/// A folder that a later process removes if this one is killed. Dropping it removes it.
///
/// # Errors
///
/// If there is no room for it.
pub fn temporary_folder() -> io::Result<TempDir> {
    // What others have left is removed meanwhile.
    removals();
    made(&std::env::temp_dir())
}

/// A folder that all may see, with nothing in it: for programs that have none. Dropping it removes it.
///
/// # Errors
///
/// If there is no room for it.
pub fn empty_folder() -> io::Result<TempDir> {
    let folder = temporary_folder()?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
    Ok(folder)
}

fn made(place: &Path) -> io::Result<TempDir> {
    let prefix = format!("{}{}-", prefix(), std::process::id());
    tempfile::Builder::new().prefix(&prefix).tempdir_in(place)
}

/// Removes folders of processes that have ended without doing so, killed for example.
fn remove_stale(place: &Path) {
    for folder in inside(place).unwrap_or_default() {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let owner = name.strip_prefix(prefix()).and_then(|rest| rest.split_once('-'));
        let owner = owner.and_then(|(number, _)| number.parse::<i32>().ok()).and_then(Pid::from_raw);
        let gone = |owner| matches!(test_kill_process(owner), Err(rustix::io::Errno::SRCH));
        if owner.is_some_and(gone) && fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir()) {
            remove(&folder);
        }
    }
}

/// Removes a folder with all that is in it. What cannot be removed stays: nobody waits for an error.
fn remove(folder: &Path) {
    let _ = empty(folder);
    let _ = fs::remove_dir_all(folder);
}

/// Empties a folder that can be written to or made so. Folders in it may be nested deeper than a path can be long or
/// than files can be open at a time, so nothing is entered: what a folder holds is moved up next to it, then it is
/// removed.
fn empty(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    let mut fresh = 0u64;
    let mut left = inside(folder)?;
    while let Some(path) = left.pop() {
        if !fs::symlink_metadata(&path)?.is_dir() {
            fs::remove_file(&path)?;
            continue;
        }
        fs::set_permissions(&path, Permissions::from_mode(0o700))?;
        for entry in inside(&path)? {
            let up = loop {
                let up = folder.join(format!("{fresh}.moved-up"));
                fresh += 1;
                if fs::symlink_metadata(&up).is_err() {
                    break up;
                }
            };
            if fs::symlink_metadata(&entry)?.is_dir() {
                // To be moved, a folder must be writable itself.
                fs::set_permissions(&entry, Permissions::from_mode(0o700))?;
                fs::rename(&entry, &up)?;
                left.push(up);
            } else {
                fs::remove_file(&entry)?;
            }
        }
        fs::remove_dir(&path)?;
    }
    Ok(())
}

fn inside(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?
        .map(|entry| entry.as_ref().map(DirEntry::path).map_err(|e| e.kind().into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn scratch_folders_are_removed_with_any_content() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("kept"), "").unwrap();
        let scratch = Scratch::new(None, &[("in.txt".to_owned(), b"1".to_vec())]).unwrap();
        let root = scratch.path().to_owned();
        assert_eq!(fs::read(root.join("in.txt")).unwrap(), b"1");
        symlink(outside.path(), root.join("link")).unwrap();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        fs::write(root.join("a/b/file"), "").unwrap();
        symlink(outside.path(), root.join("a/b/link")).unwrap();
        fs::set_permissions(root.join("a/b"), Permissions::from_mode(0o0)).unwrap();
        fs::create_dir_all(root.join("0.moved-up/1.moved-up/x")).unwrap();
        drop(scratch);
        assert!(settle(Duration::from_secs(60)));
        assert!(!root.exists());
        assert!(outside.path().join("kept").exists());
    }

    #[test]
    fn copies_are_whole_and_only_for_reading() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::create_dir(at("kept")).unwrap();
        fs::write(at("kept/secret"), b"3").unwrap();
        fs::write(at("sub/data"), b"1").unwrap();
        fs::write(at("run"), b"2").unwrap();
        fs::set_permissions(at("run"), Permissions::from_mode(0o700)).unwrap();
        symlink("sub/data", at("link")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, at("pipe"), rustix::fs::FileType::Fifo, 0o666.into(), 0)
            .unwrap();
        let copy = Scratch::copy(folder.path(), &[at("kept")], None).unwrap();
        let root = copy.path().to_owned();
        let mode = |name: &str| fs::metadata(root.join(name)).unwrap().mode() & 0o7777;
        assert_eq!(["link", "run"].map(|name| fs::read(root.join(name)).unwrap()), [b"1", b"2"]);
        assert_eq!(["", "sub", "sub/data", "run"].map(mode), [0o550, 0o550, 0o440, 0o550]);
        assert!(!root.join("pipe").exists() && !root.join("kept").exists());
        drop(copy);
        assert!(settle(Duration::from_secs(60)));
        assert!(!root.exists());

        // Temporary folders may lie in the folder.
        let inner = made(&at("sub")).unwrap();
        copy_into(folder.path(), inner.path(), &[at("kept")], None, &mut MOST_COPIED.clone()).unwrap();
        assert_eq!(fs::read_dir(inner.path().join("sub")).unwrap().count(), 1, "a copy holds itself");

        let error = copy_into(folder.path(), &made(folder.path()).unwrap().keep(), &[], None, &mut [3, 100])
            .unwrap_err();
        assert!(error.to_string().starts_with("too large to be copied"), "{error}");
    }

    #[test]
    fn folders_of_processes_that_were_killed_are_removed() {
        let place = tempfile::tempdir().unwrap();
        let mut ended = std::process::Command::new("/bin/true").spawn().unwrap();
        let stale = place.path().join(format!("{}{}-abc", prefix(), ended.id()));
        ended.wait().unwrap();
        fs::create_dir_all(stale.join("a/b")).unwrap();
        // The last one is of another machine, where a process of that number may run.
        let elsewhere = format!("plyground-{:016x}-{}-abc", 0, ended.id());
        let kept = ["x-abc", "", "0-abc"].map(|rest| format!("{}{rest}", prefix()));
        let kept = kept.into_iter().chain(["another".to_owned(), elsewhere]);
        let kept: Vec<PathBuf> = kept.map(|name| place.path().join(name)).collect();
        for folder in &kept {
            fs::create_dir(folder).unwrap();
        }
        let own = made(place.path()).unwrap();
        let temporary = temporary_folder().unwrap();
        let name = temporary.path().file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with(&format!("{}{}-", prefix(), std::process::id())), "{name}");
        remove_stale(place.path());
        assert!(!stale.exists());
        assert!(own.path().exists() && kept.iter().all(|folder| folder.exists()));
    }
}
