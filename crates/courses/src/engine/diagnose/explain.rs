//! Which mistakes explain a program's answers best.

use std::cell::Cell;

use plyground_core::games::connect_four::Standard;
use plyground_core::{Player, counted};

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

    /// The arguments of a question.
    const ARGUMENTS: &'static [&'static str];

    /// So many wrong answers never agree with a mistake by chance.
    const ENOUGH: usize = 3;

    /// The most nodes that all searches for an explanation visit together: some seconds.
    const MOST_NODES: u64;

    /// A part of an answer, by its place in [`Self::PARTS`].
    fn part(answer: &Self::Answer, part: usize) -> Option<i128>;

    /// Whether two questions differ in an argument, by its place in [`Self::ARGUMENTS`].
    fn differ(one: &Self::Question, other: &Self::Question, argument: usize) -> bool;

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

    /// About how long that takes to find out. Only the order of costs matters.
    fn cost(question: &Self::Question, answer: &Self::Answer) -> u64;
}

/// Whether two boards have the same tokens, whoever is to move.
pub(crate) fn has_same_tokens(one: &Standard, other: &Standard) -> bool {
    Player::BOTH.iter().all(|&player| one.board().stones(player) == other.board().stones(player))
}

/// Of a hundred wrong answers, the most that an explanation may leave unexplained.
const UNEXPLAINED: usize = 10;

/// Answers that are the same say something if there are so many of them, so many of which are wrong.
const LEAST_ASKED: usize = 5;
const LEAST_WRONG: usize = 3;

/// Pairs of questions that an argument must make no difference to before it is said to be ignored.
const LEAST_PAIRS: usize = 2;

/// Mistakes, and how many answers agree with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<M> {
    /// One mistake, or two that were made together.
    pub mistakes: Vec<M>,
    /// How many of the answers a program with these mistakes would have given, right ones included.
    pub explains: usize,
}

impl<M: Copy + Into<MistakeText>> Explanation<M> {
    /// The names of the mistakes.
    pub fn ids(&self) -> Vec<&'static str> {
        self.mistakes.iter().map(|&mistake| mistake.into().id).collect()
    }

    fn text(&self) -> Explanation<MistakeText> {
        let mistakes = self.mistakes.iter().map(|&mistake| mistake.into()).collect();
        Explanation { mistakes, explains: self.explains }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// Many answers are not explained, or others explain almost as many.
    Possible,
    /// Most answers are explained, and nothing else explains nearly as many.
    Likely,
    /// Every answer is explained, several wrong ones among them, and by nothing else.
    Certain,
}

impl Confidence {
    /// A word for reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Possible => "possible",
            Self::Likely => "likely",
            Self::Certain => "practically certain",
        }
    }

    /// The same as the beginning of a sentence.
    const fn heading(self) -> &'static str {
        match self {
            Self::Possible => "Possible",
            Self::Likely => "Likely",
            Self::Certain => "Practically certain",
        }
    }
}

/// What was found about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding<M> {
    /// It gave no answer at all.
    NoAnswer,
    /// All answers that it gave are right.
    Right,
    /// These parts of its answers are always the same number, whatever it is asked.
    Constant(Vec<(&'static str, i128)>),
    /// Its answers do not depend on this argument, although the right ones do.
    Ignored(&'static str),
    /// A mistake explains the answers.
    Mistaken {
        /// What explains most of them.
        best: Explanation<M>,
        /// What else explains as many and cannot be told apart from it by these answers.
        equals: Vec<Explanation<M>>,
        /// How sure it is.
        confidence: Confidence,
    },
    /// No mistake that is known explains the answers, alone or with another.
    Unknown,
    /// The search for an explanation became too long, or was stopped.
    GivenUp,
}

/// What is known about a program after all its answers have been compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis<M> {
    /// Questions.
    pub asked: usize,
    /// Answers.
    pub answered: usize,
    /// Right answers.
    pub right: usize,
    /// How many answers the next best explanation agrees with: the right program's, or that of a mistake
    /// other than those found.
    pub next_best: usize,
    /// What was found.
    pub finding: Finding<M>,
}

/// What a search for explanations may cost. It is counted in nodes, so that the same answers always have the same
/// explanation.
struct Budget<'a> {
    left: Cell<u64>,
    stop: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    fn is_spent(&self) -> bool {
        self.left.get() == 0 || (self.stop)()
    }

    /// Whether a program with these mistakes gives this answer; nobody does once the budget is spent.
    fn gives<A: Explain>(&self, question: &A::Question, mistakes: &[A::Mistake], answer: &A::Answer) -> bool {
        if self.is_spent() {
            return false;
        }
        let (is_given, visited) = A::gives(question, mistakes, answer, self.left.get());
        self.left.set(self.left.get().saturating_sub(visited.max(1)));
        is_given
    }
}

/// Answers to be explained: the wrong ones first, and of each kind first what is found out soon.
struct Evidence<'a, A: Explain> {
    budget: Budget<'a>,
    wrong: Vec<(&'a A::Question, &'a A::Answer)>,
    right: Vec<(&'a A::Question, &'a A::Answer)>,
}

impl<'a, A: Explain> Evidence<'a, A> {
    fn new(answers: &'a [(A::Question, Option<A::Answer>)], stop: &'a dyn Fn() -> bool) -> Self {
        let mut given: Vec<_> =
            answers.iter().filter_map(|(question, answer)| Some((question, answer.as_ref()?))).collect();
        given.sort_by_key(|(question, answer)| A::cost(question, answer));
        let (right, wrong) =
            given.into_iter().partition(|(question, answer)| A::gives(question, &[], answer, u64::MAX).0);
        Self { budget: Budget { left: Cell::new(A::MOST_NODES), stop }, wrong, right }
    }

    fn len(&self) -> usize {
        self.wrong.len() + self.right.len()
    }

    /// How many answers programs with these mistakes give, if those are more than `than`, nearly all of the wrong ones
    /// and all of the right ones: a program that answers rightly where a mistake would show does not make it.
    fn explained(&self, mistakes: &[A::Mistake], than: usize) -> Option<usize> {
        let gives = |&(question, answer): &(&A::Question, &A::Answer)| {
            self.budget.gives::<A>(question, mistakes, answer)
        };
        let most_missed = (self.wrong.len() * UNEXPLAINED / 100).min(self.len().checked_sub(than + 1)?);
        let missed = missed(self.wrong.iter(), gives, most_missed)?;
        self.right.iter().all(gives).then(|| self.len() - missed)
    }

    /// The parts of answers that are the same in all of them, though they should not be.
    fn constant(&self) -> Vec<(&'static str, i128)> {
        if self.len() < LEAST_ASKED {
            return Vec::new();
        }
        let of_all = |part: usize| {
            let mut values = self.wrong.iter().chain(&self.right).map(|(_, answer)| A::part(answer, part));
            let first = values.next()??;
            let is_other =
                |(question, _): &&(&A::Question, _)| A::part(&A::right(question), part) != Some(first);
            let is_same = values.all(|value| value == Some(first));
            (is_same && self.wrong.iter().filter(is_other).count() >= LEAST_WRONG).then_some(first)
        };
        (0..).zip(A::PARTS).filter_map(|(part, name)| Some((*name, of_all(part)?))).collect()
    }

    /// An argument that makes no difference to the answers of any questions that differ in it alone, though it should.
    fn ignored(&self) -> Option<&'static str> {
        let given: Vec<_> = self.wrong.iter().chain(&self.right).collect();
        let rights: Vec<_> = given.iter().map(|(question, _)| A::right(question)).collect();
        let is_same = |one: &A::Answer, other: &A::Answer| {
            (0..A::PARTS.len()).all(|part| A::part(one, part) == A::part(other, part))
        };
        let is_ignored = |argument: usize| {
            let differ_in = |one: &A::Question, other: &A::Question| {
                (0..A::ARGUMENTS.len())
                    .all(|other_one| A::differ(one, other, other_one) == (other_one == argument))
            };
            let pairs = (0..given.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
            let mut telling = pairs.filter(|&(one, other)| {
                differ_in(given[one].0, given[other].0) && !is_same(&rights[one], &rights[other])
            });
            let mut count = 0;
            let all = telling.all(|(one, other)| {
                count += 1;
                is_same(given[one].1, given[other].1)
            });
            all && count >= LEAST_PAIRS
        };
        (0..).zip(A::ARGUMENTS).find(|&(argument, _)| is_ignored(argument)).map(|(_, name)| *name)
    }

    /// The mistakes that change what a program answers to some question that was answered wrongly. No other
    /// is part of an explanation by two.
    fn suspects(&self) -> Vec<A::Mistake> {
        let rights: Vec<_> = self.wrong.iter().map(|&(question, _)| (question, A::right(question))).collect();
        let changes = |mistake: &&A::Mistake| {
            rights.iter().any(|(question, right)| !self.budget.gives::<A>(question, &[**mistake], right))
        };
        A::Mistake::all().iter().filter(changes).copied().collect()
    }
}

/// How many things are not so, or `None` if more than `most`.
fn missed<T>(things: impl Iterator<Item = T>, is_so: impl Fn(T) -> bool, most: usize) -> Option<usize> {
    let mut missed = 0;
    for thing in things {
        missed += usize::from(!is_so(thing));
        if missed > most {
            return None;
        }
    }
    Some(missed)
}

/// The best explanations so far.
struct Ranking<M> {
    /// Those that explain most, all the same number.
    best: Vec<Explanation<M>>,
    /// How many answers the best ones explain; without any, how many something must exceed.
    most: usize,
    /// How many answers the next best explains.
    next: usize,
}

impl<M: KnownMistake> Ranking<M> {
    /// None yet; to be among them, an explanation must explain more than this.
    const fn above(most: usize) -> Self {
        Self { best: Vec::new(), most, next: most }
    }

    /// What an explanation must exceed to change anything.
    const fn than(&self) -> usize {
        self.next
    }

    fn add(&mut self, explanation: Explanation<M>) {
        let explains = explanation.explains;
        if explains > self.most {
            self.next = self.most;
            self.most = explains;
            self.best.clear();
        } else if explains < self.most {
            self.next = self.next.max(explains);
            return;
        }
        self.best.push(explanation);
    }
}

/// Finds what explains the answers best: one mistake, or two if no single one explains them all. It is given up when
/// `stop` is true.
pub fn explain<A: Explain>(
    answers: &[(A::Question, Option<A::Answer>)],
    stop: &dyn Fn() -> bool,
) -> Diagnosis<A::Mistake> {
    let evidence = Evidence::<A>::new(answers, stop);
    let right = evidence.right.len();
    let (answered, all) = (evidence.len(), evidence.len());
    let found = |finding, next_best| Diagnosis { asked: answers.len(), answered, right, next_best, finding };
    if all == 0 {
        return found(Finding::NoAnswer, 0);
    }
    if right == all {
        return found(Finding::Right, 0);
    }
    let constant = evidence.constant();
    if !constant.is_empty() {
        return found(Finding::Constant(constant), right);
    }
    let mut ranking = Ranking::above(right);
    for &mistake in A::Mistake::all() {
        if let Some(explains) = evidence.explained(&[mistake], ranking.than()) {
            ranking.add(Explanation { mistakes: vec![mistake], explains });
        }
    }
    let is_given_up = evidence.budget.is_spent();
    if ranking.most < all && all - right >= A::ENOUGH && !is_given_up {
        let pairs = pairs(&evidence, ranking.most);
        // What is known of single mistakes stands, even if nobody has looked at all pairs.
        if !pairs.best.is_empty() && !evidence.budget.is_spent() {
            ranking = pairs;
        }
    }
    if ranking.most < all
        && let Some(argument) = evidence.ignored()
    {
        return found(Finding::Ignored(argument), right);
    }
    let mut best = ranking.best.into_iter();
    let Some(first) = best.next().filter(|_| !is_given_up) else {
        let finding = if evidence.budget.is_spent() { Finding::GivenUp } else { Finding::Unknown };
        return found(finding, right);
    };
    let equals: Vec<_> = best.collect();
    let wrong = all - right;
    let confidence = if equals.is_empty() {
        confidence([first.explains, all], ranking.next, wrong >= A::ENOUGH)
    } else {
        Confidence::Possible
    };
    found(Finding::Mistaken { best: first, equals, confidence }, ranking.next)
}

/// The best explanations by two mistakes that explain more than `most`.
fn pairs<A: Explain>(evidence: &Evidence<'_, A>, most: usize) -> Ranking<A::Mistake> {
    let suspects = evidence.suspects();
    let mut ranking = Ranking::above(most);
    for (number, &one) in suspects.iter().enumerate() {
        for &other in &suspects[..number] {
            if let Some(explains) = evidence.explained(&[other, one], ranking.than()) {
                ranking.add(Explanation { mistakes: vec![other, one], explains });
            }
        }
    }
    ranking
}

/// How sure an explanation is that nothing equals, by the answers it explains out of all and those that the next
/// best explains. `enough` wrong answers are too many to agree by chance.
const fn confidence([explains, all]: [usize; 2], next: usize, enough: bool) -> Confidence {
    if explains == all && enough {
        Confidence::Certain
    } else if explains == all || 10 * explains >= 9 * all && explains >= next + 2 {
        Confidence::Likely
    } else {
        Confidence::Possible
    }
}

impl<M: Copy + Into<MistakeText>> Diagnosis<M> {
    /// The same without the type of the mistakes.
    pub fn text(&self) -> Diagnosis<MistakeText> {
        let finding = match &self.finding {
            Finding::NoAnswer => Finding::NoAnswer,
            Finding::Right => Finding::Right,
            Finding::Constant(parts) => Finding::Constant(parts.clone()),
            Finding::Ignored(argument) => Finding::Ignored(argument),
            Finding::Mistaken { best, equals, confidence } => Finding::Mistaken {
                best: best.text(),
                equals: equals.iter().map(Explanation::text).collect(),
                confidence: *confidence,
            },
            Finding::Unknown => Finding::Unknown,
            Finding::GivenUp => Finding::GivenUp,
        };
        let &Self { asked, answered, right, next_best, finding: _ } = self;
        Diagnosis { asked, answered, right, next_best, finding }
    }

    /// The diagnosis for the program's author, a paragraph each.
    pub fn words(&self) -> Vec<String> {
        let Self { asked, answered, right, next_best, finding } = self;
        let wrong = match answered - right {
            1 => "the wrong answer".to_owned(),
            wrong => format!("the {wrong} wrong answers"),
        };
        let missing = asked - answered;
        let mut words = Vec::new();
        if missing > 0 && !matches!(finding, Finding::NoAnswer | Finding::Right) {
            words.push(format!(
                "To {missing} of {} there was no answer that could be compared: mend that first.",
                counted(*asked, "question")
            ));
        }
        let (best, equals, confidence) = match finding {
            Finding::NoAnswer => {
                return vec!["The program gave no answer that could be compared.".to_owned()];
            }
            Finding::Right if missing == 0 => return vec!["All answers are right.".to_owned()],
            Finding::Right => {
                return vec![format!(
                    "Answers that could be compared: {answered}, all right; to {missing} of {} there was none.",
                    counted(*asked, "question")
                )];
            }
            Finding::Constant(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|(part, value)| format!("the same {part}, {value}")).collect();
                words.push(format!(
                    "Whatever it is asked, the program prints {}. While it does, no other mistake is looked for.",
                    parts.join(", and ")
                ));
                return words;
            }
            Finding::Ignored(argument) => {
                words.push(format!(
                    "The {argument} makes no difference to the answers: the program does not look at this argument, \
                     or forgets it. While it does, no other mistake is looked for."
                ));
                return words;
            }
            Finding::Unknown => {
                words.push(format!(
                    "No mistake that is known, nor two together, explains {wrong}: the cause is another one, or more \
                     than two."
                ));
                return words;
            }
            Finding::GivenUp => {
                words.push(format!(
                    "What explains {wrong} has not been found: the search for it became too long."
                ));
                return words;
            }
            Finding::Mistaken { best, equals, confidence } => (best, equals, confidence),
        };
        let texts = || best.mistakes.iter().map(|&mistake| mistake.into());
        let does: Vec<&str> = texts().map(|text| text.does).collect();
        let mends: Vec<&str> = texts().map(|text| text.mend).collect();
        let (these, explain) = match best.mistakes.as_slice() {
            [_, _, ..] => ("These mistakes", "explain"),
            _ => ("This mistake", "explains"),
        };
        words.push(format!(
            "{}: the program {} {these} ({}) {explain} {} of {}, the next best explanation \
             {next_best}.",
            confidence.heading(),
            does.join(" It also "),
            best.ids().join(" and "),
            best.explains,
            counted(*answered, "answer"),
        ));
        words.push(format!("To mend it: {}", mends.join(" ")));
        if !equals.is_empty() {
            let others: Vec<String> = equals.iter().map(|equal| equal.ids().join(" and ")).collect();
            words.push(format!("These answers do not tell it from {}.", others.join(" or ")));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comp3608::Mistake;

    fn diagnosis(finding: Finding<Mistake>) -> Diagnosis<Mistake> {
        Diagnosis { asked: 30, answered: 28, right: 20, next_best: 21, finding }
    }

    #[test]
    fn diagnoses_are_put_into_words() {
        let one = |mistake, explains| Explanation { mistakes: vec![mistake], explains };
        let best = one(Mistake::CutOnGreater, 28);
        let certain = Finding::Mistaken { best, equals: vec![], confidence: Confidence::Certain };
        assert_eq!(
            diagnosis(certain).words(),
            [
                "To 2 of 30 questions there was no answer that could be compared: mend that first.",
                "Practically certain: the program prunes only when alpha > beta. This mistake (cut-on-greater) \
                 explains 28 of 28 answers, the next best explanation 21.",
                "To mend it: Stop looking at further children as soon as alpha >= beta.",
            ]
        );
        let best = Explanation { mistakes: vec![Mistake::RootNotCounted, Mistake::ChildIndex], explains: 25 };
        let equals = vec![one(Mistake::LeavesOnly, 25)];
        let words = diagnosis(Finding::Mistaken { best, equals, confidence: Confidence::Possible }).words();
        assert!(
            words[1].starts_with("Possible: the program does not count the root. It also prints the number")
        );
        assert!(words[1].contains("These mistakes (root-not-counted and child-index) explain 25 of 28"));
        assert_eq!(words[3], "These answers do not tell it from leaves-only.");
        assert!(diagnosis(Finding::Unknown).words()[1].contains("explains the 8 wrong answers"));
        let one_wrong = Diagnosis { right: 27, ..diagnosis(Finding::Unknown) };
        assert!(one_wrong.words()[1].contains("explains the wrong answer:"));
        assert!(diagnosis(Finding::GivenUp).words()[1].contains("has not been found"));
        let right = "Answers that could be compared: 28, all right; to 2 of 30 questions there was none.";
        assert_eq!(diagnosis(Finding::Right).words(), [right]);
        let constant = Finding::Constant(vec![("column", 0), ("number of nodes", 1)]);
        let same =
            "Whatever it is asked, the program prints the same column, 0, and the same number of nodes, 1.";
        assert!(diagnosis(constant).words()[1].starts_with(same));
        assert!(
            diagnosis(Finding::Ignored("depth")).words()[1].starts_with("The depth makes no difference to")
        );
    }

    #[test]
    fn confidence_needs_evidence() {
        assert_eq!(confidence([28, 28], 21, true), Confidence::Certain);
        assert_eq!(confidence([28, 28], 26, false), Confidence::Likely);
        assert_eq!(confidence([27, 28], 21, true), Confidence::Likely);
        assert_eq!(confidence([27, 28], 26, true), Confidence::Possible);
        assert_eq!(confidence([20, 28], 16, true), Confidence::Possible);
    }
}
