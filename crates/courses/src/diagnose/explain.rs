//! Which mistakes explain a program's answers best.

use plyground_core::Player;
use plyground_core::games::connect_four::Standard;

use super::common::ln_choose;
use super::diagnosis::{Confidence, Diagnosis, Explanation, Finding};
use super::evidence::Evidence;
use super::mistakes::{KnownMistake, MistakeText};

/// What an assignment must know for its answers to be explained: a program that makes each mistake on demand.
pub trait Explain {
    /// A question.
    type Question;
    /// An answer, right or wrong.
    type Answer;
    /// What people do wrong.
    type Mistake: KnownMistake;

    /// The parts of an answer that are numbers.
    const PARTS: &'static [&'static str];

    /// The arguments of a question, the board first.
    const ARGUMENTS: &'static [&'static str];

    /// Kinds of questions for which a program has separate code and separate mistakes, such as two algorithms. Each is
    /// the name of the answers to one kind, for use in a sentence.
    const GROUPS: &'static [&'static str] = &[];

    /// So many wrong answers never agree with a mistake by chance.
    const ENOUGH: usize = 3;

    /// The most nodes that the first search for an explanation visits: some seconds. Later ones take up to half as many each.
    const MOST_NODES: u64;

    /// A part of an answer, by its place in [`Self::PARTS`].
    fn part(answer: &Self::Answer, part: usize) -> Option<i128>;

    /// Whether two questions differ in an argument, by its place in [`Self::ARGUMENTS`].
    fn differ(one: &Self::Question, other: &Self::Question, argument: usize) -> bool;

    /// The kind of a question, by its place in [`Self::GROUPS`].
    fn group(_question: &Self::Question) -> usize {
        0
    }

    /// What is right.
    fn right(question: &Self::Question) -> Self::Answer;

    /// Whether a program with these mistakes gives this answer, as far as that is seen within so many nodes, and how
    /// many were visited. A program without any mistakes is right.
    fn gives(
        question: &Self::Question,
        mistakes: &[Self::Mistake],
        answer: &Self::Answer,
        most: u64,
    ) -> (bool, u64);

    /// The probability that an answer like this one by lot agrees with a program with these mistakes: great where such a
    /// program may give several answers, and next to nothing where answers are numbers of nodes.
    fn chance(_question: &Self::Question, _answer: &Self::Answer, _mistakes: &[Self::Mistake]) -> f64 {
        0.001
    }

    /// About how long that takes to find out. Only the order of costs matters.
    fn cost(question: &Self::Question, answer: &Self::Answer) -> u64;
}

/// Whether two boards have the same tokens. The side to move does not matter.
pub(crate) fn has_same_tokens(one: &Standard, other: &Standard) -> bool {
    Player::BOTH.iter().all(|&player| one.board().stones(player) == other.board().stones(player))
}

/// Finds what explains the answers best. It is given up when `stop` is true.
///
/// In this order: parts of answers that are always the same; one mistake or two that explain every answer; mistakes of
/// their own for each group of questions; an argument that makes no difference on several boards; a part of
/// the answers; an argument that makes none on one.
pub fn explain<A: Explain>(
    answers: &[(A::Question, Option<A::Answer>)],
    stop: &dyn Fn() -> bool,
) -> Diagnosis<A::Mistake> {
    let evidence = Evidence::<A>::new(answers, stop);
    let right = evidence.right.len();
    let found = |finding| Diagnosis::new([answers.len(), evidence.len(), right], finding);
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
    // An explanation that is not reported may be chance. Still, it is not true that nothing explains the answers.
    let is_none = best.is_empty();
    if let Some(finding) = mistaken::<A>(&evidence, best) {
        return found(finding);
    }
    if stop() {
        return found(Finding::GivenUp);
    }
    // So many mistakes together have all been looked at, and explain nothing.
    let together = if evidence.wrong.len() >= A::ENOUGH && is_none { 2 } else { 1 };
    let finding = if evidence.is_given_up() { None } else { by_group(&evidence) };
    let is_given_up = evidence.is_given_up() || stop();
    let otherwise = if is_given_up { Finding::GivenUp } else { Finding::Unknown { together } };
    let ignored =
        || evidence.ignored().map(|(argument, on_one_board)| Finding::Ignored { argument, on_one_board });
    let is_sure = |finding: &_| matches!(finding, Finding::Ignored { on_one_board: false, .. });
    let finding = finding.or_else(|| ignored().filter(is_sure));
    let finding = finding.or_else(|| partial(&evidence.apart()));
    let finding = finding.or_else(ignored);
    found(finding.unwrap_or(otherwise))
}

/// What explains every answer, of what may.
fn mistaken<A: Explain>(
    evidence: &Evidence<'_, A>,
    best: Vec<Explanation<A::Mistake>>,
) -> Option<Finding<A::Mistake>> {
    // One mistake that explains everything is always reported, with how sure it is.
    let is_told = |found: &Explanation<_>| {
        found.mistakes.len() == 1 || is_beyond_chance(evidence, found) && is_needed(evidence, found)
    };
    let explanations: Vec<_> = best.into_iter().filter(is_told).collect();
    let first = explanations.first()?;
    let confidence = if explanations.len() > 1 || !is_beyond_chance(evidence, first) {
        Confidence::Possible
    } else if evidence.wrong.len() >= A::ENOUGH && first.mistakes.len() == 1 {
        Confidence::Certain
    } else {
        // Several mistakes that explain everything may stand for one that nobody knows.
        Confidence::Likely
    };
    Some(Finding::Mistaken { explanations, confidence })
}

/// Mistakes of their own for each group of questions: some group must be explained, answer by answer, by mistakes that
/// are sure.
fn by_group<A: Explain>(evidence: &Evidence<'_, A>) -> Option<Finding<A::Mistake>> {
    let of = |(group, &name): (usize, &&'static str)| {
        let part = evidence.of_group(group);
        let is_enough = part.wrong.len() >= A::ENOUGH;
        let best = if is_enough { singles_and_pairs(&part) } else { Vec::new() };
        let is_none = best.is_empty();
        let finding = mistaken::<A>(&part, best);
        let finding = match finding {
            _ if part.len() == 0 => Finding::NoAnswer,
            _ if part.wrong.is_empty() => Finding::Right,
            Some(finding) => finding,
            None if part.is_given_up() => Finding::GivenUp,
            None if !is_enough => Finding::Unknown { together: 0 },
            None => Finding::Unknown { together: if is_none { 2 } else { 1 } },
        };
        let (answered, right) = (part.len(), part.right.len());
        (name, Diagnosis::new([answered, answered, right], finding))
    };
    let mut groups: Vec<_> = A::GROUPS.iter().enumerate().map(of).collect();
    let is_sure = |(_, diagnosis): &(_, Diagnosis<A::Mistake>)| match &diagnosis.finding {
        Finding::Mistaken { confidence, .. } => *confidence >= Confidence::Likely,
        _ => false,
    };
    let is_found = groups.iter().any(is_sure);
    doubt_groups(&mut groups);
    is_found.then_some(Finding::Groups(groups))
}

/// While one group is not explained, what explains another may be only like what is wrong.
fn doubt_groups<M: Copy + Into<MistakeText>>(groups: &mut [(&'static str, Diagnosis<M>)]) {
    if !groups.iter().any(|(_, diagnosis)| diagnosis.is_open()) {
        return;
    }
    for (_, diagnosis) in groups {
        let wrong = diagnosis.answered - diagnosis.right;
        if let Finding::Mistaken { explanations, .. } = &mut diagnosis.finding {
            let explanations = std::mem::take(explanations);
            diagnosis.finding = Finding::Partial { explanations, wrong, against: 0 };
        }
    }
}

/// What is left of a finding when the program has been asked more.
pub fn left<A: Explain>(
    before: &Finding<A::Mistake>,
    asked: &[(A::Question, A::Answer)],
) -> Finding<A::Mistake> {
    match before {
        Finding::Groups(groups) => {
            let mut groups = groups.clone();
            for (group, (_, diagnosis)) in groups.iter_mut().enumerate() {
                diagnosis.finding = left_of::<A>(&diagnosis.finding, asked, Some(group));
            }
            doubt_groups(&mut groups);
            let is_named = groups.iter().any(|(_, diagnosis)| diagnosis.named().is_some());
            if is_named { Finding::Groups(groups) } else { Finding::Refuted }
        }
        other => left_of::<A>(other, asked, None),
    }
}

/// The same for the answers to one group of questions, or to all.
fn left_of<A: Explain>(
    before: &Finding<A::Mistake>,
    asked: &[(A::Question, A::Answer)],
    group: Option<usize>,
) -> Finding<A::Mistake> {
    let gives = |(question, answer): &(A::Question, A::Answer), mistakes: &[A::Mistake]| {
        A::gives(question, mistakes, answer, u64::MAX).0
    };
    // What explains only a part says nothing of other wrong answers.
    let is_partial = matches!(before, Finding::Partial { .. });
    let is_left = |explanation: &Explanation<A::Mistake>| {
        asked
            .iter()
            .filter(|(question, _)| group.is_none_or(|group| A::group(question) == group))
            .filter(|answered| !is_partial || gives(answered, &[]))
            .all(|answered| gives(answered, &explanation.mistakes))
    };
    let mut left = before.clone();
    if let Finding::Mistaken { explanations, .. } | Finding::Partial { explanations, .. } = &mut left {
        explanations.retain(is_left);
        if explanations.is_empty() {
            return Finding::Refuted;
        }
    }
    left
}

/// All explanations of every answer by one mistake, or by two if no single one explains them; none are known if nobody has
/// looked at all of them.
fn singles_and_pairs<A: Explain>(evidence: &Evidence<'_, A>) -> Vec<Explanation<A::Mistake>> {
    let whole = |mistakes: Vec<A::Mistake>| {
        evidence.is_explained(&mistakes).then(|| Explanation { mistakes, explains: evidence.len() })
    };
    let mut found: Vec<_> = A::Mistake::ALL.iter().filter_map(|&mistake| whole(vec![mistake])).collect();
    if found.is_empty() && evidence.wrong.len() >= A::ENOUGH {
        let suspects = evidence.suspects();
        for (number, &one) in suspects.iter().enumerate() {
            found.extend(suspects[..number].iter().filter_map(|&other| whole(vec![other, one])));
        }
    }
    if evidence.budget.is_spent() { Vec::new() } else { found }
}

/// The most that it may be probable that some set of so many mistakes explains the wrong answers by chance.
const CHANCE: f64 = 0.01;

/// Whether it is more than chance that these mistakes explain what they do, given that any as many might have done.
fn is_beyond_chance<A: Explain>(evidence: &Evidence<'_, A>, explanation: &Explanation<A::Mistake>) -> bool {
    let tries = ln_choose(A::Mistake::ALL.len(), explanation.mistakes.len()).unwrap_or(0.0);
    evidence.ln_chance(&explanation.mistakes) + tries < CHANCE.ln()
}

/// Whether one mistake explains the wrong answers that fewer than one would explain by chance, of all that agree with the
/// right ones: else hardly anything is known of it.
fn is_likelier_than_chance<A: Explain>(
    evidence: &Evidence<'_, A>,
    explanation: &Explanation<A::Mistake>,
) -> bool {
    let ln_chance = evidence.ln_chance(&explanation.mistakes);
    let is_below_one = |tries: usize| ln_chance + ln_choose(tries, 1).unwrap_or(0.0) < 0.0;
    if is_below_one(A::Mistake::ALL.len()) {
        return true;
    }
    let evidence = evidence.apart();
    let agrees = |mistake: &&A::Mistake| evidence.contradicting(&[**mistake], 0).is_some();
    let agreeing = A::Mistake::ALL.iter().filter(agrees).count();
    // Of a count that was given up nothing follows.
    !evidence.budget.is_spent() && is_below_one(agreeing)
}

/// Whether none of these mistakes could be left out: without any of them, several answers are not explained.
fn is_needed<A: Explain>(evidence: &Evidence<'_, A>, explanation: &Explanation<A::Mistake>) -> bool {
    let evidence = evidence.again();
    // Among so many mistakes one fits a single answer by chance.
    let gain = (A::ENOUGH / 3).max(2);
    let is_needed = explanation.mistakes.iter().all(|left_out| {
        let rest: Vec<_> = explanation.mistakes.iter().copied().filter(|other| other != left_out).collect();
        let (wrong, right) = (evidence.explained(&rest, 0), evidence.right.len());
        let against = evidence.contradicting(&rest, right).unwrap_or(right);
        wrong + right + gain <= explanation.explains + against
    });
    // A search that was given up explains nothing, and proves nothing.
    is_needed && !evidence.budget.is_spent()
}

/// Explanations of a part of the answers by one mistake: the best ones, which all explain as many. A second mistake that
/// explains some more nearly always stands for something else.
///
/// Wrong answers are looked at first, and right ones only where it is worth it: most mistakes explain hardly any.
fn partial<A: Explain>(evidence: &Evidence<'_, A>) -> Option<Finding<A::Mistake>> {
    let (right, wrong) = (evidence.right.len(), evidence.wrong.len());
    // Many wrong answers, so that it is not chance, and hardly anything that speaks against it.
    let least = A::ENOUGH.max((2 * wrong).div_ceil(5));
    let counted = |&mistake: &A::Mistake| {
        let explained = evidence.explained(&[mistake], least);
        let against =
            (explained >= least).then(|| evidence.contradicting(&[mistake], right / 10)).flatten()?;
        let is_telling = against == 0 || 3 * explained >= 2 * wrong;
        let explanation = Explanation { mistakes: vec![mistake], explains: explained + right - against };
        is_telling.then_some((explanation, [explained, against]))
    };
    let all: Vec<_> = A::Mistake::ALL.iter().filter_map(counted).collect();
    if evidence.budget.is_spent() {
        return None;
    }
    let telling: Vec<_> = all.into_iter().filter(|(one, _)| is_beyond_chance(evidence, one)).collect();
    let most = telling.iter().map(|(one, _)| one.explains).max()?;
    let best = || telling.iter().filter(|(one, _)| one.explains == most);
    let [wrong, against] = best().next()?.1;
    let explanations = best().map(|(one, _)| one.clone()).collect();
    Some(Finding::Partial { explanations, wrong, against })
}
