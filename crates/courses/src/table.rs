//! Which kinds of assignments there are: a row for each, and those that a program brings along.

use std::sync::OnceLock;

use plyground_core::quote;

use crate::comp3608::Search;
use crate::cs431::BestColumn;
use crate::cs3243::Request;
use crate::cs4750::Match;
use crate::engine::task::TaskKind;
use crate::max_connect_four::StateFile;

/// Those of Plyground.
const OWN: [TaskKind; 5] = [
    TaskKind::of::<Search>(),
    TaskKind::of::<BestColumn>(),
    TaskKind::of::<StateFile>(),
    TaskKind::of::<Request>(),
    TaskKind::of::<Match>(),
];

/// All. It never changes once it has been read.
static ALL: OnceLock<Vec<TaskKind>> = OnceLock::new();

impl TaskKind {
    /// All that there are.
    pub fn all() -> &'static [Self] {
        ALL.get_or_init(|| OWN.to_vec())
    }

    /// Adds further kinds. Call it once with all of them, before any file is read.
    ///
    /// # Errors
    ///
    /// If two have the same word, the game of one is in no list, or the list was in use already.
    pub fn add(kinds: &[Self]) -> Result<(), NotAdded> {
        let all = OWN.iter().chain(kinds).copied().try_fold(Vec::new(), with)?;
        ALL.set(all).map_err(|_| {
            NotAdded("the list is in use already; add kinds of assignments before anything else".into())
        })
    }

    /// The kind of the assignment of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|kind| kind.info.name == name)
    }

    /// The names of the assignments, in the order of menus.
    pub fn names() -> Vec<&'static str> {
        Self::all().iter().map(|kind| kind.info.name).collect()
    }
}

/// The list with one more.
fn with(mut kinds: Vec<TaskKind>, kind: TaskKind) -> Result<Vec<TaskKind>, NotAdded> {
    let wrong = |name: &str, what: &str| Err(NotAdded(format!("{}: {what}", quote(name))));
    for name in [kind.info.name, kind.word] {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.bytes().all(is_letter) {
            return wrong(name, "expected lower-case letters, digits and hyphens, a letter first");
        }
    }
    if kinds.iter().any(|other| other.info.name == kind.info.name) {
        return wrong(kind.info.name, "it is there already; expected a name of its own");
    }
    if kinds.iter().any(|other| other.word == kind.word) {
        return wrong(kind.word, "this word is taken already; expected a task of its own");
    }
    if !(kind.has_game)() {
        return wrong(kind.info.name, "its game is in no list; expected it among the games of the program");
    }
    kinds.push(kind);
    Ok(kinds)
}

/// Why kinds of assignments were not added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("kinds of assignments: {0}")]
pub struct NotAdded(String);
