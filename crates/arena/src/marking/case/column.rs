//! CS431: a best column of minimax to a depth, for the side to move.

use std::time::Duration;

use plyground_core::Position;
use plyground_core::games::connect_four::{Cs431, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, replay};

use super::board::{self, Kind};
use super::search::state;
use super::tree::fitting;
use super::{Ask, Judged};
use crate::fault::FaultKind;
use crate::invoke::{Argument, Call, Ended};
use crate::marking::assignment::BoardStyle;
use crate::protocol::{answer_lines, verdict, wrong_line};

/// Memory for the reference search of a case, in bytes.
const MEMORY: usize = 1 << 20;

/// The greatest minimax tree of a case, in nodes: what is known of mistakes is told from trees of this size.
pub(crate) const MOST_NODES: u64 = 100_000;

/// A case with all best columns: no tie-break is a mistake.
pub(super) fn asked(position: Standard, depth: u32) -> Ask {
    let me = position.turn();
    let searched = replay::search(Algorithm::Minimax, &position, depth, &Cs431, me, MEMORY);
    let most = searched.root_moves.iter().map(|child| child.value).max();
    let best = searched.root_moves.iter().filter(|child| Some(child.value) == most).map(|child| child.mv);
    Ask::Column { position, depth, best: best.collect() }
}

/// A random case in which some column is better than another, if one is found soon.
pub(super) fn made([from, to]: [u32; 2], rng: &mut Rng) -> Ask {
    const PATIENCE: usize = 40;
    let mut found = None;
    for _ in 0..PATIENCE {
        let position = board::random(Kind::Played, rng);
        if position.outcome().is_some() {
            continue;
        }
        let depth = from + u32::try_from(rng.below((to - from + 1) as usize)).unwrap_or(0);
        let Some(depth) = fitting(&position, [from, depth], MOST_NODES) else { continue };
        let ask = asked(position, depth);
        let Ask::Column { best, .. } = &ask else { continue };
        let decides = best.len() < position.moves().count();
        found = Some(ask);
        if decides {
            break;
        }
    }
    found.unwrap_or_else(|| asked(Standard::EMPTY, from))
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
pub(super) fn judge(position: &Standard, best: &[Column], ended: &Ended) -> Judged {
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
        Err(fault) => return Judged::of_fault(&[true], &fault),
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
    Judged {
        earned: vec![Some(if is_right { 100 } else { 0 })],
        numbers: vec![Some(i64::from(column.index()))],
        got: format!("column {}", column.index()),
        problem,
        ..Judged::default()
    }
}
