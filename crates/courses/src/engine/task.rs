//! What programs are asked, of a kind that is chosen at run time.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, Game, quote};
use serde_json::Value;

use crate::comp3608::Search;
use crate::cs431::BestColumn;
use crate::cs3243::Request;
use crate::cs4750::Match;
use crate::engine::assignment::{CaseRules, Reader};
use crate::engine::case::tree::is_within;
use crate::engine::case::{CaseAnswer, CaseError, CaseVerdict};
use crate::engine::course::{Course, CourseInfo, OwnTable};
use crate::engine::outcome::DiagnosisText;
use crate::max_connect_four::StateFile;

/// What the part of an answer is called that games earn.
pub(crate) const STRENGTH: &str = "strength";

/// What programs are asked: a [`Course`] whose type is chosen at run time.
#[derive(Clone)]
pub struct Task(Arc<dyn ErasedCourse>);

/// A question of a [`Course`] whose type is chosen at run time, with what is right.
#[derive(Clone)]
pub struct AnyQuestion(Arc<dyn ErasedQuestion>);

/// A kind of assignment, before a file says how its questions are put.
#[derive(Clone, Copy, Debug)]
pub struct TaskKind {
    info: &'static CourseInfo,
    game: fn() -> AnyGame,
    word: &'static str,
    tells_depth: bool,
    configure: fn([u32; 2], &Reader<'_>) -> Result<Task, ConfigError>,
}

impl TaskKind {
    /// The kind that a course is.
    pub const fn of<C: Course>() -> Self {
        Self {
            info: const { &C::INFO },
            game: AnyGame::listed::<C::Game>,
            word: C::TASK,
            tells_depth: C::TELLS_DEPTH,
            configure: configure::<C>,
        }
    }

    /// All that there are.
    pub fn all() -> &'static [Self] {
        ALL.get_or_init(|| OWN.to_vec())
    }

    /// Brings further kinds. Whoever has some adds them all at once, before any file is read.
    ///
    /// # Errors
    ///
    /// If two have the same word, or the list was in use already.
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

    /// What a menu says of it, and the file that courses begin with.
    pub const fn info(self) -> &'static CourseInfo {
        self.info
    }

    /// The game.
    pub fn game(self) -> AnyGame {
        (self.game)()
    }

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        self.word
    }

    /// Whether programs are told a depth in plies.
    pub const fn tells_depth(self) -> bool {
        self.tells_depth
    }

    /// What a file says of how questions are put, with the depths in plies, from and to, of its questions.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it, and where.
    pub fn configure(self, depths: [u32; 2], reader: &Reader<'_>) -> Result<Task, ConfigError> {
        (self.configure)(depths, reader)
    }
}

fn configure<C: Course>(depths: [u32; 2], reader: &Reader<'_>) -> Result<Task, ConfigError> {
    let own: OwnTable<C::Settings> = reader.table()?;
    C::configure(own.search.as_ref(), depths, reader).map(Task::of)
}

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
    kinds.push(kind);
    Ok(kinds)
}

/// Why kinds of assignments were not added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("kinds of assignments: {0}")]
pub struct NotAdded(String);

/// A course whose type is not known.
trait ErasedCourse: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn ErasedCourse) -> bool;
    fn word(&self) -> &'static str;
    fn game(&self) -> AnyGame;
    fn is_played(&self) -> bool;
    fn is_called(&self) -> bool;
    fn own_parts(&self) -> &'static [&'static str];
    fn algorithms(&self) -> &'static [(&'static str, char)];
    fn has_cases(&self) -> bool;
    fn identity(&self) -> Value;
    fn most_nodes(&self) -> Option<u64>;
    fn depth_of_games(&self) -> u32;
    fn fits(&self, position: &AnyPosition, depth: u32) -> bool;
    fn cases(&self, rules: &CaseRules, watch: &mut dyn FnMut()) -> Result<[Vec<AnyQuestion>; 3], CaseError>;
    fn public(&self, rules: &CaseRules) -> Result<Vec<AnyQuestion>, CaseError>;
    fn unproved(&self, questions: &[&AnyQuestion]) -> Option<String>;
    fn diagnose(&self, answers: &[(&AnyQuestion, &CaseAnswer)], stop: &dyn Fn() -> bool) -> DiagnosisText;
}

/// A question whose type is not known.
trait ErasedQuestion: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn ErasedQuestion) -> bool;
    fn call(&self, wall: Duration) -> Call;
    fn judge(&self, ended: &Ended) -> CaseVerdict;
    fn said(&self, ended: &Ended) -> String;
    fn words(&self) -> String;
    fn expected(&self) -> String;
    fn beyond_words(&self) -> String;
    fn position(&self) -> Option<AnyPosition>;
    fn parts(&self) -> [usize; 2];
    fn shows_board(&self) -> bool;
}

/// A course of which the type is known, as its questions hold it.
#[derive(PartialEq, Debug)]
struct Held<C>(Arc<C>);

/// A question, and the course by which it is put.
#[derive(PartialEq, Debug)]
struct Put<C: Course> {
    course: Arc<C>,
    question: C::Question,
}

/// The public cases that are made by lot are made from the public seed alone; all others from one that is kept apart
/// where both are equal.
const SECRET: u64 = 0x68_69_64_64_65_6e;

impl<C: Course> Held<C> {
    fn put(&self, questions: impl IntoIterator<Item = C::Question>) -> Vec<AnyQuestion> {
        questions.into_iter().map(|question| AnyQuestion::of(Arc::clone(&self.0), question)).collect()
    }

    fn given(&self, rules: &CaseRules) -> Vec<C::Question> {
        let of = |given: &crate::engine::assignment::GivenCase| {
            // The file was refused if this is none.
            let position = C::Game::notation().parse(&given.position).ok()?;
            Some(self.0.given(position, given.algorithm, given.depth))
        };
        rules.given.iter().filter_map(of).collect()
    }

    /// The public questions: those given first.
    fn public(&self, rules: &CaseRules, watch: &mut dyn FnMut()) -> Result<Vec<C::Question>, CaseError> {
        if let Some(whole) = self.0.whole() {
            return Ok(vec![whole]);
        }
        let mut all = self.given(rules);
        let rng = &mut Rng::new(rules.seed);
        all.extend(self.0.questions(rng, rules.counts[0], &all, all.clone(), watch)?);
        Ok(all)
    }
}

impl<C: Course> ErasedCourse for Held<C> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn ErasedCourse) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn word(&self) -> &'static str {
        C::TASK
    }

    fn game(&self) -> AnyGame {
        AnyGame::listed::<C::Game>()
    }

    fn is_played(&self) -> bool {
        C::IS_PLAYED
    }

    fn is_called(&self) -> bool {
        C::IS_CALLED
    }

    fn own_parts(&self) -> &'static [&'static str] {
        C::PARTS
    }

    fn algorithms(&self) -> &'static [(&'static str, char)] {
        C::ALGORITHMS
    }

    fn has_cases(&self) -> bool {
        self.0.whole().is_none()
    }

    fn identity(&self) -> Value {
        self.0.identity()
    }

    fn most_nodes(&self) -> Option<u64> {
        self.0.most_nodes()
    }

    fn depth_of_games(&self) -> u32 {
        self.0.depth_of_games()
    }

    fn fits(&self, position: &AnyPosition, depth: u32) -> bool {
        match (self.0.most_nodes(), position.typed::<C::Game>()) {
            (Some(most), Some(position)) => is_within(position, depth, most),
            _ => true,
        }
    }

    fn cases(&self, rules: &CaseRules, watch: &mut dyn FnMut()) -> Result<[Vec<AnyQuestion>; 3], CaseError> {
        let public = self.public(rules, watch)?;
        let [_, hidden, after_due] = rules.counts;
        let mut secret = Vec::new();
        if hidden + after_due > 0 {
            let rng = &mut Rng::new(rules.hidden_seed.unwrap_or(0) ^ SECRET);
            secret = self.0.questions(rng, hidden + after_due, &[], public.clone(), watch)?;
        }
        let all: Vec<&C::Question> = public.iter().chain(&secret).collect();
        self.0.prove(&all)?;
        let after_due = secret.split_off(secret.len() - after_due.min(secret.len()));
        Ok([public, secret, after_due].map(|questions| self.put(questions)))
    }

    fn public(&self, rules: &CaseRules) -> Result<Vec<AnyQuestion>, CaseError> {
        Ok(self.put(self.public(rules, &mut || {})?))
    }

    fn unproved(&self, questions: &[&AnyQuestion]) -> Option<String> {
        let questions: Vec<_> = questions.iter().filter_map(|question| question.typed::<C>()).collect();
        self.0.unproved(&questions)
    }

    fn diagnose(&self, answers: &[(&AnyQuestion, &CaseAnswer)], stop: &dyn Fn() -> bool) -> DiagnosisText {
        let answers: Vec<_> = answers
            .iter()
            .filter_map(|&(question, answered)| Some((question.typed::<C>()?, answered)))
            .collect();
        self.0.diagnose(&answers, stop)
    }
}

impl<C: Course> ErasedQuestion for Put<C> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn ErasedQuestion) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn call(&self, wall: Duration) -> Call {
        self.course.call(&self.question, wall)
    }

    fn judge(&self, ended: &Ended) -> CaseVerdict {
        self.course.judge(&self.question, ended)
    }

    fn said(&self, ended: &Ended) -> String {
        self.course.said(ended)
    }

    fn words(&self) -> String {
        self.course.words(&self.question)
    }

    fn expected(&self) -> String {
        self.course.expected(&self.question)
    }

    fn beyond_words(&self) -> String {
        self.course.beyond_words(&self.question)
    }

    fn position(&self) -> Option<AnyPosition> {
        self.course.position(&self.question).map(AnyPosition::of::<C::Game>)
    }

    fn parts(&self) -> [usize; 2] {
        [C::PARTS.len(), usize::from(C::IS_PLAYED)]
    }

    fn shows_board(&self) -> bool {
        C::IS_CALLED
    }
}

impl Task {
    /// The task of a course.
    pub fn of<C: Course>(course: C) -> Self {
        Self(Arc::new(Held(Arc::new(course))))
    }

    /// The course, if it is of this type.
    pub fn typed<C: Course>(&self) -> Option<&C> {
        self.shared().map(|course| &**course)
    }

    /// The same, as questions hold it.
    pub fn shared<C: Course>(&self) -> Option<&Arc<C>> {
        self.0.as_any().downcast_ref::<Held<C>>().map(|held| &held.0)
    }

    /// The word for it in files.
    pub fn word(&self) -> &'static str {
        self.0.word()
    }

    /// The game.
    pub fn game(&self) -> AnyGame {
        self.0.game()
    }

    /// Whether programs answer with moves of a game, and can play one.
    pub fn is_played(&self) -> bool {
        self.0.is_played()
    }

    /// Whether all that a program is told is its arguments.
    pub fn is_called(&self) -> bool {
        self.0.is_called()
    }

    /// What an answer consists of, each part with marks of its own. What games earn comes last.
    pub fn parts(&self) -> Vec<&'static str> {
        self.0.own_parts().iter().copied().chain(self.is_played().then_some(STRENGTH)).collect()
    }

    /// The algorithms that a case may name, each with its letter.
    pub fn algorithms(&self) -> &'static [(&'static str, char)] {
        self.0.algorithms()
    }

    /// Whether it has cases that are made or given, and not one whole.
    pub fn has_cases(&self) -> bool {
        self.0.has_cases()
    }

    /// All that answers depend on.
    pub fn identity(&self) -> Value {
        self.0.identity()
    }

    /// The greatest minimax tree of a case, in nodes, if trees are searched.
    pub fn most_nodes(&self) -> Option<u64> {
        self.0.most_nodes()
    }

    /// The depth in plies that programs are told in games.
    pub fn depth_of_games(&self) -> u32 {
        self.0.depth_of_games()
    }

    /// Whether the minimax tree of a position of the game is not too great.
    pub fn fits(&self, position: &AnyPosition, depth: u32) -> bool {
        self.0.fits(position, depth)
    }

    /// The public, the hidden and the later questions.
    pub(crate) fn cases(
        &self,
        rules: &CaseRules,
        watch: &mut dyn FnMut(),
    ) -> Result<[Vec<AnyQuestion>; 3], CaseError> {
        self.0.cases(rules, watch)
    }

    /// The public ones alone.
    pub(crate) fn public(&self, rules: &CaseRules) -> Result<Vec<AnyQuestion>, CaseError> {
        self.0.public(rules)
    }

    /// Which known mistakes the questions may let pass.
    pub(crate) fn unproved(&self, questions: &[&AnyQuestion]) -> Option<String> {
        self.0.unproved(questions)
    }

    /// What explains the answers.
    pub(crate) fn diagnose(
        &self,
        answers: &[(&AnyQuestion, &CaseAnswer)],
        stop: &dyn Fn() -> bool,
    ) -> DiagnosisText {
        self.0.diagnose(answers, stop)
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl AnyQuestion {
    /// A question of a course.
    pub fn of<C: Course>(course: Arc<C>, question: C::Question) -> Self {
        Self(Arc::new(Put { course, question }))
    }

    /// The question, if it is one of this course.
    pub fn typed<C: Course>(&self) -> Option<&C::Question> {
        self.0.as_any().downcast_ref::<Put<C>>().map(|put| &put.question)
    }

    /// How a program is called with it, with so much time for an answer.
    pub fn call(&self, wall: Duration) -> Call {
        self.0.call(wall)
    }

    /// What an answer is worth: each part of the task's answers, nothing for what games earn.
    pub fn judge(&self, ended: &Ended) -> CaseVerdict {
        let mut judged = self.0.judge(ended);
        self.pad(&mut judged);
        judged
    }

    /// Nothing earned, and why.
    pub(crate) fn nothing(&self, problem: String) -> CaseVerdict {
        let mut judged = CaseVerdict { problem, ..CaseVerdict::default() };
        self.pad(&mut judged);
        judged
    }

    fn pad(&self, judged: &mut CaseVerdict) {
        let [own, of_games] = self.0.parts();
        judged.earned.resize(own, Some(0));
        judged.earned.resize(own + of_games, None);
    }

    /// What is kept of standard output.
    pub fn said(&self, ended: &Ended) -> String {
        self.0.said(ended)
    }

    /// The question in one line.
    pub fn words(&self) -> String {
        self.0.words()
    }

    /// Whether the line shows the board too: then all that a program is told is in it.
    pub fn shows_board(&self) -> bool {
        self.0.shows_board()
    }

    /// What is expected, in a word or two.
    pub fn expected(&self) -> String {
        self.0.expected()
    }

    /// What the line and the word leave out.
    pub(crate) fn beyond_words(&self) -> String {
        self.0.beyond_words()
    }

    /// The position of the question, to be drawn.
    pub fn position(&self) -> Option<AnyPosition> {
        self.0.position()
    }
}

impl PartialEq for AnyQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl fmt::Debug for AnyQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
