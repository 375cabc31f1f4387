//! `plyground mark`: a folder of submissions in, marks and reports out.

mod audit;
mod outputs;
mod submissions;
pub(super) mod tell;
mod tournament;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plyground_core::counted;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::{Case, cases};
use plyground_courses::engine::grade::{best_total, grade};
use plyground_courses::engine::intake::Submission;
use plyground_courses::engine::local_time::LocalTime;
use plyground_courses::engine::overrides::apply;
use plyground_courses::engine::run::{JOURNAL, Marked, MarkingResult, Progress, Run, RunError};
use plyground_league::standings::Points;

use super::programs::IsolationArgs;
use super::{assignments, doctor};
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::progress::{self, Display};
use crate::report::marks::{MarkSheet, StudentMarks};
use crate::shown::{self, printable, word};
use audit::Audit;
use outputs::Outputs;
use submissions::{Counting, Overrides};

const EXAMPLES: &str = "Examples:
  mkdir submissions && echo 'print(3)' > submissions/ann.py
  plyground mark comp3608 submissions --list
  plyground mark comp3608 submissions --out marks --allow-root
  plyground mark comp3608 submissions --out marks --allow-root \\
      --due 2027-04-05T23:59";

/// Mark a folder of submissions: build and run them in a sandbox, and write marks and reports
///
/// ASSIGNMENT is the name of one that is built in, or a folder made by `plyground assignments new`. In
/// the folder of submissions every entry is one: STUDENT.zip, STUDENT.py or a folder STUDENT; several of
/// one student are STUDENT@1.zip, STUDENT@2.zip, or STUDENT@2027-04-05T22-10.zip, and the last counts.
///
/// DIR gets marks.csv, marks.jsonl, index.html, a page and a log for each student, junit.xml,
/// results.json for Gradescope and for PrairieLearn, and behaviour.csv: see `plyground help marking`. Whatever ends a run, the same command goes
/// on where it ended, and a submission that has not changed is not tried again, unless it imports a module that was not installed.
///
/// What staff decide themselves stands in DIR/overrides.toml, which is read and never written. With
/// --audit NAME one submission is tried again and compared with what was found.
///
/// Exit status: 0 all are marked, 1 an audit found a difference, 2 bad usage or input, 3 some are not marked because the machine failed
/// with them or lacks what their language needs, 130 interrupted.
#[derive(clap::Args, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The assignment
    assignment: PathBuf,
    /// The folder of submissions
    submissions: PathBuf,
    /// The folder for marks and reports, made if it is not there
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// Print the cases and the submissions that count, and run nothing
    #[arg(long)]
    list: bool,
    /// Try one student's submission again, and say what differs from what is kept in DIR; nothing is written
    #[arg(long, value_name = "NAME", conflicts_with_all = ["list", "tournament", "jplag", "due", "jobs"])]
    audit: Option<String>,
    /// Submissions at a time [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// The deadline in local time of the course, such as 2027-04-05T23:59 [default: the assignment's]
    #[arg(long, value_name = "TIME")]
    due: Option<String>,
    /// The folder of the class tournament, whose entrants have the names of the students; several of ladders, of which the
    /// last with a student's name counts
    #[arg(long, value_name = "DIR")]
    tournament: Vec<PathBuf>,
    /// Write sources to this folder too, a folder for each student, for tools that compare them
    #[arg(long, value_name = "DIR")]
    jplag: Option<PathBuf>,
    #[command(flatten)]
    isolation: IsolationArgs,
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let mut assignment = assignments::open(&self.assignment)?;
        if let Some(due) = &self.due {
            let due =
                LocalTime::parse(due, &assignment.late.zone).map_err(|error| bad_input!("--due: {error}"))?;
            assignment.late.due = Some(due.end_of_minute());
        }
        let interrupted = match self.audit {
            None => format!("interrupted; every finished submission is kept; to go on:\n{}", self.command()),
            Some(_) => format!("interrupted; nothing was compared; to look again:\n{}", self.command()),
        };
        let stop = interrupt::flag(&interrupted)?;
        // A folder that is not there is reported before cases are made, which takes a while.
        let counting = Counting::of(&self.submissions, &assignment)?;
        tell::names(&counting, streams)?;
        let cases = self.cases(&assignment, streams)?;
        if self.list {
            tell::unproved(&assignment, &cases, streams)?;
            return counting.list(&assignment, &cases, streams);
        }
        let Some(out) = &self.out else { return Err(Failure::bad_input("--out DIR: missing")) };
        let submissions = ("the folder of submissions", self.submissions.as_path());
        outputs::apart(out, &[submissions])?;
        if let Some(folder) = &self.jplag {
            outputs::apart(folder, &[submissions, ("the folder of marks", out)])?;
        }
        if let Some(student) = &self.audit {
            let audit = Audit { assignment: &assignment, cases: &cases, out, isolation: &self.isolation };
            return audit.run(&counting, student, &stop, &interrupted, streams);
        }
        let outputs = Outputs::prepare(out)?;
        let overrides = Overrides::read(out, &assignment, &cases)?;
        overrides.tell_absent(&counting, streams)?;
        let students: Vec<&str> = counting.submissions.iter().map(|one| one.student.as_str()).collect();
        let tournament = tournament::marks(&self.tournament, &assignment, &students, streams)?;
        tell::public_seed(&self.assignment, &assignment, streams)?;
        if counting.without_time() > 0 && assignment.late.due.is_some() {
            let count = counting.without_time();
            writeln!(
                streams.err,
                "no time in the name, taken to be in time: {}",
                counted(count, "submission")
            )?;
        }
        let isolation = self.isolation.for_marks().probe(&[], &stop, streams)?;
        doctor::in_short(streams)?;
        tell::unproved(&assignment, &cases, streams)?;
        let jobs = NonZeroUsize::new(crate::arguments::threads(None)).unwrap_or(NonZeroUsize::MIN);
        let run = Run {
            assignment: &assignment,
            cases: &cases,
            submissions: &counting.submissions,
            journal: &out.join(JOURNAL),
            isolation: &isolation,
            jobs: self.jobs.unwrap_or(jobs),
        };
        let mut display = Display::new();
        let marked = run.mark(&stop, &mut |progress| show(&mut display, progress, streams));
        display.bar.finish_and_clear();
        let tried = match marked {
            Ok(Some(Marked { results, seal })) => {
                writeln!(streams.err, "seal of {JOURNAL}: {seal}")?;
                results
            }
            Ok(None) => return Err(Failure::interrupted(interrupted)),
            Err(error @ RunError::Thread(_)) => {
                return Err(Failure { exit: Exit::ProgramFailed, message: printable(&error.to_string()) });
            }
            Err(error) => return Err(Failure::bad_input(printable(&error.to_string()))),
        };
        let (students, not_marked) =
            grades(&assignment, &counting, tried, (&overrides, tournament.as_ref()), streams)?;
        let sheet = MarkSheet { assignment: &assignment, cases: &cases, students };
        outputs.write(&sheet)?;
        let students: BTreeSet<&str> =
            counting.submissions.iter().map(|submission| submission.student.as_str()).collect();
        let mut left_over = outputs.left_over(&students);
        if let Some(folder) = &self.jplag {
            left_over.extend(outputs::write_sources(folder, &counting.submissions, &assignment, streams)?);
        }
        tell::left_over(&left_over, streams)?;
        let refused = sheet.students.iter().filter(|marked| !marked.outcome.refused.is_empty()).count();
        let (count, of) = (sheet.students.len(), cases.len());
        let (students, cases) = (counted(count, "student"), counted(of, "case"));
        writeln!(streams.out, "{}: {students}, {cases}, {refused} not run", shown::path(out))?;
        if let Some(marks) = sheet.pending() {
            let best = best_total(&assignment);
            writeln!(
                streams.out,
                "{marks} of {} pending: --tournament DIR counts the tournament",
                counted(best, "mark")
            )?;
        }
        tell::waiting(&sheet, streams)?;
        tell::attention(&sheet, streams)?;
        tell::not_marked(&not_marked, &counting, &self.submissions, streams)
    }

    /// Makes the cases. Where no progress bar is shown, it writes a line about them now and then.
    fn cases(&self, assignment: &Assignment, streams: &mut Streams<'_>) -> Result<Vec<Case>, Failure> {
        let bar = progress::bar();
        let mut shown = Instant::now();
        let made = cases(assignment, &mut |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message("making cases");
            if bar.is_hidden() && shown.elapsed() >= CASES {
                shown = Instant::now();
                // Standard error takes every write.
                let _ = writeln!(streams.err, "making cases: {done} of {of}");
            }
        });
        bar.finish_and_clear();
        made.map_err(|error| bad_input!("{}: {error}", shown::path(&self.assignment)))
    }

    /// The command that continues this run.
    fn command(&self) -> String {
        let mut words = format!("plyground mark {} {}", word(&self.assignment), word(&self.submissions));
        let tournaments = self.tournament.iter().map(|path| ("tournament", path));
        let (out, jplag) =
            (self.out.iter().map(|path| ("out", path)), self.jplag.iter().map(|path| ("jplag", path)));
        for (option, path) in out.chain(tournaments).chain(jplag) {
            words.extend([" --", option, " ", &word(path)]);
        }
        if let Some(jobs) = self.jobs {
            words.extend([" --jobs ", &jobs.to_string()]);
        }
        if let Some(due) = &self.due {
            words.extend([" --due ", &printable(due)]);
        }
        if let Some(student) = &self.audit {
            words.extend([" --audit ", &word(Path::new(student))]);
        }
        words + &self.isolation.words()
    }
}

/// Those that were marked, and why the others were not.
type Grades<'a> = (Vec<StudentMarks>, Vec<(&'a Submission, String)>);

/// What was found, and what staff and the tournament say, as grades.
fn grades<'a>(
    assignment: &Assignment,
    counting: &'a Counting,
    tried: Vec<MarkingResult>,
    (overrides, tournament): (&Overrides, Option<&BTreeMap<String, Points>>),
    streams: &mut Streams<'_>,
) -> Result<Grades<'a>, Failure> {
    let (mut students, mut not_marked) = (Vec::new(), Vec::new());
    for ((submission, &submissions), tried) in counting.submissions.iter().zip(&counting.counts).zip(tried) {
        match tried {
            Ok(mut outcome) => {
                let staff = overrides.of(&submission.student);
                for vain in apply(&staff, &mut outcome) {
                    tell::in_vain(vain, streams)?;
                }
                let mut grade = grade(&outcome, submission.time(), assignment, &staff);
                grade.tournament =
                    tournament.map(|marks| marks.get(&submission.student).copied().unwrap_or_default());
                students.push(StudentMarks {
                    submission: submission.clone(),
                    submissions,
                    outcome,
                    grade,
                    staff,
                });
            }
            Err(why) => not_marked.push((submission, why)),
        }
    }
    Ok((students, not_marked))
}

/// Between two lines while cases are made, where there is no terminal.
const CASES: Duration = Duration::from_secs(3);

/// Shows the progress of a run.
fn show(display: &mut Display, progress: &Progress<'_>, streams: &mut Streams<'_>) {
    let Progress { done, of, outcome } = *progress;
    if outcome.is_none() && done > 0 {
        // Standard error takes every write.
        let _ = writeln!(streams.err, "{done} of {} known already", counted(of, "submission"));
    }
    let left = display.time_left(done, of).unwrap_or_default();
    if !display.is_due(Duration::ZERO) {
        return;
    }
    if display.bar.is_hidden() {
        let _ = writeln!(streams.err, "{done} of {}; {left}", counted(of, "submission"));
        return;
    }
    display.bar.set_length(of as u64);
    display.bar.set_position(done as u64);
    display.bar.set_message(left);
}
