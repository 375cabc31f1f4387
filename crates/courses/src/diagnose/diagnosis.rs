//! What was found about a program, and how it is said.

use plyground_core::counted;

use super::common::Common;
use super::mistakes::MistakeText;

/// Mistakes, and how many answers agree with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<M> {
    /// One mistake, or some that were made together.
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

    /// What a program with these mistakes does, a sentence or more without the first subject.
    fn does(&self) -> String {
        let does: Vec<&str> = self.mistakes.iter().map(|&mistake| mistake.into().does).collect();
        does.join(" It also ")
    }

    /// The same, and the names.
    fn does_named(&self) -> String {
        format!("{} ({})", self.does().trim_end_matches('.'), self.ids().join(" and "))
    }

    fn mend(&self) -> String {
        let mends: Vec<&str> = self.mistakes.iter().map(|&mistake| mistake.into().mend).collect();
        format!("To mend it: {}", mends.join(" "))
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// It explains a part of the answers only.
    Partial,
    /// Others explain as many answers.
    Possible,
    /// Every answer is explained, and by nothing else, but few are wrong, or it takes several mistakes.
    Likely,
    /// One mistake explains every answer, several wrong ones among them, and nothing else does.
    Certain,
}

impl Confidence {
    /// A word for reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Partial => "partial",
            Self::Possible => "possible",
            Self::Likely => "likely",
            Self::Certain => "practically certain",
        }
    }
}

/// What asking a program more brought beside the finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inquired {
    /// How many questions were put.
    pub asked: usize,
    /// What every program must get right, the simplest first: what it is, how many answers are right, and of how many.
    pub basics: Vec<(&'static str, usize, usize)>,
    /// Each part, and a word for what is known of it: `right`, `wrong` or `not-seen`.
    pub parts: Vec<(&'static str, &'static str)>,
    /// For the program's author, a paragraph each.
    pub words: Vec<String>,
}

/// What was found about a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding<M> {
    /// It gave no answer at all.
    NoAnswer,
    /// All answers that it gave are right.
    Right,
    /// These parts of its answers are the same number for every question.
    Constant(Vec<(&'static str, i128)>),
    /// Its answers do not depend on this argument, although the right ones do.
    Ignored {
        /// The argument.
        argument: &'static str,
        /// All questions that tell it are about the same board, so that something else may be the reason.
        on_one_board: bool,
    },
    /// A mistake explains all answers, or several that are made together.
    Mistaken {
        /// What explains them: one at least, and all that these answers cannot separate from it.
        explanations: Vec<Explanation<M>>,
        /// How sure it is.
        confidence: Confidence,
    },
    /// Each group of questions has separate mistakes, and some are found: what the answers to a group are called, and
    /// what was found about them.
    Groups(Vec<(&'static str, Diagnosis<M>)>),
    /// A mistake explains many of the answers, and not all.
    Partial {
        /// What explains most: one at least, and all that explain as many.
        explanations: Vec<Explanation<M>>,
        /// How many of the wrong answers each explains.
        wrong: usize,
        /// How many right answers speak against each.
        against: usize,
    },
    /// No mistake that is known explains the answers, alone or with others.
    Unknown {
        /// So many mistakes together have all been looked at, and explain nothing; none where too few answers are wrong
        /// to tell one by.
        together: usize,
    },
    /// Mistakes explain all answers, or many, and answers to further questions speak against each of them.
    Refuted,
    /// The search for an explanation became too long, or was stopped.
    GivenUp,
    /// No mistakes are known of such programs.
    NoneKnown,
}

impl<M> Finding<M> {
    /// Whether asking the program more may tell more.
    pub fn is_worth_asking(&self) -> bool {
        match self {
            Self::Mistaken { .. }
            | Self::Groups(_)
            | Self::Partial { .. }
            | Self::Unknown { .. }
            | Self::GivenUp
            | Self::NoneKnown => true,
            Self::NoAnswer | Self::Right | Self::Constant(_) | Self::Refuted => false,
            Self::Ignored { on_one_board, .. } => *on_one_board,
        }
    }

    /// A word for reports that programs read.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::NoAnswer => "no-answer",
            Self::Right => "right",
            Self::Constant(_) => "constant",
            Self::Ignored { .. } => "ignored",
            Self::Mistaken { .. } => "mistaken",
            Self::Groups(_) => "groups",
            Self::Partial { .. } => "partial",
            Self::Unknown { .. } | Self::Refuted | Self::GivenUp | Self::NoneKnown => "unknown",
        }
    }
}

/// What is known about a program after all its answers have been compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnosis<M> {
    /// Questions.
    pub asked: usize,
    /// Answers.
    pub answered: usize,
    /// Right answers.
    pub right: usize,
    /// What was found.
    pub finding: Finding<M>,
    /// What wrong answers have in common that no mistake explains.
    pub common: Option<Common>,
    /// What was found of each part of the program, where it was asked more.
    pub inquired: Option<Inquired>,
}

impl<M> Diagnosis<M> {
    /// What was found of so many questions, answers and right answers, and nothing besides.
    pub(crate) const fn new([asked, answered, right]: [usize; 3], finding: Finding<M>) -> Self {
        Self { asked, answered, right, finding, common: None, inquired: None }
    }
}

impl<M: Copy + Into<MistakeText>> Diagnosis<M> {
    /// The same without the type of the mistakes.
    pub fn text(&self) -> Diagnosis<MistakeText> {
        let all = |explanations: &[Explanation<M>]| explanations.iter().map(Explanation::text).collect();
        let finding = match &self.finding {
            Finding::NoAnswer => Finding::NoAnswer,
            Finding::Right => Finding::Right,
            Finding::Constant(parts) => Finding::Constant(parts.clone()),
            &Finding::Ignored { argument, on_one_board } => Finding::Ignored { argument, on_one_board },
            Finding::Mistaken { explanations, confidence } => {
                Finding::Mistaken { explanations: all(explanations), confidence: *confidence }
            }
            Finding::Groups(groups) => {
                Finding::Groups(groups.iter().map(|(name, diagnosis)| (*name, diagnosis.text())).collect())
            }
            &Finding::Partial { ref explanations, wrong, against } => {
                Finding::Partial { explanations: all(explanations), wrong, against }
            }
            &Finding::Unknown { together } => Finding::Unknown { together },
            Finding::Refuted => Finding::Refuted,
            Finding::GivenUp => Finding::GivenUp,
            Finding::NoneKnown => Finding::NoneKnown,
        };
        let &Self { asked, answered, right, .. } = self;
        let (common, inquired) = (self.common.clone(), self.inquired.clone());
        Diagnosis { asked, answered, right, finding, common, inquired }
    }

    /// The mistakes that are named, and how sure that is; of several findings the least sure counts.
    pub fn named(&self) -> Option<(Vec<&'static str>, Confidence)> {
        match &self.finding {
            Finding::Mistaken { explanations, confidence } => {
                Some((explanations.first()?.ids(), *confidence))
            }
            Finding::Partial { explanations, .. } => Some((explanations.first()?.ids(), Confidence::Partial)),
            Finding::Groups(groups) => {
                let named: Vec<_> = groups.iter().filter_map(|(_, diagnosis)| diagnosis.named()).collect();
                let confidence = named.iter().map(|(_, confidence)| *confidence).min()?;
                let mut ids: Vec<_> = named.into_iter().flat_map(|(ids, _)| ids).collect();
                ids.sort_unstable();
                ids.dedup();
                Some((ids, confidence))
            }
            _ => None,
        }
    }

    /// Whether wrong answers, or missing ones, are left of which it is not said why.
    pub fn is_open(&self) -> bool {
        match &self.finding {
            Finding::Right | Finding::Mistaken { .. } => self.answered < self.asked,
            Finding::Groups(groups) => {
                self.answered < self.asked || groups.iter().any(|(_, diagnosis)| diagnosis.is_open())
            }
            Finding::Ignored { on_one_board, .. } => *on_one_board,
            Finding::NoAnswer | Finding::Constant(_) => false,
            Finding::Partial { .. }
            | Finding::Unknown { .. }
            | Finding::Refuted
            | Finding::GivenUp
            | Finding::NoneKnown => true,
        }
    }

    /// The diagnosis for the program's author, a paragraph each.
    pub fn words(&self) -> Vec<String> {
        let mut words = self.finding_words();
        words.extend(self.inquired.iter().flat_map(|inquired| inquired.words.iter().cloned()));
        words.extend(self.common.iter().flat_map(|common| common.words.iter().cloned()));
        words
    }

    fn finding_words(&self) -> Vec<String> {
        let Self { asked, answered, right, finding, .. } = self;
        let missing = asked - answered;
        let mut words = Vec::new();
        if missing > 0 && !matches!(finding, Finding::NoAnswer | Finding::Right) {
            words.push(format!(
                "To {missing} of {} there was no answer that could be compared: mend that first.",
                counted(*asked, "question")
            ));
        }
        let wrong = match answered - right {
            1 => "the wrong answer".to_owned(),
            wrong => format!("the {wrong} wrong answers"),
        };
        match finding {
            Finding::NoAnswer if self.common.is_some() => {
                words.push("No answer has all its parts, so none could be compared as a whole.".to_owned());
            }
            Finding::NoAnswer => words.push("The program gave no answer that could be compared.".to_owned()),
            Finding::Refuted => words.push(
                "Known mistakes agree with these answers, or with many of them. But each of them disagrees with an answer to \
                 the small questions below, so none of them is named."
                    .to_owned(),
            ),
            Finding::Right if missing == 0 => words.push("All answers are right.".to_owned()),
            Finding::Right => words.push(format!(
                "Answers that could be compared: {answered}, all right; to {missing} of {} there was none.",
                counted(*asked, "question")
            )),
            Finding::Constant(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|(part, value)| format!("the same {part}, {value}")).collect();
                words.push(format!(
                    "Whatever it is asked, the program prints {}. While it does, no other mistake is looked for.",
                    parts.join(", and ")
                ));
            }
            Finding::Ignored { argument, on_one_board: true } => words.push(format!(
                "On the one board that is asked about with more than one {argument}, the {argument} makes no difference to \
                 the answers: the program does not look at this argument, does the same with each, or something on this \
                 board ends its search before it matters."
            )),
            Finding::Ignored { argument, on_one_board: false } => words.push(format!(
                "The {argument} makes no difference to the answers: the program does not look at this argument, \
                 or forgets it. While it does, no other mistake is looked for."
            )),
            Finding::Mistaken { explanations, confidence } => {
                words.extend(self.mistaken_words(explanations, *confidence));
            }
            Finding::Groups(groups) => {
                for (name, diagnosis) in groups {
                    let told = diagnosis.finding_words();
                    words.extend(told.into_iter().map(|sentence| format!("Of {name} alone: {sentence}")));
                }
            }
            Finding::Partial { explanations, wrong: explained, against } => {
                words.extend(self.partial_words(explanations, *explained, *against));
            }
            Finding::Unknown { together: 0 } => {
                words.push("There are too few wrong answers to tell a mistake by.".to_owned());
            }
            &Finding::Unknown { together } => {
                let tried = if together > 1 { ", nor two of them together" } else { "" };
                words.push(format!(
                    "Tried: no known mistake alone{tried} gives all these answers, the right ones too. So {wrong} can come \
                     from a mistake that is not known, from a known one that is made a little differently, or from more of \
                     them."
                ));
            }
            Finding::GivenUp => words.push(format!(
                "What explains {wrong} has not been found: the search for it became too long."
            )),
            Finding::NoneKnown => {}
        }
        words
    }

    /// What explains all answers.
    fn mistaken_words(&self, explanations: &[Explanation<M>], confidence: Confidence) -> Vec<String> {
        let all = counted(self.answered, "answer");
        let [best, equals @ ..] = explanations else { return Vec::new() };
        if !equals.is_empty() {
            let mut words = vec![format!(
                "Possible: one of {} explanations, each of which explains {} of {all}, so that these answers do not \
                 tell which.",
                explanations.len(),
                best.explains
            )];
            let perhaps =
                |one: &Explanation<M>| format!("Perhaps the program {}. {}", one.does_named(), one.mend());
            words.extend(explanations.iter().take(MOST_EQUALS).map(perhaps));
            let others: Vec<String> =
                explanations.iter().skip(MOST_EQUALS).map(|one| one.ids().join(" with ")).collect();
            if !others.is_empty() {
                words.push(format!("The others: {}.", others.join("; ")));
            }
            return words;
        }
        let is_one = best.mistakes.len() == 1;
        let (these, explain) =
            if is_one { ("This mistake", "explains") } else { ("These mistakes", "explain") };
        let are = if self.right == 1 { "is" } else { "are" };
        let (first, rest) = confidence.word().split_at(1);
        vec![
            format!(
                "{}{rest}: the program {} {these} ({}) {explain} {} of {all}; {} of them {are} right.",
                first.to_uppercase(),
                best.does(),
                best.ids().join(" and "),
                best.explains,
                self.right
            ),
            best.mend(),
        ]
    }

    /// What explains a part of the answers. It says what is so, and no more.
    fn partial_words(
        &self,
        explanations: &[Explanation<M>],
        explained: usize,
        against: usize,
    ) -> Vec<String> {
        let all = counted(self.answered, "answer");
        let [best, equals @ ..] = explanations else { return Vec::new() };
        let wrong = self.answered - self.right;
        let but = match against {
            0 => "no right answer speaks against it".to_owned(),
            1 => "one right answer speaks against it".to_owned(),
            more => format!("{more} right answers speak against it"),
        };
        let mut words = vec![
            format!(
                "In part: a program that {} explains {} of {all}: {explained} of the {wrong} wrong ones; {but}. \
                 Something else is wrong too, or this is only like what is.",
                best.does_named(),
                best.explains
            ),
            best.mend(),
        ];
        if !equals.is_empty() {
            let others: Vec<String> =
                equals.iter().take(MOST_EQUALS).map(|equal| equal.ids().join(" and ")).collect();
            words.push(format!("These explain as many: {}.", others.join("; ")));
        }
        words
    }
}

/// Explanations that explain as much as others and are written out.
const MOST_EQUALS: usize = 4;
