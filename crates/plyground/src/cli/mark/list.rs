//! What would be asked of whom.

use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case;

use super::submissions::Counting;
use crate::exit::{Failure, Streams};
use crate::present::layout;
use crate::shown::printable;

/// Writes the cases with what is right, and the submissions that count.
pub(super) fn write(
    assignment: &Assignment,
    cases: &[Case],
    counting: &Counting,
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
    for (submission, count) in counting.submissions.iter().zip(&counting.counts) {
        let late =
            submission.time().zip(assignment.late.due).map(|(time, due)| time.days_late(due).to_string());
        let names = [printable(&submission.student), printable(&submission.label)];
        rows.push(names.into_iter().chain([count.to_string(), late.unwrap_or_default()]).collect());
    }
    writeln!(out)?;
    layout::table(out, "  ", 2, &rows)?;
    Ok(())
}
