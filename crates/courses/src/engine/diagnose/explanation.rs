//! Mistakes that explain answers, and what explanations agree in that answers do not tell apart.

use super::mistakes::{KnownMistake, MistakeText, shared};

/// Mistakes, and how many answers agree with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<M> {
    /// One mistake, or some that were made together.
    pub mistakes: Vec<M>,
    /// How many of the answers a program with these mistakes would have given, right ones included.
    pub explains: usize,
    /// What two of them act on: then another mistake may have the effect of both.
    pub shared: Option<&'static str>,
}

impl<M: KnownMistake> Explanation<M> {
    /// Mistakes that explain so many answers.
    pub fn new(mistakes: Vec<M>, explains: usize) -> Self {
        let shared = shared(&mistakes);
        Self { mistakes, explains, shared }
    }
}

impl<M: Copy + Into<MistakeText>> Explanation<M> {
    /// The names of the mistakes.
    pub fn ids(&self) -> Vec<&'static str> {
        self.mistakes.iter().map(|&mistake| mistake.into().id).collect()
    }

    pub(super) fn text(&self) -> Explanation<MistakeText> {
        let mistakes = self.mistakes.iter().map(|&mistake| mistake.into()).collect();
        Explanation { mistakes, explains: self.explains, shared: self.shared }
    }

    /// What a program with these mistakes does, a sentence or more without the first subject and the last stop, and the
    /// names.
    pub(super) fn does(&self) -> String {
        let does: Vec<&str> = self.mistakes.iter().map(|&mistake| mistake.into().does).collect();
        format!("{} ({})", does.join(" It also ").trim_end_matches('.'), self.ids().join(" and "))
    }

    /// How to mend them.
    pub(super) fn mend(&self) -> String {
        let mends: Vec<&str> = self.mistakes.iter().map(|&mistake| mistake.into().mend).collect();
        format!("To mend it: {}", mends.join(" "))
    }
}

/// The mistakes that are in each of these explanations.
pub(super) fn in_all(explanations: &[Explanation<MistakeText>]) -> Vec<MistakeText> {
    let Some((first, others)) = explanations.split_first() else { return Vec::new() };
    let is_in = |mistake: &MistakeText, other: &Explanation<_>| other.mistakes.contains(mistake);
    let common = first.mistakes.iter().filter(|mistake| others.iter().all(|other| is_in(mistake, other)));
    common.copied().collect()
}

/// The first clause of what single mistakes do, if it is that of all: what stands before a comma and `and`, or the whole
/// sentence.
pub(super) fn first_clause(explanations: &[Explanation<MistakeText>]) -> Option<&'static str> {
    let clause = |explanation: &Explanation<MistakeText>| match explanation.mistakes[..] {
        [only] => {
            Some(only.does.split_once(", and ").map_or(only.does.trim_end_matches('.'), |(clause, _)| clause))
        }
        _ => None,
    };
    let (first, others) = explanations.split_first()?;
    let common = clause(first)?;
    others.iter().all(|other| clause(other) == Some(common)).then_some(common)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn text(id: &'static str, does: &'static str) -> MistakeText {
        MistakeText { id, does, mend: "" }
    }

    const ROOT: MistakeText = text("root", "does not count the root.");
    const RUNS: MistakeText = text("runs", "counts runs twice.");
    const LINES: MistakeText = text("lines", "counts lines, and runs twice.");
    const LINES_ALONE: MistakeText = text("lines-alone", "counts lines.");

    fn all(explanations: &[&[MistakeText]]) -> Vec<Explanation<MistakeText>> {
        explanations
            .iter()
            .map(|one| Explanation { mistakes: one.to_vec(), explains: 3, shared: None })
            .collect()
    }

    #[test]
    fn mistakes_in_all_explanations_are_found() {
        assert_eq!(in_all(&all(&[&[ROOT, RUNS], &[LINES, ROOT]])), [ROOT]);
        assert_eq!(in_all(&all(&[&[ROOT, RUNS], &[LINES, ROOT], &[LINES]])), []);
        assert_eq!(in_all(&[]), []);
    }

    #[test]
    fn single_mistakes_agree_in_their_first_clause() {
        for both in [[&[LINES][..], &[LINES_ALONE]], [&[LINES_ALONE], &[LINES]]] {
            assert_eq!(first_clause(&all(&both)), Some("counts lines"));
        }
        assert_eq!(first_clause(&all(&[&[LINES], &[text("linesmen", "counts linesmen.")]])), None);
        assert_eq!(first_clause(&all(&[&[LINES], &[ROOT, LINES_ALONE]])), None);
        assert_eq!(first_clause(&all(&[&[ROOT], &[RUNS]])), None);
    }
}
