//! A site in a folder: what may lie there, and how files come there whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use plyground_arena::file;
use serde::Deserialize;
use serde_json::json;

use super::super::assets::{PAGE, is_plain};
use super::{SERVICE_WORKER, SiteError, digest};

/// The file by which a site is known, and in which its files are named.
const NOTE: &str = "site.json";

/// What it says first.
const FORM: &str = "plyground site 1";

/// A longer one is none of ours.
const MOST_BYTES: u64 = 1 << 20;

/// The files of a site by their paths, with the digests that each can have.
type Noted = BTreeMap<String, BTreeSet<String>>;

/// Writes the files. Other files in the folder stay, and the targets of links are not changed.
pub(super) fn write(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<(), SiteError> {
    let old = old(folder)?;
    // Those last by which browsers learn of the others.
    let is_last = |path: &str| path == PAGE.path || path == SERVICE_WORKER;
    let (last, first): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_last(path));
    let own: Noted =
        files.iter().map(|(path, bytes)| (path.clone(), BTreeSet::from([digest(bytes)]))).collect();
    // While files are exchanged the folder is known as a site by the files of both.
    let mut both = old.clone();
    for (path, digests) in &own {
        both.entry(path.clone()).or_default().extend(digests.iter().cloned());
    }
    fs::create_dir_all(folder).map_err(|error| SiteError::Write(folder.to_owned(), error))?;
    put(folder, NOTE, &note(&both))?;
    for (path, bytes) in first.into_iter().chain(last) {
        put(folder, path, bytes)?;
    }
    for (path, digests) in old.iter().filter(|(path, _)| !files.contains_key(*path)) {
        remove(folder, path, digests)?;
    }
    put(folder, NOTE, &note(&own))
}

fn note(files: &Noted) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION");
    format!("{:#}\n", json!({ "form": FORM, "version": version, "files": files })).into_bytes()
}

/// The files of the site that lies in the folder; none if it is empty or not there.
fn old(folder: &Path) -> Result<Noted, SiteError> {
    let taken = |problem: String| SiteError::Taken(folder.to_owned(), problem);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Noted::new()),
        Err(error) => return Err(taken(error.to_string())),
    };
    // What begins with a point belongs to the keeping of the folder, such as .git.
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    let names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    if names.is_empty() {
        return Ok(Noted::new());
    }
    let note = file::read_bytes(&folder.join(NOTE), MOST_BYTES).ok();
    let note: Option<Note> = note.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let note = note.filter(|note| note.form == FORM);
    let note = note.ok_or_else(|| taken(format!("not empty, and has no {NOTE} of ours")))?;
    // Nothing outside is ever removed, nor what no site of ours can have.
    Ok(note.files.into_iter().filter(|(path, _)| is_plain(path)).collect())
}

/// What [`NOTE`] says.
#[derive(Deserialize)]
struct Note {
    form: String,
    files: Noted,
}

/// Writes a file whole, and the folders in which it lies.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
    let path = folder.join(name);
    let wrong = |error| SiteError::Write(path.clone(), error);
    let parent = path.parent().unwrap_or(folder);
    if has_link(folder, name) {
        return Err(wrong(io::Error::other("a symbolic link, which is not followed")));
    }
    fs::create_dir_all(parent).map_err(wrong)?;
    file::write_atomically(&path, bytes).map_err(wrong)
}

/// Removes a file of an older site, if it still is what was written, and its folder, if that is empty then.
fn remove(folder: &Path, name: &str, digests: &BTreeSet<String>) -> Result<(), SiteError> {
    let path = folder.join(name);
    let is_unchanged = || fs::read(&path).is_ok_and(|bytes| digests.contains(&digest(&bytes)));
    if has_link(folder, name) || !is_unchanged() {
        return Ok(());
    }
    fs::remove_file(&path).map_err(|error| SiteError::Write(path.clone(), error))?;
    // Only an empty one goes.
    let _ = path.parent().filter(|parent| *parent != folder).map(fs::remove_dir);
    Ok(())
}

/// Whether the file, or a folder on the way to it, is a link.
fn has_link(folder: &Path, name: &str) -> bool {
    let mut path = folder.to_owned();
    name.split('/').any(|word| {
        path.push(word);
        fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink())
    })
}
