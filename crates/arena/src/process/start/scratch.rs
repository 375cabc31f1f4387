//! A fresh folder on disk for one program that is not in a box, and its removal, whatever the program
//! has left in it.

use std::fs::{self, DirEntry, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Only the user that the program runs as can look into it. Dropping it removes it.
#[derive(Debug)]
pub(in crate::process) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A folder with these files, which belong to `user` if that is not the caller.
    pub(super) fn new(user: Option<u32>, given: &[(String, Vec<u8>)]) -> io::Result<Self> {
        // The name tells whose it is, should it ever be left behind by a machine that went down.
        let prefix = format!("plyground-{}-", std::process::id());
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir()?;
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
        Ok(Self { folder })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be emptied is left to the removal that follows, which says nothing either.
        let _ = empty(self.folder.path());
    }
}

/// Empties a folder. Folders in it may be nested deeper than a path can be long or than files can be
/// open at a time, so nothing is entered: what a folder holds is moved up beside it, then it is removed.
fn empty(folder: &Path) -> io::Result<()> {
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
    fn whatever_was_left_is_removed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("kept"), "").unwrap();
        let scratch = Scratch::new(None, &[("in.txt".to_owned(), b"1".to_vec())]).unwrap();
        let root = scratch.path().to_owned();
        assert_eq!(fs::read(root.join("in.txt")).unwrap(), b"1");
        symlink(outside.path(), root.join("link")).unwrap();
        fs::create_dir_all(root.join("a/b/c")).unwrap();
        fs::write(root.join("a/b/file"), "").unwrap();
        symlink(outside.path(), root.join("a/b/link")).unwrap();
        fs::set_permissions(root.join("a/b"), Permissions::from_mode(0)).unwrap();
        fs::create_dir_all(root.join("0.moved-up/1.moved-up/x")).unwrap();
        drop(scratch);
        assert!(!root.exists());
        assert!(outside.path().join("kept").exists());
    }
}
