//! Which mistakes explain a program's answers best.

use std::cell::Cell;

use super::mistakes::Known;

/// An assignment as far as explaining answers goes.
pub(super) trait Assignment {
    type Question;
    type Answer;
    type Mistake: Known;

    /// So many wrong answers never agree with a mistake by chance.
    const ENOUGH: usize = 3;

    /// Of a hundred wrong answers, the most that an explanation may leave unexplained.
    const UNEXPLAINED: usize = 50;

    /// The most nodes that all searches for an explanation visit together: some seconds.
    const MOST_NODES: u64;

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

/// Mistakes, and how many answers agree with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<M> {
    /// One mistake, or two that were made together.
    pub mistakes: Vec<M>,
    /// How many of the answers a program with these mistakes would have given, right ones included.
    pub explains: usize,
}

impl<M: Known> Explanation<M> {
    /// The names of the mistakes.
    pub fn ids(&self) -> String {
        self.mistakes.iter().map(|mistake| mistake.id()).collect::<Vec<_>>().join(" and ")
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
    /// A mistake explains the answers.
    Mistaken {
        /// What explains most of them.
        best: Explanation<M>,
        /// What else explains as many and cannot be told from it by these answers.
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
    fn gives<A: Assignment>(
        &self,
        question: &A::Question,
        mistakes: &[A::Mistake],
        answer: &A::Answer,
    ) -> bool {
        if self.is_spent() {
            return false;
        }
        let (is_given, visited) = A::gives(question, mistakes, answer, self.left.get());
        self.left.set(self.left.get().saturating_sub(visited.max(1)));
        is_given
    }
}

/// Answers to be explained: the wrong ones first, and of each kind first what is found out soon.
struct Evidence<'a, A: Assignment> {
    budget: Budget<'a>,
    wrong: Vec<(&'a A::Question, &'a A::Answer)>,
    right: Vec<(&'a A::Question, &'a A::Answer)>,
}

impl<'a, A: Assignment> Evidence<'a, A> {
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

    /// How many answers programs with these mistakes give, if those are more than `than`, and enough of
    /// the wrong ones.
    fn explained(&self, mistakes: &[A::Mistake], than: usize) -> Option<usize> {
        let gives = |&(question, answer): &(&A::Question, &A::Answer)| {
            self.budget.gives::<A>(question, mistakes, answer)
        };
        let most_missed = (self.wrong.len() * A::UNEXPLAINED / 100).min(self.len().checked_sub(than + 1)?);
        let missed = missed(self.wrong.iter(), gives, most_missed)?;
        let most_missed = self.len() - than - 1;
        let missed = missed + self::missed(self.right.iter(), gives, most_missed - missed)?;
        Some(self.len() - missed)
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

impl<M: Known> Ranking<M> {
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
/// `stop` says so.
pub(super) fn explain<A: Assignment>(
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
    let mut ranking = Ranking::above(right);
    for &mistake in A::Mistake::all() {
        if let Some(explains) = evidence.explained(&[mistake], ranking.than()) {
            ranking.add(Explanation { mistakes: vec![mistake], explains });
        }
    }
    if evidence.budget.is_spent() {
        return found(Finding::GivenUp, right);
    }
    if ranking.most < all {
        let pairs = pairs(&evidence, ranking.most);
        // What is known of single mistakes stands, even if nobody has looked at all pairs.
        if !pairs.best.is_empty() && !evidence.budget.is_spent() {
            ranking = pairs;
        }
    }
    let mut best = ranking.best.into_iter();
    let Some(first) = best.next() else {
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
fn pairs<A: Assignment>(evidence: &Evidence<'_, A>, most: usize) -> Ranking<A::Mistake> {
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

impl<M: Known> Diagnosis<M> {
    /// The diagnosis for the program's author, a paragraph each.
    pub fn words(&self) -> Vec<String> {
        let Self { asked, answered, right, next_best, finding } = self;
        let (best, equals, confidence) = match finding {
            Finding::NoAnswer => {
                return vec!["The program gave no answer that could be compared.".to_owned()];
            }
            Finding::Right if answered == asked => return vec!["All answers are right.".to_owned()],
            Finding::Right => {
                return vec![format!("The {answered} answers that could be compared are right.")];
            }
            Finding::Unknown => {
                return vec![format!(
                    "No mistake that is known, nor two together, explains the {} wrong answers: the cause is \
                     another one, or more than two.",
                    answered - right
                )];
            }
            Finding::GivenUp => {
                return vec![format!(
                    "What explains the {} wrong answers has not been found: the search for it became too long.",
                    answered - right
                )];
            }
            Finding::Mistaken { best, equals, confidence } => (best, equals, confidence),
        };
        let does: Vec<&str> = best.mistakes.iter().map(|mistake| mistake.does()).collect();
        let mends: Vec<&str> = best.mistakes.iter().map(|mistake| mistake.mend()).collect();
        let (these, explain) = match best.mistakes.as_slice() {
            [_, _, ..] => ("These mistakes", "explain"),
            _ => ("This mistake", "explains"),
        };
        let mut words = vec![format!(
            "{}: the program {} {these} ({}) {explain} {} of {answered} answers, the next best explanation \
             {next_best}.",
            confidence.heading(),
            does.join(" It also "),
            best.ids(),
            best.explains,
        )];
        words.push(format!("To mend it: {}", mends.join(" ")));
        if !equals.is_empty() {
            let others: Vec<String> = equals.iter().map(Explanation::ids).collect();
            words.push(format!("These answers do not tell it from {}.", others.join(" or ")));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mistake;
    use super::*;

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
                "Practically certain: the program prunes only when alpha > beta. This mistake (cut-on-greater) \
                 explains 28 of 28 answers, the next best explanation 21.",
                "To mend it: Stop looking at further children as soon as alpha >= beta.",
            ]
        );
        let best = Explanation { mistakes: vec![Mistake::RootNotCounted, Mistake::ChildIndex], explains: 25 };
        let equals = vec![one(Mistake::LeavesOnly, 25)];
        let words = diagnosis(Finding::Mistaken { best, equals, confidence: Confidence::Possible }).words();
        assert!(
            words[0].starts_with("Possible: the program does not count the root. It also prints the number")
        );
        assert!(words[0].contains("These mistakes (root-not-counted and child-index) explain 25 of 28"));
        assert_eq!(words[2], "These answers do not tell it from leaves-only.");
        assert!(diagnosis(Finding::Unknown).words()[0].contains("explains the 8 wrong answers"));
        assert!(diagnosis(Finding::GivenUp).words()[0].contains("has not been found"));
        assert_eq!(diagnosis(Finding::Right).words(), ["The 28 answers that could be compared are right."]);
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
