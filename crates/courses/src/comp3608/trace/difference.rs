//! The first difference between a trace and the right search, in words.

use std::cmp::Ordering;

use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::{Evaluate, Outcome, Player, Position, Term, Window};

use super::events::{Happens, RightEvent, TracedEvent, right, traced};
use super::lines::{Node, read, write_path};
use super::{MOST_NODES, Question, TraceError};
use crate::comp3608::program::Program;
use crate::comp3608::{EVERYTHING, Mistake};
use crate::engine::diagnose::{KnownMistake, MistakeSet};

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
    let traced = traced(&root);
    let first = (0..right.len().min(traced.len())).find_map(|at| {
        let words = words(question, &right, at, traced[at])?;
        let RightEvent { path, position, window, .. } = right[at].clone();
        let (TracedEvent::Entered(node) | TracedEvent::Left(node)) = traced[at];
        Some(Difference { line: node.line, path, position, window, words })
    });
    Ok(Some(first))
}

/// What is different at this event, if anything is.
fn words(question: &Question, events: &[RightEvent], at: usize, traced: TracedEvent<'_>) -> Option<String> {
    let right = &events[at];
    let here = write_path(&right.path);
    match (right.happens, traced) {
        (Happens::Entered, TracedEvent::Entered(node)) if node.path != right.path => {
            let theirs = write_path(&node.path);
            Some(format!("The program examines node {theirs} where node {here} comes next."))
        }
        (Happens::Entered, TracedEvent::Entered(node)) => window_words(question, right, node),
        (Happens::Entered, TracedEvent::Left(node)) => {
            let parent = write_path(&node.path);
            Some(format!("The program leaves node {parent} without having examined node {here}."))
        }
        (Happens::Left { cut, .. }, TracedEvent::Entered(node)) => {
            let theirs = write_path(&node.path);
            Some(format!("The program examines node {theirs}, but {}.", why_not(question, right, cut)))
        }
        (Happens::Left { value, .. }, TracedEvent::Left(node)) => {
            let is_leaf =
                at > 0 && events[at - 1].happens == Happens::Entered && events[at - 1].path == right.path;
            value_words(question, right, value, is_leaf, node)
        }
    }
}

/// Why the right search has no further child at a node where the program examines one.
fn why_not(question: &Question, right: &RightEvent, cut: Option<Window>) -> String {
    let here = write_path(&right.path);
    if let Some(Window { alpha, beta }) = cut {
        let (alpha, beta) = (write_bound(alpha), write_bound(beta));
        return format!("at node {here} alpha is {alpha} and beta is {beta} by then, so the rest is pruned");
    }
    match right.position.outcome() {
        Some(Outcome::Win(winner)) => format!("at node {here} {} has won, so it is a leaf", name(winner)),
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
        return format!(": {} has won, so it is UTILITY.", name(winner));
    }
    let terms = Comp3608.terms(position, Player::First);
    let score = |player| {
        let own: Vec<&Term> = terms.iter().filter(|term| term.owner == player).collect();
        let parts: Vec<String> = own.iter().map(|term| format!("{} {}", term.count, term.name)).collect();
        let score = own.iter().map(|term| term.value().abs()).sum::<i64>();
        format!("{score} for {} ({})", name(player), parts.join(", "))
    };
    let [red, yellow] = Player::BOTH.map(score);
    format!(": EVALUATION is {red} minus {yellow} = {value}.")
}

/// Which mistakes make this value of a leaf.
fn causes(question: &Question, position: &Standard, given: f64) -> Option<String> {
    const MOST: usize = 3;
    let known = Mistake::ALL.iter().copied().chain([Mistake::TokensForgotten]);
    let makes = |mistake: &Mistake| is_same(real(leaf(question, position, *mistake)), given);
    let causes: Vec<&str> =
        known.filter(makes).take(MOST).map(|mistake| mistake.text().does.trim_end_matches('.')).collect();
    (!causes.is_empty()).then(|| format!("{}.", causes.join(", or that ")))
}

/// The value of a leaf in a program with this mistake.
fn leaf(question: &Question, position: &Standard, mistake: Mistake) -> i32 {
    let asked = Question { position: *position, ..*question };
    Program::new(&asked, MistakeSet::new(&[mistake]), EVERYTHING).leaf(question.position.turn())
}

/// Whether two numbers of a trace are one: all are whole, infinite, or wrong.
fn is_same(one: f64, other: f64) -> bool {
    one.partial_cmp(&other) == Some(Ordering::Equal)
}

/// A value or a bound, as traces have them.
fn real(value: i32) -> f64 {
    match value {
        i32::MIN => f64::NEG_INFINITY,
        i32::MAX => f64::INFINITY,
        value => f64::from(value),
    }
}

fn write_bound(value: i32) -> String {
    real(value).to_string()
}

const fn name(player: Player) -> &'static str {
    match player {
        Player::First => "red",
        Player::Second => "yellow",
    }
}
