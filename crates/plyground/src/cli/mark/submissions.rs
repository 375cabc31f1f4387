//! Which submissions count, and what staff have decided themselves about them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use plyground_arena::file;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::intake::{Submission, SubmissionList, counting, list};
use plyground_courses::engine::overrides::{OVERRIDES, Override, parse};

use super::tell::listed;
use crate::exit::{Failure, Streams};
use crate::present::layout;
use crate::shown::{self, printable};

/// The submissions that count, one for each student.
pub(super) struct Counting {
    /// In the order of the students' names.
    pub(super) submissions: Vec<Submission>,
    /// How many submissions each student has.
    pub(super) counts: Vec<usize>,
    /// What is left out, and why.
    pub(super) left_out: Vec<String>,
}

impl Counting {
    pub(super) fn of(folder: &Path, assignment: &Assignment) -> Result<Self, Failure> {
        let wrong = |text: String| Failure::bad_input(printable(&text));
        let SubmissionList { students: all, left_out } =
            list(folder, &assignment.late.zone).map_err(|error| wrong(error.to_string()))?;
        let left_out: Vec<String> = left_out.iter().map(|error| printable(&error.to_string())).collect();
        if let (true, Some(first)) = (all.is_empty(), left_out.first()) {
            return Err(Failure::bad_input(first));
        }
        if all.is_empty() {
            let expected = "submissions such as ann.zip, ben.py or a folder cleo";
            return Err(wrong(format!("{}: it is empty; expected {expected}", folder.display())));
        }
        let mut found = Self { submissions: Vec::new(), counts: Vec::new(), left_out };
        for of_student in all.values() {
            if let Some(submission) = counting(of_student, assignment) {
                found.submissions.push(submission.clone());
                found.counts.push(of_student.len());
            }
        }
        Ok(found)
    }

    /// Names that look as if they were others', with a mark that nobody understands: what follows the at sign is
    /// neither a number nor a time.
    pub(super) fn strange(&self) -> Vec<String> {
        let is_student = |name: &str| self.submissions.iter().any(|submission| submission.student == name);
        let looks = |submission: &&Submission| {
            submission.student.rsplit_once('@').is_some_and(|(name, _)| is_student(name))
        };
        self.submissions.iter().filter(looks).map(|submission| printable(&submission.student)).collect()
    }

    /// How many submissions have no time.
    pub(super) fn without_time(&self) -> usize {
        self.submissions.iter().filter(|submission| submission.time().is_none()).count()
    }

    /// Writes what would be asked of whom: the cases with what is right, and the submissions.
    pub(super) fn list(
        &self,
        assignment: &Assignment,
        cases: &[Case],
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let out = &mut *streams.out;
        writeln!(out, "{}\n", assignment.title)?;
        let mut rows = vec![["case", "expected", "question"].map(str::to_owned).to_vec()];
        for case in cases {
            rows.push(vec![case.id.clone(), case.expected(), case.question()]);
        }
        layout::table(out, "  ", 3, &rows)?;
        let mut rows = vec![["student", "submission", "of", "days late"].map(str::to_owned).to_vec()];
        for (submission, count) in self.submissions.iter().zip(&self.counts) {
            let late =
                submission.time().zip(assignment.late.due).map(|(time, due)| time.days_late(due).to_string());
            let names = [printable(&submission.student), printable(&submission.label)];
            rows.push(names.into_iter().chain([count.to_string(), late.unwrap_or_default()]).collect());
        }
        writeln!(out)?;
        layout::table(out, "  ", 2, &rows)?;
        Ok(())
    }
}

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
