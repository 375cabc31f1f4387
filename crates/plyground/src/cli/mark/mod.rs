//! `plyground mark`: a folder of submissions in, marks and reports out.

mod audit;
mod outputs;
mod pseudonyms;
pub(super) mod regrade;
mod submissions;
pub(super) mod tell;
mod tournament;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use plyground_core::counted;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::{Case, cases};
use plyground_courses::engine::grade::{best_total, grade};
use plyground_courses::engine::intake::Submission;
use plyground_courses::engine::local_time::LocalTime;
use plyground_courses::engine::overrides::{OVERRIDES, Override, apply};
use plyground_courses::engine::run::{JOURNAL, Marked, MarkingResult, Progress, Run, RunError};
use plyground_league::standings::Points;

use super::programs::IsolationArgs;
use super::{assignments, doctor};
use crate::exit::{Exit, Failure, Streams};
use crate::interrupt;
use crate::present::progress::{self, Display};
use crate::report::marks::{MarkSheet, StudentMarks};
use crate::shown::{self, printable, word};
use pseudonyms::Pseudonyms;
use regrade::Regrade;
use submissions::{Counting, Overrides};

/// Mark a folder of submissions: build and run them in a sandbox, and write marks and reports
///
/// ASSIGNMENT is the name of one that is built in, or a folder made by `plyground assignments new`. In
/// the folder of submissions every entry is one: STUDENT.zip, STUDENT.py or a folder STUDENT; several of
/// one student are STUDENT@1.zip, STUDENT@2.zip, or STUDENT@2027-04-05T22-10.zip, and the last counts.
///
/// DIR gets marks.csv, marks.jsonl, index.html, for each student a page, a log and questions for a talk, junit.xml,
/// results for Gradescope, PrairieLearn and Classroom 50, and behaviour.csv: see `plyground help marking`. Whatever ends a run, the same command goes
/// on where it ended, and a submission that has not changed is not tried again, unless it imports a module that was not installed.
///
/// What staff decide themselves stands in DIR/overrides.toml, which is read and never written. With
/// --audit NAME one submission is tried again and compared with what was found.
///
/// Exit status: 0 all are marked, 1 an audit found a difference, 2 bad usage or input, 3 some are not marked because the machine failed
/// with them or lacks what their language needs, 130 interrupted.
#[derive(clap::Args, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
#[command(after_help = "Examples:
  mkdir submissions && echo 'print(3)' > submissions/ann.py
  plyground mark comp3608 submissions --list
  plyground mark comp3608 submissions --out marks --allow-root
  plyground mark comp3608 submissions --out marks --allow-root \\
      --due 2027-04-05T23:59
  plyground mark comp3608 submissions --out again --regrade marks --allow-root")]
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
    /// Try one student's submission again, and say what differs from what is kept in DIR, which stays as it is
    #[arg(long, value_name = "NAME", conflicts_with_all = ["list", "tournament", "jplag", "due", "jobs"])]
    audit: Option<String>,
    /// Compare with the marks of an earlier run in this folder, say what changed and why, and keep marks for the cases that would fall
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "audit"])]
    regrade: Option<PathBuf>,
    /// Take marks for the cases that are lower than before, too
    #[arg(long, requires = "regrade")]
    lower: bool,
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
    /// Put pseudonyms for the students' names into all that is written, made by the secret in this file; who is who stands in
    /// KEYFILE.names.csv
    #[arg(long, value_name = "KEYFILE")]
    pseudonyms: Option<PathBuf>,
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
        let pseudonyms = self.pseudonyms()?;
        let identity = pseudonyms.as_ref().map(Pseudonyms::identity);
        let (pseudonyms, identity) = (pseudonyms.as_ref(), identity.as_deref());
        let counting = Counting::of(&self.submissions, &assignment, pseudonyms)?;
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
            if let Some(earlier) = &self.regrade {
                outputs::apart(folder, &[("the folder of earlier marks", earlier)])?;
            }
        }
        if let Some(student) = &self.audit {
            let submission = audit::submission(&counting.submissions, student)?;
            let run = Run {
                assignment: &assignment,
                cases: &cases,
                submissions: &counting.submissions,
                journal: &out.join(JOURNAL),
                isolation: &self.isolation.for_marks().probe(&[], &stop, streams)?,
                jobs: NonZeroUsize::MIN,
                pseudonyms: identity,
            };
            return audit::again(&run, submission, &stop, interrupted, streams);
        }
        let names: Vec<&str> = counting.submissions.iter().map(|one| one.student.as_str()).collect();
        let mut regrade = self.regrade(out, &assignment, &names)?;
        let older = regrade::totals(out, assignment.marks.cases, regrade.as_ref());
        if pseudonyms.is_some() {
            outputs::without_names(out, self.jplag.as_deref())?;
        }
        std::fs::create_dir_all(out).map_err(|error| outputs::wrong(out, &error))?;
        let overrides = Overrides::read(out, &assignment, &cases, pseudonyms)?;
        overrides.tell_absent(&counting, streams)?;
        let tournament = tournament::marks(&self.tournament, &assignment, &names, pseudonyms, streams)?;
        tell::public_seed(&self.assignment, &assignment, streams)?;
        tell::without_time(&counting, &assignment, streams)?;
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
            pseudonyms: identity,
        };
        let (mut display, mut begun) = (Display::new(), Ok(()));
        let marked = run.mark(&stop, &mut |progress| {
            if progress.outcome.is_none() {
                begun = outputs::remove_older(out, &names, regrade.as_ref());
                stop.fetch_or(begun.is_err(), Ordering::Relaxed);
            }
            show(&mut display, progress, streams);
        });
        display.bar.finish_and_clear();
        // Until all is written nobody else marks into the folder.
        let (tried, _journal) = match begun.map(|()| marked)? {
            Ok(Some(Marked { results, seal, journal })) => {
                writeln!(streams.err, "seal of {JOURNAL}: {seal}")?;
                (results, journal)
            }
            Ok(None) => return Err(Failure::interrupted(interrupted)),
            Err(error @ RunError::Thread(_)) => {
                return Err(Failure { exit: Exit::ProgramFailed, message: printable(&error.to_string()) });
            }
            Err(error) => return Err(Failure::bad_input(printable(&error.to_string()))),
        };
        let decided = (&overrides, tournament.as_ref(), regrade.as_mut());
        let (students, not_marked) = grades(&assignment, &counting, tried, &cases, decided, streams)?;
        let sheet = MarkSheet { assignment: &assignment, cases: &cases, students };
        outputs::write(out, &sheet, regrade.as_ref(), not_marked.is_empty())?;
        let mut left_over = outputs::others(out, &|name| names.contains(&name));
        if let Some(folder) = &self.jplag {
            left_over.extend(outputs::write_sources(folder, &counting.submissions, &assignment, streams)?);
        }
        tell::left_over(&left_over, streams)?;
        summary(&sheet, out, (regrade.as_ref(), &older), streams)?;
        tell::attention(&sheet, streams)?;
        tell::not_marked(&not_marked, &counting, &self.submissions, streams)
    }

    /// The key of the pseudonyms, if there is one, with the list of who is who apart from all that is given away.
    fn pseudonyms(&self) -> Result<Option<Pseudonyms>, Failure> {
        let Some(file) = &self.pseudonyms else { return Ok(None) };
        let pseudonyms = Pseudonyms::read(file)?;
        let folders = [
            ("the folder of submissions", Some(&self.submissions)),
            ("the folder of marks", self.out.as_ref()),
            ("the folder of sources", self.jplag.as_ref()),
            ("the folder of earlier marks", self.regrade.as_ref()),
        ];
        let folders: Vec<(&str, &Path)> =
            folders.iter().filter_map(|(what, folder)| Some((*what, folder.as_ref()?.as_path()))).collect();
        outputs::apart(&pseudonyms.list, &folders)?;
        Ok(Some(pseudonyms))
    }

    /// The marks of an earlier run, if the new ones are to be compared with some.
    fn regrade(&self, out: &Path, of: &Assignment, students: &[&str]) -> Result<Option<Regrade>, Failure> {
        let table = out.join(regrade::TABLE);
        match &self.regrade {
            Some(folder) => {
                outputs::apart(out, &[("the folder of earlier marks", folder)])?;
                let [decided, here] = [folder.as_path(), out].map(|folder| folder.join(OVERRIDES));
                if decided.exists() && !here.exists() {
                    return Err(bad_input!(
                        "{}: decisions of staff, which the new folder has not; copy the file to {}, or write one there",
                        shown::path(&decided),
                        shown::path(&here)
                    ));
                }
                Regrade::read(folder, of, self.lower, students, self.pseudonyms.is_some()).map(Some)
            }
            // Without the earlier marks, those that were kept would fall.
            None if table.exists() => Err(bad_input!(
                "{}: the marks here were compared with those of an earlier run; expected --regrade DIR again, or another --out",
                shown::path(&table)
            )),
            None => Ok(None),
        }
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
        let paths = |option: &str, paths: &[PathBuf]| -> String {
            paths.iter().map(|path| format!(" --{option} {}", word(path))).collect::<Vec<_>>().concat()
        };
        [
            format!("plyground mark {} {}", word(&self.assignment), word(&self.submissions)),
            paths("out", self.out.as_slice()),
            paths("tournament", &self.tournament),
            paths("jplag", self.jplag.as_slice()),
            paths("regrade", self.regrade.as_slice()),
            paths("pseudonyms", self.pseudonyms.as_slice()),
            if self.lower { " --lower".to_owned() } else { String::new() },
            self.jobs.map(|jobs| format!(" --jobs {jobs}")).unwrap_or_default(),
            self.due.as_ref().map(|due| format!(" --due {}", printable(due))).unwrap_or_default(),
            paths("audit", self.audit.as_ref().map(PathBuf::from).as_slice()),
            self.isolation.words(),
        ]
        .concat()
    }
}

/// Those that were marked, and why the others were not.
type Grades<'a> = (Vec<StudentMarks>, Vec<(&'a Submission, String)>);

/// What was found, and what staff and the tournament say, as grades.
fn grades<'a>(
    assignment: &Assignment,
    counting: &'a Counting,
    tried: Vec<MarkingResult>,
    cases: &[Case],
    (overrides, tournament, mut regrade): (
        &Overrides,
        Option<&BTreeMap<String, Points>>,
        Option<&mut Regrade>,
    ),
    streams: &mut Streams<'_>,
) -> Result<Grades<'a>, Failure> {
    let (mut students, mut not_marked) = (Vec::new(), Vec::new());
    for ((submission, &submissions), tried) in counting.submissions.iter().zip(&counting.counts).zip(tried) {
        match tried {
            Ok(mut outcome) => {
                let mut staff = overrides.of(&submission.student);
                for vain in apply(&staff, &mut outcome) {
                    let case = vain.case.as_deref().unwrap_or_default();
                    let why = "the submission was not run; marks can be set without a case";
                    writeln!(streams.err, "{OVERRIDES}: {}, {case}: {why}", printable(&vain.student))?;
                }
                let graded = |staff: &[Override]| grade(&outcome, submission.time(), assignment, staff);
                let found = graded(&staff).cases;
                let kept = regrade.as_ref().and_then(|it| it.keep(&submission.student, found, &staff));
                staff.extend(kept);
                let mut grade = graded(&staff);
                grade.tournament =
                    tournament.map(|marks| marks.get(&submission.student).copied().unwrap_or_default());
                let mut marked =
                    StudentMarks { submission: submission.clone(), submissions, outcome, grade, staff };
                if let Some(regrade) = regrade.as_mut() {
                    regrade.note(&mut marked, found, cases);
                }
                students.push(marked);
            }
            Err(why) => not_marked.push((submission, why)),
        }
    }
    Ok((students, not_marked))
}

/// Writes how many students are marked, how their marks differ from earlier ones, and what is pending.
fn summary(
    sheet: &MarkSheet<'_>,
    out: &Path,
    (regrade, older): (Option<&Regrade>, &BTreeMap<String, Points>),
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let refused = sheet.students.iter().filter(|marked| !marked.outcome.refused.is_empty()).count();
    let (count, of) = (sheet.students.len(), sheet.cases.len());
    let (students, cases) = (counted(count, "student"), counted(of, "case"));
    writeln!(streams.out, "{}: {students}, {cases}, {refused} not run", shown::path(out))?;
    if let Some(regrade) = regrade {
        regrade.tell(streams)?;
    }
    tell::falls(sheet, older, streams)?;
    if let Some(marks) = sheet.pending() {
        let best = counted(best_total(sheet.assignment), "mark");
        writeln!(streams.out, "{marks} of {best} pending: --tournament DIR counts the tournament")?;
    }
    // They are printed also if something was not marked.
    Ok(streams.out.flush()?)
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
    if display.is_due(Duration::ZERO) {
        display.say(done, of, "submission", left, streams.err);
    }
}
