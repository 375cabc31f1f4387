//! The program that is checked: building and running it, questions in order, and what the marker says of the answers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;
use plyground_arena::invoke::{Call, Ended};
use plyground_core::{AnyPosition, Notation, quote};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::TimeoutStreak;
use plyground_courses::engine::course::MORE_TIME;
use plyground_courses::engine::diagnose::{Finding, Plain, alike};
use plyground_courses::engine::intake::{self, Mark, ReadySources, Refusal, Submission};
use plyground_courses::engine::output_form::{Form, Remark};
use plyground_courses::engine::question::{AnyAnswer, AnyQuestion};
use plyground_courses::engine::review::{Answered, Item, RIGHT, TraceFinding, WRONG};
use plyground_courses::engine::verdict::CaseVerdict;
use plyground_courses::engine::workshop::{self, Respondent, Workshop};
use plyground_league::event::End;
use plyground_league::fault::FaultKind;
use plyground_sandbox::isolation::Isolation;
use plyground_sandbox::process::{Bounds, SpawnError};

use super::checkup::{Case, Checkup};
use crate::cli::assignments;
use crate::exit::{Exit, Failure, Streams};
use crate::present::board;
use crate::shown::{self, printable};

/// The questions of an assignment: those for trying if it is built in and has some, else its public cases.
fn questions(name: &Path, rules: &Assignment) -> Result<Vec<AnyQuestion>, Failure> {
    let examples = match assignments::built_in_name(name) {
        Some(_) => rules.task.examples(),
        None => Vec::new(),
    };
    if !examples.is_empty() {
        return Ok(examples);
    }
    let wrong = |error| bad_input!("{}: {error}", shown::path(name));
    rules.task.public(&rules.cases).map_err(wrong)
}

/// The word for a question that was not put, after too many late answers.
const NOT_ASKED: &str = "not asked";

/// A question that was asked, and what came of it.
struct Trial {
    question: AnyQuestion,
    /// What was answered, or meant.
    answer: Option<AnyAnswer>,
    is_right: bool,
    /// How long the program took.
    wall: Duration,
}

/// Asks all questions, as long as the marker would, and looks at the answers together.
pub(super) fn check(asker: &mut Asker, name: &Path, rules: &Assignment) -> Result<Checkup, Failure> {
    let questions = questions(name, rules)?;
    asker.bar.set_length(questions.len() as u64);
    let mut checkup = Checkup::new(&shown::path(name));
    let mut timeout_streak = TimeoutStreak::new(rules.late_in_a_row);
    let (mut trials, mut trace): (Vec<Trial>, Option<TraceFinding>) = (Vec::new(), None);
    for question in questions {
        if let Some(why) = timeout_streak.is_over() {
            checkup.cases.push(not_asked(&question, Some(why)));
            continue;
        }
        let Some(run) = asker.ask(&question.call(rules.time()))? else { break };
        let (verdict, answer) = question.judge(&run.ended);
        timeout_streak.add_answer(&verdict, run.ended.end);
        let Form { meant, remarks } = question.form(answer.as_ref(), &run.ended);
        let answer = answer.or(meant);
        match question.items(answer.as_ref(), &verdict) {
            Some(items) => checkup.cases.extend(items.into_iter().map(|item| of_item(item, &run))),
            None => checkup.cases.push(of_question(&question, &verdict, remarks, &run, rules.time())),
        }
        let found = question.trace(answer.as_ref(), &run.ended);
        trace = trace.into_iter().chain(found).min_by_key(|finding| finding.rank);
        let (is_right, wall) = (verdict.is_right(), run.ended.own());
        trials.push(Trial { question, answer, is_right, wall });
    }
    checkup.is_cut_short = asker.is_cut_short;
    rules.task.settle(&mut checkup.cases.iter_mut().map(|case| &mut case.remarks).collect::<Vec<_>>());
    look(asker, rules, &trials, &mut checkup);
    if let Some(finding) = trace {
        checkup.add_trace(finding);
    }
    if !checkup.is_cut_short {
        ask_more(asker, rules, &mut checkup)?;
    }
    Ok(checkup)
}

/// What there is to say about all answers together.
fn look(asker: &mut Asker, rules: &Assignment, trials: &[Trial], checkup: &mut Checkup) {
    checkup.start = trials.iter().filter_map(|trial| Some((trial.question.size()?, trial.wall))).min();
    let answers = trials.iter().map(|Trial { question, answer, is_right, .. }| {
        let (answer, is_right) = (answer.as_ref(), *is_right);
        Answered { question, answer, is_right }
    });
    let answers: Vec<_> = answers.collect();
    let review = rules.task.review(&answers);
    checkup.tables.extend(review.tables);
    checkup.findings.extend(review.findings);
    let interrupted = Arc::clone(&asker.interrupted);
    let stop = || interrupted.load(Ordering::Relaxed);
    let mut left = MORE_TIME;
    // A program that is late again and again is not asked any more.
    let is_asked = !checkup.is_cut_short && checkup.cases.iter().all(|case| case.verdict != NOT_ASKED);
    let mut ask = |question: &AnyQuestion| {
        if !is_asked || left.is_zero() {
            return None;
        }
        // A program that cannot be run now was run before: what was found so far is not lost.
        let run = asker.ask(&question.call(rules.time())).ok()??;
        left = left.saturating_sub(run.ended.own());
        let (_, answer) = question.judge(&run.ended);
        Some(answer.or_else(|| question.form(None, &run.ended).meant))
    };
    let diagnosis = rules.task.diagnose(&answers, &mut ask, &stop);
    checkup.is_cut_short |= asker.is_cut_short;
    // Numbers that are always the same are a finding of the diagnosis.
    let is_read =
        diagnosis.as_ref().is_some_and(|diagnosis| matches!(diagnosis.finding, Finding::Constant(_)));
    let plain = |case: &Case| Plain {
        failure: match (&case.problem, case.verdict) {
            (Some(problem), verdict) if verdict != WRONG => format!("{verdict}: {problem}"),
            _ => String::new(),
        },
        // Output that cannot be read is in quotes.
        printed: if is_read { String::new() } else { case.found.trim_matches('\'').to_owned() },
        is_right: case.verdict == RIGHT,
    };
    let told = alike(
        &checkup.cases.iter().filter(|case| case.verdict != NOT_ASKED).map(plain).collect::<Vec<_>>(),
        "question",
    );
    checkup.fields.push(("plain", told.clone().into()));
    checkup.findings.extend(told);
    if let Some(diagnosis) = diagnosis {
        checkup.add_diagnosis(&diagnosis, asker.is_interrupted());
    }
}

/// Asks what earns no marks.
fn ask_more(asker: &mut Asker, rules: &Assignment, checkup: &mut Checkup) -> Result<(), Failure> {
    let mut failure = None;
    let found = rules.task.beyond(rules.time(), &mut |call| match asker.ask(call) {
        Ok(run) => run.map(|run| run.ended),
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    if let Some(found) = found {
        let found = printable(&found);
        checkup.findings.push(format!("Not asked for marks: {found}."));
        checkup.fields.push(("beyond", found.into()));
    }
    Ok(())
}

fn of_question(
    question: &AnyQuestion,
    verdict: &CaseVerdict,
    mut remarks: Vec<Remark>,
    run: &Run,
    allowed: Duration,
) -> Case {
    let found = if verdict.got.is_empty() {
        first_line(&run.ended.stdout).map_or_else(String::new, |line| quote(&line))
    } else {
        printable(&verdict.got)
    };
    let (word, problem) = words(verdict, &mut remarks, &run.ended);
    Case {
        found,
        verdict: word,
        problem: problem.map(|problem| printable(&problem)),
        clock: run.ended.spent(Duration::ZERO, verdict.fault.as_ref(), allowed).timeout_words(),
        remarks,
        wall: run.ended.own(),
        memory: run.memory,
        ..not_asked(question, None)
    }
}

fn of_item(item: Item, run: &Run) -> Case {
    Case {
        question: item.question,
        position: item.position.as_ref().and_then(write),
        expected: item.expected,
        found: printable(&item.found),
        verdict: item.verdict,
        problem: item.problem.map(|problem| printable(&problem)),
        wall: run.ended.own(),
        memory: run.memory,
        ..Case::default()
    }
}

/// A question without an answer.
fn not_asked(question: &AnyQuestion, why: Option<String>) -> Case {
    let position = question.position();
    Case {
        question: question.words(),
        position: position.as_ref().and_then(write),
        board: position.filter(|_| !question.shows_board()).as_ref().map(board::drawn).unwrap_or_default(),
        expected: question.expected(),
        verdict: NOT_ASKED,
        problem: why,
        ..Case::default()
    }
}

fn write(position: &AnyPosition) -> Option<String> {
    position.game().notation().write(position)
}

/// A word for what the marker says, and what is wrong beyond the answer itself. Remarks on the form of a right answer
/// are no faults.
fn words(verdict: &CaseVerdict, remarks: &mut Vec<Remark>, ended: &Ended) -> (&'static str, Option<String>) {
    if verdict.is_right() {
        remarks.retain(|remark| !remark.is_fault);
        remarks.extend(end_remark(ended));
        return (RIGHT, None);
    }
    if let Some(fault) = &verdict.fault {
        return (fault.kind.name(), Some(fault.message.clone()));
    }
    if remarks.iter().any(|remark| remark.is_fault) {
        return (FaultKind::Unreadable.name(), Some(verdict.problem.clone()));
    }
    (WRONG, verdict.got.is_empty().then(|| verdict.problem.clone()))
}

/// A remark on how a program ended that answered all the same.
fn end_remark(ended: &Ended) -> Option<Remark> {
    let text = match ended.end {
        End::Exited(0) | End::Closed => return None,
        End::WallOut => "answered, but did not end by itself; expected it to end: after some of these in a row the marker asks no more".to_owned(),
        end => format!("answered, but ended by {end}; expected exit status 0"),
    };
    Some(Remark::note("end", text))
}

/// Bytes of output in which the first line is looked for.
const MOST_LOOKED_AT: usize = 4096;

/// The first line of text on standard output.
fn first_line(stdout: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&stdout[..stdout.len().min(MOST_LOOKED_AT)]).into_owned();
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

/// The status with which shells say that there is no such program, or that it cannot be run.
const NOT_RUN: [End; 2] = [End::Exited(126), End::Exited(127)];

fn not_run(why: &str) -> Failure {
    let message = format!("the program could not be run: {}", printable(why));
    Failure { exit: Exit::ProgramFailed, message }
}

/// Reads and builds a submission, a source file, a zip or a folder, as the marker does, and reports what was corrected
/// in it. Fails with status 1 if the marker would refuse it or it cannot be built, 2 if it cannot be read, 3 if the
/// machine lacks what its language needs, 130 if it was interrupted.
pub(super) fn build(
    path: &Path,
    assignment: &Assignment,
    isolation: &Isolation,
    interrupted: &AtomicBool,
    streams: &mut Streams<'_>,
) -> Result<Workshop, Failure> {
    let place = shown::path(path);
    let fail = |exit, text: &str| Failure { exit, message: format!("{place}: {}", printable(text)) };
    let refused = |Refusal(text): Refusal| fail(Exit::CheckFailed, &text);
    let label = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let submission = Submission { student: String::new(), label, path: path.to_owned(), mark: Mark::None };
    let files = intake::read(&submission, assignment).map_err(|error| {
        let expected = "expected a source file, a zip or a folder; a command goes after --";
        fail(Exit::BadInput, &format!("{error}; {expected}"))
    })?;
    let ready = files.and_then(|files| ReadySources::of(files, assignment)).map_err(refused)?;
    for note in &ready.notes {
        writeln!(streams.err, "note: {}", printable(note))?;
    }
    if let Some(missing) = ready.language.missing() {
        let text = format!("it is in {}, and {missing} is not installed", ready.language.name);
        return Err(fail(Exit::ProgramFailed, &text));
    }
    let built = workshop::build(&ready, assignment, isolation).map_err(|error| {
        if interrupted.load(Ordering::Relaxed) {
            return Failure::interrupted(format_args!("{place}: interrupted, nothing was asked"));
        }
        fail(Exit::ProgramFailed, &error.to_string())
    })?;
    for line in built.messages.lines() {
        writeln!(streams.err, "{}", printable(line))?;
    }
    built.workshop.map_err(|why| fail(Exit::CheckFailed, &why))
}

/// A program that is asked one question after another.
pub(super) struct Asker {
    respondent: Respondent,
    /// Set once the user has had enough.
    pub(super) interrupted: Arc<AtomicBool>,
    /// Whether a question was not asked because of that.
    pub(super) is_cut_short: bool,
    pub(super) bar: ProgressBar,
    asked: u64,
}

/// What came of one run.
pub(super) struct Run {
    /// What the program left behind.
    pub(super) ended: Ended,
    /// The most memory in use at a time, in bytes.
    pub(super) memory: u64,
}

impl Asker {
    /// Standard error may hold a trace: all is kept that the marker would let through.
    pub(super) fn new(
        respondent: Respondent,
        bounds: &Bounds,
        interrupted: Arc<AtomicBool>,
        bar: ProgressBar,
    ) -> Self {
        let most = usize::try_from(bounds.stderr_flood).unwrap_or(usize::MAX);
        let respondent = respondent.keeping_stderr(most);
        Self { respondent, interrupted, is_cut_short: false, bar, asked: 0 }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Runs the program once; `None` if the user has had enough.
    pub(super) fn ask(&mut self, call: &Call) -> Result<Option<Run>, Failure> {
        if self.is_interrupted() {
            self.is_cut_short = true;
            return Ok(None);
        }
        let (ended, memory) = match self.respondent.ask(call) {
            Ok(ran) => ran,
            Err(SpawnError::Interrupted) => {
                self.is_cut_short = true;
                return Ok(None);
            }
            Err(error) => return Err(not_run(&error.to_string())),
        };
        if NOT_RUN.contains(&ended.end) && ended.stdout.is_empty() {
            let said = String::from_utf8_lossy(&ended.stderr);
            return Err(not_run(&format!("{}: {}", ended.end, said.trim())));
        }
        self.asked += 1;
        self.bar.set_position(self.asked);
        Ok(Some(Run { ended, memory }))
    }
}
