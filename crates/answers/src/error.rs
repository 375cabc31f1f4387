//! The answer to a refused request: a status, and place, cause and remedy as JSON.

use std::ops::Range;

use plyground_core::agents::SpecError;
use plyground_core::{ParseError, quote};
use serde_json::{Value, json};

/// Why a request was refused.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The kind of refusal.
    pub status: Status,
    /// Where it is: a parameter, and the place in it.
    place: String,
    /// What is wrong, and what was expected.
    message: String,
    /// What to do.
    remedy: String,
    /// What else is known of it, by the fields of the answer: what is wrong with a text, say.
    more: Vec<(&'static str, Value)>,
}

/// The kinds of refusals, with the numbers of HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A parameter or a text is malformed.
    Malformed = 400,
    /// The request comes from where it must not.
    Forbidden = 403,
    /// There is no such thing.
    NotFound = 404,
    /// There is, but it is not asked in this way.
    WrongMethod = 405,
    /// The request did not come whole in time.
    Late = 408,
    /// The move is not legal here, or a folder is not as it must be.
    Illegal = 409,
    /// The request is too long, or too much work.
    TooMuch = 413,
    /// A fault of the server.
    Broken = 500,
    /// There is too much work already.
    Busy = 503,
}

impl ApiError {
    /// A refusal. The message says what was expected.
    pub fn new(
        status: Status,
        place: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let (place, message, remedy) = (place.into(), message.into(), remedy.into());
        Self { status, place, message, remedy, more: Vec::new() }
    }

    /// A value of a parameter that is not one of those expected.
    pub fn parameter(name: &str, value: &str, expected: impl AsRef<str>) -> Self {
        let message = format!("found {}; expected {}", quote(value), expected.as_ref());
        Self::new(Status::Malformed, name, message, format!("correct the parameter {name}"))
    }

    /// What a notation says about the text of a parameter.
    pub fn text(parameter: &str, text: &str, error: &ParseError, remedy: impl Into<String>) -> Self {
        let status = if error.is_illegal_move() { Status::Illegal } else { Status::Malformed };
        let problems = error.problems().iter().map(|problem| {
            json!({
                "parameter": parameter,
                "span": utf16(text, &problem.span),
                "place": problem.place,
                "message": problem.message,
            })
        });
        let (place, message) = match error.problems().first() {
            Some(first) => (format!("{parameter}, {}", first.place), first.message.clone()),
            None => (parameter.to_owned(), error.to_string()),
        };
        Self::new(status, place, message, remedy).with("problems", problems.collect::<Value>())
    }

    /// The same refusal with another status.
    #[must_use]
    pub fn with_status(self, status: Status) -> Self {
        Self { status, ..self }
    }

    /// The same refusal with one more field of the answer: `fits`, the depth of a search that would not be too large, or
    /// `legal`, the moves of a list before the first that is wrong.
    #[must_use]
    pub fn with(mut self, field: &'static str, value: impl Into<Value>) -> Self {
        self.more.push((field, value.into()));
        self
    }

    /// What is wrong with the spec of an agent.
    pub fn agent(error: SpecError) -> Self {
        let remedy = "choose an agent of this game, and options that it takes; /api/v1/games lists them";
        Self::new(Status::Malformed, error.place, error.message, remedy)
    }

    /// The refusal as a sentence: place, cause, remedy.
    pub fn sentence(&self) -> String {
        format!("{}: {}; {}", self.place, self.message, self.remedy)
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut error = json!({
            "place": self.place,
            "message": self.message,
            "expected": self.message.split_once("expected ").map_or("", |(_, expected)| expected),
            "remedy": self.remedy,
        });
        for (field, value) in &self.more {
            error[*field] = value.clone();
        }
        json!({ "error": error })
    }
}

/// A place in a text, counted as JavaScript does.
fn utf16(text: &str, span: &Range<usize>) -> [usize; 2] {
    let units = |end: usize| {
        let before = text.char_indices().take_while(|&(at, _)| at < end);
        before.map(|(_, c)| c.len_utf16()).sum()
    };
    [units(span.start), units(span.end)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_count_utf16_units() {
        let text = "a\u{1f600}\u{e9}b";
        assert_eq!(utf16(text, &(1..5)), [1, 3]);
        assert_eq!(utf16(text, &(5..7)), [3, 4]);
        assert_eq!(utf16(text, &(8..8)), [5, 5]);
        assert_eq!(utf16(text, &(0..100)), [0, 5]);
    }
}
