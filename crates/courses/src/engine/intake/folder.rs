//! Folders of files. Links are not followed: they lead to files of others.

use std::fs;
use std::io;
use std::path::Path;

use super::sources::is_litter;
use super::{Files, Refusal, archive, most, plain_path};

/// The files of a folder; or those of the zip that is all it holds.
pub(super) fn read(folder: &Path) -> io::Result<Result<Files, Refusal>> {
    let mut reading = Reading::default();
    if let Err(refused) = reading.walk(folder, "")? {
        return Ok(Err(refused));
    }
    let files = reading.files;
    let mut all = files.iter();
    if let (Some((path, content)), None) = (all.next(), all.next())
        && path.to_ascii_lowercase().ends_with(".zip")
    {
        return Ok(archive::read(content));
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
    fn walk(&mut self, folder: &Path, prefix: &str) -> io::Result<Result<(), Refusal>> {
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // What systems and tools leave behind does not count, and is not looked at.
            if is_litter(&format!("{prefix}{}", entry.file_name().to_string_lossy())) {
                continue;
            }
            self.entries += 1;
            if self.entries > most::ENTRIES {
                let text = format!("it has more than {} files and folders; expected fewer", most::ENTRIES);
                return Ok(Err(Refusal(text)));
            }
            let name = entry.file_name();
            let path = match plain_path(&format!("{prefix}{}", name.to_string_lossy())) {
                Ok(Some(path)) => path,
                Ok(None) => continue,
                Err(refused) => return Ok(Err(refused)),
            };
            let shown = plyground_core::quote(&path);
            let found = fs::symlink_metadata(entry.path())?;
            if found.is_dir() {
                if let Err(refused) = self.walk(&entry.path(), &format!("{path}/"))? {
                    return Ok(Err(refused));
                }
            } else if found.is_symlink() {
                return Ok(Err(Refusal(format!("{shown} is a link; expected the file itself"))));
            } else if !found.is_file() {
                return Ok(Err(Refusal(format!("{shown} is a device; expected files and folders only"))));
            } else {
                self.total = self.total.saturating_add(found.len());
                if self.total > most::TOTAL {
                    let most = most::TOTAL >> 20;
                    return Ok(Err(Refusal(format!(
                        "its files are larger than {most} MiB; expected source files"
                    ))));
                }
                // It may have grown since.
                self.files.insert(path, plyground_arena::file::read_bytes(&entry.path(), most::TOTAL)?);
            }
        }
        Ok(Ok(()))
    }
}
