//! What became of a submission: everything that marks and reports are made from, on one line of JSON.

use serde::{Deserialize, Serialize};

use super::assignment::Assignment;
use super::attention;
use super::case::{Case, CaseAnswer, TimeoutStreak};
use super::diagnose::{Diagnosis, Finding, KnownMistake};
use super::intake::{self, ReadySources, Submission};
use super::workshop;
use plyground_arena::invoke::Trouble;
use plyground_core::printable;
use plyground_sandbox::isolation::Isolation;

/// The version of outcomes written here. It grows when readers would misunderstand new ones.
pub const VERSION: u32 = 1;

/// A submission that has been tried. Texts in it come from strangers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The version of the format: see [`VERSION`].
    pub version: u32,
    /// Whose it is.
    pub student: String,
    /// What tells the submission from others: see [`intake::digest`].
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
    /// Takes in, builds and asks a submission. `None` if `stop` said so in between.
    ///
    /// # Errors
    ///
    /// If the machine failed. Whatever is wrong with the submission is part of the outcome.
    pub fn of(
        handed: &Submission,
        assignment: &Assignment,
        cases: &[Case],
        isolation: &Isolation,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Self>, Trouble> {
        let read = intake::read(handed, assignment);
        let files = read.map_err(|error| Trouble(format!("{}: {error}", handed.path.display())))?;
        let mut outcome = Self {
            version: VERSION,
            student: handed.student.clone(),
            digest: intake::digest(&files),
            language: String::new(),
            notes: Vec::new(),
            refused: String::new(),
            messages: String::new(),
            isolation: isolation.level().word().to_owned(),
            answers: Vec::new(),
            mistakes: Vec::new(),
            confidence: String::new(),
            diagnosis: Vec::new(),
            staff: Vec::new(),
        };
        let ready = match files.and_then(|files| ReadySources::of(files, assignment)) {
            Ok(ready) => ready,
            Err(refused) => {
                outcome.refused = refused.0;
                return Ok(Some(outcome));
            }
        };
        outcome.language.clone_from(&ready.language.name);
        outcome.notes.clone_from(&ready.notes);
        outcome.staff = attention::files(&ready.files);
        let built = workshop::build(&ready, assignment, isolation)?;
        outcome.messages = built.messages;
        // Its folder stays until the last question.
        let workshop = match built.workshop {
            Ok(workshop) => workshop,
            Err(why) => {
                outcome.refused = why;
                return Ok(Some(outcome));
            }
        };
        let mut program = workshop.respondent();
        let mut timeout_streak = TimeoutStreak::new(assignment.late_in_a_row);
        for case in cases {
            let Some(answered) = case.ask(&mut program, assignment, &mut timeout_streak, stop)? else {
                return Ok(None);
            };
            outcome.answers.push(answered);
        }
        let asked = cases.iter().map(Case::asked).zip(&outcome.answers);
        let asked: Vec<_> = asked.filter_map(|(question, answered)| Some((question?, answered))).collect();
        let DiagnosisText { mistakes, confidence, words } = assignment.task.diagnose(&asked, stop);
        (outcome.mistakes, outcome.confidence, outcome.diagnosis) = (mistakes, confidence, words);
        outcome.staff.extend(attention::answers(cases, &outcome.answers));
        // A diagnosis that was given up half-way is none.
        Ok((!stop()).then_some(outcome))
    }

    /// The outcome as a line.
    pub fn to_line(&self) -> String {
        // Text and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
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

/// What a diagnosis says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DiagnosisText {
    /// Names of mistakes.
    pub mistakes: Vec<String>,
    /// How sure that is, in a word; empty if no mistake is named.
    pub confidence: String,
    /// What there is to say, in sentences for the author of the program.
    pub words: Vec<String>,
}

impl DiagnosisText {
    /// What a diagnosis by known mistakes says.
    pub fn of<M: KnownMistake>(found: &Diagnosis<M>) -> Self {
        let (mistakes, confidence) = match &found.finding {
            Finding::Mistaken { best, confidence, .. } => {
                (best.mistakes.iter().map(|mistake| mistake.id().to_owned()).collect(), confidence.word())
            }
            _ => (Vec::new(), ""),
        };
        Self { mistakes, confidence: confidence.to_owned(), words: found.words() }
    }
}
