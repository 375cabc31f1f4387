//! The doctor: functions of Python as programs that answer the questions of an assignment.

use std::time::Duration;

use plyground_arena::invoke::{Argument, Ended};
use plyground_core::{AnyPosition, Notation, quote, words};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::diagnose::{Diagnosis, Finding, MistakeText, Plain, alike};
use plyground_courses::engine::question::{AnyAnswer, AnyQuestion};
use plyground_courses::engine::review::{Answered, RIGHT, TraceFinding, WRONG};
use plyground_courses::engine::task::TaskKind;
use plyground_league::event::End;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::unknown_name;
use crate::kind::Kind;
use crate::position::wrap;
use crate::stop;

/// What a function is asked: the words of the command line, standard input and the input file.
type Call = (Vec<String>, String, Option<String>);

/// What it gave: standard output, the output file, standard error, and what it raised in a line, if anything.
type Given = (String, Option<String>, String, Option<String>);

/// The questions of an assignment that everybody may try: those for trying, or its public cases.
#[pyclass(frozen, name = "_Exam", module = "plyground._plyground")]
pub(crate) struct Exam {
    assignment: Assignment,
    questions: Vec<AnyQuestion>,
}

#[pymethods]
impl Exam {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        let kind =
            TaskKind::from_name(name).ok_or_else(|| unknown_name("course", name, &TaskKind::names()))?;
        let wrong = |error: String| PyValueError::new_err(format!("{name}: {error}"));
        let assignment = Assignment::parse(kind.info.file).map_err(|error| wrong(error.to_string()))?;
        let questions = py.detach(|| match assignment.task.examples() {
            examples if examples.is_empty() => assignment.task.public(&assignment.cases),
            examples => Ok(examples),
        });
        let questions = questions.map_err(|error| wrong(error.to_string()))?;
        Ok(Self { assignment, questions })
    }

    /// What is asked, in order.
    fn calls(&self) -> Vec<Call> {
        let call = |question: &AnyQuestion| {
            let call = question.call(self.assignment.time());
            let word = |argument| match argument {
                Argument::Word(word) => Some(word),
                // A function gets what is in the file.
                Argument::Input | Argument::Output => None,
            };
            (call.arguments.into_iter().filter_map(word).collect(), call.input, call.file)
        };
        self.questions.iter().map(call).collect()
    }

    /// What the marker says of the answers.
    fn judge<'py>(&self, py: Python<'py>, given: Vec<Given>) -> PyResult<Bound<'py, PyDict>> {
        let result = PyDict::new(py);
        let mut trials = Vec::new();
        let mut cases = Vec::new();
        let mut trace: Option<TraceFinding> = None;
        for (question, given) in self.questions.iter().zip(given) {
            let raised = given.3.clone();
            let ended = ended(given);
            let (verdict, answer) = question.judge(&ended);
            let form = question.form(answer.as_ref(), &ended);
            let answer = answer.or(form.meant);
            let case =
                |question: String, expected: String, found: String, word: &str, problem: Option<String>| {
                    let case = PyDict::new(py);
                    case.set_item("question", question)?;
                    case.set_item("expected", expected)?;
                    case.set_item("found", found)?;
                    case.set_item("verdict", word)?;
                    case.set_item("problem", problem)?;
                    PyResult::Ok(case)
                };
            if let Some(items) = question.items(answer.as_ref(), &verdict) {
                for item in items {
                    let position = item.position;
                    let case = case(item.question, item.expected, item.found, item.verdict, item.problem)?;
                    case.set_item("position", position.map(|position| shown(py, position)).transpose()?)?;
                    cases.push((case, item.verdict == RIGHT));
                }
            } else {
                let is_right = verdict.is_right();
                let word = match (&verdict.fault, is_right) {
                    (_, true) => RIGHT,
                    (Some(fault), false) => fault.kind.name(),
                    (None, false) => WRONG,
                };
                let problem = (!is_right).then(|| raised.unwrap_or_else(|| verdict.problem_words()));
                let case = case(question.words(), question.expected(), verdict.got.clone(), word, problem)?;
                case.set_item(
                    "position",
                    question.position().map(|position| shown(py, position)).transpose()?,
                )?;
                cases.push((case, is_right));
            }
            let found = question.trace(answer.as_ref(), &ended);
            trace = trace.into_iter().chain(found).min_by_key(|finding| finding.rank);
            trials.push((question, answer, verdict.is_right()));
        }
        let right = cases.iter().filter(|(_, is_right)| *is_right).count();
        let asked = cases.len();
        let (review, diagnosis) = self.look(py, &trials)?;
        let mut findings = review;
        findings.extend(Self::alike(&cases)?);
        let named = diagnosis.as_ref().and_then(Diagnosis::named);
        let is_right = |diagnosis: &Diagnosis<MistakeText>| {
            diagnosis.finding == Finding::Right && diagnosis.answered == diagnosis.asked
        };
        if let Some(diagnosis) = diagnosis.as_ref().filter(|diagnosis| right < asked && !is_right(diagnosis))
        {
            findings.extend(diagnosis.words());
        }
        if let Some(TraceFinding { words, node, .. }) = trace {
            findings.push(words);
            if let Some(node) = node {
                let (state, board) = (words::state_words(&node.position), words::board(&node.position));
                findings.push(format!("{}, {state}, {}:\n\n{board}", node.name, node.bounds));
            }
        }
        let (mistakes, confidence) = named.map_or((Vec::new(), None), |(ids, sure)| (ids, Some(sure.word())));
        result.set_item("cases", cases.into_iter().map(|(case, _)| case).collect::<Vec<_>>())?;
        result.set_item("right", right)?;
        result.set_item("mistakes", mistakes)?;
        result.set_item("confidence", confidence)?;
        result.set_item("findings", findings)?;
        Ok(result)
    }
}

/// A question with the answer to it, and whether that is right.
type Trial<'a> = (&'a AnyQuestion, Option<AnyAnswer>, bool);

impl Exam {
    /// What there is to say about all answers together.
    fn look(
        &self,
        py: Python<'_>,
        trials: &[Trial<'_>],
    ) -> PyResult<(Vec<String>, Option<Diagnosis<MistakeText>>)> {
        let task = &self.assignment.task;
        stop::until(py, None, |limits| {
            let answers: Vec<_> = trials
                .iter()
                .map(|(question, answer, is_right)| Answered {
                    question: *question,
                    answer: answer.as_ref(),
                    is_right: *is_right,
                })
                .collect();
            (task.review(&answers).findings, task.diagnose(&answers, limits.stop))
        })
    }

    /// What failed in the same way, or is always the same.
    fn alike(cases: &[(Bound<'_, PyDict>, bool)]) -> PyResult<Vec<String>> {
        let text = |case: &Bound<'_, PyDict>, key: &str| -> PyResult<String> {
            let found = case.get_item(key)?.filter(|found| !found.is_none());
            Ok(found.map(|found| found.to_string()).unwrap_or_default())
        };
        let mut plain = Vec::new();
        for (case, is_right) in cases {
            let (verdict, problem) = (text(case, "verdict")?, text(case, "problem")?);
            let failure =
                if verdict == WRONG || *is_right { String::new() } else { format!("{verdict}: {problem}") };
            plain.push(Plain { failure, printed: text(case, "found")?, is_right: *is_right });
        }
        Ok(alike(&plain))
    }
}

/// A position for Python.
fn shown(py: Python<'_>, position: AnyPosition) -> PyResult<Py<crate::position::Position>> {
    let kind = Kind::of_game(position.game());
    // Whatever an assignment asks about can be written.
    debug_assert!(
        position.game().notation().write(&position).is_some(),
        "{}",
        quote(&format!("{position:?}"))
    );
    wrap(py, kind, position)
}

/// What a function gave, as a program that has ended.
fn ended((stdout, file, stderr, raised): Given) -> Ended {
    let file = match (file, &raised) {
        (Some(text), _) => Some(Ok(text.into_bytes())),
        (None, Some(_)) => Some(Err("the function raised an exception".to_owned())),
        (None, None) => None,
    };
    Ended {
        stdout: stdout.into_bytes(),
        file,
        stderr: stderr.into_bytes(),
        end: End::Exited(i32::from(raised.is_some())),
        wall: Duration::ZERO,
        waited: Duration::ZERO,
        cpu: None,
    }
}
