//! Which submissions count, and what staff have decided themselves about them.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use plyground_arena::file;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::intake::{IntakeError, Submission, SubmissionList, counting, list};
use plyground_courses::engine::overrides::{OVERRIDES, Override, parse};

use super::pseudonyms::{Pseudonyms, is_pseudonym};
use super::tell::listed;
use crate::exit::{Failure, Streams};
use crate::present::layout;
use crate::shown::{self, printable};

/// The submissions that count, one for each student.
pub(super) struct Counting {
    /// In the order of the students' names or pseudonyms.
    pub(super) submissions: Vec<Submission>,
    /// How many submissions each student has.
    pub(super) counts: Vec<usize>,
    /// What is left out, and why.
    pub(super) left_out: Vec<String>,
    /// Names that look as if they were others', with a mark that nobody understands: what follows the at sign is
    /// neither a number nor a time.
    pub(super) strange: Vec<String>,
}

impl Counting {
    /// Those of a folder. With pseudonyms nothing here has a name any more, and the list of who is who is written.
    pub(super) fn of(
        folder: &Path,
        assignment: &Assignment,
        pseudonyms: Option<&Pseudonyms>,
    ) -> Result<Self, Failure> {
        let wrong = |text: String| Failure::bad_input(printable(&text));
        let SubmissionList { students: all, left_out } =
            list(folder, &assignment.late.zone).map_err(|error| wrong(error.to_string()))?;
        let mut names = Vec::new();
        let told = |error: &IntakeError| {
            let Some(pseudonyms) = pseudonyms else { return printable(&error.to_string()) };
            let label = error.path.strip_prefix(folder).unwrap_or(&error.path).to_string_lossy();
            let pseudonym = pseudonyms.of(&label);
            names.push([pseudonym.clone(), String::new(), label.into_owned(), error.message.clone()]);
            format!("{pseudonym}: {} says what it is, and why", shown::path(&pseudonyms.list))
        };
        let mut left_out: Vec<String> = left_out.iter().map(told).collect();
        let mut submissions = Vec::new();
        let mut strange = Vec::new();
        for (student, of_student) in &all {
            let Some(submission) = counting(of_student, assignment) else { continue };
            let mut submission = submission.clone();
            if let Some(pseudonyms) = pseudonyms {
                let label = submission.label.clone();
                pseudonyms.rename(&mut submission, assignment);
                names.push([submission.student.clone(), student.clone(), label, String::new()]);
            }
            if student.rsplit_once('@').is_some_and(|(name, _)| all.contains_key(name)) {
                strange.push(printable(&submission.student));
            }
            submissions.push((submission, of_student.len()));
        }
        // The order of names would tell something of them.
        submissions.sort_by(|(one, _), (other, _)| one.student.cmp(&other.student));
        if let Some(pseudonyms) = pseudonyms {
            pseudonyms.write(&names)?;
            left_out.sort();
            strange.sort();
            if submissions.windows(2).any(|pair| pair[0].0.student == pair[1].0.student) {
                let why = "--pseudonyms: two students have one pseudonym; expected another key";
                return Err(Failure::bad_input(why));
            }
        }
        if let (true, Some(first)) = (all.is_empty(), left_out.first()) {
            return Err(Failure::bad_input(first));
        }
        if all.is_empty() {
            let expected = "submissions such as ann.zip, ben.py or a folder cleo";
            return Err(wrong(format!("{}: it is empty; expected {expected}", folder.display())));
        }
        let (submissions, counts) = submissions.into_iter().unzip();
        Ok(Self { submissions, counts, left_out, strange })
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
        Ok(layout::table(out, "  ", 2, &rows)?)
    }
}

/// Longer files are not read.
const MOST_BYTES: u64 = 1 << 20;

pub(super) struct Overrides(Vec<Override>);

impl Overrides {
    /// Those in this folder of marks; none if there is no such file.
    pub(super) fn read(
        out: &Path,
        assignment: &Assignment,
        cases: &[Case],
        pseudonyms: Option<&Pseudonyms>,
    ) -> Result<Self, Failure> {
        let path = out.join(OVERRIDES);
        let place = shown::path(&path);
        let text = match file::read_text(&path, MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self(Vec::new())),
            Err(error) => return Err(bad_input!("{place}: {error}; expected a readable file")),
        };
        let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        let all = parse(&text, &ids, assignment.marks.cases);
        let all = all.map_err(|error| bad_input!("{place}: {error}"))?;
        if let Some(pseudonyms) = pseudonyms
            && all.iter().any(|one| !is_pseudonym(&one.student))
        {
            let list = shown::path(&pseudonyms.list);
            return Err(bad_input!("{place}: a student who is no pseudonym; expected those in {list}"));
        }
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
