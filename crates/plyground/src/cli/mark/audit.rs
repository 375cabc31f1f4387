//! `plyground mark --audit`: a second look at one student.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyground_core::counted;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;
use plyground_courses::engine::run::{AuditError, JOURNAL, Run};

use super::submissions::Counting;
use crate::cli::programs::IsolationArgs;
use crate::exit::{Exit, Failure, Streams};
use crate::shown::printable;

/// What a second look needs.
pub(super) struct Audit<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) cases: &'a [Case],
    /// The folder of marks.
    pub(super) out: &'a Path,
    pub(super) isolation: &'a IsolationArgs,
    pub(super) pseudonyms: Option<&'a str>,
}

impl Audit<'_> {
    /// Tries the submission of this student again, and says where it differs.
    pub(super) fn run(
        &self,
        counting: &Counting,
        student: &str,
        stop: &Arc<AtomicBool>,
        interrupted: &str,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let Some(submission) = counting.submissions.iter().find(|submission| submission.student == student)
        else {
            let names =
                counting.submissions.iter().map(|submission| printable(&submission.student)).collect();
            let (student, names) = (plyground_core::quote(student), super::tell::listed(names));
            return Err(bad_input!("--audit: found {student}; expected one of {names}"));
        };
        let isolation = self.isolation.for_marks().probe(&[], stop, streams)?;
        let run = Run {
            assignment: self.assignment,
            cases: self.cases,
            submissions: &counting.submissions,
            journal: &self.out.join(JOURNAL),
            isolation: &isolation,
            jobs: NonZeroUsize::MIN,
            pseudonyms: self.pseudonyms,
        };
        let label = printable(&submission.label);
        let found = run.audit(submission, &|| stop.load(Ordering::Relaxed));
        let differences = match found {
            Ok(Some(differences)) => differences,
            Ok(None) => return Err(Failure::interrupted(interrupted)),
            Err(error @ AuditError::Machine(_)) => {
                let message = format!("{label}: {}", printable(&error.to_string()));
                return Err(Failure { exit: Exit::ProgramFailed, message });
            }
            Err(error) => {
                return Err(bad_input!("{label}: {}", printable(&error.to_string())));
            }
        };
        for difference in &differences {
            let [about, then, now] =
                [&difference.about, &difference.then, &difference.now].map(|it| printable(it));
            writeln!(streams.out, "{about}\n  then: {then}\n  now:  {now}")?;
        }
        let cases = counted(self.cases.len(), "case");
        if differences.is_empty() {
            writeln!(streams.out, "{label}: {cases}, the same as before")?;
            return Ok(());
        }
        // A look that found something has its output too.
        streams.out.flush()?;
        let message = format!("{label}: {} in {cases}", counted(differences.len(), "difference"));
        Err(Failure { exit: Exit::CheckFailed, message })
    }
}
