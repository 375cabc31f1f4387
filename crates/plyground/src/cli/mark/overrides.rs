//! What staff have decided themselves: `overrides.toml` in the folder of marks.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use plyground_arena::file;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::overrides::{OVERRIDES, Override, parse};

use super::submissions::Counting;
use super::tell::listed;
use crate::exit::{Failure, Streams};
use crate::shown::{self, printable};

/// Longer files are not read.
const MOST_BYTES: u64 = 1 << 20;

pub(super) struct Overrides(Vec<Override>);

impl Overrides {
    /// Those in this folder of marks; none if there is no such file.
    pub(super) fn read(out: &Path, assignment: &Assignment, cases: &[Case]) -> Result<Self, Failure> {
        let path = out.join(OVERRIDES);
        let text = match file::read_text(&path, MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self(Vec::new())),
            Err(error) => {
                return Err(bad_input!("{}: {error}; expected a readable file", shown::path(&path)));
            }
        };
        let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        let all = parse(&text, &ids, assignment.marks.cases)
            .map_err(|error| bad_input!("{}: {error}", shown::path(&path)))?;
        Ok(Self(all))
    }

    pub(super) fn of(&self, student: &str) -> Vec<Override> {
        self.0.iter().filter(|one| one.student == student).cloned().collect()
    }

    /// Writes to standard error the names in the overrides for which there is no submission.
    pub(super) fn tell_absent(&self, counting: &Counting, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let is_absent = |one: &&Override| {
            !counting.submissions.iter().any(|submission| submission.student == one.student)
        };
        let absent: BTreeSet<String> =
            self.0.iter().filter(is_absent).map(|one| printable(&one.student)).collect();
        if !absent.is_empty() {
            let names = listed(absent.into_iter().collect());
            writeln!(streams.err, "{OVERRIDES}: no submission of {names}")?;
        }
        Ok(())
    }
}
