//! The exceptions of the package, and errors of the libraries as exceptions.

use std::io;
use std::ops::Range;
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

/// A text that was refused: a line for each problem, as the program prints them. A move that is not legal here has its
/// own exception.
pub(crate) fn parse_error(source: &str, text: &str, error: &CoreParseError, remedy: Option<String>) -> PyErr {
    let problems = error.problems().iter();
    let lines = problems.clone().map(|problem| format!("{source}: {}: {}", problem.place, problem.message));
    let message = lines.chain(remedy).collect::<Vec<_>>().join("\n");
    let is_illegal = source == "move" && error.is_illegal_move();
    let raised = if is_illegal { IllegalMove::new_err(message) } else { ParseError::new_err(message) };
    let problems = problems.map(|found| problem(text, &found.span, &found.place, &found.message));
    with_problems(raised, problems.collect())
}

/// A problem with its place counted in characters: Python counts those.
fn problem(text: &str, span: &Range<usize>, place: &str, message: &str) -> Problem {
    let characters = |byte: usize| text.char_indices().take_while(|&(at, _)| at < byte).count();
    (characters(span.start), characters(span.end), place.to_owned(), message.to_owned())
}

/// An agent's spec or the name of an evaluation that was refused.
pub(crate) fn spec_error(text: &str, error: &SpecError) -> PyErr {
    let problems = vec![problem(text, &error.span, &error.place, &error.message)];
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
