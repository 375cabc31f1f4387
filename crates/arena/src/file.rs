//! Files that are read whole within bounds, and written whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Temporary files that are being written.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes the files that are being written. It is for a process that is about to end while its threads still run. No
/// file can be begun after that: a thread that tries waits until the process ends.
pub fn abandon() {
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &*unfinished {
        // It may have its name by now.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(unfinished);
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
///
/// If it cannot be read, is longer than `most`, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    read_bounded(&mut File::open(path)?, most)
}

/// Reads text to the end, at most `most` bytes. A byte-order mark at its beginning, as editors of Windows write it, is
/// left out.
///
/// # Errors
///
/// If it cannot be read, is longer than `most`, or is not UTF-8.
pub fn read_bounded(input: &mut dyn Read, most: u64) -> io::Result<String> {
    let bytes = read_all(input, most)?;
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    str::from_utf8(text)
        .map(str::to_owned)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, encoding(&bytes)))
}

/// What bytes that are not UTF-8 are likely to be, with what converts them.
fn encoding(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        "not UTF-8 text but UTF-16, which 'iconv -f UTF-16 -t UTF-8' converts"
    } else if bytes.contains(&0) {
        "not UTF-8 text"
    } else {
        "not UTF-8 text; if it is from Windows, 'iconv -f WINDOWS-1252 -t UTF-8' converts it"
    }
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
///
/// If it cannot be read or is longer than `most`.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(&mut File::open(path)?, most)
}

fn read_all(input: &mut dyn Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Writes a file under a temporary name in the same folder and renames it, so that readers see the
/// old content or the new one, never a part. An existing file keeps its permissions; a symbolic link
/// stays, and the file that it leads to is written.
///
/// # Errors
///
/// If there is something else than a file of that name, such as a device or a link that leads nowhere;
/// if the folder is missing or not writable; if the disk is full. What was there is then untouched.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let refuse = |reason| Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    let existing = fs::canonicalize(path).and_then(|path| Ok((fs::metadata(&path)?, path))).ok();
    let (path, permissions) = match &existing {
        Some((found, _)) if !found.is_file() => return refuse("not a regular file"),
        Some((found, path)) => (path.as_path(), Some(found.permissions())),
        None if fs::symlink_metadata(path).is_ok() => return refuse("a symbolic link that leads nowhere"),
        None if path.file_name().is_none() => return refuse("not the name of a file"),
        None => (path, None),
    };
    // No longer than the shortest limit on names, and never the same twice at a time.
    let count = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_file_name(format!(".{}-{count}.tmp", std::process::id()));
    let written = write_new(&temporary, permissions, content).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report; a temporary file that was never made is no error.
        let _ = fs::remove_file(&temporary);
    }
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).remove(&temporary);
    written
}

/// Whether two paths lead to one file, which need not exist yet.
pub fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let there = fs::canonicalize(path).ok();
        there.or_else(|| Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?)))
    };
    a == b || place(a).is_some_and(|a| place(b).is_some_and(|b| a == b))
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_new(path: &Path, permissions: Option<fs::Permissions>, content: &[u8]) -> io::Result<()> {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    let mut file = File::create_new(path)?;
    unfinished.insert(path.to_owned());
    drop(unfinished);
    // First, so that what only few may read is read by no others.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_files_are_whole_and_leave_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        // The longest name that there is.
        let path = folder.path().join("x".repeat(255));
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(read_text(&path, 3).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn failure_leaves_the_folder_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        assert!(write_atomically(&path, b"x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_atomically(&folder.path().join("missing/file"), b"x").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn links_stay_and_devices_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_file(&file).unwrap();
        let error = write_atomically(&link, b"new").unwrap_err();
        assert_eq!(error.to_string(), "a symbolic link that leads nowhere");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let error = write_atomically(Path::new("/dev/null"), b"x").unwrap_err();
        assert_eq!(error.to_string(), "not a regular file");
    }

    #[test]
    #[cfg(unix)]
    fn one_file_has_many_paths() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other, link] = ["file", "other", "link"].map(|name| folder.path().join(name));
        let detour = folder.path().join("../").join(folder.path().file_name().unwrap()).join("file");
        // Before it exists, and then.
        for _ in 0..2 {
            assert!(is_same(&file, &file) && is_same(&file, &detour));
            assert!(!is_same(&file, &other) && !is_same(&file, &link.join("file")));
            fs::write(&file, "").unwrap();
        }
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(is_same(&link, &file) && !is_same(&link, &other));
        assert!(is_same(Path::new("no-such-file"), Path::new("./no-such-file")));
    }

    #[test]
    fn long_and_binary_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"1234").unwrap();
        assert_eq!(read_text(&path, 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        fs::write(&path, b"\xff\xfe").unwrap();
        assert_eq!(read_text(&path, 3).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
