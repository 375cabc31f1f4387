//! Trying all submissions: several at a time, and nothing of what is done is lost.
//!
//! Outcomes go to a journal as soon as they are there, and are on the disk before they count. Running again does what
//! is missing: new submissions, and interrupted ones.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use hmac_sha256::Hash as Sha256;
use plyground_core::hex;
use serde_json::{Value, json};

use super::assignment::{Assignment, limits};
use super::case::{Case, digest};
use super::intake::{self, Files, ReadySources, Refusal, Submission};
use super::outcome::{Difference, Outcome, VERSION, differences};
use plyground_arena::journal::{Journal, JournalError};
use plyground_arena::pool::{Pool, Queue, Worker};
use plyground_sandbox::isolation::{Isolation, Shares};

/// The file name of the journal of outcomes.
pub const JOURNAL: &str = "outcomes.jsonl";

/// What its first line has about pseudonyms, if there are any.
const PSEUDONYMS: &str = "pseudonyms";

/// A run of marking: what is marked, and where outcomes go.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The assignment.
    pub assignment: &'a Assignment,
    /// Its cases.
    pub cases: &'a [Case],
    /// The submissions that count, one for each student.
    pub submissions: &'a [Submission],
    /// The journal of outcomes.
    pub journal: &'a Path,
    /// How programs are kept apart.
    pub isolation: &'a Isolation,
    /// Submissions at a time.
    pub jobs: NonZeroUsize,
    /// A word for the key that has made pseudonyms of the students' names, if one has.
    pub pseudonyms: Option<&'a str>,
}

/// What became of trying a submission: its outcome, or why it is not marked, which is no fault of the student's. Only
/// outcomes are kept, so that another run tries the others again.
pub type MarkingResult = Result<Outcome, String>;

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Submissions that were tried.
    pub done: usize,
    /// All of them.
    pub of: usize,
    /// What has just come in; nothing at the beginning.
    pub outcome: Option<&'a MarkingResult>,
}

/// Why a run ended early. Outcomes so far are kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal at this path has answers to something else.
    #[error(
        "{}: it belongs to other work: to other cases, limits or languages; expected another --out, or this file out of \
         the way, so that every program is asked anew",
        _0.display()
    )]
    OtherAnswers(PathBuf),
    /// The journal at this path has the same students under other names.
    #[error(
        "{}: the students stand there under other pseudonyms, or under their names; expected --pseudonyms as it was \
         given then, with the same key, or another --out",
        _0.display()
    )]
    OtherPseudonyms(PathBuf),
    /// No thread could be started.
    #[error("no thread could be started: {0}")]
    Thread(std::io::Error),
}

/// Why a submission cannot be compared with its earlier outcome.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// There is nothing to compare, or nothing to compare with.
    #[error("{0}")]
    NotMarked(String),
    /// The machine.
    #[error("{0}")]
    Machine(String),
}

struct Known {
    /// By student and digest.
    outcomes: HashMap<(String, String), Outcome>,
    chain: Chain,
}

impl Known {
    fn new(header: &Value) -> Self {
        Self { outcomes: HashMap::new(), chain: Chain::new(&header.to_string()) }
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        self.chain.check(line)?;
        let outcome = Outcome::from_line(line)?;
        self.outcomes.insert((outcome.student.clone(), outcome.digest.clone()), outcome);
        Ok(())
    }
}

/// The [limits] for the programs whose outcomes are in this journal, if it can be read.
pub fn limits_of(journal: &Path) -> Option<[(&'static str, String); 7]> {
    // Every header is another one than this.
    let error = Journal::read(journal, &Value::Null, &mut |_| Ok(())).err()?;
    let header: Value = serde_json::from_str(error.other_work()?).ok()?;
    limits(&header["assignment"])
}

/// The results of all submissions.
#[derive(Debug)]
pub struct Marked {
    /// In the order of the submissions.
    pub results: Vec<MarkingResult>,
    /// The last seal of the journal: see [`Chain`].
    pub seal: String,
    /// It keeps other runs out until it is dropped.
    pub journal: Journal,
}

/// How often the machine may fail with a submission before that is not tried again.
const MOST_FAILURES: u32 = 3;

impl Run<'_> {
    /// Tries what has no outcome yet. What became of all submissions in their order, or `None` if it was
    /// stopped before all were tried.
    ///
    /// # Errors
    ///
    /// If outcomes cannot be kept, or the journal belongs to another assignment.
    pub fn mark(
        &self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Option<Marked>, RunError> {
        let header = self.header();
        let mut known = Known::new(&header);
        let mut journal =
            Journal::open(self.journal, &header, &mut |line| Ok(known.add(line)?)).map_err(|error| {
                match error.other_work() {
                    Some(found) => self.other_work(found),
                    None => RunError::Journal(error),
                }
            })?;
        let Known { outcomes: mut known, mut chain } = known;
        let mut all: Vec<Option<MarkingResult>> = Vec::new();
        for submission in self.submissions {
            // A submission that has changed is another one.
            let tried = match intake::read(submission, self.assignment) {
                Err(error) => Some(Err(format!("{error}; expected to be able to read it"))),
                Ok(files) => {
                    let outcome = known.remove(&(submission.student.clone(), intake::digest(&files)));
                    // A module may have been installed meanwhile.
                    let outcome = outcome.filter(|outcome| outcome.missing_module().is_none());
                    outcome.map(Ok).or_else(|| self.cannot_be_run(files).map(Err))
                }
            };
            all.push(tried);
        }
        drop(known);
        let missing: Vec<usize> = (0..all.len()).filter(|&number| all[number].is_none()).collect();
        let known = all.iter().filter(|tried| matches!(tried, Some(Ok(_)))).count();
        watch(&Progress { done: known, of: all.len(), outcome: None });
        let mut done = all.len() - missing.len();
        self.try_all(missing, stop, &mut |number, tried| {
            if let Ok(outcome) = &tried {
                journal.append(&[chain.seal(&outcome.to_line())])?;
            }
            done += 1;
            watch(&Progress { done, of: self.submissions.len(), outcome: Some(&tried) });
            all[number] = Some(tried);
            Ok(())
        })?;
        let results = all.into_iter().collect::<Option<Vec<_>>>();
        Ok(results.map(|results| Marked { results, seal: chain.last().to_owned(), journal }))
    }

    /// Tries a submission again that has an outcome, and says what differs. Nothing is kept. `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// If it has no outcome, or the machine failed with it.
    pub fn audit(
        &self,
        submission: &Submission,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Difference>>, AuditError> {
        let (header, journal) = (self.header(), self.journal.display());
        let refused = AuditError::NotMarked;
        if !self.journal.exists() {
            let why = "nothing was marked there; expected the folder that was given as --out";
            return Err(refused(format!("{journal}: {why}")));
        }
        let mut known = Known::new(&header);
        Journal::read(self.journal, &header, &mut |line| Ok(known.add(line)?)).map_err(|error| {
            let other =
                "the assignment, or this Plyground, is not the one that marked; expected both as they were";
            refused(match error.other_work().map(|found| self.other_work(found)) {
                Some(error @ RunError::OtherPseudonyms(_)) => error.to_string(),
                Some(_) => format!("{journal}: {other}"),
                None => error.to_string(),
            })
        })?;
        let files = intake::read(submission, self.assignment)
            .map_err(|error| refused(format!("{error}; expected to be able to read it")))?;
        let key = (submission.student.clone(), intake::digest(&files));
        let then = known.outcomes.remove(&key).ok_or_else(|| {
            let why =
                "these files have not been marked; expected the submission as it was when it was marked";
            refused(why.to_owned())
        })?;
        if let Some(why) = self.cannot_be_run(files) {
            return Err(AuditError::Machine(why));
        }
        match self.try_one(submission, self.isolation, stop) {
            None => Ok(None),
            Some(Ok(now)) => Ok(Some(differences(&then, &now))),
            Some(Err(why)) => Err(AuditError::Machine(why)),
        }
    }

    /// The first line of the journal: what answers in it depend on.
    fn header(&self) -> Value {
        let mut header = json!({
            "plyground": "outcomes",
            "version": VERSION,
            "assignment": self.assignment.identity(),
            "cases": digest(self.cases),
        });
        if let Some(word) = self.pseudonyms {
            header[PSEUDONYMS] = word.into();
        }
        header
    }

    /// What is wrong with a journal that has this first line.
    fn other_work(&self, found: &str) -> RunError {
        let [mut then, mut now] = [serde_json::from_str(found).unwrap_or_default(), self.header()];
        for header in [&mut then, &mut now] {
            header.as_object_mut().and_then(|fields| fields.remove(PSEUDONYMS));
        }
        let path = self.journal.to_owned();
        if then == now { RunError::OtherPseudonyms(path) } else { RunError::OtherAnswers(path) }
    }

    /// What the machine lacks of what the language of a submission needs. Without it nobody's program would be to
    /// blame.
    fn cannot_be_run(&self, files: Result<Files, Refusal>) -> Option<String> {
        let ready = files.and_then(|files| ReadySources::of(files, self.assignment)).ok()?;
        let missing = ready.language.missing()?;
        let expected = "expected it in /usr/local/bin, /usr/bin or /bin";
        Some(format!("it is in {}, and {missing} is not installed; {expected}", ready.language.name))
    }

    /// Has workers try submissions, and hands what became of each to `keep` on this thread.
    fn try_all(
        &self,
        missing: Vec<usize>,
        stop: &AtomicBool,
        keep: &mut dyn FnMut(usize, MarkingResult) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        if missing.is_empty() {
            return Ok(());
        }
        let workers = self.jobs.get().min(missing.len());
        let (queue, halt) = (Queue::new(missing), AtomicBool::new(false));
        // Submissions that are tried at the same time take no processor from each other.
        let shares = Shares::new(workers);
        let work = |worker: Worker<'_, (usize, MarkingResult)>| {
            let isolation = &self.isolation.clone().on_share(&shares, worker.number);
            let has_ended = || worker.is_over() || halt.load(Ordering::Relaxed);
            while let Some(number) = queue.next().filter(|_| !has_ended()) {
                let Some(tried) = self.try_one(&self.submissions[number], isolation, &has_ended) else {
                    return;
                };
                worker.hand_in((number, tried));
            }
        };
        // A worker that is ahead of the disk waits: no more than a few outcomes are in memory twice.
        let pool = Pool { workers, room: workers, stop };
        let kept = pool.run(work, |results| {
            let mut kept = Ok(());
            for (number, tried) in results {
                if let Err(error) = keep(number, tried) {
                    // What others finish meanwhile is kept if it can be.
                    halt.store(true, Ordering::Relaxed);
                    kept = kept.and(Err(error));
                }
            }
            kept
        });
        kept.map_err(RunError::Thread)?
    }

    /// What became of a submission, or `None` if the run ended meanwhile.
    fn try_one(
        &self,
        submission: &Submission,
        isolation: &Isolation,
        has_ended: &(dyn Fn() -> bool + Sync),
    ) -> Option<MarkingResult> {
        let mut failures = 0;
        loop {
            match Outcome::of(submission, self.assignment, self.cases, isolation, has_ended) {
                Ok(outcome) => return outcome.map(Ok),
                Err(_) if has_ended() => return None,
                Err(error) => {
                    failures += 1;
                    if failures >= MOST_FAILURES {
                        return Some(Err(format!("the machine failed: {error}")));
                    }
                }
            }
        }
    }
}

/// Before the digits.
const KEY: &str = ",\"seal\":\"";

/// Behind them.
const END: &str = "\"}";

/// Hexadecimal digits of a seal.
const DIGITS: usize = 64;

/// A chain over the lines of a journal of outcomes. Each line has a seal: a hash of its text and of the seal before it.
///
/// So reading the journal finds a line that is changed or moved, or missing before others. It does not find lines that
/// are cut off at the end, or changes after which all later seals were written again. For that, the last seal is
/// printed when marking ends, to be kept where others cannot write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    seal: String,
}

impl Chain {
    /// A chain after the first line of a journal.
    pub fn new(header: &str) -> Self {
        Self { seal: hash("", header) }
    }

    /// Takes in the next line.
    ///
    /// # Errors
    ///
    /// If its seal is not the one that follows.
    pub fn check(&mut self, line: &str) -> Result<(), String> {
        let found = opened(line).map(|(record, seal)| (hash(&self.seal, &record), seal));
        let Some((expected, _)) = found.filter(|(expected, seal)| expected == seal) else {
            return Err("this line, or one before it, was changed, removed or moved since it was written: its seal does \
                        not follow; expected the journal as it was; restore it from a copy, or choose another --out, so \
                        that every program is asked anew"
                .to_owned());
        };
        self.seal = expected;
        Ok(())
    }

    /// The next line with its seal. It must be an object with fields.
    pub fn seal(&mut self, record: &str) -> String {
        self.seal = hash(&self.seal, record);
        let fields = record.strip_suffix('}').unwrap_or(record);
        format!("{fields}{KEY}{}{END}", self.seal)
    }

    /// The seal of the last line: a hash of all lines so far, in hexadecimal.
    pub fn last(&self) -> &str {
        &self.seal
    }
}

/// A record without its seal, and the seal, if it has one.
fn opened(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_suffix(END)?;
    let (fields, seal) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
    let fields = fields.strip_suffix(KEY)?;
    Some((format!("{fields}}}"), seal))
}

fn hash(before: &str, line: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(line);
    hex(&hash.finalize())
}
