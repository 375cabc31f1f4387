//! The exceptions of the package, and errors of the libraries as exceptions.

use std::io;
use std::path::Path;

use plyground_core::agents::SpecError;
use plyground_core::{AnyGame, ParseError as CoreParseError, quote};
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    plyground,
    ParseError,
    PyValueError,
    "A text is no position, no move and no agent, or a file is no certificate.\n\n`problems` has what is wrong: tuples of \
     the place in the text (start and end, as indices of characters; both 0 where it is a file), the place in words, and what \
     was found and expected."
);
create_exception!(
    plyground,
    IllegalMove,
    PyValueError,
    "A move is not legal in the position.\n\n`problems` is that of `ParseError` where the move was a text, and empty where it \
     was a number."
);
create_exception!(
    plyground,
    OutOfTime,
    PyTimeoutError,
    "The time that was given is over, and the answer is not known. What was found out is kept: a solver that is asked again \
     goes on."
);

/// A place in a text, start and end and in words, and what is wrong there.
type Problem = (usize, usize, String, String);

/// Gives both exceptions with a place a list of problems that is empty if nothing else is said.
pub(crate) fn without_problems(py: Python<'_>) -> PyResult<()> {
    let none = || pyo3::types::PyTuple::empty(py);
    py.get_type::<ParseError>().setattr("problems", none())?;
    py.get_type::<IllegalMove>().setattr("problems", none())
}

/// A text that was refused: a line for each problem, as the program prints them.
pub(crate) fn parse_error(source: &str, text: &str, error: &CoreParseError, remedy: Option<String>) -> PyErr {
    let (lines, problems) = described(source, text, error);
    let lines: Vec<String> = lines.into_iter().chain(remedy).collect();
    with_problems(ParseError::new_err(lines.join("\n")), problems)
}

/// A text that is no move, or one that is not legal.
pub(crate) fn move_error(text: &str, error: &CoreParseError) -> PyErr {
    if !error.is_illegal_move() {
        return parse_error("move", text, error, None);
    }
    let (lines, problems) = described("move", text, error);
    with_problems(IllegalMove::new_err(lines.join("\n")), problems)
}

/// The problems as lines and as tuples.
fn described(source: &str, text: &str, error: &CoreParseError) -> (Vec<String>, Vec<Problem>) {
    let lines =
        error.problems().iter().map(|problem| format!("{source}: {}: {}", problem.place, problem.message));
    let problems = error.problems().iter().map(|problem| {
        let [start, end] = [problem.span.start, problem.span.end].map(|byte| characters(text, byte));
        (start, end, problem.place.clone(), problem.message.clone())
    });
    (lines.collect(), problems.collect())
}

/// Characters before a byte: Python counts those.
fn characters(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|&(at, _)| at < byte).count()
}

/// An agent's spec or the name of an evaluation that was refused.
pub(crate) fn spec_error(text: &str, error: &SpecError) -> PyErr {
    let [start, end] = [error.span.start, error.span.end].map(|byte| characters(text, byte));
    let problems = vec![(start, end, error.place.clone(), error.message.clone())];
    with_problems(ParseError::new_err(error.to_string()), problems)
}

/// A file that was refused.
pub(crate) fn file_error(path: &Path, message: String) -> PyErr {
    let raised = ParseError::new_err(format!("{}: {message}", path.display()));
    with_problems(raised, vec![(0, 0, path.display().to_string(), message)])
}

fn with_problems(raised: PyErr, problems: Vec<Problem>) -> PyErr {
    Python::attach(|py| {
        let tuple = pyo3::types::PyTuple::new(py, problems);
        match tuple.and_then(|problems| raised.value(py).setattr("problems", problems)) {
            Ok(()) => raised,
            Err(other) => other,
        }
    })
}

/// A file or folder that cannot be read: the exception that Python itself would raise, such as `FileNotFoundError`.
pub(crate) fn os_error(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let made = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (number,)))
        .and_then(|words| py.get_type::<PyOSError>().call1((number, words, path.as_os_str())));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A name that is none of those that exist.
pub(crate) fn unknown_name(what: &str, found: &str, expected: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{what}: found {}; expected one of {}", quote(found), expected.join(", ")))
}

/// A position of another game.
pub(crate) fn wrong_game(expected: AnyGame, found: AnyGame) -> PyErr {
    PyValueError::new_err(format!("position: it is of the game {found}; expected one of {expected}"))
}
