//! `plyground mark --pseudonyms`: students stand in everything that is written under words that a secret key makes of their names.

use std::fs::{File, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use hmac_sha256::HMAC;
use plyground_arena::file;
use plyground_core::hex;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::intake::Submission;

use super::outputs::wrong;
use crate::exit::Failure;
use crate::report::standings::csv::{first_line, line, text};
use crate::shown::{self, word};

/// Bytes of a key: with fewer, somebody who has the names could try all keys.
const LEAST: usize = 16;
const MOST: u64 = 1 << 16;

/// A pseudonym is this and so many hexadecimal digits: among 10000 students two are alike once in five million classes.
const START: &str = "s-";
const DIGITS: usize = 12;

/// A secret that makes pseudonyms of names.
pub(super) struct Pseudonyms {
    key: Vec<u8>,
    file: PathBuf,
    /// The list of who is who, beside the key.
    pub(super) list: PathBuf,
}

impl Pseudonyms {
    /// Those of the key in this file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let wrong = |why: String| {
            let (place, word) = (shown::path(path), word(path));
            bad_input!(
                "--pseudonyms: {place}: {why}; expected a file with a secret of {LEAST} bytes or more, such as \
                 'head -c 32 /dev/urandom > {word}' makes"
            )
        };
        let key = file::read_bytes(path, MOST).map_err(|error| wrong(error.to_string()))?;
        if key.len() < LEAST {
            return Err(wrong(plyground_core::counted(key.len() as u64, "byte")));
        }
        let mut list = path.as_os_str().to_owned();
        list.push(".names.csv");
        Ok(Self { key, file: path.to_owned(), list: list.into() })
    }

    /// The pseudonym of this name.
    pub(super) fn of(&self, name: &str) -> String {
        format!("{START}{}", &hex(&HMAC::mac(name, &self.key))[..DIGITS])
    }

    /// The pseudonym of this name, or the name, if it is one.
    pub(super) fn of_name_or_pseudonym(&self, name: &str) -> String {
        if is_pseudonym(name) { name.to_owned() } else { self.of(name) }
    }

    /// A word that is another one for another key, and tells nothing of it. No name has a control character.
    pub(super) fn identity(&self) -> String {
        self.of("\0")
    }

    /// Takes the name out of a submission, its extension too if that may be a part of a name.
    pub(super) fn rename(&self, submission: &mut Submission, assignment: &Assignment) {
        let pseudonym = self.of(&submission.student);
        // The label begins with the name; a mark and an extension follow.
        let rest = submission.label.strip_prefix(&submission.student).unwrap_or_default();
        let is_known = |extension: &str| {
            let extension = extension.to_ascii_lowercase();
            extension == "zip" || assignment.languages.iter().any(|one| one.extensions.contains(&extension))
        };
        let rest = match rest.rsplit_once('.') {
            Some((mark, extension)) if !is_known(extension) => mark,
            _ => rest,
        };
        submission.label = format!("{pseudonym}{rest}");
        submission.student = pseudonym;
    }

    /// Writes the list of who is who: pseudonym, student, submission, and why it is left out. Nobody else may read it. Others
    /// stay in it: two classes may have one key.
    pub(super) fn write(&self, rows: &[[String; 4]]) -> Result<(), Failure> {
        let heading = first_line("pseudonym,student,submission,left_out");
        // Another run with this key waits until the list is written. The lock ends with the file. Where the file system has
        // no locks for files that are only read, nobody waits.
        let key = File::open(&self.file).map_err(|error| wrong(&self.file, &error))?;
        let _ = key.lock();
        let mut private = OpenOptions::new();
        let made = private.create(true).append(true).mode(0o600).open(&self.list);
        made.and_then(|list| list.set_permissions(Permissions::from_mode(0o600)))
            .map_err(|error| wrong(&self.list, &error))?;
        let changed = |why: String| {
            let place = shown::path(&self.list);
            bad_input!("{place}: {why}; expected the list as 'plyground mark' wrote it, or no such file")
        };
        let old = file::read_text(&self.list, 16 << 20).map_err(|error| changed(error.to_string()))?;
        if !old.is_empty() && !old.starts_with(heading.trim_start_matches('\u{feff}').trim_end()) {
            return Err(changed("its first line is not that of a list of who is who".to_owned()));
        }
        let is_other = |line: &&str| {
            let mut cells = line.split(',');
            cells.next().is_some_and(is_pseudonym)
                && cells.next().is_some_and(|student| !student.is_empty())
                && !rows.iter().any(|row| line.starts_with(&row[0]))
        };
        let lines = rows.iter().map(|row| line(&row.each_ref().map(|cell| text(cell))));
        let others = old.split_inclusive('\n').filter(is_other).map(str::to_owned);
        let content = heading + &lines.chain(others).collect::<String>();
        file::write_atomically(&self.list, content.as_bytes()).map_err(|error| wrong(&self.list, &error))
    }
}

/// Whether a name has the form of a pseudonym.
pub(super) fn is_pseudonym(name: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    name.strip_prefix(START).is_some_and(|rest| rest.len() == DIGITS && rest.bytes().all(is_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test cases 2 and 6 of RFC 4231.
    #[test]
    fn pseudonyms_are_made_by_hmac() {
        let long = [0xaa; 131];
        for (key, message, expected) in [
            (b"Jefe".as_slice(), "what do ya want for nothing?", "5bdcc146bf60"),
            (&long, "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0"),
        ] {
            let made =
                Pseudonyms { key: key.to_vec(), file: PathBuf::new(), list: PathBuf::new() }.of(message);
            assert_eq!(made, format!("s-{expected}"));
            assert!(is_pseudonym(&made) && !is_pseudonym(&made[1..]) && !is_pseudonym(&made.to_uppercase()));
        }
    }

    #[test]
    fn runs_side_by_side_lose_nothing_of_the_list() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("class.key");
        std::fs::write(&path, [7; LEAST]).expect("a key");
        let read = || Pseudonyms::read(&path).unwrap_or_else(|failure| panic!("{}", failure.message));
        let add = |name: String| {
            let pseudonyms = read();
            let row = [pseudonyms.of(&name), name.clone(), format!("{name}.py"), String::new()];
            assert!(pseudonyms.write(&[row]).is_ok(), "{name}");
        };
        let add = &add;
        std::thread::scope(|scope| {
            for class in ["red", "yellow"] {
                scope.spawn(move || (0..50).for_each(|student| add(format!("{class}{student}"))));
            }
        });
        let list = file::read_text(&read().list, 1 << 20).expect("a list");
        assert_eq!(list.lines().count(), 101, "{list}");
    }
}
