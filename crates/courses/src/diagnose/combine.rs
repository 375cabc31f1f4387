//! Mistakes one by one and together: which of them explain the answers.

use super::common::ln_choose;
use super::diagnosis::{Explanation, Finding};
use super::evidence::Evidence;
use super::explain::Explain;
use super::mistakes::KnownMistake;

/// All explanations of every answer by one mistake, or by two if no single one explains them; none are known if nobody has
/// looked at all of them.
pub(super) fn singles_and_pairs<A: Explain>(evidence: &Evidence<'_, A>) -> Vec<Explanation<A::Mistake>> {
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
pub(super) fn is_beyond_chance<A: Explain>(
    evidence: &Evidence<'_, A>,
    explanation: &Explanation<A::Mistake>,
) -> bool {
    let tries = ln_choose(A::Mistake::ALL.len(), explanation.mistakes.len()).unwrap_or(0.0);
    evidence.ln_chance(&explanation.mistakes) + tries < CHANCE.ln()
}

/// Whether one mistake explains the wrong answers that fewer than one would explain by chance, of all that agree with the
/// right ones: else hardly anything is known of it.
pub(super) fn is_likelier_than_chance<A: Explain>(
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

/// By how many answers a further mistake must explain more: among so many mistakes one fits a single answer by chance.
fn gain<A: Explain>() -> usize {
    (A::ENOUGH / 3).max(2)
}

/// Whether none of these mistakes could be left out: without any of them, several answers are not explained.
pub(super) fn is_needed<A: Explain>(
    evidence: &Evidence<'_, A>,
    explanation: &Explanation<A::Mistake>,
) -> bool {
    let evidence = evidence.again();
    let is_needed = explanation.mistakes.iter().all(|left_out| {
        let rest: Vec<_> = explanation.mistakes.iter().copied().filter(|other| other != left_out).collect();
        let [wrong, against] = evidence.counts(&rest);
        wrong + evidence.right.len() + gain::<A>() <= explanation.explains + against
    });
    // A search that was given up explains nothing, and proves nothing.
    is_needed && !evidence.budget.is_spent()
}

/// Single mistakes that are tried with every other one for a partial explanation.
const MOST_EXTENDED: usize = 6;

/// What explains a part of the answers, if it does.
struct Candidate<M> {
    mistakes: Vec<M>,
    /// Wrong answers that it explains; fewer were counted where too few are left to be found.
    wrong: usize,
    /// Right answers that speak against it, if it explains enough of the wrong ones and few do.
    against: Option<usize>,
}

impl<M> Candidate<M> {
    /// How many of all answers it explains, if so many are right; none of the right ones are taken for explained where
    /// too many speak against it.
    fn explains(&self, right: usize) -> usize {
        self.wrong + self.against.map_or(0, |against| right - against)
    }
}

/// Explanations of a part of the answers by one mistake, or by two if they explain more: the best ones, which all
/// explain as many.
///
/// Wrong answers are looked at first, and right ones only where it is worth it: most mistakes explain hardly any.
pub(super) fn partial<A: Explain>(evidence: &Evidence<'_, A>) -> Option<Finding<A::Mistake>> {
    let (right, wrong) = (evidence.right.len(), evidence.wrong.len());
    // Many wrong answers, so that it is not chance, and hardly anything that speaks against it.
    let least = A::ENOUGH.max((2 * wrong).div_ceil(5));
    let is_telling =
        |explained: usize, against: usize| explained >= least && (against == 0 || 3 * explained >= 2 * wrong);
    let counted = |mistakes: Vec<A::Mistake>| {
        let explained = evidence.explained(&mistakes, least);
        let against = (explained >= least).then(|| evidence.contradicting(&mistakes, right / 10)).flatten();
        let against = against.filter(|&against| is_telling(explained, against));
        Candidate { mistakes, wrong: explained, against }
    };
    let mut all: Vec<_> = A::Mistake::ALL.iter().map(|&mistake| counted(vec![mistake])).collect();
    all.sort_by_key(|one| usize::MAX - one.explains(right));
    if evidence.budget.is_spent() {
        return None;
    }
    // Without any mistake the right answers are explained.
    let most = all.first().map_or(right, |one| one.explains(right).max(right));
    let first: Vec<_> = all.iter().take(MOST_EXTENDED).map(|one| one.mistakes[0]).collect();
    let mut pairs = Vec::new();
    for (number, &one) in first.iter().enumerate() {
        for &other in A::Mistake::ALL.iter().filter(|other| !first[..=number].contains(other)) {
            let mut pair = vec![one, other];
            pair.sort_by_key(|mistake| mistake.index());
            pairs.push(counted(pair));
        }
    }
    if !evidence.budget.is_spent() {
        all.extend(pairs.into_iter().filter(|pair| pair.explains(right) >= most + gain::<A>()));
    }
    let found = |one: Candidate<A::Mistake>| {
        let (explains, counts) = (one.explains(right), [one.wrong, one.against?]);
        Some((Explanation { mistakes: one.mistakes, explains }, counts))
    };
    let is_likely = |(explanation, _): &(Explanation<A::Mistake>, _)| is_beyond_chance(evidence, explanation);
    let telling: Vec<_> = all.into_iter().filter_map(found).filter(is_likely).collect();
    // One mistake is better than two that explain no more.
    let rank = |(explanation, _): &(Explanation<A::Mistake>, _)| {
        (explanation.explains, usize::MAX - explanation.mistakes.len())
    };
    let most = telling.iter().map(rank).max()?;
    let best: Vec<_> = telling.into_iter().filter(|found| rank(found) == most).collect();
    let [wrong, against] = best.first()?.1;
    let explanations = best.into_iter().map(|(explanation, _)| explanation).collect();
    Some(Finding::Partial { explanations, wrong, against })
}
