//! What is said on standard error about a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plyground_core::counted;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::{self, Case};
use plyground_courses::engine::intake::Submission;
use plyground_league::event::share_of_processor;
use plyground_league::standings::Points;

use super::submissions::Counting;
use crate::cli::assignments;
use crate::exit::{Exit, Failure, Streams};
use crate::report::marks::MarkSheet;
use crate::shown::{self, printable};

/// Names that are odd, and what is left out because of its name.
pub(super) fn names(counting: &Counting, streams: &mut Streams<'_>) -> Result<(), Failure> {
    for strange in &counting.strange {
        let expected = "expected a number or a time after the at sign";
        writeln!(streams.err, "{strange} is taken for a student's name; {expected}")?;
    }
    for why in &counting.left_out {
        writeln!(streams.err, "left out: {why}")?;
    }
    Ok(())
}

/// That hidden cases are no secret, where they are none.
pub(in crate::cli) fn public_seed(
    name: &Path,
    assignment: &Assignment,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let [_, hidden, after_due] = assignment.cases.counts;
    let built_in = assignments::built_in_name(name);
    let why = match built_in {
        _ if hidden + after_due == 0 => return Ok(()),
        Some(_) => "every copy of this program has their seed",
        None if assignment.cases.hidden_seed.is_none() => "the file has no hidden_seed",
        None => return Ok(()),
    };
    let from = built_in.map_or_else(String::new, |name| format!(" --from {name}"));
    let remedy = format!("plyground assignments new DIR{from}");
    Ok(writeln!(streams.err, "the hidden cases are no secret: {why}; for marks that count: {remedy}")?)
}

/// Which mistakes the cases may let pass.
pub(super) fn unproved(
    assignment: &Assignment,
    cases: &[Case],
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if let Some(line) = case::unproved(assignment, cases) {
        writeln!(streams.err, "{line}")?;
    }
    Ok(())
}

/// Names that a message lists.
const MOST_LISTED: usize = 8;

/// Names for a message, the first ones.
pub(super) fn listed(mut names: Vec<String>) -> String {
    if let more @ 1.. = names.len().saturating_sub(MOST_LISTED) {
        names.truncate(MOST_LISTED);
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// How many submissions have no time in their names, where there is a deadline.
pub(super) fn without_time(
    counting: &Counting,
    assignment: &Assignment,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let count = counting.submissions.iter().filter(|submission| submission.time().is_none()).count();
    if count > 0 && assignment.late.due.is_some() {
        let submissions = counted(count, "submission");
        writeln!(streams.err, "no time in the name, taken to be in time: {submissions}")?;
    }
    Ok(())
}

/// What an earlier run has left behind.
pub(super) fn left_over(paths: &[PathBuf], streams: &mut Streams<'_>) -> Result<(), Failure> {
    if paths.is_empty() {
        return Ok(());
    }
    Ok(writeln!(
        streams.err,
        "from an earlier run, of students with no submission now; delete what is not wanted: {}",
        listed(paths.iter().map(|path| shown::path(path)).collect())
    )?)
}

/// Whose total is less than before.
pub(super) fn falls(
    sheet: &MarkSheet<'_>,
    older: &BTreeMap<String, Points>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    for marked in &sheet.students {
        let (student, now) = (&marked.submission.student, marked.grade.total());
        if let Some(before) = older.get(student).filter(|&&before| now < before) {
            writeln!(streams.err, "{}: {now} in all, {before} before", printable(student))?;
        }
    }
    Ok(())
}

/// More waiting than this share of all time, in percent, is said.
const MUCH_WAITING: u64 = 5;

/// That the machine kept programs waiting for much of their time, and what staff should look at themselves.
pub(super) fn attention(sheet: &MarkSheet<'_>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let answers = || sheet.students.iter().flat_map(|marked| &marked.outcome.answers);
    let own: u64 = answers().map(|answered| answered.wall_us).sum();
    let waited: u64 = answers().map(|answered| answered.waited_us).sum();
    let share = 100 - share_of_processor(own, waited);
    if share > MUCH_WAITING {
        writeln!(
            streams.err,
            "the machine was busy: programs waited {share} % of their time for a processor, which does not count. times.csv \
             says when; fewer --jobs, or nothing else on the machine, make it less"
        )?;
    }
    for marked in &sheet.students {
        for sentence in &marked.outcome.staff {
            let [label, sentence] = [&marked.submission.label, sentence].map(|text| printable(text));
            writeln!(streams.err, "look at {label}: {sentence}")?;
        }
    }
    Ok(())
}

/// Which submissions are not marked, and why: a failure if there are any.
pub(super) fn not_marked(
    failed: &[(&Submission, String)],
    counting: &Counting,
    folder: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    for (submission, why) in failed {
        writeln!(streams.err, "not marked: {}: {}", printable(&submission.label), printable(why))?;
    }
    if let number @ 1.. = failed.len() {
        let submissions = if number == 1 { "submission is" } else { "submissions are" };
        let why = "for reasons that are no student's; the same command goes on with them";
        let message = format!("{number} {submissions} not marked, {why}");
        return Err(Failure { exit: Exit::ProgramFailed, message });
    }
    if let number @ 1.. = counting.left_out.len() {
        let entries = if number == 1 { "entry was" } else { "entries were" };
        let place = shown::path(folder);
        return Err(bad_input!("{place}: {number} {entries} left out, see above; all others are marked"));
    }
    Ok(())
}
