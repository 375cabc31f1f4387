//! Questions and answers of a kind of assignment that is chosen at run time.

use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use plyground_arena::invoke::{Call, Ended};
use plyground_core::AnyPosition;

use super::course::Course;
use super::output_form::Form;
use super::review::{Answered, Item, TraceFinding};
use super::verdict::CaseVerdict;

/// A question of a [`Course`] whose type is chosen at run time, with what is right.
#[derive(Clone, Debug)]
pub struct AnyQuestion(Arc<dyn ErasedQuestion>);

/// An answer to an [`AnyQuestion`].
#[derive(Debug)]
pub struct AnyAnswer(Box<dyn Any + Send + Sync>);

/// A question whose type is not known: what the engine, `check` and reports ask of it.
pub trait ErasedQuestion: Any + Debug + Send + Sync {
    /// Whether no program could tell the questions from each other.
    fn equals(&self, other: &dyn ErasedQuestion) -> bool;
    /// How a program is called with it, with so much time for an answer.
    fn call(&self, wall: Duration) -> Call;
    /// What an answer is worth, with all parts of the task's answers (nothing for what games earn), and the answer if
    /// it could be read.
    fn judge(&self, ended: &Ended) -> (CaseVerdict, Option<AnyAnswer>);
    /// See [`Course::form`].
    fn form(&self, answer: Option<&AnyAnswer>, ended: &Ended) -> Form<AnyAnswer>;
    /// See [`Course::items`].
    fn items(&self, answer: Option<&AnyAnswer>, verdict: &CaseVerdict) -> Option<Vec<Item>>;
    /// See [`Course::trace`].
    fn trace(&self, answer: Option<&AnyAnswer>, ended: &Ended) -> Option<TraceFinding>;
    /// See [`Course::size`].
    fn size(&self) -> Option<u64>;
    /// What is kept of standard output.
    fn said(&self, ended: &Ended) -> String;
    /// The question in one line.
    fn words(&self) -> String;
    /// What is expected, in a word or two.
    fn expected(&self) -> String;
    /// What the line and the word leave out.
    fn beyond_words(&self) -> String;
    /// The position of the question, to be drawn.
    fn position(&self) -> Option<AnyPosition>;
    /// Whether the line shows the board too: then all that a program gets is in it.
    fn shows_board(&self) -> bool;
}

/// A question, and the course by which it is put.
#[derive(PartialEq, Debug)]
struct Put<C: Course> {
    course: Arc<C>,
    question: C::Question,
}

impl<C: Course> ErasedQuestion for Put<C> {
    fn equals(&self, other: &dyn ErasedQuestion) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn call(&self, wall: Duration) -> Call {
        self.course.call(&self.question, wall)
    }

    fn judge(&self, ended: &Ended) -> (CaseVerdict, Option<AnyAnswer>) {
        let (mut verdict, answer) = match self.course.read(&self.question, ended) {
            Ok(answer) => (self.course.judge(&self.question, &answer), Some(AnyAnswer::of::<C>(answer))),
            Err(fault) => (CaseVerdict::of_fault(fault), None),
        };
        verdict.earned.resize(C::PARTS.len(), Some(0));
        verdict.earned.resize(C::PARTS.len() + usize::from(C::IS_PLAYED), None);
        (verdict.with_last_words(ended), answer)
    }

    fn form(&self, answer: Option<&AnyAnswer>, ended: &Ended) -> Form<AnyAnswer> {
        let answer = answer.and_then(AnyAnswer::typed::<C>);
        let Form { meant, remarks } = self.course.form(&self.question, answer, ended);
        Form { meant: meant.map(AnyAnswer::of::<C>), remarks }
    }

    fn items(&self, answer: Option<&AnyAnswer>, verdict: &CaseVerdict) -> Option<Vec<Item>> {
        self.course.items(&self.question, answer.and_then(AnyAnswer::typed::<C>), verdict)
    }

    fn trace(&self, answer: Option<&AnyAnswer>, ended: &Ended) -> Option<TraceFinding> {
        self.course.trace(&self.question, answer.and_then(AnyAnswer::typed::<C>), ended)
    }

    fn size(&self) -> Option<u64> {
        self.course.size(&self.question)
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

    fn shows_board(&self) -> bool {
        C::IS_CALLED
    }
}

impl AnyQuestion {
    /// A question of a course.
    pub fn of<C: Course>(course: Arc<C>, question: C::Question) -> Self {
        Self(Arc::new(Put { course, question }))
    }

    /// The question, if it is one of this course.
    pub fn typed<C: Course>(&self) -> Option<&C::Question> {
        (&*self.0 as &dyn Any).downcast_ref::<Put<C>>().map(|put| &put.question)
    }
}

impl Deref for AnyQuestion {
    type Target = dyn ErasedQuestion;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for AnyQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.equals(&*other.0)
    }
}

impl AnyAnswer {
    fn of<C: Course>(answer: C::Answer) -> Self {
        Self(Box::new(answer))
    }

    fn typed<C: Course>(&self) -> Option<&C::Answer> {
        self.0.downcast_ref()
    }

    /// The answer, if it is one of this course.
    pub(super) fn into_typed<C: Course>(self) -> Option<C::Answer> {
        self.0.downcast().ok().map(|answer| *answer)
    }
}

/// The questions and answers of one course, out of any.
pub(super) fn typed<'a, C: Course>(
    answers: &[Answered<'a, AnyQuestion, AnyAnswer>],
) -> Vec<Answered<'a, C::Question, C::Answer>> {
    let typed = |answered: &Answered<'a, AnyQuestion, AnyAnswer>| {
        let question = answered.question.typed::<C>()?;
        let answer = answered.answer.and_then(AnyAnswer::typed::<C>);
        Some(Answered { question, answer, is_right: answered.is_right })
    };
    answers.iter().filter_map(typed).collect()
}
