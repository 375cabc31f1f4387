//! Max-Connect-Four: one-move mode, from the input file to the output file.

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::Ended;
use plyground_arena::marking::assignment::Assignment;
use plyground_arena::protocol::{OneShot, StateFiles};
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::notation::{StateFile, write_state};
use plyground_core::games::max_connect_four::{MaxConnectFour, Standard};
use plyground_core::grid::Grid;
use plyground_core::{ByPlayer, Notation, Player, Position};

use super::ask::Asker;
use super::checkup::Checkup;
use super::one_answer::{self, Asking, Judged, random_positions};
use super::output::Remark;
use crate::exit::Failure;

/// Boards that a program is asked about, and the depth that it is told.
const BOARDS: usize = 16;
const DEPTH: u32 = 2;
const FILES: StateFiles = StateFiles { depth: DEPTH };

pub(super) fn check(asker: &mut Asker, rules: &Assignment) -> Result<Checkup, Failure> {
    let time = rules.time();
    let mut positions = random_positions::<MaxConnectFour>(BOARDS, |_| true);
    // The side to move need not agree with the numbers of pieces.
    positions.push(positions[BOARDS / 2].skip());
    positions.push(nearly_full());
    positions.push(nearly_full().play(Column::new(6)));
    positions.extend(Player::BOTH.map(block));
    let question = |position: &Standard| {
        let state = write_state(position).trim_end().replace('\n', "/");
        let expected = if position.outcome().is_some() {
            "the same state: the board is full"
        } else {
            "the state after a legal move"
        };
        let call = FILES.call(position, 0, time);
        Asking { question: format!("one-move {state} {DEPTH}"), expected: expected.to_owned(), call }
    };
    let questions = positions.iter().map(question).collect();
    one_answer::check(asker, "max-connect-four", questions, time, |number, ended| {
        answer(&positions[number], ended)
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

/// A board on which five times five cells are one side's: long runs, which hold more quadruples than there are
/// runs.
fn block(owner: Player) -> Standard {
    let mut board = Gravity::EMPTY;
    for column in (0..5).flat_map(|column| [column; 5]) {
        if board.turn() != owner {
            board = board.skip();
        }
        board = board.drop(Column::new(column));
    }
    Standard::new(board)
}

/// Numbers of maximal runs of four or more of a side: what programs count that take a run for one quadruple.
fn runs(position: &Standard, owner: Player) -> u32 {
    let own = position.board().stones(owner);
    let first = |d: u32| own & !(own << d) & own >> d & own >> (2 * d) & own >> (3 * d);
    Grid::<7, 6>::DIRECTIONS.into_iter().map(|d| first(d).count_ones()).sum()
}

/// What a printed score says about how it was counted, on a board with long runs of one side.
fn score_remark(position: &Standard, after: Option<&Standard>, stdout: &[u8]) -> Option<Remark> {
    let owner = Player::BOTH.into_iter().find(|&player| runs(position, player) > 9)?;
    let text = String::from_utf8_lossy(stdout);
    let has = |number: u32| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number.to_string());
    let quadruples = |position: &Standard| Grid::<7, 6>::count_quadruples(position.board().stones(owner));
    let boards = || [Some(position), after].into_iter().flatten();
    if boards().map(quadruples).any(has) {
        return None;
    }
    let wrong = boards().find(|board| has(runs(board, owner)))?;
    let (found, expected) = (runs(wrong, owner), quadruples(wrong));
    let message = format!(
        "standard output: found a score of {found}, the number of runs; expected {expected} quadruples: a run of \
         five holds two, and so on"
    );
    // The marker reads the output file alone.
    Some(Remark::note("runs-for-quadruples", message))
}

fn answer(position: &Standard, ended: &Ended) -> Judged {
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
    let parsed: Option<Standard> = text.as_ref().and_then(|text| StateFile.parse(text).ok());
    remarks.extend(score_remark(position, parsed.as_ref(), &ended.stdout));
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
        let choice = FILES.decode(position, ended).choice;
        choice.map(|column| format!("column {}", column.index() + 1)).map_err(|fault| {
            match text.as_deref().map(|text| is_upside_down(position, ended, text)) {
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
fn is_upside_down(position: &Standard, ended: &Ended, text: &str) -> bool {
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
    FILES.decode(position, &turned).choice.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_told_from_quadruples() {
        for owner in Player::BOTH {
            let position = block(owner);
            assert_eq!(runs(&position, owner), 16);
            assert_eq!(Grid::<7, 6>::count_quadruples(position.board().stones(owner)), 28);
            let remark = |text: &str| score_remark(&position, None, text.as_bytes());
            assert_eq!(remark("Score: 28 to 0"), None);
            assert_eq!(remark("no score, 161 boards"), None);
            let found = remark("score 16:0").expect("a remark");
            assert!(!found.is_fault && found.text.contains("expected 28 quadruples"), "{found:?}");
        }
        assert_eq!(score_remark(&nearly_full(), None, b"16"), None);
    }

    #[test]
    fn the_nearly_full_board_has_one_move() {
        let position = nearly_full();
        assert_eq!(position.moves().count(), 1);
        assert!(position.play(Column::new(6)).outcome().is_some());
    }
}
