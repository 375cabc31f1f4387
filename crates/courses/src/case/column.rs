//! CS431: a best column of minimax to a depth, for the side to move.

use std::time::Duration;

use plyground_core::Position;
use plyground_core::games::connect_four::{Cs431, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, replay};

use super::board::{self, Kind};
use super::chosen::{self, Choice};
use super::search::state;
use super::tree::fitting;
use super::{Ask, CaseError, CaseVerdict};
use crate::assignment::BoardStyle;
use crate::diagnose::cs431::{Mistake, Question, best_within};
use plyground_arena::invoke::{Argument, Call, Ended};
use plyground_arena::protocol::{answer_lines, verdict, wrong_line};
use plyground_league::fault::FaultKind;

/// Memory for the reference search of a case, in bytes.
const MEMORY: usize = 1 << 20;

/// A case with all best columns: no tie-break is a mistake.
pub(super) fn asked(position: Standard, depth: u32) -> Ask {
    let me = position.turn();
    let searched = replay::search(Algorithm::Minimax, &position, depth, &Cs431, me, MEMORY);
    let most = searched.root_moves.iter().map(|child| child.value).max();
    let best = searched.root_moves.iter().filter(|child| Some(child.value) == most).map(|child| child.mv);
    Ask::Column { position, depth, best: best.collect() }
}

/// Candidates that are looked at for a case that tells several mistakes apart, and for one that tells any.
const PATIENCE: [usize; 2] = [40, 400];

/// A random case in which some column is better than another, or on which every column is lost and the left one full.
fn candidate([from, to]: [u32; 2], most_nodes: u64, rng: &mut Rng) -> Option<Ask> {
    let is_lost = to > 1 && rng.below(8) == 0;
    let position = if is_lost { board::lost(rng) } else { Standard::new(board::reached(Kind::Played, rng)) };
    if position.outcome().is_some() {
        return None;
    }
    let depth =
        if is_lost { from.max(2) } else { from + u32::try_from(rng.below((to - from + 1) as usize)).ok()? };
    let depth = fitting(&position, [from, depth], most_nodes)?;
    let ask = asked(position, depth);
    let Ask::Column { best, .. } = &ask else { return None };
    let is_open = position.moves().any(|column| column.index() == 0);
    (best.len() < position.moves().count() || is_lost && !is_open).then_some(ask)
}

/// Nodes that a program with a mistake may look at: one that searches far too deep is told by other cases.
const MOST_NODES: u64 = 20_000;

/// Whether a program with this mistake answers wrongly, however it breaks ties.
fn tells(ask: &Ask, mistake: Mistake) -> bool {
    let Ask::Column { position, depth, best } = ask else { return false };
    let given = best_within(&Question { position: *position, depth: *depth }, &[mistake], MOST_NODES);
    given.is_some_and(|given| best.iter().all(|right| !given.contains(&i64::from(right.index()))))
}

/// The known mistakes that none of these cases tells from what is right.
pub(super) fn open<'a>(asks: impl Iterator<Item = &'a Ask>) -> Vec<Mistake> {
    chosen::undetected(asks, &tells)
}

/// So many cases by which, together with those given, as many mistakes as possible are told from what is right. None
/// is `known` already.
///
/// # Errors
///
/// If there are hardly any boards on which it matters which column is chosen.
pub(super) fn made(
    (depths, most_nodes): ([u32; 2], u64),
    rng: &mut Rng,
    count: usize,
    given: &[Ask],
    known: Vec<Ask>,
    watch: &mut dyn FnMut(),
) -> Result<Vec<Ask>, CaseError> {
    let choice = Choice {
        count,
        open: open(given.iter()),
        known,
        timeout_streak: PATIENCE,
        candidate: &|rng| candidate(depths, most_nodes, rng),
        tells: &tells,
        is_enough: &|_| true,
    };
    let made = choice.make(rng, watch);
    if made.len() == count {
        return Ok(made);
    }
    let found = made.len();
    Err(CaseError(format!(
        "only {found} of {count} boards were found on which it matters which column is chosen; expected other depths, \
         a greater most_nodes or fewer cases"
    )))
}

/// The board as COMP3608 writes it, the side of the program, and the depth.
pub(super) fn arguments(position: &Standard, depth: u32) -> Vec<String> {
    let style = BoardStyle::default();
    let side = style.sides[usize::from(position.turn() == plyground_core::Player::Second)].clone();
    vec![state(&style, position), side, depth.to_string()]
}

pub(super) fn call(position: &Standard, depth: u32, wall: Duration) -> Call {
    let arguments = arguments(position, depth).into_iter().map(Argument::Word).collect();
    Call { arguments, input: String::new(), file: None, wall }
}

/// What an answer is worth.
pub(super) fn judge(position: &Standard, best: &[Column], ended: &Ended) -> CaseVerdict {
    const EXPECTED: &str = "a line with a column from 0 to 6";
    let read = || {
        let lines = answer_lines(ended, EXPECTED)?;
        let line = lines.first().ok_or_else(|| wrong_line(0, None, EXPECTED))?;
        if let Some(line) = lines.get(1) {
            return Err(wrong_line(1, Some(line), "nothing more"));
        }
        match line.trim().as_bytes() {
            [digit @ b'0'..=b'6'] => Ok(Column::new(digit - b'0')),
            _ => Err(wrong_line(0, Some(line), EXPECTED)),
        }
    };
    let column = match verdict(ended, read()) {
        Ok(column) => column,
        Err(fault) => return CaseVerdict::of_fault(&[true], &fault),
    };
    let is_right = best.contains(&column);
    let names: Vec<String> = best.iter().map(|column| column.index().to_string()).collect();
    let why = if position.moves().any(|open| open == column) { "" } else { ", which is full" };
    let problem = if is_right {
        String::new()
    } else {
        let kind = if why.is_empty() { String::new() } else { format!("{}: ", FaultKind::Illegal.name()) };
        format!("{kind}column {}{why}, expected {}", column.index(), names.join(" or "))
    };
    CaseVerdict {
        earned: vec![Some(if is_right { 100 } else { 0 })],
        numbers: vec![Some(i64::from(column.index()))],
        got: format!("column {}", column.index()),
        problem,
        ..CaseVerdict::default()
    }
}
