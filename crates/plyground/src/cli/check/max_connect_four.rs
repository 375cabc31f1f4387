//! Max-Connect-Four: one-move mode, from the input file to the output file.

use std::time::Duration;

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::Ended;
use plyground_arena::protocol::{OneShot, StateFiles};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::notation::{StateFile, write_state};
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::{ByPlayer, Notation, Player, Position};

use super::ask::Asker;
use super::checkup::Checkup;
use super::one_answer::{self, Asking, Judged, random_positions};
use super::output::Remark;
use crate::exit::Failure;

/// Boards that a program is asked about, and the depth that it is told.
const BOARDS: usize = 16;
const DEPTH: u32 = 2;

pub(super) fn check(asker: &mut Asker, time: Duration) -> Result<Checkup, Failure> {
    let mut positions = random_positions::<MaxConnectFour>(BOARDS, |_| true);
    // The side to move need not agree with the numbers of pieces.
    positions.push(positions[BOARDS / 2].skip());
    positions.push(nearly_full());
    positions.push(nearly_full().play(Column::new(6)));
    let files = StateFiles { depth: DEPTH };
    let question = |position: &Standard| {
        let state = write_state(position).trim_end().replace('\n', "/");
        let expected = if position.outcome().is_some() {
            "the same state: the board is full"
        } else {
            "the state after a legal move"
        };
        let call = files.call(position, 0, time);
        Asking { question: format!("one-move {state} {DEPTH}"), expected: expected.to_owned(), call }
    };
    let questions = positions.iter().map(question).collect();
    one_answer::check(asker, "max-connect-four", questions, time, |number, ended| {
        answer(&files, &positions[number], ended)
    })
}

/// A board with one empty cell, at the right.
fn nearly_full() -> Standard {
    let mut board = Gravity::EMPTY;
    for (number, column) in (0..7).flat_map(|column| (0..6).map(move |_| column)).take(41).enumerate() {
        // Three of one colour, then three of the other.
        board = board.drop(Column::new(column));
        if number % 3 != 2 {
            board = board.skip();
        }
    }
    let stones = ByPlayer::new(board.stones(Player::First), board.stones(Player::Second));
    Gravity::new(stones, Player::First).map_or(Standard::new(board), Standard::new)
}

fn answer(files: &StateFiles, position: &Standard, ended: &Ended) -> Judged {
    let written = ended.file.as_ref().and_then(|file| file.as_ref().ok());
    let text = written.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let mut remarks = Vec::new();
    if let Some(text) = &text {
        if text.contains('\r') {
            let message =
                "output file: lines end with carriage return and line feed; expected line feeds alone";
            remarks.push(Remark::note("carriage-return", message.to_owned()));
        }
        if !text.ends_with('\n') {
            let message = "output file: no line end after the side to move; expected one";
            remarks.push(Remark::note("no-line-end", message.to_owned()));
        }
    }
    let parsed = text.as_ref().and_then(|text| StateFile.parse(text).ok());
    let answer = if position.outcome().is_some() {
        match parsed {
            Some(after) if after.board().occupied() == position.board().occupied() => {
                Ok("the same state".to_owned())
            }
            _ => {
                let message = "output file: not the board of the input, which is full; expected it unchanged";
                Err(Fault::new(FaultKind::Illegal, message))
            }
        }
    } else {
        let choice = files.decode(position, ended).choice;
        choice.map(|column| format!("column {}", column.index() + 1)).map_err(|fault| {
            match text.as_deref().map(|text| is_upside_down(files, position, ended, text)) {
                Some(true) => Fault::new(
                    FaultKind::Illegal,
                    "output file: the rows stand upside down; expected the top row first, as in the input",
                ),
                _ => fault,
            }
        })
    };
    Judged { answer, remarks }
}

/// Whether the output would be right with its rows in reverse, or the new piece hangs in the top row, where it
/// falls on a board that was read upside down.
fn is_upside_down(files: &StateFiles, position: &Standard, ended: &Ended, text: &str) -> bool {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 7 {
        return false;
    }
    let before = write_state(position);
    let differing: Vec<(usize, usize)> = before
        .lines()
        .zip(&lines)
        .take(6)
        .enumerate()
        .flat_map(|(row, (old, new))| {
            let is_new = |(_, (old, new)): &(usize, (u8, u8))| old != new;
            old.bytes().zip(new.bytes()).enumerate().filter(is_new).map(move |(column, _)| (row, column))
        })
        .collect();
    if let [(0, column)] = differing[..] {
        return lines[1].as_bytes().get(column) == Some(&b'0');
    }
    lines[..6].reverse();
    let turned = Ended { file: Some(Ok(lines.join("\n").into_bytes())), ..ended.clone() };
    files.decode(position, &turned).choice.is_ok()
}
