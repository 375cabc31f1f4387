//! Replaces names of folders and files that differ in every run, in what compilers and programs say. The new names are
//! fixed, those of a box, so that marking again gives the same files.

use std::env::temp_dir;
use std::path::Path;

use plyground_sandbox::isolation::{BOX_FOLDER, BOX_SCRATCH};

/// What names of folders begin with that this project makes for programs.
const OURS: &str = "/plyground-";

/// What names begin with that compilers of C make for objects, and how many letters and digits follow.
const OBJECT: (&str, usize) = ("/cc", 6);

/// A text in which the folder of the program and those that it may write to have the names that they have in a box.
pub fn fixed(text: Vec<u8>, folder: &Path) -> Vec<u8> {
    let ours = format!("{}{OURS}", temp_dir().display());
    let folder = folder.to_string_lossy();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let text = replaced(text, ours.as_bytes(), |rest| {
        let length = ours.len() + rest[ours.len()..].iter().take_while(|byte| is_name(byte)).count();
        let is_program = rest.starts_with(folder.as_bytes());
        Some(if is_program { (folder.len(), BOX_FOLDER) } else { (length, BOX_SCRATCH) })
    });
    let object = format!("{BOX_SCRATCH}{}", OBJECT.0);
    replaced(text, object.as_bytes(), |rest| {
        let (random, rest) = rest[object.len()..].split_at_checked(OBJECT.1)?;
        let is_object = random.iter().all(u8::is_ascii_alphanumeric) && rest.starts_with(b".");
        is_object.then_some((object.len() + OBJECT.1, &*object))
    })
}

/// A text in which places that begin so are replaced: `with` gets the text from there on, and says how many bytes go
/// and what comes.
fn replaced<'a>(text: Vec<u8>, begin: &[u8], with: impl Fn(&[u8]) -> Option<(usize, &'a str)>) -> Vec<u8> {
    if !text.windows(begin.len()).any(|window| window == begin) {
        return text;
    }
    let (mut fixed, mut rest) = (Vec::with_capacity(text.len()), text.as_slice());
    while let Some((&first, others)) = rest.split_first() {
        if let Some((gone, word)) = rest.starts_with(begin).then(|| with(rest)).flatten() {
            fixed.extend_from_slice(word.as_bytes());
            rest = &rest[gone..];
        } else {
            fixed.push(first);
            rest = others;
        }
    }
    fixed
}
