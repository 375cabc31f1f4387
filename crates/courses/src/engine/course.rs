//! What an assignment consists of: one trait, which each kind of them implements.
//!
//! The engine around it is written once: cases from seeds, programs that are asked, marks, journals and reports. A kind
//! of assignment says what is asked, how, and what an answer is worth.

use std::fmt::Debug;
use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_core::Game;
use plyground_core::rng::Rng;
use plyground_league::event::{MOST_TEXT, excerpt};
use plyground_league::fault::Fault;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde_json::{Value, json};

use super::basics::{self, Basic, Put};
use super::diagnose::{Diagnosis, Feature, Finding, Inquired, KnownMistake};
use super::output_form::{Form, Remark};
use super::reader::Reader;
use super::review::{Answered, Item, Review, Sign, TraceFinding};
use super::talk::TalkQuestion;
use super::verdict::CaseVerdict;

/// A position of a course's game.
pub type PositionOf<C> = <<C as Course>::Game as Game>::Position;

/// Questions of a course with what a program answered.
pub type AnsweredOf<'a, C> = Answered<'a, <C as Course>::Question, <C as Course>::Answer>;

/// Calls a program once; `None` if it is not asked any more.
pub type Ask<'a> = dyn FnMut(&Call) -> Option<Ended> + 'a;

/// How much of its own time a program may take for questions that only tell what is wrong with it.
pub const MORE_TIME: Duration = Duration::from_secs(10);

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
    /// What a program answers, right or wrong.
    type Answer: Send + Sync + 'static;
    /// The mistakes that are known: [`NoMistake`](super::diagnose::NoMistake) if there are none.
    type Mistake: KnownMistake;
    /// The table `[search]` of its files: [`NoSettings`] if there is none.
    type Settings: DeserializeOwned;

    /// What a menu says of it.
    const INFO: CourseInfo;
    /// The word for it in files, as `task`: lower-case letters and hyphens.
    const TASK: &'static str;
    /// The parts of an answer, each with separate marks.
    const PARTS: &'static [&'static str];
    /// Whether programs answer with moves of the game, and can play one: what they earn by games is then one part more,
    /// `strength`.
    const IS_PLAYED: bool = false;
    /// Whether programs are given a depth in plies.
    const HAS_DEPTH: bool = true;
    /// Whether all that a program gets is its arguments, so that they may as well be a call in its language.
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
    fn identity(&self) -> Value {
        json!({ "name": Self::TASK })
    }

    /// The greatest minimax tree of a case, in nodes, at most a million; `None` if nothing is searched to know what is
    /// right.
    fn most_nodes(&self) -> Option<u64> {
        None
    }

    /// The depth in plies that programs are given in games against agents built in.
    fn depth_of_games(&self) -> u32 {
        1
    }

    /// The question about a position from a file. The game is not over in it.
    fn given(&self, position: PositionOf<Self>, algorithm: Option<char>, depth: u32) -> Self::Question;

    /// A random question, of an assignment for which there are far more than cases.
    fn random(&self, _rng: &mut Rng) -> Option<Self::Question> {
        None
    }

    /// So many random questions, none of which is `known` already. Together with those `given` they detect as many
    /// known mistakes as possible. `watch` is called for each.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    fn questions(
        &self,
        rng: &mut Rng,
        count: usize,
        _given: &[Self::Question],
        mut known: Vec<Self::Question>,
        watch: &mut dyn FnMut(),
    ) -> Result<Vec<Self::Question>, CaseError> {
        let first = known.len();
        while known.len() < first + count
            && let Some(question) = self.random(rng)
        {
            if !known.contains(&question) {
                known.push(question);
                watch();
            }
        }
        Ok(known.split_off(first))
    }

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

    /// Which known mistakes the questions may let pass, in a line for staff; `None` if there is nothing to say.
    fn unproved(&self, _questions: &[&Self::Question]) -> Option<String> {
        None
    }

    /// The arguments with which a program is called.
    fn arguments(&self, _question: &Self::Question) -> Vec<String> {
        Vec::new()
    }

    /// How a program is called with a question, with so much time for an answer: with the arguments, and nothing else,
    /// unless a kind of assignment says otherwise.
    fn call(&self, question: &Self::Question, wall: Duration) -> Call {
        let arguments = self.arguments(question).into_iter().map(Argument::Word).collect();
        Call { arguments, input: String::new(), file: None, wall }
    }

    /// Reads the answer, once and strictly. All that is said about it afterwards is said about what is read here.
    ///
    /// # Errors
    ///
    /// Why there is none that could be judged.
    fn read(&self, question: &Self::Question, ended: &Ended) -> Result<Self::Answer, Fault>;

    /// What an answer is worth.
    fn judge(&self, question: &Self::Question, answer: &Self::Answer) -> CaseVerdict;

    /// What is kept of standard output.
    fn said(&self, ended: &Ended) -> String {
        excerpt(ended.stdout.trim_ascii_end(), MOST_TEXT)
    }

    /// The question in one line, as it is put to the program: its arguments, unless a kind of assignment says otherwise.
    fn words(&self, question: &Self::Question) -> String {
        self.arguments(question).join(" ")
    }

    /// What is expected, in a word or two.
    fn expected(&self, question: &Self::Question) -> String;

    /// The position of a question, to be drawn.
    fn position(&self, _question: &Self::Question) -> Option<PositionOf<Self>> {
        None
    }

    /// What [`Course::words`] and [`Course::expected`] leave out of a question and its right answer. It is part of what
    /// identifies a set of cases.
    fn beyond_words(&self, _question: &Self::Question) -> String {
        String::new()
    }

    /// Which mistakes explain the answers to all questions; `None` if none are known of such programs, or there is
    /// nothing to explain.
    fn diagnose(
        &self,
        _answers: &[AnsweredOf<'_, Self>],
        _stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<Self::Mistake>> {
        None
    }

    /// What every program must get right, the simplest first: where something is wrong, a program is asked these questions
    /// too. They earn nothing.
    fn basics(&self) -> Vec<Basic<Self::Question>> {
        Vec::new()
    }

    /// Whether an answer is right in what a basic looks at, by its number; otherwise what is expected and what was found.
    /// `None` if it has nothing there that can be compared. The number is that of a part, unless a kind of assignment says
    /// otherwise.
    fn look(
        &self,
        question: &Self::Question,
        answer: &Self::Answer,
        number: usize,
    ) -> Option<Result<(), String>> {
        let CaseVerdict { earned, got, .. } = self.judge(question, answer);
        let is_right = earned.get(number).copied().flatten() == Some(100);
        Some(if is_right {
            Ok(())
        } else {
            Err(format!("expected {}; found {got}", self.expected(question)))
        })
    }

    /// What is left of a finding when more answers are known.
    fn left(
        &self,
        before: &Finding<Self::Mistake>,
        _more: &[(&Self::Question, &Self::Answer)],
    ) -> Finding<Self::Mistake> {
        before.clone()
    }

    /// What is found by asking a program more, where this was found before; `None` if the assignment asks nothing more, or
    /// nothing was answered.
    fn inquire(
        &self,
        _answers: &[AnsweredOf<'_, Self>],
        before: &Finding<Self::Mistake>,
        ask: &mut Put<'_, Self::Question, Self::Answer>,
    ) -> Option<(Finding<Self::Mistake>, Inquired)> {
        basics::inquire(self, |more| self.left(before, more), ask)
    }

    /// Simple features of a question, the same list for each. Where no mistake explains wrong answers, the feature that
    /// best separates them from right ones is reported. Simpler and more likely causes come first.
    fn features(&self, _question: &Self::Question) -> Vec<Feature> {
        Vec::new()
    }

    /// In which way an answer is wrong: the place of a part in [`Course::PARTS`] that is, and a sentence without a full
    /// stop, such as "the number of nodes is too great".
    fn deviations(&self, _question: &Self::Question, _answer: &Self::Answer) -> Vec<(usize, &'static str)> {
        Vec::new()
    }

    /// Mistakes that are seen in the answers themselves, for `mark`: in `check` they are remarks on a form, or items.
    fn signs(&self, _answers: &[AnsweredOf<'_, Self>]) -> Vec<Sign> {
        Vec::new()
    }

    /// Questions on which `check` tries programs for the assignment as it is built in. Without any it asks the public
    /// cases.
    fn examples(&self) -> Vec<Self::Question> {
        Vec::new()
    }

    /// A second look at an output, for `check`: what is to be said of its form, and what it means if it cannot be read.
    fn form(&self, _: &Self::Question, _: Option<&Self::Answer>, _: &Ended) -> Form<Self::Answer> {
        Form::default()
    }

    /// A last look at what [`Course::form`] says of all answers, one list for each: takes out what an answer alone
    /// suggests and the others show to be something else.
    fn settle(&self, _remarks: &mut [&mut Vec<Remark>]) {}

    /// The answers in an output, for `check`, where one output has several.
    fn items(&self, _: &Self::Question, _: Option<&Self::Answer>, _: &CaseVerdict) -> Option<Vec<Item>> {
        None
    }

    /// Where what a program reported of its work, beyond the answer, is not what is right.
    fn trace(&self, _: &Self::Question, _: Option<&Self::Answer>, _: &Ended) -> Option<TraceFinding> {
        None
    }

    /// The nodes of the right search, where they are counted: the smallest is as good as the start of a program alone.
    fn size(&self, _question: &Self::Question) -> Option<u64> {
        None
    }

    /// What there is to say in `check` about all answers together.
    fn review(&self, _answers: &[AnsweredOf<'_, Self>]) -> Review {
        Review::default()
    }

    /// Questions for a talk with the author of a program that was asked these, best about the first, made by lot: see
    /// [`talk::questions`](super::talk::questions). None if none can be made.
    fn talk(&self, _asked: &[&Self::Question], _rng: &mut Rng) -> Vec<TalkQuestion> {
        Vec::new()
    }

    /// What is wrong with a program beyond what earns marks, found by asking it more.
    fn beyond(&self, _wall: Duration, _ask: &mut Ask<'_>) -> Option<String> {
        None
    }
}

/// Why cases cannot be made. The author of the assignment can mend it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(pub String);

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
