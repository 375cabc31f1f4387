//! How `assignment.toml` is read: numbers within bounds, and errors that name a place.

use std::fmt;

use plyground_arena::config_file::{ConfigError, Source};
use serde::de::DeserializeOwned;
use toml::Spanned;

/// The text of an `assignment.toml`, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The text, for errors that name a place in it.
    pub source: Source<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) const fn of(text: &'a str) -> Self {
        Self { source: Source { text } }
    }

    /// The table of the whole file, read as something else: keys that it does not have are not looked at.
    pub(crate) fn table<T: DeserializeOwned>(&self) -> Result<T, ConfigError> {
        let text = self.source.text;
        toml::from_str(text).map_err(|error| ConfigError::of_toml(text, &error))
    }

    /// The error that something in the file is wrong.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn wrong<T, V>(&self, place: &Spanned<V>, message: impl fmt::Display) -> Result<T, ConfigError> {
        self.source.wrong(&place.span(), message)
    }

    /// The same error, unless it `is_fine`.
    pub(crate) fn check<V>(
        &self,
        is_fine: bool,
        place: &Spanned<V>,
        message: impl fmt::Display,
    ) -> Result<(), ConfigError> {
        if is_fine { Ok(()) } else { self.wrong(place, message) }
    }

    /// The greatest minimax tree of a case, in nodes: 3,000 unless the file says otherwise, and at most a million.
    ///
    /// # Errors
    ///
    /// If it is out of bounds.
    pub fn most_nodes(&self, number: Option<&Spanned<u64>>) -> Result<u64, ConfigError> {
        self.number("most_nodes", number, 3000, [8, 1_000_000])
    }

    /// A number within bounds, or what is usual. `what` is its key, for the message.
    ///
    /// # Errors
    ///
    /// If it is out of bounds.
    pub fn number<T: Copy + PartialOrd + fmt::Display>(
        &self,
        what: &str,
        number: Option<&Spanned<T>>,
        usual: T,
        [least, most]: [T; 2],
    ) -> Result<T, ConfigError> {
        let Some(spanned) = number else { return Ok(usual) };
        let number = *spanned.get_ref();
        let message = format_args!("{what}: found {number}; expected {least} to {most}");
        self.check(least <= number && number <= most, spanned, message)?;
        Ok(number)
    }
}
