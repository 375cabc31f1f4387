//! A zip of a few files, the same bytes for the same files.

use std::io::{Cursor, Write};
use std::path::Path;

use plyground_arena::file;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::exit::Failure;
use crate::present::untrusted;

/// A file: its path in the zip, its rights, and its content.
pub(super) type Entry = (&'static str, u32, Vec<u8>);

/// The rights of a program, and those of other files.
pub(super) const PROGRAM: u32 = 0o755;
pub(super) const DATA: u32 = 0o644;

/// Writes a zip, whole or not at all.
pub(super) fn write(path: &Path, entries: &[Entry]) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::bad_input(format_args!(
            "{}: {error}; expected to be able to write there",
            untrusted::path(path)
        ))
    };
    let bytes = zipped(entries).map_err(|error| wrong(&error))?;
    file::write_atomically(path, &bytes).map_err(|error| wrong(&error))
}

fn zipped(entries: &[Entry]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, mode, content) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(*mode);
        zip.start_file(*name, options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_files_give_equal_bytes_and_keep_their_rights() {
        let entries = [("run", PROGRAM, b"echo\n".to_vec()), ("tests/data", DATA, vec![0; 9000])];
        let bytes = zipped(&entries).expect("memory");
        assert_eq!(bytes, zipped(&entries).expect("memory"));
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        for (name, mode, content) in entries {
            let mut file = read.by_name(name).expect(name);
            assert_eq!(file.unix_mode().map(|found| found & 0o777), Some(mode), "{name}");
            let mut found = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut found).expect("memory");
            assert_eq!(found, content, "{name}");
        }
    }
}
