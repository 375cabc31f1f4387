//! Which submissions count.

use std::path::Path;

use plyground_arena::marking::assignment::Assignment;
use plyground_arena::marking::intake::{Handed, counting, list};

use crate::exit::Failure;
use crate::shown::printable;

/// The submissions that count, one for each student.
pub(super) struct Counting {
    /// In the order of the students' names.
    pub(super) handed: Vec<Handed>,
    /// How many each student handed in.
    pub(super) submissions: Vec<usize>,
}

impl Counting {
    /// Reads a folder.
    pub(super) fn of(folder: &Path, assignment: &Assignment) -> Result<Self, Failure> {
        let wrong = |text: String| Failure::bad_input(printable(&text));
        let all = list(folder, assignment.late.offset).map_err(|error| wrong(error.to_string()))?;
        if all.is_empty() {
            let expected = "submissions such as ann.zip, ben.py or a folder cleo";
            return Err(wrong(format!("{}: it is empty; expected {expected}", folder.display())));
        }
        let mut found = Self { handed: Vec::new(), submissions: Vec::new() };
        for of_student in all.values() {
            if let Some(handed) = counting(of_student, assignment) {
                found.handed.push(handed.clone());
                found.submissions.push(of_student.len());
            }
        }
        Ok(found)
    }

    /// How many do not say when they were handed in.
    pub(super) fn without_time(&self) -> usize {
        self.handed.iter().filter(|handed| handed.time().is_none()).count()
    }
}
