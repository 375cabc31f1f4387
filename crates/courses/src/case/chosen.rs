//! Cases are chosen among random ones, so that known mistakes are told from what is right.

use plyground_core::rng::Rng;

use super::Ask;
use crate::diagnose::KnownMistake;

/// The known mistakes that none of these cases tells from what is right, as `tells` says.
pub(super) fn undetected<'a, M: KnownMistake>(
    asks: impl Iterator<Item = &'a Ask>,
    tells: &dyn Fn(&Ask, M) -> bool,
) -> Vec<M> {
    let mut open = M::all().to_vec();
    for ask in asks {
        open.retain(|mistake| !tells(ask, *mistake));
    }
    open
}

/// What is chosen, and from what.
pub(super) struct Choice<'a, M> {
    /// So many.
    pub(super) count: usize,
    /// The mistakes that no case tells from what is right yet.
    pub(super) open: Vec<M>,
    /// Cases that are there already: none is chosen again.
    pub(super) known: Vec<Ask>,
    /// Candidates that are looked at for a case that tells several mistakes apart, and for one that tells any.
    pub(super) timeout_streak: [usize; 2],
    /// A random case, if the lot came to one that will do.
    pub(super) candidate: &'a dyn Fn(&mut Rng) -> Option<Ask>,
    /// Whether a program with a mistake answers the case wrongly.
    pub(super) tells: &'a dyn Fn(&Ask, M) -> bool,
    /// Whether a case is worth asking where every mistake is told already.
    pub(super) is_enough: &'a dyn Fn(&Ask) -> bool,
}

impl<M: Copy + PartialEq> Choice<'_, M> {
    /// First come cases that tell many mistakes apart, then whatever tells one, then others; what is returned is
    /// shuffled: which of the hidden cases are shown later must not depend on that. There are fewer than wanted if no
    /// more were found. `watch` is told of every case.
    pub(super) fn make(mut self, rng: &mut Rng, watch: &mut dyn FnMut()) -> Vec<Ask> {
        let mut asks: Vec<Ask> = Vec::new();
        while asks.len() < self.count {
            let Some((score, ask)) = self.best(self.count - asks.len(), rng) else { break };
            if score == 0 {
                // What so many do not tell is not looked for any longer.
                self.open.clear();
            }
            let found = self.told(&ask);
            self.open.retain(|mistake| !found.contains(mistake));
            self.known.push(ask.clone());
            asks.push(ask);
            watch();
        }
        for at in (1..asks.len()).rev() {
            asks.swap(at, rng.below(at + 1));
        }
        asks
    }

    /// The open mistakes that a case tells apart.
    fn told(&self, ask: &Ask) -> Vec<M> {
        self.open.iter().copied().filter(|mistake| (self.tells)(ask, *mistake)).collect()
    }

    /// The best candidate for one of so many cases that are left, and how good it is.
    fn best(&self, left: usize, rng: &mut Rng) -> Option<(usize, Ask)> {
        let mut best: Option<(usize, Ask)> = None;
        let wanted = self.open.len().div_ceil(left);
        for tried in 0..self.timeout_streak[1] {
            if tried >= self.timeout_streak[0] && best.as_ref().is_some_and(|(score, _)| *score > 0) {
                break;
            }
            let Some(ask) = (self.candidate)(rng).filter(|found| !self.known.contains(found)) else {
                continue;
            };
            let score = if self.open.is_empty() {
                usize::from((self.is_enough)(&ask))
            } else {
                self.told(&ask).len()
            };
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, ask));
            }
            if score >= wanted.max(1) {
                break;
            }
        }
        best
    }
}
