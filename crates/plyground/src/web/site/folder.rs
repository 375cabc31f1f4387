//! A site in a folder: what may lie there, and how files come there whole.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use plyground_arena::file;
use serde_json::{Value, json};

use super::SiteError;

/// The file by which a site is known, and in which its files are named.
const NOTE: &str = "site.json";

/// What it says first.
const FORM: &str = "plyground site 1";

/// A longer one is none of ours.
const MOST_BYTES: u64 = 1 << 20;

/// Writes the files.
///
/// # Errors
///
/// If something else lies in the folder, or a file cannot be written.
pub(super) fn write(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<(), SiteError> {
    let old = old(folder)?;
    // Those last by which browsers learn of the others.
    let is_last = |path: &str| matches!(path, "index.html" | "sw.js");
    let (last, first): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_last(path));
    // While files are exchanged the folder is known as a site by the files of both.
    let all: Vec<&str> = files.keys().chain(&old).map(String::as_str).collect();
    make_folder(folder)?;
    put(folder, NOTE, &note(&all))?;
    for (path, bytes) in first.into_iter().chain(last) {
        put(folder, path, bytes)?;
    }
    for path in old.iter().filter(|path| !files.contains_key(*path)) {
        let path = folder.join(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(SiteError::Write { path, error });
            }
            _ => {}
        }
        // Only an empty one goes.
        let _ = path.parent().filter(|parent| *parent != folder).map(fs::remove_dir);
    }
    let own: Vec<&str> = files.keys().map(String::as_str).collect();
    put(folder, NOTE, &note(&own))
}

fn note(files: &[&str]) -> Vec<u8> {
    let version = env!("CARGO_PKG_VERSION");
    format!("{:#}\n", json!({ "form": FORM, "version": version, "files": files })).into_bytes()
}

/// The files of the site that lies in the folder; none if it is empty or not there.
fn old(folder: &Path) -> Result<Vec<String>, SiteError> {
    let taken = |problem: String| SiteError::Taken { path: folder.to_owned(), problem };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(taken(error.to_string())),
    };
    // What begins with a point belongs to the keeping of the folder, such as .git.
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    let names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let note = file::read_bytes(&folder.join(NOTE), MOST_BYTES).ok();
    let note: Option<Value> = note.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let note = note.filter(|note| note["form"] == FORM);
    let note = note.ok_or_else(|| taken(format!("not empty, and has no {NOTE} of ours")))?;
    let files = note["files"].as_array().map(Vec::as_slice).unwrap_or_default();
    // Nothing outside is ever removed.
    let is_inside =
        |path: &&str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    Ok(files.iter().filter_map(Value::as_str).filter(is_inside).map(str::to_owned).collect())
}

fn make_folder(path: &Path) -> Result<(), SiteError> {
    fs::create_dir_all(path).map_err(|error| SiteError::Write { path: path.to_owned(), error })
}

fn put(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
    let path: PathBuf = folder.join(name);
    make_folder(path.parent().unwrap_or(folder))?;
    file::write_atomically(&path, bytes).map_err(|error| SiteError::Write { path, error })
}
