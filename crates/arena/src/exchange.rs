//! The folder through which a program gets a file and gives one back.
//!
//! Whatever runs in it may put anything there, so the output file is opened by way of the folder's
//! descriptor (a folder of the same name put in its place is not looked at), without following a link
//! and without waiting for a pipe; it must be a regular file with one name, and no more than a bound is
//! read.

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, open, openat};
use tempfile::TempDir;

use crate::invoke::Trouble;

/// The name of the file that the program reads.
pub const INPUT: &str = "input.txt";

/// The name of the file that the program writes.
pub const OUTPUT: &str = "output.txt";

/// A fresh folder with an input file. Dropping it removes it with all it holds.
#[derive(Debug)]
pub struct Exchange {
    path: PathBuf,
    folder: File,
    /// Others can pass through this folder, but not list it: who does not know the name of the inner
    /// one does not find it.
    outer: TempDir,
}

impl Exchange {
    /// Makes a folder below `under` that any user who knows its path may write to, since a program may
    /// run as another user, and puts the input file there.
    ///
    /// # Errors
    ///
    /// If the folder or the file cannot be made.
    pub fn new(under: &Path, input: &[u8]) -> Result<Self, Trouble> {
        let make = || -> std::io::Result<Self> {
            let outer = tempfile::Builder::new().prefix("exchange-").tempdir_in(under)?;
            fs::set_permissions(outer.path(), Permissions::from_mode(0o711))?;
            let path = tempfile::Builder::new().rand_bytes(16).tempdir_in(outer.path())?.keep();
            fs::write(path.join(INPUT), input)?;
            fs::set_permissions(path.join(INPUT), Permissions::from_mode(0o644))?;
            fs::set_permissions(&path, Permissions::from_mode(0o777))?;
            let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let folder = File::from(open(&path, flags, Mode::empty())?);
            Ok(Self { path, folder, outer })
        };
        make().map_err(|error| {
            Trouble(format!("{}: {error}; expected a folder in which files can be made", under.display()))
        })
    }

    /// The folder, for the program to write to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the input file.
    pub fn input(&self) -> PathBuf {
        self.path.join(INPUT)
    }

    /// The path of the output file.
    pub fn output(&self) -> PathBuf {
        self.path.join(OUTPUT)
    }

    /// Reads the output file. Call it when the program has ended.
    ///
    /// # Errors
    ///
    /// If there is none, it is something else than a regular file with one name, or it is longer than
    /// `most` bytes.
    pub fn read_output(&self, most: u64) -> Result<Vec<u8>, String> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&self.folder, OUTPUT, flags, Mode::empty()).map_err(|error| match error {
            rustix::io::Errno::NOENT => "missing".to_owned(),
            rustix::io::Errno::LOOP => "a link".to_owned(),
            error => error.to_string(),
        })?;
        let file = File::from(file);
        let found = file.metadata().map_err(|error| error.to_string())?;
        if !found.is_file() {
            return Err("not a regular file".to_owned());
        }
        if found.nlink() != 1 {
            return Err("a file with several names".to_owned());
        }
        let mut bytes = Vec::new();
        file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > most {
            return Err(format!("longer than {most} bytes"));
        }
        Ok(bytes)
    }

    /// Removes the folder with all it holds; dropping does the same, silently.
    ///
    /// # Errors
    ///
    /// If something cannot be removed.
    pub fn remove(self) -> Result<(), Trouble> {
        let path = self.outer.path().display().to_string();
        self.outer.close().map_err(|error| Trouble(format!("{path}: {error}; expected to remove it")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn exchange(under: &TempDir) -> Exchange {
        Exchange::new(under.path(), b"in").unwrap()
    }

    #[test]
    fn files_go_in_and_out_and_nothing_stays() {
        let under = tempfile::tempdir().unwrap();
        let exchange = exchange(&under);
        assert_eq!(fs::read(exchange.input()).unwrap(), b"in");
        assert_eq!(exchange.read_output(3), Err("missing".to_owned()));
        fs::write(exchange.output(), b"out").unwrap();
        assert_eq!(exchange.read_output(3).unwrap(), b"out");
        assert_eq!(exchange.read_output(2), Err("longer than 2 bytes".to_owned()));
        fs::create_dir_all(exchange.path().join("a/b/c")).unwrap();
        exchange.remove().unwrap();
        assert_eq!(fs::read_dir(under.path()).unwrap().count(), 0);
    }

    #[test]
    fn only_regular_files_are_read() {
        let under = tempfile::tempdir().unwrap();
        let secret = under.path().join("secret");
        fs::write(&secret, b"secret").unwrap();
        let refused = |put: &dyn Fn(&Exchange)| {
            let exchange = exchange(&under);
            put(&exchange);
            exchange.read_output(100).unwrap_err()
        };
        assert_eq!(refused(&|exchange| symlink(&secret, exchange.output()).unwrap()), "a link");
        assert_eq!(
            refused(&|exchange| fs::hard_link(&secret, exchange.output()).unwrap()),
            "a file with several names"
        );
        assert_eq!(refused(&|exchange| fs::create_dir(exchange.output()).unwrap()), "not a regular file");
        // Nobody writes to the pipe, and reading does not wait for it.
        let pipe = |exchange: &Exchange| {
            let mode = Mode::from_raw_mode(0o600);
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, exchange.output(), kind, mode, 0).unwrap();
        };
        assert_eq!(refused(&pipe), "not a regular file");
        // A folder put in the place of the exchange is not looked at.
        let moved = |exchange: &Exchange| {
            fs::rename(exchange.path(), under.path().join("moved")).unwrap();
            fs::create_dir(exchange.path()).unwrap();
            fs::write(exchange.output(), b"another").unwrap();
        };
        assert_eq!(refused(&moved), "missing");
    }

    #[test]
    fn folders_that_cannot_be_made_are_trouble() {
        let error = Exchange::new(Path::new("missing/folder"), b"").unwrap_err().to_string();
        assert!(error.starts_with("missing/folder: "), "{error}");
        assert!(error.ends_with("expected a folder in which files can be made"), "{error}");
    }
}
