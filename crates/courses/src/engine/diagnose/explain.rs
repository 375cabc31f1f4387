//! Which mistakes explain a program's answers best.

use super::combine::{
    extended, is_beyond_chance, is_likelier_than_chance, is_needed, partial, singles_and_pairs, triples,
};
use super::diagnosis::{Confidence, Diagnosis, Finding};
use super::evidence::Evidence;
use super::explanation::Explanation;
use super::mistakes::KnownMistake;
use super::program::Explain;

/// Finds what explains the answers best. It is given up when `stop` is true.
///
/// In this order: parts of answers that are always the same; one mistake or two that explain every answer; mistakes of
/// their own for each group of questions; three mistakes, if a group is left; three for that group; an argument that makes no
/// difference on several boards; a part of the answers; an argument that makes none on one.
pub fn explain<A: Explain>(
    answers: &[(A::Question, Option<A::Answer>)],
    stop: &dyn Fn() -> bool,
) -> Diagnosis<A::Mistake> {
    let evidence = Evidence::<A>::new(answers, stop);
    let right = evidence.right.len();
    let found =
        |finding| Diagnosis { asked: answers.len(), answered: evidence.len(), right, finding, common: None };
    if stop() {
        return found(Finding::GivenUp);
    }
    if evidence.len() == 0 {
        return found(Finding::NoAnswer);
    }
    if evidence.wrong.is_empty() {
        return found(Finding::Right);
    }
    let constant = evidence.constant();
    if !constant.is_empty() {
        return found(Finding::Constant(constant));
    }
    let mut best = singles_and_pairs(&evidence);
    if best.iter().any(|one| one.mistakes.len() == 1) {
        best.retain(|one| is_likelier_than_chance(&evidence, one));
        if best.is_empty() && !stop() {
            return found(Finding::Unknown { together: 0 });
        }
    }
    // What explains everything and is not told may be chance, but that nothing does is not so.
    let is_none = best.is_empty();
    if let Some(finding) = mistaken::<A>(&evidence, best, Confidence::Certain) {
        return found(finding);
    }
    if stop() {
        return found(Finding::GivenUp);
    }
    // So many mistakes together have all been looked at, and explain nothing.
    let mut together = if evidence.wrong.len() >= A::ENOUGH && is_none { 2 } else { 1 };
    let finding = if evidence.is_given_up() { None } else { of_three(&evidence, &mut together) };
    let is_given_up = evidence.is_given_up() || stop();
    let otherwise = if is_given_up { Finding::GivenUp } else { Finding::Unknown { together } };
    let ignored =
        || evidence.ignored().map(|(argument, on_one_board)| Finding::Ignored { argument, on_one_board });
    let is_sure = |finding: &_| matches!(finding, Finding::Ignored { on_one_board: false, .. });
    let finding = finding.or_else(|| ignored().filter(is_sure));
    let finding = finding.or_else(|| partly(&evidence.apart()));
    let finding = finding.or_else(ignored);
    found(finding.unwrap_or(otherwise))
}

/// What explains every answer: the first of `best`, with the others as what cannot be told from it. It is no surer than
/// `most`.
fn mistaken<A: Explain>(
    evidence: &Evidence<'_, A>,
    best: Vec<Explanation<A::Mistake>>,
    most: Confidence,
) -> Option<Finding<A::Mistake>> {
    // One mistake that explains everything is told with a word for how sure it is.
    // Three of which two act on the same thing are hardly ever what was made.
    let is_told = |found: &Explanation<_>| {
        let number = found.mistakes.len();
        number == 1
            || (number == 2 || found.shared.is_none())
                && is_beyond_chance(evidence, found)
                && is_needed(evidence, found)
    };
    let mut best = best.into_iter().filter(is_told);
    let first = best.next()?;
    let equals: Vec<_> = best.collect();
    let confidence = if !equals.is_empty() || first.shared.is_some() || !is_beyond_chance(evidence, &first) {
        Confidence::Possible
    } else if evidence.wrong.len() >= A::ENOUGH {
        Confidence::Certain
    } else {
        Confidence::Likely
    };
    Some(Finding::Mistaken { best: first, equals, confidence: confidence.min(most) })
}

/// Mistakes of their own for each group of questions, or three mistakes: what explains more is told. `together` is raised
/// to three where three have all been looked at.
fn of_three<A: Explain>(evidence: &Evidence<'_, A>, together: &mut usize) -> Option<Finding<A::Mistake>> {
    let mut groups = Groups::new(evidence);
    let part = evidence.apart();
    let larger = extended(&part, &groups.known);
    if !groups.is_open() && larger.is_empty() {
        return groups.finding();
    }
    // If nobody has looked at all triples, there may be others.
    let part = evidence.for_three(2 * A::MOST_NODES);
    let all = triples(&part);
    let most = if all.is_some() { Confidence::Certain } else { Confidence::Likely };
    *together += usize::from(*together == 2 && all.as_ref().is_some_and(Vec::is_empty));
    if let Some(finding) = mistaken::<A>(&evidence.apart(), all.unwrap_or(larger), most) {
        return Some(finding);
    }
    groups.look_for_three(evidence);
    groups.finding()
}

/// What was found of each group of questions.
struct Groups<M> {
    all: Vec<(&'static str, Diagnosis<M>)>,
    /// What explains all answers to some group, told or not.
    known: Vec<Explanation<M>>,
}

impl<M: KnownMistake> Groups<M> {
    /// With one mistake or two for each.
    fn new<A: Explain<Mistake = M>>(evidence: &Evidence<'_, A>) -> Self {
        let mut known = Vec::new();
        let of = |(group, &name): (usize, &&'static str)| {
            let part = evidence.of_group(group);
            let is_enough = part.wrong.len() >= A::ENOUGH;
            let best = if is_enough { singles_and_pairs(&part) } else { Vec::new() };
            let is_none = best.is_empty();
            known.extend(best.iter().cloned());
            let finding = match mistaken::<A>(&part, best, Confidence::Certain) {
                _ if part.len() == 0 => Finding::NoAnswer,
                _ if part.wrong.is_empty() => Finding::Right,
                Some(finding) => finding,
                None if part.is_given_up() => Finding::GivenUp,
                None if !is_enough => Finding::Unknown { together: 0 },
                None => Finding::Unknown { together: if is_none { 2 } else { 1 } },
            };
            let (answered, right) = (part.len(), part.right.len());
            (name, Diagnosis { asked: answered, answered, right, finding, common: None })
        };
        let all = A::GROUPS.iter().enumerate().map(of).collect();
        Self { all, known }
    }

    fn is_open(&self) -> bool {
        self.all.is_empty() || self.all.iter().any(|(_, diagnosis)| diagnosis.is_open())
    }

    /// Looks for three mistakes in each group that nothing explains.
    fn look_for_three<A: Explain<Mistake = M>>(&mut self, evidence: &Evidence<'_, A>) {
        for (group, (_, diagnosis)) in self.all.iter_mut().enumerate() {
            if diagnosis.finding == (Finding::Unknown { together: 2 }) {
                let part = evidence.of_group(group);
                let Some(best) = triples(&part.for_three(A::MOST_NODES)) else { continue };
                let is_none = best.is_empty();
                diagnosis.finding = mistaken::<A>(&part, best, Confidence::Certain)
                    .unwrap_or(Finding::Unknown { together: if is_none { 3 } else { 2 } });
            }
        }
    }

    /// Some group must be explained, answer by answer, by mistakes that are sure.
    fn finding(mut self) -> Option<Finding<M>> {
        let is_sure = |(_, diagnosis): &(_, Diagnosis<M>)| {
            matches!(diagnosis.finding, Finding::Mistaken { confidence: Confidence::Certain, .. })
        };
        let is_found = self.all.iter().any(is_sure);
        // While one group is not explained, what explains the other may be only like what is wrong.
        let is_open = self.is_open();
        for (_, diagnosis) in self.all.iter_mut().filter(|_| is_open) {
            let wrong = diagnosis.answered - diagnosis.right;
            if let Finding::Mistaken { best, equals, .. } = &diagnosis.finding {
                let (best, equals) = (best.clone(), equals.clone());
                diagnosis.finding = Finding::Partial { best, equals, wrong, against: 0 };
            }
        }
        is_found.then_some(Finding::Groups(self.all))
    }
}

/// What explains a part of the answers, or all of them: then not everything else has been looked at.
fn partly<A: Explain>(evidence: &Evidence<'_, A>) -> Option<Finding<A::Mistake>> {
    let (best, [wrong, against]) = partial(evidence)?;
    if wrong == evidence.wrong.len() && against == 0 {
        return mistaken::<A>(evidence, best, Confidence::Likely);
    }
    let mut best = best.into_iter();
    let first = best.next()?;
    Some(Finding::Partial { best: first, equals: best.collect(), wrong, against })
}
