//! Answers as evidence: what they agree with, and what is plainly wrong with them.

use std::cell::Cell;
use std::f64::consts::LN_2;
use std::rc::Rc;

use super::common::{count, ln_choose};
use super::explain::Explain;
use super::mistakes::KnownMistake;

/// Answers that are the same say something if there are so many of them, so many of which are wrong.
const LEAST_ASKED: usize = 5;
const LEAST_WRONG: usize = 3;

/// Pairs of questions that an argument must make no difference to before it is said to be ignored.
const LEAST_PAIRS: usize = 2;

/// The logarithm of a probability that is next to nothing, however many mistakes are tried.
const NOTHING: f64 = -50.0;

/// A question, and what was answered.
type Given<'a, A> = (&'a <A as Explain>::Question, &'a <A as Explain>::Answer);

/// What a search for explanations may cost. It is counted in nodes, so that the same answers always have the same
/// explanation.
pub(super) struct Budget<'a> {
    left: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
    /// Whether this budget was too small, or another one of the same search.
    is_given_up: Rc<Cell<bool>>,
}

impl<'a> Budget<'a> {
    fn new(nodes: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self { left: Cell::new(nodes), stop, is_given_up: Rc::default() }
    }

    pub(super) fn is_spent(&self) -> bool {
        let is_spent = self.left.get() == 0 || (self.stop)();
        if is_spent {
            self.is_given_up.set(true);
        }
        is_spent
    }

    /// Whether a program with these mistakes gives this answer; nobody does once the budget is spent.
    fn gives<A: Explain>(&self, question: &A::Question, mistakes: &[A::Mistake], answer: &A::Answer) -> bool {
        if self.is_spent() {
            return false;
        }
        let (is_given, visited) = A::gives(question, mistakes, answer, self.left.get());
        // To ask at all costs something too.
        self.left.set(self.left.get().saturating_sub(visited + 10));
        is_given
    }
}

/// Answers to be explained: the wrong ones first, and of each kind first what is found out soon.
pub(super) struct Evidence<'a, A: Explain> {
    pub(super) budget: Budget<'a>,
    pub(super) wrong: Vec<Given<'a, A>>,
    pub(super) right: Vec<Given<'a, A>>,
}

impl<'a, A: Explain> Evidence<'a, A> {
    /// When `stop` becomes true, without the answers that have not been looked at.
    pub(super) fn new(answers: &'a [(A::Question, Option<A::Answer>)], stop: &'a dyn Fn() -> bool) -> Self {
        let mut given: Vec<_> =
            answers.iter().filter_map(|(question, answer)| Some((question, answer.as_ref()?))).collect();
        given.sort_by_key(|(question, answer)| A::cost(question, answer));
        let is_right = |&(question, answer): &Given<'_, A>| A::gives(question, &[], answer, u64::MAX).0;
        let (right, wrong) = given.into_iter().take_while(|_| !stop()).partition(is_right);
        Self { budget: Budget::new(A::MOST_NODES, stop), wrong, right }
    }

    /// The answers to a group of questions, for a search of their own.
    pub(super) fn of_group(&self, group: usize) -> Self {
        let of = |all: &[Given<'a, A>]| {
            all.iter().copied().filter(|(question, _)| A::group(question) == group).collect()
        };
        Self { wrong: of(&self.wrong), right: of(&self.right), ..self.apart() }
    }

    /// The same with a budget for a search that completes this one: if it becomes too long, both do.
    pub(super) fn again(&self) -> Self {
        let mut again = self.apart();
        again.budget.is_given_up = Rc::clone(&self.budget.is_given_up);
        again
    }

    /// The same with a budget for another search: how far it comes says nothing of this one.
    pub(super) fn apart(&self) -> Self {
        let budget = Budget::new(A::MOST_NODES / 2, self.budget.stop);
        Self { budget, wrong: self.wrong.clone(), right: self.right.clone() }
    }

    /// Whether the search became too long, or was stopped: then nobody knows that nothing explains the answers.
    pub(super) fn is_given_up(&self) -> bool {
        self.budget.is_given_up.get()
    }

    pub(super) fn len(&self) -> usize {
        self.wrong.len() + self.right.len()
    }

    fn gives(&self, mistakes: &[A::Mistake], (question, answer): Given<'a, A>) -> bool {
        self.budget.gives::<A>(question, mistakes, answer)
    }

    /// Whether programs with these mistakes give all answers.
    pub(super) fn is_explained(&self, mistakes: &[A::Mistake]) -> bool {
        self.wrong.iter().chain(&self.right).all(|&given| self.gives(mistakes, given))
    }

    /// How many wrong answers programs with these mistakes give. It is not counted on where fewer than `least` are left to
    /// be found.
    pub(super) fn explained(&self, mistakes: &[A::Mistake], least: usize) -> usize {
        let (mut found, mut left) = (0, self.wrong.len());
        for &given in &self.wrong {
            if found + left < least {
                break;
            }
            found += usize::from(self.gives(mistakes, given));
            left -= 1;
        }
        found
    }

    /// How many right answers programs with these mistakes do not give; `None` if more than `most`.
    pub(super) fn contradicting(&self, mistakes: &[A::Mistake], most: usize) -> Option<usize> {
        let against = self.right.iter().filter(|&&given| !self.gives(mistakes, given)).take(most + 1).count();
        (against <= most).then_some(against)
    }

    /// The logarithm of the probability that answers by lot agree with a program with these mistakes as often as the wrong
    /// ones do; where that is next to nothing, a bound for it.
    pub(super) fn ln_chance(&self, mistakes: &[A::Mistake]) -> f64 {
        // Which ones agree can be chosen in no more ways than there are sets of them.
        let ways = LN_2 * count(self.wrong.len());
        let (mut sum, mut explained) = (0.0, 0);
        for &(question, answer) in &self.wrong {
            // These few are not counted: what is asked for was found already.
            if (self.budget.stop)() || !A::gives(question, mistakes, answer, u64::MAX).0 {
                continue;
            }
            sum += A::chance(question, answer, mistakes).ln();
            explained += 1;
            if sum + ways < NOTHING {
                return sum + ways;
            }
        }
        sum + ln_choose(self.wrong.len(), explained).unwrap_or(0.0)
    }

    /// The parts of answers that are the same in all of them, though they should not be.
    pub(super) fn constant(&self) -> Vec<(&'static str, i128)> {
        if self.len() < LEAST_ASKED {
            return Vec::new();
        }
        let of_all = |part: usize| {
            let mut values = self.wrong.iter().chain(&self.right).map(|(_, answer)| A::part(answer, part));
            let first = values.next()??;
            let is_other = |(question, _): &&Given<'a, A>| A::part(&A::right(question), part) != Some(first);
            let is_same = values.all(|value| value == Some(first));
            (is_same && self.wrong.iter().filter(is_other).count() >= LEAST_WRONG).then_some(first)
        };
        (0..).zip(A::PARTS).filter_map(|(part, name)| Some((*name, of_all(part)?))).collect()
    }

    /// An argument that makes no difference to the answers of any questions that differ in it alone, though it should;
    /// and whether all of those ask about the same board, where something else may be the reason. `None` also if it was to
    /// stop.
    pub(super) fn ignored(&self) -> Option<(&'static str, bool)> {
        let given: Vec<_> = self.wrong.iter().chain(&self.right).collect();
        let rights = given.iter().map(|(question, _)| (!(self.budget.stop)()).then(|| A::right(question)));
        let rights: Vec<_> = rights.collect::<Option<_>>()?;
        let is_same = |one: &A::Answer, other: &A::Answer| {
            (0..A::PARTS.len()).all(|part| A::part(one, part) == A::part(other, part))
        };
        let is_ignored = |argument: usize| {
            let differ_in = |one: &A::Question, other: &A::Question| {
                (0..A::ARGUMENTS.len())
                    .all(|other_one| A::differ(one, other, other_one) == (other_one == argument))
            };
            let pairs = (0..given.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
            let telling: Vec<_> = pairs
                .filter(|&(one, other)| {
                    differ_in(given[one].0, given[other].0) && !is_same(&rights[one], &rights[other])
                })
                .collect();
            let is_ignored = telling.len() >= LEAST_PAIRS
                && telling.iter().all(|&(one, other)| is_same(given[one].1, given[other].1));
            let is_another_board =
                |&(one, _): &(usize, usize)| A::differ(given[one].0, given[telling[0].0].0, 0);
            is_ignored.then(|| argument > 0 && !telling.iter().any(is_another_board))
        };
        (0..).zip(A::ARGUMENTS).find_map(|(place, argument)| Some((*argument, is_ignored(place)?)))
    }

    /// The mistakes that change what a program answers to some question that was answered wrongly. No other
    /// is part of an explanation by two.
    pub(super) fn suspects(&self) -> Vec<A::Mistake> {
        let rights: Vec<_> = self.wrong.iter().map(|&(question, _)| (question, A::right(question))).collect();
        let changes = |mistake: &&A::Mistake| {
            rights.iter().any(|(question, right)| !self.budget.gives::<A>(question, &[**mistake], right))
        };
        A::Mistake::ALL.iter().filter(changes).copied().collect()
    }
}
