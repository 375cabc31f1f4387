//! The exceptions of the package, and errors of the libraries as exceptions.

use plyground_core::agents::SpecError;
use plyground_core::{AnyGame, ParseError as CoreParseError, quote};
use pyo3::create_exception;
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    plyground,
    ParseError,
    PyValueError,
    "A text is no position, no move or no agent.\n\n`problems` lists what is wrong: tuples of the place in the text (start and \
     end, as indices of characters), the place in words, and what was found and expected."
);
create_exception!(plyground, IllegalMove, PyValueError, "A move is not legal in the position.");
create_exception!(
    plyground,
    OutOfTime,
    PyTimeoutError,
    "The time that was given is over, and the answer is not known. What was found out is kept: a solver that is asked again \
     goes on."
);

/// A text that was refused: a line for each problem, as the program prints them.
pub(crate) fn parse_error(source: &str, text: &str, error: &CoreParseError, remedy: Option<String>) -> PyErr {
    let problems = error.problems().iter();
    let mut lines: Vec<String> =
        problems.map(|problem| format!("{source}: {}: {}", problem.place, problem.message)).collect();
    lines.extend(remedy);
    let raised = ParseError::new_err(lines.join("\n"));
    // Python counts characters, not bytes.
    let index = |byte: usize| text.char_indices().take_while(|&(at, _)| at < byte).count();
    let problems: Vec<(usize, usize, String, String)> = error
        .problems()
        .iter()
        .map(|problem| {
            let (start, end) = (index(problem.span.start), index(problem.span.end));
            (start, end, problem.place.clone(), problem.message.clone())
        })
        .collect();
    with_problems(&raised, problems)
}

/// An agent's spec that was refused.
pub(crate) fn spec_error(error: &SpecError) -> PyErr {
    let problems = vec![(0, 0, error.place.clone(), error.message.clone())];
    with_problems(&ParseError::new_err(error.to_string()), problems)
}

fn with_problems(raised: &PyErr, problems: Vec<(usize, usize, String, String)>) -> PyErr {
    Python::attach(|py| match raised.value(py).setattr("problems", problems) {
        Ok(()) => raised.clone_ref(py),
        Err(other) => other,
    })
}

/// A name that is none of those that exist.
pub(crate) fn unknown_name(what: &str, found: &str, expected: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{what}: found {}; expected one of {}", quote(found), expected.join(", ")))
}

/// A position of another game.
pub(crate) fn wrong_game(expected: AnyGame, found: AnyGame) -> PyErr {
    PyValueError::new_err(format!("position: it is of the game {found}; expected one of {expected}"))
}
