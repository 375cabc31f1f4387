//! What programs are asked, of a kind that is chosen at run time, and which kinds there are: a row for each, and those
//! that a program brings along.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition, Game, quote};
use serde_json::Value;

use crate::comp3608::Search;
use crate::cs431::BestColumn;
use crate::cs3243::Request;
use crate::cs4750::Match;
use crate::max_connect_four::StateFile;

use super::assignment::{CaseRules, GivenCase};
use super::basics::{MOST_QUESTIONS, Put};
use super::case::tree::is_within;
use super::course::{AnsweredOf, Ask, CaseError, Course, CourseInfo, OwnTable};
use super::diagnose::{Common, Diagnosis, Example, Finding, KnownMistake, MistakeText, Sample, common};
use super::output_form::Remark;
use super::question::{AnyAnswer, AnyQuestion, typed};
use super::reader::Reader;
use super::review::{Answered, Review, Sign};
use super::talk::TalkQuestion;

/// How many of the small questions are put once more where answers are left unexplained.
const TWICE: usize = 2;

/// What the part of an answer is called that games earn.
pub(crate) const STRENGTH: &str = "strength";

/// A kind of assignment, before a file says how its questions are put: see [`Course`] for what its fields mean.
#[derive(Clone, Copy, Debug)]
pub struct TaskKind {
    /// What a menu says of it, and the file that courses begin with.
    pub info: &'static CourseInfo,
    game: fn() -> Option<AnyGame>,
    /// The word for it in files.
    pub word: &'static str,
    /// Whether programs answer with moves of a game, and can play one.
    pub is_played: bool,
    /// Whether all that a program gets is its arguments.
    pub is_called: bool,
    /// Whether programs are given a depth in plies.
    pub has_depth: bool,
    /// The algorithms that a case may name, each with its letter.
    pub algorithms: &'static [(&'static str, char)],
    own_parts: &'static [&'static str],
    known_mistakes: fn() -> Vec<MistakeText>,
    configure: fn([u32; 2], &Reader<'_>) -> Result<Task, ConfigError>,
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

impl TaskKind {
    /// The kind that a course is.
    pub const fn of<C: Course>() -> Self {
        Self {
            info: const { &C::INFO },
            game: || AnyGame::all().iter().copied().find(|game| game.is::<C::Game>()),
            word: C::TASK,
            is_played: C::IS_PLAYED,
            is_called: C::IS_CALLED,
            has_depth: C::HAS_DEPTH,
            algorithms: C::ALGORITHMS,
            own_parts: C::PARTS,
            known_mistakes: || C::Mistake::ALL.iter().map(|&mistake| mistake.into()).collect(),
            configure: |depths, reader| {
                let own: OwnTable<C::Settings> = reader.table()?;
                C::configure(own.search.as_ref(), depths, reader).map(Task::of)
            },
        }
    }

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

    /// The game.
    ///
    /// # Panics
    ///
    /// If it is in no list of games, which [`add`](Self::add) refuses.
    pub fn game(self) -> AnyGame {
        (self.game)().expect("a game of the list")
    }

    /// The parts of an answer, each with separate marks. What games earn comes last.
    pub fn parts(self) -> Vec<&'static str> {
        self.own_parts.iter().copied().chain(self.is_played.then_some(STRENGTH)).collect()
    }

    /// The mistakes that are known for it by name, if any are.
    pub fn mistakes(self) -> Vec<MistakeText> {
        (self.known_mistakes)()
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
    if (kind.game)().is_none() {
        return wrong(kind.info.name, "its game is in no list; expected it among the games of the program");
    }
    kinds.push(kind);
    Ok(kinds)
}

/// Why kinds of assignments were not added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("kinds of assignments: {0}")]
pub struct NotAdded(String);

/// What programs are asked: a [`Course`] whose type is chosen at run time.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its kind.
    pub kind: TaskKind,
    course: Arc<dyn ErasedCourse>,
}

/// Questions and answers of a course whose type is not known.
pub type AnyAnswered<'a> = Answered<'a, AnyQuestion, AnyAnswer>;

/// A course whose type is not known: what the engine, `check` and reports ask of it.
pub trait ErasedCourse: Any + Debug + Send + Sync {
    /// Whether both put the same questions in the same way.
    fn equals(&self, other: &dyn ErasedCourse) -> bool;
    /// Whether it has cases that are made or given, and not one whole.
    fn has_cases(&self) -> bool;
    /// All that answers depend on.
    fn identity(&self) -> Value;
    /// The depth in plies that programs are given in games.
    fn depth_of_games(&self) -> u32;
    /// The greatest minimax tree of a case, in nodes, if that of this position of the game is greater.
    fn exceeded(&self, position: &AnyPosition, depth: u32) -> Option<u64>;
    /// The public, the hidden and the later questions.
    ///
    /// # Errors
    ///
    /// If there are too few of them, or they let known mistakes pass.
    fn cases(&self, rules: &CaseRules, watch: &mut dyn FnMut()) -> Result<[Vec<AnyQuestion>; 3], CaseError>;
    /// The public ones alone.
    ///
    /// # Errors
    ///
    /// If there are too few of them.
    fn public(&self, rules: &CaseRules) -> Result<Vec<AnyQuestion>, CaseError>;
    /// The questions on which everybody may try a program, if the assignment has some.
    fn examples(&self) -> Vec<AnyQuestion>;
    /// Which known mistakes the questions may let pass.
    fn unproved(&self, questions: &[&AnyQuestion]) -> Option<String>;
    /// See [`Course::diagnose`] and [`Course::inquire`].
    fn diagnose(
        &self,
        answers: &[AnyAnswered<'_>],
        ask: &mut Put<'_, AnyQuestion, AnyAnswer>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<MistakeText>>;
    /// See [`Course::signs`].
    fn signs(&self, answers: &[AnyAnswered<'_>]) -> Vec<Sign>;
    /// See [`Course::settle`].
    fn settle(&self, remarks: &mut [&mut Vec<Remark>]);
    /// See [`Course::review`].
    fn review(&self, answers: &[AnyAnswered<'_>]) -> Review;
    /// See [`Course::talk`].
    fn talk(&self, asked: &[&AnyQuestion], rng: &mut Rng) -> Vec<TalkQuestion>;
    /// See [`Course::beyond`].
    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String>;
}

/// A course of which the type is known, as its questions hold it.
#[derive(PartialEq, Debug)]
struct Held<C>(Arc<C>);

/// The public cases that are made by lot are made from the public seed alone; all others from one that is kept apart
/// where both are equal.
const SECRET: u64 = 0x68_69_64_64_65_6e;

impl<C: Course> Held<C> {
    fn put(&self, questions: impl IntoIterator<Item = C::Question>) -> Vec<AnyQuestion> {
        questions.into_iter().map(|question| AnyQuestion::of(Arc::clone(&self.0), question)).collect()
    }

    /// What wrong answers have in common, with the smallest case that shows it; `None` if the course has no features, or
    /// `stop` became true.
    fn common(
        &self,
        answers: &[AnyAnswered<'_>],
        typed: &[AnsweredOf<'_, C>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Common> {
        let sample = |answered: &AnsweredOf<'_, C>| {
            let (course, question) = (&*self.0, answered.question);
            let right = |answer: &C::Answer| {
                let earned = course.judge(question, answer).earned;
                let is_right = |part: usize| earned.get(part).copied().flatten() == Some(100);
                (0..C::PARTS.len()).map(is_right).collect()
            };
            let deviations = |answer: &C::Answer| course.deviations(question, answer);
            Sample {
                right: answered.answer.map(right),
                features: course.features(question),
                deviations: answered.answer.map(deviations).unwrap_or_default(),
                size: course.size(question).unwrap_or(0),
            }
        };
        let samples = typed.iter().map(|answered| (!stop()).then(|| sample(answered)));
        let samples: Vec<Sample> = samples.collect::<Option<_>>()?;
        if samples.first()?.features.is_empty() {
            return None;
        }
        let mut found = common(C::PARTS, &samples)?;
        found.example = found.cases.first().and_then(|&place| answers.get(place)).map(|answered| {
            let Answered { question, .. } = answered;
            let (expected, position) = (question.expected(), question.position());
            Example { question: question.words(), expected, position }
        });
        Some(found)
    }

    /// The public questions: those given first.
    fn public(&self, rules: &CaseRules, watch: &mut dyn FnMut()) -> Result<Vec<C::Question>, CaseError> {
        if let Some(whole) = self.0.whole() {
            return Ok(vec![whole]);
        }
        let given = |given: &GivenCase| {
            // The file was refused if this is none.
            let position = C::Game::notation().parse(&given.position).ok()?;
            Some(self.0.given(position, given.algorithm, given.depth))
        };
        let mut all: Vec<C::Question> = rules.given.iter().filter_map(given).collect();
        let rng = &mut Rng::new(rules.seed);
        all.extend(self.0.questions(rng, rules.counts[0], &all, all.clone(), watch)?);
        Ok(all)
    }
}

impl<C: Course> ErasedCourse for Held<C> {
    fn equals(&self, other: &dyn ErasedCourse) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn has_cases(&self) -> bool {
        self.0.whole().is_none()
    }

    fn identity(&self) -> Value {
        self.0.identity()
    }

    fn depth_of_games(&self) -> u32 {
        self.0.depth_of_games()
    }

    fn exceeded(&self, position: &AnyPosition, depth: u32) -> Option<u64> {
        let position = position.typed::<C::Game>()?;
        self.0.most_nodes().filter(|&most| !is_within(position, depth, most))
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

    fn examples(&self) -> Vec<AnyQuestion> {
        self.put(self.0.examples())
    }

    fn unproved(&self, questions: &[&AnyQuestion]) -> Option<String> {
        let questions: Vec<_> = questions.iter().filter_map(|question| question.typed::<C>()).collect();
        self.0.unproved(&questions)
    }

    fn diagnose(
        &self,
        answers: &[AnyAnswered<'_>],
        ask: &mut Put<'_, AnyQuestion, AnyAnswer>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<MistakeText>> {
        let typed = typed::<C>(answers);
        // What is found in a course without known mistakes, unless nothing is wrong.
        let none_known = || {
            let answered = typed.iter().filter(|answered| answered.answer.is_some()).count();
            let right = typed.iter().filter(|answered| answered.is_right).count();
            let counts = [typed.len(), answered, right];
            (right < typed.len()).then_some(Diagnosis::new(counts, Finding::NoneKnown))
        };
        let mut diagnosis = self.0.diagnose(&typed, stop).or_else(none_known)?;
        let mut put = |question: &C::Question| {
            let answer = ask(&AnyQuestion::of(Arc::clone(&self.0), question.clone()))?;
            Some(answer.and_then(AnyAnswer::into_typed::<C>))
        };
        let got = |question: &C::Question, answer: &C::Answer| self.0.judge(question, answer).got;
        let mut seen: Vec<(C::Question, String)> = Vec::new();
        let mut put_first = |question: &C::Question| {
            let answer = put(question)?;
            seen.extend(answer.as_ref().map(|answer| (question.clone(), got(question, answer))));
            Some(answer)
        };
        let is_asked = diagnosis.finding.is_worth_asking() && !stop();
        let found = is_asked.then(|| self.0.inquire(&typed, &diagnosis.finding, &mut put_first)).flatten();
        if let Some((finding, mut inquired)) = found.filter(|_| !stop()) {
            diagnosis.finding = finding;
            let is_asked_again = diagnosis.is_open() && inquired.asked + TWICE <= MOST_QUESTIONS;
            let again = seen.iter().rev().take(if is_asked_again { TWICE } else { 0 });
            let differs = again.filter_map(|(question, first)| {
                let second = got(question, &put(question)??);
                (*first != second).then(|| {
                    format!(
                        "Asked twice, the program answers differently: {}; first {first}, then {second}. So its answers \
                         depend on more than the question, such as chance, the time, or memory that was never set.",
                        self.0.words(question)
                    )
                })
            });
            inquired.words.extend(differs.take(1));
            diagnosis.inquired = Some(inquired);
        }
        let mut diagnosis = diagnosis.text();
        // An answer that lacks a part cannot be compared, and still has something in common with others.
        let is_open = diagnosis.is_open() || diagnosis.finding == Finding::NoAnswer;
        if is_open && diagnosis.common.is_none() {
            diagnosis.common = self.common(answers, &typed, stop);
        }
        // Without a mistake, a basic or a feature there is nothing to say.
        let Diagnosis { finding, common, inquired, .. } = &diagnosis;
        let is_empty = *finding == Finding::NoneKnown && common.is_none() && inquired.is_none();
        (!is_empty).then_some(diagnosis)
    }

    fn signs(&self, answers: &[AnyAnswered<'_>]) -> Vec<Sign> {
        self.0.signs(&typed::<C>(answers))
    }

    fn settle(&self, remarks: &mut [&mut Vec<Remark>]) {
        self.0.settle(remarks);
    }

    fn review(&self, answers: &[AnyAnswered<'_>]) -> Review {
        self.0.review(&typed::<C>(answers))
    }

    fn talk(&self, asked: &[&AnyQuestion], rng: &mut Rng) -> Vec<TalkQuestion> {
        let asked: Vec<_> = asked.iter().filter_map(|question| question.typed::<C>()).collect();
        self.0.talk(&asked, rng)
    }

    fn beyond(&self, wall: Duration, ask: &mut Ask<'_>) -> Option<String> {
        self.0.beyond(wall, ask)
    }
}

impl Task {
    /// The task of a course.
    pub fn of<C: Course>(course: C) -> Self {
        Self { kind: TaskKind::of::<C>(), course: Arc::new(Held(Arc::new(course))) }
    }

    /// The course, if it is of this type.
    pub fn typed<C: Course>(&self) -> Option<&Arc<C>> {
        (&*self.course as &dyn Any).downcast_ref::<Held<C>>().map(|held| &held.0)
    }
}

impl Deref for Task {
    type Target = dyn ErasedCourse;

    fn deref(&self) -> &Self::Target {
        &*self.course
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        self.equals(&*other.course)
    }
}
