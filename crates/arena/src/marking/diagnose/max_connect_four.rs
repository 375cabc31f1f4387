//! Max-Connect-Four: what goes wrong in programs that may play as they like: boards that stand upside down, and runs
//! that are counted for quadruples.

use plyground_core::Player;
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::write_state;
use plyground_core::grid::Grid;

use crate::invoke::Ended;
use crate::protocol::{OneShot, StateFiles};

type Cells = Grid<7, 6>;

/// What is wrong with an output file whose rows stand in reverse.
pub const UPSIDE_DOWN: &str =
    "output file: the rows stand upside down; expected the top row first, as in the input";

/// Whether an output file that is not right would be with its rows in reverse, or its new piece hangs in the top row,
/// where it falls on a board that was read upside down.
pub fn is_upside_down(position: &Standard, ended: &Ended) -> bool {
    let Some(Ok(file)) = &ended.file else { return false };
    let text = String::from_utf8_lossy(file);
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
    StateFiles { depth: 1 }.decode(position, &turned).choice.is_ok()
}

/// Numbers of maximal runs of four or more of a side: what programs count that take a run for one quadruple.
fn runs(position: &Standard, owner: Player) -> u32 {
    let own = position.board().stones(owner);
    let first = |d: u32| own & !(own << d) & own >> d & own >> (2 * d) & own >> (3 * d);
    Cells::DIRECTIONS.into_iter().map(|d| first(d).count_ones()).sum()
}

/// What a printed score says about how it was counted, on a board with long runs of one side: before the move, or after
/// it. `None` if nothing is to be seen.
pub fn score_remark(position: &Standard, after: Option<&Standard>, stdout: &[u8]) -> Option<String> {
    let owner = Player::BOTH.into_iter().find(|&player| runs(position, player) > 9)?;
    let text = String::from_utf8_lossy(stdout);
    let has = |number: u32| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number.to_string());
    let quadruples = |position: &Standard| Cells::count_quadruples(position.board().stones(owner));
    let boards = || [Some(position), after].into_iter().flatten();
    if boards().map(quadruples).any(has) {
        return None;
    }
    let wrong = boards().find(|board| has(runs(board, owner)))?;
    let (found, expected) = (runs(wrong, owner), quadruples(wrong));
    Some(format!(
        "standard output: found a score of {found}, the number of runs; expected {expected} quadruples: a run of \
         five holds two, and so on"
    ))
}

/// A board on which five times five cells are one side's: long runs, which hold more quadruples than there are runs.
pub fn block(owner: Player, first_column: u8) -> Standard {
    let mut board = Gravity::EMPTY;
    for column in (first_column..first_column + 5).flat_map(|column| [column; 5]) {
        if board.turn() != owner {
            board = board.skip();
        }
        board = board.drop(Column::new(column));
    }
    Standard::new(board)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plyground_core::Position;

    use super::*;
    use crate::event::End;

    #[test]
    fn runs_are_told_from_quadruples() {
        for (owner, column) in [(Player::First, 0), (Player::Second, 2)] {
            let position = block(owner, column);
            assert_eq!(runs(&position, owner), 16);
            assert_eq!(Cells::count_quadruples(position.board().stones(owner)), 28);
            let remark = |text: &str| score_remark(&position, None, text.as_bytes());
            assert_eq!(remark("Score: 28 to 0"), None);
            assert_eq!(remark("no score, 161 boards"), None);
            let found = remark("score 16:0").expect("a remark");
            assert!(found.contains("expected 28 quadruples"), "{found}");
        }
        assert_eq!(score_remark(&Standard::new(Gravity::EMPTY), None, b"16"), None);
    }

    #[test]
    fn boards_upside_down_are_seen() {
        let position = block(Player::First, 0);
        let written = |text: String| Ended {
            stdout: Vec::new(),
            file: Some(Ok(text.into_bytes())),
            stderr: Vec::new(),
            end: End::Exited(0),
            wall: Duration::ZERO,
            waited: Duration::ZERO,
            cpu: None,
        };
        let after = position.play(position.moves().next().unwrap());
        let right = write_state(&after);
        let mut lines: Vec<&str> = right.lines().collect();
        lines[..6].reverse();
        assert!(is_upside_down(&position, &written(lines.join("\n"))));
        assert!(!is_upside_down(&position, &written(right.replace('0', "3"))));
        assert!(!is_upside_down(&position, &written(String::new())));
    }
}
