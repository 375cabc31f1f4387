//! `plyground mark --audit`: a second look at one student.

use std::sync::atomic::{AtomicBool, Ordering};

use plyground_core::{counted, quote};
use plyground_courses::engine::intake::Submission;
use plyground_courses::engine::run::{AuditError, Run};

use super::tell::listed;
use crate::exit::{Exit, Failure, Streams};
use crate::shown::printable;

/// The submission of this student.
pub(super) fn submission<'a>(all: &'a [Submission], student: &str) -> Result<&'a Submission, Failure> {
    all.iter().find(|submission| submission.student == student).ok_or_else(|| {
        let names = all.iter().map(|submission| printable(&submission.student)).collect();
        bad_input!("--audit: found {}; expected one of {}", quote(student), listed(names))
    })
}

/// Tries a submission again, and says where it differs.
pub(super) fn again(
    run: &Run<'_>,
    submission: &Submission,
    stop: &AtomicBool,
    interrupted: String,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let label = printable(&submission.label);
    let differences = match run.audit(submission, &|| stop.load(Ordering::Relaxed)) {
        Ok(Some(differences)) => differences,
        Ok(None) => return Err(Failure::interrupted(interrupted)),
        Err(error) => {
            let is_machine = matches!(error, AuditError::Machine(_));
            let exit = if is_machine { Exit::ProgramFailed } else { Exit::BadInput };
            return Err(Failure { exit, message: format!("{label}: {}", printable(&error.to_string())) });
        }
    };
    for difference in &differences {
        let [about, then, now] =
            [&difference.about, &difference.then, &difference.now].map(|it| printable(it));
        writeln!(streams.out, "{about}\n  then: {then}\n  now:  {now}")?;
    }
    let cases = counted(run.cases.len(), "case");
    if differences.is_empty() {
        return Ok(writeln!(streams.out, "{label}: {cases}, the same as before")?);
    }
    // A look that found something has its output too.
    streams.out.flush()?;
    let message = format!("{label}: {} in {cases}", counted(differences.len(), "difference"));
    Err(Failure { exit: Exit::CheckFailed, message })
}
