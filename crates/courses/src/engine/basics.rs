//! The basics: what every program must get right, from the simplest question on. They are asked where something is wrong,
//! and what they show is true of any program, whether its mistakes are known or not.

use plyground_core::counted;

use super::course::Course;
use super::diagnose::{Confidence, Finding, Inquired};

/// One thing that every program must get right, such as a move that wins at once, and questions that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Basic<Q> {
    /// What it is.
    pub name: &'static str,
    /// What is looked at in an answer: see [`Course::look`].
    pub number: usize,
    /// The questions.
    pub questions: Vec<Q>,
}

/// Puts a question: nothing if no more are to be put, `Some(None)` if there was no answer that can be compared.
pub type Put<'a, Q, A> = dyn FnMut(&Q) -> Option<Option<A>> + 'a;

/// The most questions that are put.
pub(crate) const MOST_QUESTIONS: usize = 60;

/// After so many without an answer no more are put.
pub(crate) const MOST_UNANSWERED: usize = 5;

/// A question that was put, and the answer; `None` if there was none that can be compared.
type Asked<C> = (<C as Course>::Question, Option<<C as Course>::Answer>);

/// Asks a program the basics of a course: what is found with their answers, and what they show; `None` if nothing was
/// answered that can be compared.
pub(super) fn inquire<C: Course>(
    course: &C,
    found: impl FnOnce(&[(&C::Question, &C::Answer)]) -> Finding<C::Mistake>,
    ask: &mut Put<'_, C::Question, C::Answer>,
) -> Option<(Finding<C::Mistake>, Inquired)> {
    let basics = course.basics();
    let mut asked: Vec<Asked<C>> = Vec::new();
    for question in basics.iter().flat_map(|basic| &basic.questions) {
        let unanswered = asked.iter().filter(|(_, answer)| answer.is_none()).count();
        if asked.len() == MOST_QUESTIONS || unanswered == MOST_UNANSWERED {
            break;
        }
        if asked.iter().any(|(other, _)| other == question) {
            continue;
        }
        let Some(answer) = ask(question) else { break };
        let is_compared = |answer: &C::Answer| {
            let mut of = basics.iter().filter(|basic| basic.questions.contains(question));
            of.any(|basic| course.look(question, answer, basic.number).is_some())
        };
        asked.push((question.clone(), answer.filter(is_compared)));
    }
    let answers: Vec<_> =
        asked.iter().filter_map(|(question, answer)| Some((question, answer.as_ref()?))).collect();
    if answers.is_empty() {
        return None;
    }
    let finding = found(&answers);
    let (basics, mut words) = report(course, &basics, &asked, asked.len(), None);
    if let Finding::Mistaken { confidence, .. } = &finding {
        words[0] = explained(asked.len());
        if *confidence > Confidence::Possible {
            words.truncate(1);
        }
    }
    words.extend(unanswered(asked.iter().filter(|(_, answer)| answer.is_none()).count()));
    Some((finding, Inquired { asked: asked.len(), basics, parts: Vec::new(), words }))
}

/// What is said where what was found explains the answers to so many questions too.
pub(crate) fn explained(asked: usize) -> String {
    let asked = counted(asked as u64, "small question");
    format!("Asked {asked} more, none of which earns marks: this explains those answers too.")
}

/// To how many questions there was no answer, if to any.
pub(crate) fn unanswered(count: usize) -> Option<String> {
    (count > 0).then(|| format!("To {count} of these questions there was no answer that could be compared."))
}

/// What each basic is, how many answers are right, and of how many; and what that shows, a paragraph each, after so many
/// questions. It is true whatever is wrong. What is wrong in `others` is said where no basic is.
pub(crate) fn report<C: Course>(
    course: &C,
    basics: &[Basic<C::Question>],
    asked: &[Asked<C>],
    count: usize,
    others: Option<String>,
) -> (Vec<(&'static str, usize, usize)>, Vec<String>) {
    let mut words = vec![format!(
        "Asked {} more, from the simplest on. None of them earns marks. This is how they were answered, whatever the \
         reason is.",
        counted(count as u64, "small question")
    )];
    let [mut right, mut wrong, mut missing] = ["Right", "Wrong", "Without an answer that can be compared"]
        .map(|heading| (heading, Vec::<String>::new()));
    let (mut counts, mut first) = (Vec::new(), None);
    for Basic { name, number, questions } in basics {
        let put = || asked.iter().filter(|(question, _)| questions.contains(question));
        let look = |answer: &C::Answer, question| course.look(question, answer, *number);
        let looks: Vec<_> = put()
            .filter_map(|(question, answer)| Some((question, look(answer.as_ref()?, question)?)))
            .collect();
        let fails = || looks.iter().filter_map(|(question, look)| Some((*question, look.as_ref().err()?)));
        let (answered, failed, puts) = (looks.len(), fails().count(), put().count());
        counts.push((*name, answered - failed, answered));
        if failed > 0 {
            wrong.1.push(format!("{name} ({failed} of {answered})"));
        } else if answered == questions.len() {
            right.1.push(format!("{name} ({answered} of {answered})"));
        } else if puts > 0 && put().all(|(_, answer)| answer.is_none()) {
            missing.1.push(format!("{name} ({puts} of {puts})"));
        }
        let smallest = || fails().min_by_key(|(question, _)| course.size(question));
        let shown = || {
            smallest().map(|(question, look)| {
                let article = if course.size(question).is_some() { "The smallest" } else { "A" };
                (name, format!("{article} question that shows it: {}", course.words(question)), look.clone())
            })
        };
        first = first.or_else(shown);
    }
    let is_all_right = right.1.len() == basics.len();
    for (heading, names) in [right, wrong, missing].into_iter().filter(|(_, names)| !names.is_empty()) {
        words.push(format!("{heading}: {}.", names.join("; ")));
    }
    let last = match first {
        Some((name, question, look)) => {
            Some(format!("Begin with the first that is wrong, {name}. {question}; {look}."))
        }
        None => others.or_else(|| {
            is_all_right.then(|| "So what is wrong does not show in small questions.".to_owned())
        }),
    };
    words.extend(last);
    (counts, words)
}
