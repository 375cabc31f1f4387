//! The table of textbook searches: what command line, page, tree and Python show of each. How each searches is in
//! [`textbook`](super::textbook).

use std::fmt;

use crate::text::texts;

/// When a search with windows skips the remaining children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CutRule {
    /// As soon as alpha >= beta: the textbooks' rule.
    #[default]
    AtEqual,
    /// Only when alpha > beta: a common variant that examines more nodes.
    Beyond,
}

impl CutRule {
    /// Both rules, that of the textbooks first.
    pub const ALL: [Self; 2] = [Self::AtEqual, Self::Beyond];

    /// Whether the rest of a node with this window is skipped.
    #[inline]
    pub const fn cuts(self, alpha: i32, beta: i32) -> bool {
        match self {
            Self::AtEqual => alpha >= beta,
            Self::Beyond => alpha > beta,
        }
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

texts! {
    /// The name on command lines, in specs and in queries.
    CutRule::name { AtEqual => "equal", Beyond => "beyond" }
}

texts! {
    /// The sign between alpha and beta at a cut.
    CutRule::sign { AtEqual => ">=", Beyond => ">" }
}

/// A textbook search: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Plain minimax.
    Minimax,
    /// Minimax with alpha-beta pruning.
    AlphaBeta(CutRule),
}

/// The description of a textbook search, for people.
#[derive(Clone, Copy, Debug)]
pub struct AlgorithmInfo {
    /// The name on command lines, in queries and in Python.
    pub name: &'static str,
    /// Its letter in the page's addresses and on command lines. `C` is taken: the page compares two searches.
    pub letter: char,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Why it examines the nodes that it does, in sentences: of `{high}`, `{low}` and `{sign}` the first two are the sides that
    /// want high and low values, the third is the sign of its cut rule.
    pub counts: &'static str,
    /// The search in words, a line each, and what happens when the line is at work.
    pub pseudocode: &'static [(&'static str, Option<Step>)],
}

/// The event at a line of pseudocode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A node is examined.
    Enter,
    /// The game is over there.
    Terminal,
    /// The depth limit is reached.
    Evaluate,
    /// The value returned by a child is compared with the best.
    Compare,
    /// The other children are skipped.
    Cut,
    /// The value is returned.
    Leave,
}

const MINIMAX: AlgorithmInfo = AlgorithmInfo {
    name: "minimax",
    letter: 'M',
    about: "Examines every line",
    counts: "Minimax examines every child, so each ply holds all the legal moves of the nodes above it, except below \
             nodes where the game is over.",
    pseudocode: &[
        ("value(node, depth):                           the node is examined", Some(Step::Enter)),
        ("    if the game is over: return its utility", Some(Step::Terminal)),
        ("    if depth = 0: return its evaluation", Some(Step::Evaluate)),
        ("    best = worst value for the side to move", None),
        ("    for each move in order:", None),
        ("        v = value(child, depth - 1)", None),
        ("        if v is better than best: best = v and this is the best move", Some(Step::Compare)),
        ("    return best", Some(Step::Leave)),
    ],
};

const ALPHA_BETA: AlgorithmInfo = AlgorithmInfo {
    name: "alpha-beta",
    letter: 'A',
    about: "Leaves out lines that cannot matter",
    counts: "Alpha is the value that {high} is already sure of on the way from the root to a node, beta the value that \
             {low} is sure of. As soon as alpha {sign} beta, play between good players does not come here, and the \
             remaining children of the node are not examined.",
    pseudocode: &[
        ("value(node, depth, alpha, beta):              the node is examined", Some(Step::Enter)),
        ("    if the game is over: return its utility", Some(Step::Terminal)),
        ("    if depth = 0: return its evaluation", Some(Step::Evaluate)),
        ("    best = worst value for the side to move", None),
        ("    for each move in order:", None),
        ("        v = value(child, depth - 1, alpha, beta)", None),
        ("        if v is better than best: best = v and this is the best move", Some(Step::Compare)),
        ("        MAX: alpha = max(alpha, best)    MIN: beta = min(beta, best)", None),
        ("        if alpha >= beta: stop, the other moves are skipped", Some(Step::Cut)),
        ("    return best", Some(Step::Leave)),
    ],
};

impl Algorithm {
    /// Every search, with the textbooks' cut rule, in the order of menus.
    pub const ALL: &[Self] = &[Self::AlphaBeta(CutRule::AtEqual), Self::Minimax];

    /// Its row of the table.
    pub const fn info(self) -> &'static AlgorithmInfo {
        match self {
            Self::Minimax => &MINIMAX,
            Self::AlphaBeta(_) => &ALPHA_BETA,
        }
    }

    /// When it skips the rest of a node; `None` for a search without windows, which examines everything.
    pub const fn cut(self) -> Option<CutRule> {
        match self {
            Self::Minimax => None,
            Self::AlphaBeta(rule) => Some(rule),
        }
    }

    /// The same search with this cut rule, if it has one at all.
    #[must_use]
    pub const fn with_cut(self, rule: CutRule) -> Self {
        match self {
            Self::Minimax => Self::Minimax,
            Self::AlphaBeta(_) => Self::AlphaBeta(rule),
        }
    }

    /// The names of all searches, in the order of menus.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|algorithm| algorithm.name()).collect()
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The search with this name or letter, with the textbooks' cut rule.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_meant =
            |info: &AlgorithmInfo| info.name == name || info.letter.encode_utf8(&mut [0; 4]) == name;
        Self::ALL.iter().copied().find(|algorithm| is_meant(algorithm.info()))
    }
}

/// Alpha-beta with the textbooks' cut rule.
impl Default for Algorithm {
    fn default() -> Self {
        Self::AlphaBeta(CutRule::AtEqual)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_those_of_one_search() {
        for &algorithm in Algorithm::ALL {
            let info = algorithm.info();
            assert_eq!(Algorithm::from_name(info.name), Some(algorithm));
            assert_eq!(Algorithm::from_name(&info.letter.to_string()), Some(algorithm));
            assert!(info.letter.is_ascii_uppercase() && info.letter != 'C', "{}", info.letter);
            assert_eq!(algorithm.cut(), algorithm.with_cut(CutRule::AtEqual).cut());
            for rule in CutRule::ALL {
                assert_eq!(algorithm.with_cut(rule).info().name, info.name);
                assert_eq!(algorithm.with_cut(rule).cut(), algorithm.cut().map(|_| rule));
            }
        }
        assert_eq!((Algorithm::from_name(""), Algorithm::from_name("C")), (None, None));
    }

    #[test]
    fn pseudocode_has_one_line_for_each_thing_that_happens() {
        let steps = [Step::Enter, Step::Terminal, Step::Evaluate, Step::Compare, Step::Cut, Step::Leave];
        for &algorithm in Algorithm::ALL {
            for step in steps {
                let lines = algorithm.info().pseudocode.iter().filter(|(_, at)| *at == Some(step)).count();
                let has_one = step != Step::Cut || algorithm.cut().is_some();
                assert_eq!(lines, usize::from(has_one), "{step:?} of {algorithm}");
            }
        }
    }
}
