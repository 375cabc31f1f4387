//! Traces: where a program's search first differs from the right one.
//!
//! A program may write a line for each node on standard error, when it leaves the node:
//!
//! ```text
//! node PATH ALPHA BETA VALUE
//! ```
//!
//! PATH is the columns from the root, such as `304`, and `-` for the root itself. ALPHA and BETA are the bounds that
//! the node was given, from red's point of view, or `-` where there are none. Bounds beyond 10000 count as infinite.
//! VALUE is what the node returns, also from red's point of view. Other lines are left out.

use std::cmp::Ordering;

use plyground_core::games::connect_four::{Comp3608, ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::search::textbook;
use plyground_core::{Evaluate, Game, Observer, Outcome, Player, Position, Term, Window, quote};

use super::program::{Program, WORD};
use super::{EVERYTHING, Mistake, Question};
use crate::diagnose::{KnownMistake, MistakeSet};

/// The most nodes of a trace that is compared.
pub const MOST_NODES: usize = 100_000;

/// A trace that cannot be compared: where, why, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TraceError(String);

/// The trace of a program with these mistakes; without any, the right one.
pub fn trace(question: &Question, mistakes: &[Mistake]) -> String {
    Program::new(question, MistakeSet::new(mistakes), EVERYTHING).traced()
}

/// Where a program's search first differs from the right one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The line of the program's standard error that shows it, from 1.
    pub line: usize,
    /// The node in the right search, as columns from the root.
    pub path: Vec<u8>,
    /// Its board.
    pub position: Standard,
    /// Alpha and beta that it is given in the right search.
    pub window: Window,
    /// What the program does there, and what is right.
    pub words: String,
}

/// Compares a program's trace with the right search: `Ok(None)` if there is no trace, `Ok(Some(None))` if they
/// agree.
///
/// # Errors
///
/// If a line is not as traces are written, the lines are not those of one search, or it is too large.
pub fn first_difference(question: &Question, text: &str) -> Result<Option<Option<Difference>>, TraceError> {
    let Some(root) = read(text)? else { return Ok(None) };
    let too_large =
        || TraceError(format!("the search: more than {MOST_NODES} nodes; expected a smaller one"));
    let right = right(question).ok_or_else(too_large)?;
    let mut traced = Vec::new();
    add_events(&root, &mut traced);
    let first = (0..right.len().min(traced.len())).find_map(|at| {
        let words = words(question, &right, at, traced[at])?;
        let RightEvent { path, position, window, .. } = right[at].clone();
        Some(Difference { line: traced[at].0.line, path, position, window, words })
    });
    Ok(Some(first))
}

/// What is different at this event, if anything is.
fn words(
    question: &Question,
    events: &[RightEvent],
    at: usize,
    (node, is_left): TracedEvent<'_>,
) -> Option<String> {
    let right = &events[at];
    let [here, theirs] = [&right.path, &node.path].map(|path| write_path(path));
    match right.left {
        None if is_left => {
            Some(format!("The program leaves node {theirs} without having examined node {here}."))
        }
        None if node.path != right.path => {
            Some(format!("The program examines node {theirs} where node {here} comes next."))
        }
        None => window_words(question, right, node),
        Some((value, _)) if is_left => {
            let is_leaf = at > 0 && events[at - 1].left.is_none() && events[at - 1].path == right.path;
            value_words(question, right, value, is_leaf, node)
        }
        Some((_, cut)) => {
            Some(format!("The program examines node {theirs}, but {}.", why_not(question, right, cut)))
        }
    }
}

/// Why the right search has no further child at a node where the program examines one.
fn why_not(question: &Question, right: &RightEvent, cut: Option<Window>) -> String {
    let here = write_path(&right.path);
    if let Some(Window { alpha, beta }) = cut {
        let (alpha, beta) = (real(alpha), real(beta));
        return format!("at node {here} alpha is {alpha} and beta is {beta} by then, so the rest is pruned");
    }
    match right.position.outcome() {
        Some(Outcome::Win(winner)) => {
            format!("at node {here} {} has won, so it is a leaf", ConnectFour::SIDES[winner])
        }
        Some(_) => format!("at node {here} the board is full, so it is a leaf"),
        None if right.path.len() as u64 >= u64::from(question.depth) => {
            format!("node {here} is at the depth limit of {}, so it is a leaf", question.depth)
        }
        None => format!("node {here} has no further child: the other columns are full"),
    }
}

fn window_words(question: &Question, right: &RightEvent, node: &Node) -> Option<String> {
    let [alpha, beta] = node.window.filter(|_| question.algorithm.cut().is_some())?;
    let wanted = [real(right.window.alpha), real(right.window.beta)];
    if is_same(alpha, wanted[0]) && is_same(beta, wanted[1]) {
        return None;
    }
    let (here, [wanted_alpha, wanted_beta]) = (write_path(&right.path), wanted);
    Some(format!(
        "The program gives node {here} alpha = {alpha} and beta = {beta}; expected {wanted_alpha} and {wanted_beta}."
    ))
}

fn value_words(
    question: &Question,
    right: &RightEvent,
    value: i32,
    is_leaf: bool,
    node: &Node,
) -> Option<String> {
    let given = node.value;
    // Inside a search with pruning a value only says on which side of the window it is, if it is outside.
    let is_bound = !is_leaf && question.algorithm.cut().is_some();
    let wanted = real(value);
    let within = |value: f64| value.clamp(real(right.window.alpha), real(right.window.beta));
    if is_same(given, wanted) || is_bound && is_same(within(given), within(wanted)) {
        return None;
    }
    let here = write_path(&right.path);
    let mut words = format!("The program returns {given} for node {here}; expected {wanted}");
    if is_leaf {
        words.push_str(&leaf_words(&right.position, value));
        let causes = causes(question, &right.position, given);
        if let Some(causes) = causes {
            words.extend([" So does a program that ", &causes]);
        }
    } else {
        words.push_str(", the best value of its children.");
    }
    Some(words)
}

/// How the value of a leaf comes about.
fn leaf_words(position: &Standard, value: i32) -> String {
    if let Some(Outcome::Win(winner)) = position.outcome() {
        return format!(": {} has won, so it is UTILITY.", ConnectFour::SIDES[winner]);
    }
    let terms = Comp3608.terms(position, Player::First);
    let score = |player| {
        let own: Vec<&Term> = terms.iter().filter(|term| term.owner == player).collect();
        let parts: Vec<String> = own.iter().map(|term| format!("{} {}", term.count, term.name)).collect();
        let score = own.iter().map(|term| term.value().abs()).sum::<i64>();
        format!("{score} for {} ({})", ConnectFour::SIDES[player], parts.join(", "))
    };
    let [red, yellow] = Player::BOTH.map(score);
    format!(": EVALUATION is {red} minus {yellow} = {value}.")
}

/// Which mistakes make this value of a leaf.
fn causes(question: &Question, position: &Standard, given: f64) -> Option<String> {
    let known = Mistake::ALL.iter().copied().chain([Mistake::TokensForgotten]);
    // What a leaf is worth in a program with a mistake.
    let leaf = |mistake: &Mistake| {
        let asked = Question { position: *position, ..*question };
        Program::new(&asked, MistakeSet::new(&[*mistake]), EVERYTHING).leaf(question.position.turn())
    };
    let makes = |mistake: &Mistake| is_same(real(leaf(mistake)), given);
    let causes: Vec<&str> =
        known.filter(makes).take(3).map(|mistake| mistake.text().does.trim_end_matches('.')).collect();
    (!causes.is_empty()).then(|| format!("{}.", causes.join(", or that ")))
}

/// Whether two numbers of a trace are one: all are whole, infinite, or wrong.
fn is_same(one: f64, other: f64) -> bool {
    one.partial_cmp(&other) == Some(Ordering::Equal)
}

/// A value or a bound, as traces have them.
pub(super) fn real(value: i32) -> f64 {
    match value {
        i32::MIN => f64::NEG_INFINITY,
        i32::MAX => f64::INFINITY,
        value => f64::from(value),
    }
}

/// A node of the right search that is entered or left.
#[derive(Clone)]
pub(super) struct RightEvent {
    pub(super) path: Vec<u8>,
    pub(super) position: Standard,
    /// What the node was given.
    pub(super) window: Window,
    /// If it is left: its value, and alpha and beta when they met, if the rest of the children were pruned.
    pub(super) left: Option<(i32, Option<Window>)>,
}

/// A node of a trace, and whether it is left, and not entered.
type TracedEvent<'a> = (&'a Node, bool);

/// Adds the events of a node and of those below it, which are no more than a path is long.
fn add_events<'a>(node: &'a Node, events: &mut Vec<TracedEvent<'a>>) {
    events.push((node, false));
    node.children.iter().for_each(|child| add_events(child, events));
    events.push((node, true));
}

/// All events of the right search, or `None` if they are too many.
pub(super) fn right(question: &Question) -> Option<Vec<RightEvent>> {
    let prunes = question.algorithm.cut().is_some();
    let mut recorder = Recorder { prunes, ..Recorder::default() };
    let Question { position, algorithm, depth } = question;
    textbook::search(*algorithm, position, *depth, &Comp3608, Player::First, &mut recorder).ok()?;
    Some(recorder.events)
}

#[derive(Default)]
struct Recorder {
    prunes: bool,
    nodes: usize,
    events: Vec<RightEvent>,
    path: Vec<u8>,
    /// The nodes that have not been left.
    open: Vec<Open>,
}

struct Open {
    position: Standard,
    given: Window,
    /// What is known after the children so far.
    now: Window,
    cut: Option<Window>,
}

/// There are more nodes than are compared.
struct TooMany;

impl Observer<Standard> for Recorder {
    type Stop = TooMany;

    fn enter(&mut self, position: &Standard, _: u32, window: Window) -> Result<(), TooMany> {
        if self.nodes == MOST_NODES {
            return Err(TooMany);
        }
        self.nodes += 1;
        self.open.push(Open { position: *position, given: window, now: window, cut: None });
        let path = self.path.clone();
        self.events.push(RightEvent { path, position: *position, window, left: None });
        Ok(())
    }

    fn generated(&mut self, column: Column) {
        self.path.push(column.index());
    }

    fn cutoff(&mut self) {
        if let Some(node) = self.open.last_mut() {
            node.cut = Some(node.now);
        }
    }

    fn leave(&mut self, value: i32) {
        let Some(node) = self.open.pop() else { return };
        let (path, left) = (self.path.clone(), Some((value, node.cut)));
        self.events.push(RightEvent { path, position: node.position, window: node.given, left });
        self.path.pop();
        if let Some(parent) = self.open.last_mut().filter(|_| self.prunes) {
            match parent.position.turn() {
                Player::First => parent.now.alpha = parent.now.alpha.max(value),
                Player::Second => parent.now.beta = parent.now.beta.min(value),
            }
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Node {
    /// Columns from the root.
    path: Vec<u8>,
    /// Alpha and beta, if the line has them.
    window: Option<[f64; 2]>,
    value: f64,
    /// The number of its line among all lines of the text, from 1.
    line: usize,
    children: Vec<Self>,
}

/// Reads the lines of a trace; `None` if there are none.
fn read(text: &str) -> Result<Option<Node>, TraceError> {
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
        // A board has 42 cells.
        digits if digits.len() <= 42 => {
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

/// A number as programs of many languages write it. What lies beyond all values is infinite: programs use different
/// numbers for that.
fn number(word: &str) -> Option<f64> {
    let number: f64 = word.parse().ok()?;
    let number = if number.abs() > 10_000.0 { f64::INFINITY.copysign(number) } else { number };
    (!number.is_nan()).then_some(number)
}
