//! Chooses cases among random ones, so that they detect known mistakes.

use plyground_core::rng::Rng;

use crate::diagnose::KnownMistake;

/// The known mistakes that change the right answer of none of these cases, according to `tells`.
pub(crate) fn undetected<'a, Q: 'a, M: KnownMistake>(
    questions: impl IntoIterator<Item = &'a Q>,
    tells: &dyn Fn(&Q, M) -> bool,
) -> Vec<M> {
    let mut open = M::PROMISED.to_vec();
    for question in questions {
        open.retain(|mistake| !tells(question, *mistake));
    }
    open
}

pub(crate) struct Choice<'a, Q, M> {
    /// So many.
    pub(crate) count: usize,
    /// The mistakes that no case detects yet.
    pub(crate) open: Vec<M>,
    /// Cases that are there already: none is chosen again.
    pub(crate) known: Vec<Q>,
    /// The most candidates tried for a case that detects several mistakes, and for one that detects any.
    pub(crate) attempts: [usize; 2],
    /// A random case, if the lot came to one that will do.
    pub(crate) candidate: &'a dyn Fn(&mut Rng) -> Option<Q>,
    /// Whether a program with a mistake answers the case wrongly.
    pub(crate) tells: &'a dyn Fn(&Q, M) -> bool,
    /// Whether a case is worth asking where every mistake has its case already.
    pub(crate) is_enough: &'a dyn Fn(&Q) -> bool,
}

impl<Q: Clone + PartialEq, M: Copy> Choice<'_, Q, M> {
    /// First come cases that detect many mistakes, then cases that detect one, then others. The result is shuffled:
    /// which of the hidden cases are shown later must not depend on that order. There are fewer than wanted if no more
    /// were found. `watch` is called for every case.
    pub(crate) fn make(mut self, rng: &mut Rng, watch: &mut dyn FnMut()) -> Vec<Q> {
        let mut questions: Vec<Q> = Vec::new();
        while questions.len() < self.count {
            let Some((score, question)) = self.best(self.count - questions.len(), rng) else { break };
            if score == 0 {
                // What so many do not tell is not looked for any longer.
                self.open.clear();
            }
            self.open.retain(|&mistake| !(self.tells)(&question, mistake));
            self.known.push(question.clone());
            questions.push(question);
            watch();
        }
        for at in (1..questions.len()).rev() {
            questions.swap(at, rng.below(at + 1));
        }
        questions
    }

    /// How good a case is, or `None` if it is not as good as `least`: then not all mistakes are tried.
    fn score(&self, question: &Q, least: usize) -> Option<usize> {
        if self.open.is_empty() {
            return Some(usize::from((self.is_enough)(question))).filter(|&score| score >= least);
        }
        let mut missed = 0;
        for &mistake in &self.open {
            missed += usize::from(!(self.tells)(question, mistake));
            if missed + least > self.open.len() {
                return None;
            }
        }
        Some(self.open.len() - missed)
    }

    /// The best candidate for one of so many cases that are left, and how good it is.
    fn best(&self, left: usize, rng: &mut Rng) -> Option<(usize, Q)> {
        let mut best: Option<(usize, Q)> = None;
        let wanted = self.open.len().div_ceil(left);
        for tried in 0..self.attempts[1] {
            if tried >= self.attempts[0] && best.as_ref().is_some_and(|(score, _)| *score > 0) {
                break;
            }
            let Some(question) = (self.candidate)(rng).filter(|found| !self.known.contains(found)) else {
                continue;
            };
            let least = best.as_ref().map_or(0, |(score, _)| score + 1);
            let Some(score) = self.score(&question, least) else { continue };
            best = Some((score, question));
            if score >= wanted.max(1) {
                break;
            }
        }
        best
    }
}
