//! What an assignment gives so that answers can be explained: a program that makes each mistake on demand.

use super::mistakes::KnownMistake;

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
