//! Files that people write, such as `tournament.toml` and `assignment.toml`: what is wrong in them, and where.

use std::fmt;
use std::ops::Range;

use plyground_core::{AnyGame, printable, quote};
use toml::Spanned;

/// A place in the file, what was found there, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{message}", place(*line, *column))]
pub struct ConfigError {
    /// Line, from 1; 0 if it is about the file as a whole.
    pub line: usize,
    /// Column in characters, from 1; 0 if it is about the file as a whole.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// A place before a message.
fn place(line: usize, column: usize) -> String {
    if line > 0 { format!("line {line}, column {column}: ") } else { String::new() }
}

impl ConfigError {
    /// An error at a place in `text`, in bytes.
    pub fn at(text: &str, span: &Range<usize>, message: impl fmt::Display) -> Self {
        let before = text.get(..span.start.min(text.len())).unwrap_or(text);
        let last = before.rsplit('\n').next().unwrap_or_default();
        let (line, column) = (before.matches('\n').count() + 1, last.chars().count() + 1);
        Self { line, column, message: message.to_string() }
    }

    /// An error of the TOML reader.
    pub fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let message =
            unknown_key(error.message()).unwrap_or_else(|| printable(&error.message().replace('\n', "; ")));
        match error.span() {
            Some(span) => Self::at(text, &span, message),
            None => Self { line: 0, column: 0, message },
        }
    }
}

/// The text of a file, for error messages about its content.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text.
    pub text: &'a str,
}

impl Source<'_> {
    /// The error that something at this place is wrong.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn wrong<T>(self, span: &Range<usize>, message: impl fmt::Display) -> Result<T, ConfigError> {
        Err(ConfigError::at(self.text, span, message))
    }

    /// The game that a word names.
    ///
    /// # Errors
    ///
    /// If there is none of this name.
    pub fn game(self, word: &Spanned<String>) -> Result<AnyGame, ConfigError> {
        if let Some(game) = AnyGame::from_name(word.get_ref()) {
            return Ok(game);
        }
        let known: Vec<_> = AnyGame::all().iter().map(|&game| (game.name(), game)).collect();
        self.word("game", word, &known)
    }

    /// The value that a word names, among those `known` by name. `what` is the key, for the message.
    ///
    /// # Errors
    ///
    /// If it is none of them.
    pub fn word<T: Copy>(
        self,
        what: &str,
        word: &Spanned<String>,
        known: &[(&'static str, T)],
    ) -> Result<T, ConfigError> {
        if let Some((_, value)) = known.iter().find(|(name, _)| name == word.get_ref()) {
            return Ok(*value);
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        self.wrong(&word.span(), format_args!("{what}: found {}", misspelt(word.get_ref(), &names)))
    }
}

/// The message for an unknown key, with the nearest one that is known. The reader's own message has the
/// names in back quotes, the unknown one first.
fn unknown_key(message: &str) -> Option<String> {
    let names = message.strip_prefix("unknown field ")?;
    let mut names = names.split('`').skip(1).step_by(2);
    let unknown = names.next()?;
    let known: Vec<&str> = names.collect();
    Some(format!("unknown key {}", misspelt(unknown, &known)))
}

/// What was found, the name that is most like it, if any is at all, and all that are known.
fn misspelt(found: &str, known: &[&str]) -> String {
    let rated = known.iter().map(|name| (strsim::jaro_winkler(found, name), name));
    let nearest = rated.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > 0.7);
    let (found, known) = (quote(found), known.join(", "));
    match nearest {
        Some((_, name)) => format!("{found}; did you mean {name}? Expected one of {known}"),
        None => format!("{found}; expected one of {known}"),
    }
}
