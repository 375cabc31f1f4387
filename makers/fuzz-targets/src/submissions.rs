//! What students hand in: archives of strangers.

use std::fs;
use std::io::{Cursor, Write};

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::{self, Files, Mark, ReadySources, Submission};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::input::{Input, check_message, folder};
use crate::settings::COMP3608;

/// The kind of submission, then its bytes: an archive, the content of one, or a source file.
pub(crate) fn submission(data: &[u8]) {
    let mut input = Input(data);
    let (label, bytes) = match input.below(4) {
        0 => ("ann.zip", input.rest().to_vec()),
        1 => ("ann.py", input.rest().to_vec()),
        2 => ("ann.rar", input.rest().to_vec()),
        _ => match archive(input.rest()) {
            Some(bytes) => ("ann.zip", bytes),
            None => return,
        },
    };
    let place = folder();
    let path = place.path().join(label);
    fs::write(&path, &bytes).expect("a file");
    let submission =
        Submission { student: "ann".to_owned(), label: label.to_owned(), path, mark: Mark::None };
    let assignment = Assignment::parse(COMP3608).expect("an assignment");
    let read = intake::read(&submission, &assignment).expect("it can be read");
    assert_eq!(intake::digest(&read).len(), 64);
    match read {
        Ok(files) => taken(files, &assignment),
        Err(refused) => check_message(&refused.0),
    }
}

/// An archive of files with these names and contents, one after the other with a zero byte between them.
fn archive(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let mut parts = bytes.split(|&byte| byte == 0);
    while let (Some(name), Some(content)) = (parts.next(), parts.next()) {
        let mode = if name.first() == Some(&b'>') { 0o120_777 } else { 0o100_644 };
        let options = SimpleFileOptions::default().unix_permissions(mode);
        // Names that no archive can have are nothing to be read.
        writer.start_file(str::from_utf8(name).ok()?, options).ok()?;
        writer.write_all(content).ok()?;
    }
    Some(writer.finish().ok()?.into_inner())
}

/// Files lead nowhere else, and are no more than source files need.
fn taken(files: Files, assignment: &Assignment) {
    let total: usize = files.values().map(Vec::len).sum();
    assert!(total <= 64 << 20 && files.len() <= 2000);
    for path in files.keys() {
        let mut parts = path.split('/');
        assert!(parts.all(|part| !part.is_empty() && part != "." && part != ".."), "{path:?}");
        assert!(!path.chars().any(char::is_control) && !path.contains('\\') && path.len() <= 200, "{path:?}");
    }
    match ReadySources::of(files, assignment) {
        Ok(ready) => {
            assert!(ready.files.contains_key(&ready.main), "{}", ready.main);
            for path in ready.files.keys() {
                let below = format!("{path}/");
                assert!(!ready.files.keys().any(|other| other.starts_with(&below)), "{path:?} is both");
            }
            ready.notes.iter().for_each(|note| check_message(note));
        }
        Err(refused) => check_message(&refused.0),
    }
}
