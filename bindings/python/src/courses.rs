//! The doctor: functions of Python as programs that answer the questions of an assignment.

use plyground_arena::invoke::{Argument, Ended, NoFile};
use plyground_core::words;
use plyground_courses::comp3608::trace::MOST_NODES;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::diagnose::{Diagnosis, Finding, MistakeText, Plain, alike};
use plyground_courses::engine::question::{AnyAnswer, AnyQuestion};
use plyground_courses::engine::review::{Answered, Item, RIGHT, TraceFinding, WRONG};
use plyground_courses::engine::task::TaskKind;
use plyground_league::event::End;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::Text;
use crate::errors::unknown_name;
use crate::position::{Kind, wrap};
use crate::stop;

/// What a function is asked: the words of the command line, standard input and the input file.
type Call = (Vec<String>, String, Option<String>);

/// What a function gave, as a program does: standard output, the output file and standard error.
type Output = (Text, Option<Text>, Text);

/// The questions of an assignment that everybody may try, those for trying or its public cases, and what became of those
/// that were answered.
#[pyclass(name = "_Exam", module = "plyground._plyground")]
pub(crate) struct Exam {
    assignment: Assignment,
    questions: Vec<AnyQuestion>,
    trials: Vec<Trial>,
    /// The questions, or the moves of a whole game, and what the marker says of them.
    cases: Vec<Item>,
    trace: Option<TraceFinding>,
}

/// An answer to a question, if it could be read, and whether it is right.
struct Trial {
    answer: Option<AnyAnswer>,
    is_right: bool,
}

/// What is compared with other cases.
fn plain(case: &Item) -> Plain {
    let is_failure = case.verdict != WRONG && case.verdict != RIGHT;
    let problem = case.problem.as_deref().unwrap_or_default();
    Plain {
        failure: if is_failure { format!("{}: {problem}", case.verdict) } else { String::new() },
        printed: case.found.clone(),
        is_right: case.verdict == RIGHT,
    }
}

/// A case as Python has it.
fn dict<'py>(py: Python<'py>, case: &Item) -> PyResult<Bound<'py, PyDict>> {
    let position = case.position.clone();
    let position = position.map(|position| wrap(py, Kind::of_game(position.game()), position)).transpose()?;
    let dict = PyDict::new(py);
    dict.set_item("question", &case.question)?;
    dict.set_item("position", position)?;
    dict.set_item("expected", &case.expected)?;
    dict.set_item("found", &case.found)?;
    dict.set_item("verdict", case.verdict)?;
    dict.set_item("problem", case.problem.as_deref())?;
    Ok(dict)
}

#[pymethods]
impl Exam {
    /// The largest number of nodes of a trace that are read. An observer need not keep more.
    #[classattr]
    const MOST_NODES: usize = MOST_NODES;

    #[new]
    fn new(py: Python<'_>, name: Text) -> PyResult<Self> {
        let kind =
            TaskKind::from_name(&name).ok_or_else(|| unknown_name("course", &name, &TaskKind::names()))?;
        let made = stop::aside(py, move || {
            let assignment = Assignment::parse(kind.info.file).map_err(|error| error.to_string())?;
            let questions = match assignment.task.examples() {
                examples if examples.is_empty() => assignment.task.public(&assignment.cases),
                examples => Ok(examples),
            };
            Ok((assignment, questions.map_err(|error| error.to_string())?))
        })?;
        let (assignment, questions) =
            made.map_err(|error: String| PyValueError::new_err(format!("{}: {error}", &*name)))?;
        Ok(Self { assignment, questions, trials: Vec::new(), cases: Vec::new(), trace: None })
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

    /// Judges the answer to the next question. If there is none, `failure` says why: `raised` is true for an
    /// exception, and false if something was returned that is no answer.
    fn answer(
        &mut self,
        py: Python<'_>,
        output: Output,
        failure: Option<Text>,
        raised: bool,
    ) -> PyResult<()> {
        let Some(question) = self.questions.get(self.trials.len()) else {
            return Err(PyValueError::new_err("answer: all questions have one; expected no more"));
        };
        let failure = failure.map(|failure| failure.to_owned());
        let ended = ended(output, failure.as_deref(), raised);
        let (trial, cases, trace) = py.detach(|| judge(question, &ended, failure));
        self.trials.push(trial);
        self.cases.extend(cases);
        self.trace = self.trace.take().into_iter().chain(trace).min_by_key(|finding| finding.rank);
        Ok(())
    }

    /// What the marker says of all answers.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let right = self.cases.iter().filter(|case| case.verdict == RIGHT).count();
        let (mut findings, diagnosis) = self.look(py)?;
        findings.extend(alike(&self.cases.iter().map(plain).collect::<Vec<_>>(), "question"));
        let named = diagnosis.as_ref().and_then(Diagnosis::named);
        let is_said = |diagnosis: &&Diagnosis<MistakeText>| {
            let is_right = diagnosis.finding == Finding::Right && diagnosis.answered == diagnosis.asked;
            right < self.cases.len() && !is_right
        };
        findings.extend(diagnosis.iter().filter(is_said).flat_map(Diagnosis::words));
        if let Some(TraceFinding { words, node, .. }) = &self.trace {
            findings.push(words.clone());
            if let Some(node) = node {
                let (state, board) = (words::state_words(&node.position), words::board(&node.position));
                findings.push(format!("{}, {state}, {}:\n\n{board}", node.name, node.bounds));
            }
        }
        let (mistakes, confidence) = named.map_or((Vec::new(), None), |(ids, sure)| (ids, Some(sure.word())));
        let cases: Vec<_> = self.cases.iter().map(|case| dict(py, case)).collect::<PyResult<_>>()?;
        let result = PyDict::new(py);
        result.set_item("cases", cases)?;
        result.set_item("right", right)?;
        result.set_item("mistakes", mistakes)?;
        result.set_item("confidence", confidence)?;
        result.set_item("findings", findings)?;
        Ok(result)
    }
}

impl Exam {
    /// What there is to say about all answers together.
    fn look(&self, py: Python<'_>) -> PyResult<(Vec<String>, Option<Diagnosis<MistakeText>>)> {
        let task = &self.assignment.task;
        stop::until(py, None, |limits| {
            let answered = self.questions.iter().zip(&self.trials).map(|(question, trial)| Answered {
                question,
                answer: trial.answer.as_ref(),
                is_right: trial.is_right,
            });
            let answers: Vec<_> = answered.collect();
            (task.review(&answers).findings, task.diagnose(&answers, &mut |_| None, limits.stop))
        })
    }
}

/// What the marker says of an answer.
fn judge(
    question: &AnyQuestion,
    ended: &Ended,
    failure: Option<String>,
) -> (Trial, Vec<Item>, Option<TraceFinding>) {
    let (verdict, answer) = question.judge(ended);
    let form = question.form(answer.as_ref(), ended);
    let answer = answer.or(form.meant);
    let trace = question.trace(answer.as_ref(), ended);
    let is_right = verdict.is_right();
    let cases = if let Some(items) = question.items(answer.as_ref(), &verdict) {
        let case = |item: Item| {
            // Why there is no answer at all says more than what is missing in it.
            let problem = if item.verdict == RIGHT { None } else { failure.clone().or(item.problem) };
            Item { problem, ..item }
        };
        items.into_iter().map(case).collect()
    } else {
        vec![Item {
            question: question.words(),
            position: question.position(),
            expected: question.expected(),
            found: verdict.got.clone(),
            verdict: match &verdict.fault {
                _ if is_right => RIGHT,
                Some(fault) => fault.kind.name(),
                None => WRONG,
            },
            problem: (!is_right).then(|| failure.unwrap_or_else(|| verdict.problem_words())),
        }]
    };
    (Trial { answer, is_right }, cases, trace)
}

/// What a function gave, as a program that has ended.
fn ended((stdout, file, stderr): Output, failure: Option<&str>, raised: bool) -> Ended {
    let file = match (file, failure) {
        (Some(text), _) => Some(Ok(text.as_bytes().to_vec())),
        (None, Some(failure)) => Some(Err(NoFile::Function(failure.to_owned()))),
        (None, None) => None,
    };
    Ended {
        stdout: stdout.as_bytes().to_vec(),
        file,
        stderr: stderr.as_bytes().to_vec(),
        ..Ended::without_traces(End::Exited(i32::from(raised)))
    }
}
