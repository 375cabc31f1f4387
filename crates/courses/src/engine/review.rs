//! What there is to say about the answers of a program beyond right and wrong.

use plyground_core::AnyPosition;
use serde_json::Value;

/// A question, and what a program answered.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a, Q, A> {
    /// The question.
    pub question: &'a Q,
    /// The answer; nothing if there was none that could be read.
    pub answer: Option<&'a A>,
    /// Whether it earned everything.
    pub is_right: bool,
}

/// A mistake that is seen in the answers themselves, without a search for what explains them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The name of the mistake, if it has one.
    pub id: Option<&'static str>,
    /// What was seen, in a sentence.
    pub words: String,
}

/// One answer of several that a program gives in one output.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it answers.
    pub question: String,
    /// Where, if that is a position.
    pub position: Option<AnyPosition>,
    /// What is right.
    pub expected: String,
    /// What was answered; empty if nothing was.
    pub found: String,
    /// `right`, or a word for what is wrong.
    pub verdict: &'static str,
    /// What is wrong beyond the answer itself.
    pub problem: Option<String>,
}

/// The word for a right answer.
pub const RIGHT: &str = "right";

/// The word for an answer that can be read and is not right.
pub const WRONG: &str = "wrong";

/// What there is to say about all answers together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Review {
    /// Tables: a heading and its rows.
    pub tables: Vec<(String, Vec<Vec<String>>)>,
    /// Paragraphs.
    pub findings: Vec<String>,
}

/// Where the work that a program reported differs from what is right.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceFinding {
    /// The finding with the smallest rank is shown: whether the answer was right all the same, and how large the
    /// search is.
    pub rank: (bool, u64),
    /// What is wrong, in a paragraph.
    pub words: String,
    /// Where it is wrong, if a place can be shown.
    pub node: Option<TraceNode>,
    /// The same for programs.
    pub json: Value,
}

/// A node of a search, to be shown with its board.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceNode {
    /// Its name.
    pub name: String,
    /// Its position.
    pub position: AnyPosition,
    /// Its bounds.
    pub bounds: String,
}
