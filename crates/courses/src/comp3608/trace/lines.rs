//! Reading a trace: lines to a tree.

use plyground_core::quote;

use super::{MOST_NODES, TraceError, WORD};

/// The longest path: a board has 42 cells.
const MOST_PATH: usize = 42;

/// A node of a trace.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// Columns from the root.
    pub(super) path: Vec<u8>,
    /// Alpha and beta, if the line has them.
    pub(super) window: Option<[f64; 2]>,
    pub(super) value: f64,
    /// The number of its line among all lines of the text, from 1.
    pub(super) line: usize,
    pub(super) children: Vec<Self>,
}

/// Reads the lines of a trace; `None` if there are none.
pub(super) fn read(text: &str) -> Result<Option<Node>, TraceError> {
    let mut open: Vec<Node> = Vec::new();
    let mut number = 0;
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some(WORD) {
            continue;
        }
        number += 1;
        if number > MOST_NODES {
            let message = format!("the trace: more than {MOST_NODES} nodes; expected a smaller search");
            return Err(TraceError(message));
        }
        let mut node = node(words, index + 1).ok_or_else(|| {
            let found = quote(line);
            TraceError(format!(
                "the trace, line {}: found {found}; expected {WORD} PATH ALPHA BETA VALUE, such as {WORD} 304 11 \
                 inf 31",
                index + 1
            ))
        })?;
        let is_child = |above: &Node| above.path.split_last().is_some_and(|(_, parent)| parent == node.path);
        let first = open.iter().rposition(|above| !is_child(above)).map_or(0, |last| last + 1);
        node.children = open.split_off(first);
        open.push(node);
    }
    match (open.pop(), open.pop()) {
        (None, _) => Ok(None),
        (Some(root), None) if root.path.is_empty() => Ok(Some(root)),
        (Some(last), None) => Err(TraceError(format!(
            "the trace, line {}: it ends with node {}; expected the root, {WORD} - ..., as the last line",
            last.line,
            write_path(&last.path)
        ))),
        (Some(_), Some(stray)) => Err(TraceError(format!(
            "the trace, line {}: node {} without a line of its parent right after those of its children; \
             expected each node's line when the node is left, and one search",
            stray.line,
            write_path(&stray.path)
        ))),
    }
}

/// The columns as in a trace.
pub(super) fn write_path(path: &[u8]) -> String {
    if path.is_empty() { "-".to_owned() } else { path.iter().map(u8::to_string).collect() }
}

fn node<'a>(mut words: impl Iterator<Item = &'a str>, line: usize) -> Option<Node> {
    let path = match words.next()? {
        "-" => Vec::new(),
        digits if digits.len() <= MOST_PATH => {
            let digit = |byte: u8| (b'0'..=b'6').contains(&byte).then(|| byte - b'0');
            digits.bytes().map(digit).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let window = match [words.next()?, words.next()?] {
        ["-", "-"] => None,
        [alpha, beta] => Some([number(alpha)?, number(beta)?]),
    };
    let value = number(words.next()?)?;
    words.next().is_none().then_some(Node { path, window, value, line, children: Vec::new() })
}

/// A number as programs of many languages write it. What lies beyond all values is infinite.
fn number(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    (!number.is_nan()).then(|| beyond(number))
}

/// Programs use different numbers for infinity.
fn beyond(number: f64) -> f64 {
    const MOST: f64 = 10_000.0;
    if number > MOST {
        f64::INFINITY
    } else if number < -MOST {
        f64::NEG_INFINITY
    } else {
        number
    }
}
