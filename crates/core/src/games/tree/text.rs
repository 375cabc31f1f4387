//! Reads trees written as nested parentheses.

use std::ops::Range;

use super::{Contents, Tree};
use crate::ParseError;
use crate::notation::Problems;
use crate::text::quote;

impl Tree {
    /// Reads nested parentheses: a number is a leaf with its value for the first player, and a
    /// parenthesis holds the children of a node, as in `((3 12 8) (2 4 6) (14 5 2))`.
    ///
    /// White space and commas separate.
    ///
    /// # Errors
    ///
    /// If the text is not one tree, a node has no child, or a number is not between -32768 and 32767.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut tree = Self { nodes: Vec::new() };
        // The nodes whose parenthesis is open.
        let mut open: Vec<u32> = Vec::new();
        let mut problems = Problems::default();
        for (span, number) in tokens(text).zip(1..) {
            let token = &text[span.clone()];
            let mut problem = |message: String| {
                problems.add(span.clone(), format!("item {number} of the tree, {}", quote(token)), message);
            };
            if open.is_empty() && !tree.nodes.is_empty() {
                problem("text after the tree; expected one tree only".to_owned());
                break;
            }
            match (token, open.last()) {
                ("(", parent) => {
                    let node = tree.add(Contents::Inner(Vec::new()), parent.copied());
                    open.push(node);
                }
                (")", Some(&node)) => {
                    if tree.children(node).is_empty() {
                        problem("a node without children; expected a number or a node in it".to_owned());
                    }
                    open.pop();
                }
                (")", None) => {
                    problem("closes nothing; expected a number or an opening parenthesis".to_owned());
                    break;
                }
                (_, parent) => {
                    let value = token.parse().unwrap_or_else(|_| {
                        problem("expected a whole number from -32768 to 32767 or a parenthesis".to_owned());
                        0
                    });
                    tree.add(Contents::Leaf(value), parent.copied());
                }
            }
        }
        if problems.is_empty() && (tree.nodes.is_empty() || !open.is_empty()) {
            let message = match open.len() {
                0 => "no tree; expected a number or nested parentheses, such as ((3 12) (2 4))".to_owned(),
                n => format!("still open: {n}; expected as many closing parentheses"),
            };
            problems.add(text.len()..text.len(), "end of the tree", message);
        }
        tree.measure();
        problems.finish(tree)
    }
}

/// The places of parentheses and of the words between them.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text[at..].trim_start_matches(separates);
        let start = text.len() - rest.len();
        let length = if rest.starts_with(['(', ')']) {
            1
        } else {
            rest.find(|c: char| separates(c) || matches!(c, '(' | ')')).unwrap_or(rest.len())
        };
        at = start + length;
        (length > 0).then_some(start..at)
    })
}
