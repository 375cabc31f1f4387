//! What targets take from their bytes, and what they ask of errors.

use std::ffi::{OsStr, OsString};
use std::io::empty;
use std::path::Path;

use plyground::{Exit, Program, Streams};
use plyground_core::ParseError;
use serde_json::Value;
use tempfile::TempDir;

/// Bytes that are taken apart from the front.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    /// The next byte; 0 if there is none.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// The next byte as a number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    pub(crate) const fn rest(self) -> &'a [u8] {
        self.0
    }

    /// All that is left as text, if it is UTF-8: the readers of files and arguments refuse other bytes before.
    pub(crate) fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }
}

/// An empty folder: in memory where that can be had, since some readers wait until all is on the disk.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

/// The law of errors of notations: each problem is a part of the text, says something, and shows nothing raw.
pub(crate) fn check_parse_error(error: &ParseError, text: &str) {
    assert!(!error.problems().is_empty(), "an error without a problem");
    for problem in error.problems() {
        assert!(text.get(problem.span.clone()).is_some(), "{problem:?} is not a part of {text:?}");
        assert!(!problem.place.is_empty() && !problem.message.is_empty(), "{problem:?}");
    }
    check_message(&error.to_string());
}

/// The law of messages: something is said, and no control character of strangers gets through.
pub(crate) fn check_message(message: &str) {
    assert!(!message.is_empty(), "nothing is said");
    assert!(!message.chars().any(|c| c.is_control() && c != '\n'), "{message:?}");
}

/// Runs a subcommand that prints JSON: how it ends, what it prints, and the message of its failure.
pub(crate) fn ran<'a>(
    program: &Program,
    args: impl IntoIterator<Item = &'a OsStr>,
) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = empty();
    let mut streams = Streams::plain(&mut input, &mut out, &mut err);
    let args = args.into_iter().map(OsString::from).collect();
    let (exit, message) = match program.run_on(args, &mut streams) {
        Ok(()) => (Exit::Done, String::new()),
        Err(failure) => (failure.exit, failure.message),
    };
    (exit, String::from_utf8(out).expect("only text is written"), message)
}

/// Bad input has a message and no result; anything else is a result.
pub(crate) fn check(exit: Exit, out: &str, message: &str) {
    match exit {
        Exit::Done => assert!(serde_json::from_str::<Value>(out).is_ok(), "{out}"),
        Exit::BadInput => {
            assert_eq!(out, "");
            check_message(message);
        }
        other => panic!("{other:?}: {message}"),
    }
}
