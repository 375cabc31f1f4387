//! What became of a submission: everything that marks and reports are made from, on one line of JSON. And a second look:
//! what a submission answers when it is tried again, beside what was found the first time.

use serde::{Deserialize, Serialize};

use super::assignment::Assignment;
use super::case::{Case, Reply, TimeoutStreak, Visibility};
use super::course::MORE_TIME;
use super::diagnose::{Confidence, Diagnosis, Finding, MistakeText, Plain, alike};
use super::intake::{self, ReadySources, Refusal, Submission};
use super::question::AnyQuestion;
use super::review::{Answered, Sign};
use super::staff_notes;
use super::verdict::CaseAnswer;
use super::workshop;
use plyground_arena::invoke::{Invoke, SystemError};
use plyground_core::{counted, printable, printable_json, quote};
use plyground_sandbox::isolation::Isolation;

/// The version of outcomes written here. It grows when readers would misunderstand new ones.
pub const VERSION: u32 = 1;

/// The outcome of a submission that has been tried. Its texts are untrusted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// The version of the format: see [`VERSION`].
    pub version: u32,
    /// Whose it is.
    pub student: String,
    /// A hash that identifies the submission: see [`intake::digest`].
    pub digest: String,
    /// The language, once it is known.
    #[serde(default)]
    pub language: String,
    /// What was mended.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Why it could not be asked at all; empty if it could.
    #[serde(default)]
    pub refused: String,
    /// What the compiler said.
    #[serde(default)]
    pub messages: String,
    /// How it was kept apart.
    pub isolation: String,
    /// Its answers, in the order of cases; empty if it was refused.
    #[serde(default)]
    pub answers: Vec<CaseAnswer>,
    /// Names of the mistakes that explain its answers best, if any do.
    #[serde(default)]
    pub mistakes: Vec<String>,
    /// How sure that is, in a word; empty if nothing is named.
    #[serde(default)]
    pub confidence: String,
    /// What is wrong with it, in sentences for its author.
    #[serde(default)]
    pub diagnosis: Vec<String>,
    /// What those who mark should look at themselves, in sentences. Students are not shown it.
    #[serde(default)]
    pub staff: Vec<String>,
}

impl Outcome {
    /// Takes in, builds and asks a submission. `None` if it was stopped in between.
    ///
    /// # Errors
    ///
    /// If the machine failed. Anything wrong with the submission is part of the outcome.
    pub fn of(
        submission: &Submission,
        assignment: &Assignment,
        cases: &[Case],
        isolation: &Isolation,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Self>, SystemError> {
        let read = intake::read(submission, assignment);
        let files = read.map_err(|error| SystemError(error.to_string()))?;
        let mut outcome = Self {
            version: VERSION,
            student: submission.student.clone(),
            digest: intake::digest(&files),
            isolation: isolation.level().word().to_owned(),
            ..Self::default()
        };
        let ready = match files.and_then(|files| ReadySources::of(files, assignment)) {
            Ok(ready) => ready,
            Err(Refusal(refused)) => return Ok(Some(Self { refused, ..outcome })),
        };
        outcome.language.clone_from(&ready.language.name);
        outcome.notes.clone_from(&ready.notes);
        outcome.staff = staff_notes::files(&ready.files);
        let built = workshop::build(&ready, assignment, isolation)?;
        outcome.messages = built.messages;
        // Its folder stays until the last question.
        let workshop = match built.workshop {
            Ok(workshop) => workshop,
            Err(refused) => return Ok(Some(Self { refused, ..outcome })),
        };
        let mut program = workshop.respondent();
        let mut timeout_streak = TimeoutStreak::new(assignment.late_in_a_row);
        let mut answers = Vec::new();
        for case in cases {
            let Some(Reply { record, answer }) =
                case.ask(&mut program, assignment, &mut timeout_streak, stop)?
            else {
                return Ok(None);
            };
            outcome.answers.push(record);
            answers.push(answer);
        }
        let answered: Vec<_> = (cases.iter().zip(&outcome.answers).zip(&answers))
            .filter_map(|((case, record), answer)| {
                let (question, answer) = (case.asked()?, answer.as_ref());
                Some(Answered { question, answer, is_right: record.is_right() })
            })
            .collect();
        let task = &assignment.task;
        let mut left = MORE_TIME;
        let mut ask = |question: &AnyQuestion| {
            if stop() || left.is_zero() || timeout_streak.is_over().is_some() {
                return None;
            }
            let call = question.call(assignment.time());
            // If the machine fails now, all that earns marks was asked already.
            let ended = program.invoke(&call).ok()?;
            left = left.saturating_sub(ended.own());
            let (_, answer) = question.judge(&ended);
            Some(answer.or_else(|| question.form(None, &ended).meant))
        };
        let diagnosis = task.diagnose(&answered, &mut ask, stop);
        outcome.explain(cases, task.signs(&answered), diagnosis);
        outcome.staff.extend(staff_notes::answers(cases, &outcome.answers));
        if let Some(module) = outcome.missing_module().map(str::to_owned) {
            outcome.staff.push(staff_notes::missing_module(&module));
            outcome.diagnosis.push(format!(
                "No answer: Python did not find the module {} where programs are marked. Those who mark are told so too. If it is \
                 a file of yours, see that you handed it in, and in which folder.",
                quote(&module)
            ));
        }
        // A diagnosis that was given up half-way is none.
        Ok((!stop()).then_some(outcome))
    }

    /// Writes down what explains the answers: what is seen in them first.
    fn explain(&mut self, cases: &[Case], signs: Vec<Sign>, diagnosis: Option<Diagnosis<MistakeText>>) {
        for Sign { id, words } in signs {
            if let Some(id) = id {
                self.mistakes.push(id.to_owned());
                // It is seen in the answer itself.
                Confidence::Certain.word().clone_into(&mut self.confidence);
            }
            self.diagnosis.push(words);
        }
        // What happened to hidden cases is not shown.
        let public =
            cases.iter().zip(&self.answers).filter(|(case, _)| case.visibility == Visibility::Public);
        let plain = |(_, answer): (_, &CaseAnswer)| Plain {
            failure: if answer.fault.is_some() { answer.problem.clone() } else { String::new() },
            printed: String::new(),
            is_right: answer.is_right(),
        };
        let told = alike(&public.map(plain).collect::<Vec<_>>(), "public question");
        self.diagnosis.extend(told);
        let Some(diagnosis) = diagnosis else { return };
        let is_wrong = self.answers.iter().filter(|answer| answer.fault.is_some()).count();
        if diagnosis.finding == Finding::Right && diagnosis.answered == diagnosis.asked && is_wrong > 0 {
            let answers = counted(is_wrong, "answer");
            let how = "Each case that is shown says why";
            self.diagnosis.push(format!("Not counted, though the numbers are right: {answers}. {how}."));
            return;
        }
        if let Some((ids, confidence)) = diagnosis.named() {
            // Of several the least certain counts.
            self.mistakes.extend(ids.into_iter().map(str::to_owned));
            confidence.word().clone_into(&mut self.confidence);
        }
        self.diagnosis.extend(diagnosis.words());
        // A hidden case is not shown.
        let asked: Vec<&Case> = cases.iter().filter(|case| case.asked().is_some()).collect();
        let shown = diagnosis.common.iter().flat_map(|common| &common.cases);
        let mut public =
            shown.filter_map(|&place| asked.get(place)).filter(|case| case.visibility == Visibility::Public);
        self.diagnosis.extend(public.next().map(|case| format!("Look at {} first.", case.id)));
    }

    /// The Python module for want of which every answer failed. Once it is there, the same files have another outcome.
    pub fn missing_module(&self) -> Option<&str> {
        let mut missing = self.answers.iter().map(|CaseAnswer { fault, stderr, .. }| {
            fault.as_ref()?;
            missing_module(stderr)
        });
        let first = missing.next()??;
        missing.all(|module| module == Some(first)).then_some(first)
    }

    /// The outcome as a line.
    pub fn to_line(&self) -> String {
        // Text and numbers can always be written.
        printable_json(&serde_json::to_string(self).unwrap_or_default())
    }

    /// Reads a line back.
    ///
    /// # Errors
    ///
    /// What was expected, if it is no outcome.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let outcome: Self = serde_json::from_str(line).map_err(|error| printable(&error.to_string()))?;
        if outcome.version != VERSION {
            return Err(format!("version {}; expected {VERSION}", outcome.version));
        }
        // More than all of a case would be more than full marks.
        let earned = outcome.answers.iter().flat_map(|answer| &answer.earned).flatten();
        if let Some(earned) = earned.copied().find(|&earned| earned > 100) {
            return Err(format!("a part of a case earned {earned} hundredths; expected at most 100"));
        }
        Ok(outcome)
    }
}

/// Where two outcomes of one submission differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The case, or what else it is about: `language`, `refused`.
    pub about: String,
    /// What was found the first time.
    pub then: String,
    /// What was found now.
    pub now: String,
}

/// What differs between an outcome and a later one of the same files: what was earned and answered, but no times, and no
/// words that follow from the rest.
pub fn differences(then: &Outcome, now: &Outcome) -> Vec<Difference> {
    let mut all = Vec::new();
    let mut compare = |about: &str, then: String, now: String| {
        if then != now {
            all.push(Difference { about: about.to_owned(), then, now });
        }
    };
    compare("language", then.language.clone(), now.language.clone());
    compare("refused", then.refused.clone(), now.refused.clone());
    let found = |outcome: &Outcome, at: usize| {
        let Some(answered) = outcome.answers.get(at) else { return "no answer".to_owned() };
        let percent = |earned: &Option<u8>| earned.map_or_else(|| "-".to_owned(), |it| it.to_string());
        let earned: Vec<String> = answered.earned.iter().map(percent).collect();
        let got = if answered.got.is_empty() { "no answer" } else { &answered.got };
        let problem = if answered.problem.is_empty() { "" } else { ": " };
        format!("{got}, {} %{problem}{}", earned.join("/"), answered.problem)
    };
    let cases = if then.answers.len() < now.answers.len() { &now.answers } else { &then.answers };
    for (at, answered) in cases.iter().enumerate() {
        compare(&answered.case, found(then, at), found(now, at));
    }
    all
}

/// The module that Python did not find, as the last line on standard error says.
fn missing_module(stderr: &str) -> Option<&str> {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty())?;
    let (module, _) = last.strip_prefix("ModuleNotFoundError: No module named '")?.split_once('\'')?;
    Some(module)
}
