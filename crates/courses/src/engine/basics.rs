//! The basics: what every program must get right, from the simplest question on. They are asked where something is wrong,
//! and what they show is true of any program, whether its mistakes are known or not.

use plyground_core::counted;

use super::course::Course;
use super::diagnose::{Finding, Inquired, MOST_QUESTIONS, MOST_UNANSWERED, Put};

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

/// A question that was put, and the answer; `None` if there was none.
type Asked<C> = (<C as Course>::Question, Option<<C as Course>::Answer>);

/// A basic, and how it was answered.
pub(crate) struct Tried {
    name: &'static str,
    /// How many questions it has, how many were put, and how many of those have no answer at all.
    questions: usize,
    put: usize,
    missing: usize,
    /// How many have an answer that can be compared, and how many of these are wrong.
    answered: usize,
    wrong: usize,
    /// The smallest question that was answered wrongly, with what is expected and what was found.
    shown: Option<String>,
}

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
    let tried = tried(course, &basics, &asked);
    let words = match &finding {
        Finding::Mistaken { explanations, .. } if explanations.len() == 1 => vec![explained(asked.len())],
        _ => words(&tried, asked.len(), None),
    };
    let inquired = Inquired { asked: asked.len(), basics: counts(&tried), parts: Vec::new(), words };
    Some((finding, inquired))
}

/// How the basics were answered.
pub(crate) fn tried<C: Course>(course: &C, basics: &[Basic<C::Question>], asked: &[Asked<C>]) -> Vec<Tried> {
    let of = |basic: &Basic<C::Question>| {
        let put: Vec<&Asked<C>> =
            asked.iter().filter(|(question, _)| basic.questions.contains(question)).collect();
        let looks: Vec<_> = (put.iter())
            .filter_map(|(question, answer)| {
                Some((question, course.look(question, answer.as_ref()?, basic.number)?))
            })
            .collect();
        let wrong = || looks.iter().filter_map(|(question, look)| Some((*question, look.as_ref().err()?)));
        let smallest = wrong().min_by_key(|(question, _)| course.size(question));
        Tried {
            name: basic.name,
            questions: basic.questions.len(),
            put: put.len(),
            missing: put.iter().filter(|(_, answer)| answer.is_none()).count(),
            answered: looks.len(),
            wrong: wrong().count(),
            shown: smallest.map(|(question, look)| format!("{}; {look}", course.words(question))),
        }
    };
    basics.iter().map(of).collect()
}

/// What each basic is, how many answers are right, and of how many.
pub(crate) fn counts(tried: &[Tried]) -> Vec<(&'static str, usize, usize)> {
    tried.iter().map(|tried| (tried.name, tried.answered - tried.wrong, tried.answered)).collect()
}

/// What is said where what was found explains the answers to so many questions too.
pub(crate) fn explained(asked: usize) -> String {
    let asked = counted(asked as u64, "small question");
    format!("Asked {asked} more, none of which earns marks: this explains those answers too.")
}

/// What the basics show, a paragraph each, after so many questions. It is true whatever is wrong. What is wrong in `others`
/// is said where no basic is.
pub(crate) fn words(tried: &[Tried], asked: usize, others: Option<String>) -> Vec<String> {
    let asked = counted(asked as u64, "small question");
    let mut words = vec![format!(
        "Asked {asked} more, from the simplest on. None of them earns marks. This is how they were answered, whatever the \
         reason is."
    )];
    // So many, of how many.
    type Count = fn(&Tried) -> Option<[usize; 2]>;
    let lists: [(&str, Count); 3] = [
        ("Right", |one| {
            (one.wrong == 0 && one.answered == one.questions).then_some([one.answered, one.answered])
        }),
        ("Wrong", |one| (one.wrong > 0).then_some([one.wrong, one.answered])),
        ("Without an answer that can be compared", |one| (one.missing > 0).then_some([one.missing, one.put])),
    ];
    for (heading, count) in lists {
        let name = |one: &Tried| {
            let [some, all] = count(one)?;
            Some(format!("{} ({some} of {all})", one.name))
        };
        let names: Vec<String> = tried.iter().filter_map(name).collect();
        if !names.is_empty() {
            words.push(format!("{heading}: {}.", names.join("; ")));
        }
    }
    if let Some((first, shown)) = tried.iter().find_map(|one| Some((one.name, one.shown.as_ref()?))) {
        words.push(format!(
            "Begin with the first that is wrong, {first}. The smallest question that shows it: {shown}."
        ));
    } else if let Some(others) = others {
        words.push(others);
    } else if tried.iter().all(|one| one.answered == one.questions) {
        words.push("So what is wrong does not show in small questions.".to_owned());
    }
    words
}
