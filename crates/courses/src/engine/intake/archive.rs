//! Zip archives and folders of strangers. Nothing of an archive touches a disk before all of it has been read within
//! bounds; links in a folder are not followed: they lead to files of others.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use plyground_core::quote;
use zip::ZipArchive;
use zip::result::ZipError;

use super::sources::is_litter;
use super::{Files, Refusal, most, plain_path};

/// The kind of archive that these bytes are, if it is one that is not taken.
pub(super) fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 7] = [
        (b"Rar!", "a RAR archive"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"PK\x03\x04", "a zip archive with another extension"),
        (b"\x7fELF", "a program, not its source"),
    ];
    kinds.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, kind)| kind)
}

/// The type of a file in the mode that Unix systems write, and its values.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;
const LINK: u32 = 0o120_000;

/// Nobody can say which of them is meant.
fn twice() -> Refusal {
    Refusal("two files in the zip have the same name; expected each file once".to_owned())
}

/// How many entries an archive says it has at its end, unless they are too many for that place.
fn entries(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).rposition(|window| window == b"PK\x05\x06")?;
    let count = bytes.get(end + 10..end + 12)?;
    let count = u16::from_le_bytes([count[0], count[1]]);
    (count < u16::MAX).then_some(usize::from(count))
}

/// Whether an entry is not looked at. One that leads elsewhere is, and refused.
fn is_left_out(name: &str) -> bool {
    let slashed = name.replace('\\', "/");
    is_litter(&slashed) && !slashed.split('/').any(|part| part == "..")
}

/// The folder with the most of these entries, in words, if more than half of them lie in one.
fn fullest(names: &[String]) -> String {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for (folder, _) in names.iter().filter_map(|name| name.rsplit_once('/')) {
        *folders.entry(folder).or_default() += 1;
    }
    let most =
        folders.into_iter().max_by_key(|&(_, count)| count).filter(|&(_, count)| 2 * count > names.len());
    most.map_or_else(String::new, |(folder, count)| format!(", {count} of them in {}", quote(folder)))
}

pub(super) fn read(bytes: &[u8]) -> Result<Files, Refusal> {
    if let Some(kind) = other_kind(bytes).filter(|_| !bytes.starts_with(b"PK")) {
        return Err(Refusal(format!("it is named .zip but is {kind}; expected a zip archive")));
    }
    let broken =
        |error: ZipError| Refusal(format!("the zip cannot be read: {error}; expected a whole zip archive"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    // What systems and tools leave behind does not count, and is not looked at.
    let named: Vec<String> =
        archive.file_names().flatten().filter(|name| !is_left_out(name)).map(Cow::into_owned).collect();
    if named.len() > most::ENTRIES {
        let (found, fullest, most) = (named.len(), fullest(&named), most::ENTRIES);
        return Err(Refusal(format!("the zip has {found} entries{fullest}; expected at most {most}")));
    }
    // Of equal names it keeps the last.
    if entries(bytes).is_some_and(|entries| entries > archive.len()) {
        return Err(twice());
    }
    let mut files = Files::new();
    let mut total: u64 = 0;
    for index in 0..archive.len() {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(ZipError::UnsupportedArchive(why)) => {
                let why = format!("{}; expected one without a password", why.to_lowercase());
                return Err(Refusal(format!("the zip cannot be read: {why}")));
            }
            Err(error) => return Err(broken(error)),
        };
        let name = entry.name().map_err(broken)?.into_owned();
        if is_left_out(&name) {
            continue;
        }
        let Some(path) = plain_path(&name)? else { continue };
        let shown = quote(&path);
        match entry.unix_mode().map_or(0, |mode| mode & KIND) {
            0 | REGULAR | FOLDER => {}
            LINK => return Err(Refusal(format!("{shown} is a link; expected the file itself"))),
            _ => return Err(Refusal(format!("{shown} is a device; expected files and folders only"))),
        }
        if entry.is_dir() || name.ends_with('\\') {
            continue;
        }
        // The size that an archive states may be wrong: what counts is what comes out.
        let left = most::TOTAL - total;
        let mut content = Vec::new();
        let torn = |error| Refusal(format!("{shown} cannot be unpacked: {error}; expected a whole zip"));
        entry.by_ref().take(left + 1).read_to_end(&mut content).map_err(torn)?;
        total += content.len() as u64;
        let is_bomb = total > most::GROWN && total / most::RATIO > bytes.len() as u64;
        if total > most::TOTAL || is_bomb {
            let (most, ratio) = (most::TOTAL >> 20, most::RATIO);
            let expected = format!("expected at most {most} MiB and {ratio} times its own size");
            return Err(Refusal(format!("the zip unpacks to more than source files need; {expected}")));
        }
        if files.insert(path, content).is_some() {
            return Err(twice());
        }
    }
    Ok(files)
}

/// The files of a folder; or those of the zip that is all it holds.
pub(super) fn read_folder(folder: &Path) -> io::Result<Result<Files, Refusal>> {
    let mut reading = Reading::default();
    if let Err(error) = reading.walk(folder, "") {
        return error.downcast().map(Err);
    }
    let files = reading.files;
    let mut all = files.iter();
    if let (Some((path, content)), None) = (all.next(), all.next())
        && path.to_ascii_lowercase().ends_with(".zip")
    {
        return Ok(read(content));
    }
    Ok(Ok(files))
}

#[derive(Default)]
struct Reading {
    files: Files,
    entries: usize,
    total: u64,
}

impl Reading {
    /// Takes in a folder. The error is a [`Refusal`], or the machine's.
    fn walk(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        let refuse = |why: String| Err(io::Error::other(Refusal(why)));
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // What systems and tools leave behind does not count, and is not looked at.
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if is_litter(&name) {
                continue;
            }
            self.entries += 1;
            if self.entries > most::ENTRIES {
                let most = most::ENTRIES;
                return refuse(format!("it has more than {most} files and folders; expected fewer"));
            }
            let Some(path) = plain_path(&name).map_err(io::Error::other)? else { continue };
            let shown = quote(&path);
            let found = fs::symlink_metadata(entry.path())?;
            if found.is_dir() {
                self.walk(&entry.path(), &format!("{path}/"))?;
            } else if found.is_symlink() {
                return refuse(format!("{shown} is a link; expected the file itself"));
            } else if !found.is_file() {
                return refuse(format!("{shown} is a device; expected files and folders only"));
            } else {
                self.total = self.total.saturating_add(found.len());
                if self.total > most::TOTAL {
                    let most = most::TOTAL >> 20;
                    return refuse(format!("its files are larger than {most} MiB; expected source files"));
                }
                // It may have grown since.
                self.files.insert(path, plyground_arena::file::read_bytes(&entry.path(), most::TOTAL)?);
            }
        }
        Ok(())
    }
}
