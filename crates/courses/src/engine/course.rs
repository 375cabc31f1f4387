//! What an assignment consists of: one trait, which each kind of them implements.
//!
//! The engine around it is written once: cases from seeds, programs that are asked, marks, journals and reports. A kind
//! of assignment says what is asked, how, and what an answer is worth.

use std::fmt::Debug;
use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_core::Game;
use plyground_core::rng::Rng;
use plyground_league::event::{MOST_TEXT, excerpt};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde_json::Value;

use crate::engine::assignment::Reader;
use crate::engine::case::{CaseAnswer, CaseError, CaseVerdict};
use crate::engine::outcome::DiagnosisText;

/// A position of a course's game.
pub type PositionOf<C> = <<C as Course>::Game as Game>::Position;

/// What a menu says of a kind of assignment, and the file that courses begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseInfo {
    /// The name on command lines: lower-case letters, digits and hyphens.
    pub name: &'static str,
    /// What is to be programmed, in a sentence without a full stop.
    pub about: &'static str,
    /// The program that the text names.
    pub program: &'static str,
    /// Command lines by which the assignment is answered here.
    pub usage: &'static [&'static str],
    /// The text of its `assignment.toml`.
    pub file: &'static str,
}

/// A kind of assignment. The value is what an `assignment.toml` says of how questions are put.
pub trait Course: PartialEq + Debug + Send + Sync + Sized + 'static {
    /// The game that it is about.
    type Game: Game<Position: Send + Sync>;
    /// A question, with what is right. Two are equal if no program could tell them from each other.
    type Question: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The table `[search]` of its files: [`NoSettings`] if there is none.
    type Settings: DeserializeOwned;

    /// What a menu says of it.
    const INFO: CourseInfo;
    /// The word for it in files, as `task`: lower-case letters and hyphens.
    const TASK: &'static str;
    /// What an answer consists of, each part with marks of its own.
    const PARTS: &'static [&'static str];
    /// Whether programs answer with moves of the game, and can play one: what they earn by games is then one part more,
    /// `strength`.
    const IS_PLAYED: bool = false;
    /// Whether programs are told a depth in plies.
    const TELLS_DEPTH: bool = true;
    /// Whether all that a program is told is its arguments, so that they may as well be a call in its language.
    const IS_CALLED: bool = false;
    /// The algorithms that a case may name, each with its letter; none if there is no choice.
    const ALGORITHMS: &'static [(&'static str, char)] = &[];

    /// What the settings of a file mean, with the depths in plies, from and to, of its questions.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with them, and where.
    fn configure(
        settings: Option<&Self::Settings>,
        depths: [u32; 2],
        reader: &Reader<'_>,
    ) -> Result<Self, ConfigError>;

    /// All that answers depend on, for the first line of journals: an object with the word as `name`. Every name in it
    /// is part of a file format.
    fn identity(&self) -> Value;

    /// The greatest minimax tree of a case, in nodes, at most a million; `None` if nothing is searched to know what is
    /// right.
    fn most_nodes(&self) -> Option<u64> {
        None
    }

    /// The depth in plies that programs are told in games against agents built in.
    fn depth_of_games(&self) -> u32 {
        1
    }

    /// The question about a position that a file names, on which the game goes on.
    fn given(&self, position: PositionOf<Self>, algorithm: Option<char>, depth: u32) -> Self::Question;

    /// So many questions by lot, none of which is `known` already. Together with those `given` they tell as many known
    /// mistakes as possible from what is right. `watch` is told of each.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        given: &[Self::Question],
        known: Vec<Self::Question>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<Self::Question>, CaseError>;

    /// The only question, of an assignment that has but one.
    fn whole(&self) -> Option<Self::Question> {
        None
    }

    /// Shows that the questions tell every known mistake from what is right, where that is promised.
    ///
    /// # Errors
    ///
    /// Which mistakes they let pass.
    fn prove(&self, _questions: &[&Self::Question]) -> Result<(), CaseError> {
        Ok(())
    }

    /// Which known mistakes the questions may let pass, in a line for whoever marks; `None` if there is nothing to say.
    fn unproved(&self, _questions: &[&Self::Question]) -> Option<String> {
        None
    }

    /// How a program is called with a question, with so much time for an answer.
    fn call(&self, question: &Self::Question, wall: Duration) -> Call;

    /// What an answer is worth.
    fn judge(&self, question: &Self::Question, ended: &Ended) -> CaseVerdict;

    /// What is kept of standard output.
    fn said(&self, ended: &Ended) -> String {
        excerpt(ended.stdout.trim_ascii_end(), MOST_TEXT)
    }

    /// The question in one line, as it is put to the program.
    fn words(&self, question: &Self::Question) -> String;

    /// What is expected, in a word or two.
    fn expected(&self, question: &Self::Question) -> String;

    /// The position of a question, to be drawn.
    fn position(&self, _question: &Self::Question) -> Option<PositionOf<Self>> {
        None
    }

    /// What [`Course::words`] and [`Course::expected`] leave out of a question and of what is right: it is part of what
    /// tells a set of cases from others.
    fn beyond_words(&self, _question: &Self::Question) -> String {
        String::new()
    }

    /// The mistakes that explain the answers to all questions, and what there is to say about them. None are known
    /// unless a kind of assignment says otherwise.
    fn diagnose(
        &self,
        _answers: &[(&Self::Question, &CaseAnswer)],
        _stop: &dyn Fn() -> bool,
    ) -> DiagnosisText {
        DiagnosisText::default()
    }
}

/// The settings of a kind of assignment that has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSettings {}

impl<'de> Deserialize<'de> for NoSettings {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("search: this task has no settings; expected no such table"))
    }
}

/// The part of a file that is a course's own.
#[derive(serde::Deserialize)]
#[serde(bound = "S: DeserializeOwned")]
pub(crate) struct OwnTable<S> {
    pub(crate) search: Option<S>,
}
