//! Max-Connect-Four: what goes wrong in programs that may play as they like: boards that stand upside down, and runs
//! that are counted for quadruples.

use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::notation::write_state;
use plyground_core::grid::Grid;
use plyground_core::{Player, Position};

use plyground_arena::invoke::Ended;
use plyground_arena::protocol::{OneShot, StateFiles};

type Cells = Grid<7, 6>;

/// The message for an output file whose rows are in reverse.
pub const UPSIDE_DOWN: &str =
    "output file: the rows stand upside down; expected the top row first, as in the input";

/// What is wrong with an output file whose new piece hangs in the top row: it falls there on a board that is read upside
/// down, and stays there if it does not fall at all.
pub const HANGING: &str = "output file: the new piece hangs in the top row; expected it on the lowest empty cell of its \
                           column: the rows are read upside down, or it does not fall";

/// Whether an output file that is not right would be with its rows in reverse.
pub fn is_upside_down(position: &Standard, ended: &Ended) -> bool {
    let Some(Ok(file)) = &ended.file else { return false };
    let text = String::from_utf8_lossy(file);
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.len() < 7 || is_hanging(position, ended) {
        return false;
    }
    lines[..6].reverse();
    let turned = Ended { file: Some(Ok(lines.join("\n").into_bytes())), ..ended.clone() };
    StateFiles { depth: 1 }.decode(position, &turned).choice.is_ok()
}

/// Whether the only difference of an output file from the input is a piece in the top row, above an empty cell.
pub fn is_hanging(position: &Standard, ended: &Ended) -> bool {
    let Some(Ok(file)) = &ended.file else { return false };
    let text = String::from_utf8_lossy(file);
    let lines: Vec<&str> = text.lines().collect();
    let is_board = lines.len() >= 7 && lines[..6].iter().all(|line| line.len() == 7);
    // On an empty board it may as well be written upside down.
    if !is_board || position.board().occupied() == 0 {
        return false;
    }
    let piece = if position.turn() == Player::First { b'1' } else { b'2' };
    let before = write_state(position);
    let differing = before.lines().zip(&lines).take(6).enumerate().flat_map(|(row, (old, new))| {
        let is_new = |(_, (old, new)): &(usize, (u8, u8))| old != new;
        old.bytes().zip(new.bytes()).enumerate().filter(is_new).map(move |(column, _)| (row, column))
    });
    match differing.collect::<Vec<_>>()[..] {
        [(0, column)] => [lines[0], lines[1]].map(|line| line.as_bytes()[column]) == [piece, b'0'],
        _ => false,
    }
}

/// Numbers of maximal runs of four or more of a side: what programs count that take a run for one quadruple.
fn runs(position: &Standard, owner: Player) -> u32 {
    let own = position.board().stones(owner);
    let first = |d: u32| own & !(own << d) & own >> d & own >> (2 * d) & own >> (3 * d);
    Cells::DIRECTIONS.into_iter().map(|d| first(d).count_ones()).sum()
}

/// Fewer runs than this of a side are no evidence: small numbers stand in any output.
const ENOUGH_RUNS: u32 = 5;

/// What printed scores say about how they were counted, on a board on which both sides have long runs: before the move,
/// or after it. `None` if nothing is to be seen.
pub fn score_remark(position: &Standard, after: Option<&Standard>, stdout: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stdout);
    let has = |number: &u32| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == number.to_string());
    let quadruples = |position: &Standard| {
        Player::BOTH.map(|owner| Cells::count_quadruples(position.board().stones(owner)))
    };
    let boards = || [Some(position), after].into_iter().flatten();
    if boards().map(quadruples).any(|scores| scores.iter().all(has)) {
        return None;
    }
    let wrong = boards().find_map(|board| {
        let (found, expected) = (Player::BOTH.map(|owner| runs(board, owner)), quadruples(board));
        let is_counted = found.iter().all(|runs| *runs >= ENOUGH_RUNS && has(runs)) && found != expected;
        is_counted.then_some((found, expected))
    });
    let ([red, green], expected) = wrong?;
    Some(format!(
        "standard output: found scores of {red} and {green}, the numbers of runs; expected {} and {} quadruples: a \
         run of five holds two, and so on",
        expected[0], expected[1]
    ))
}

/// The greatest number of pieces of [`long_runs`] that leaves a move.
pub const MOST_PIECES: usize = 41;

/// A board that play can reach, with so many pieces: the first player fills the left of it and the second the right, so
/// that both have long runs, which hold more quadruples than there are runs. `is_mirrored` changes left and right.
pub fn long_runs(pieces: usize, is_mirrored: bool) -> Standard {
    // Three of the first player at the bottom of the column in the middle, three of the second on top of them.
    const FIRST: [u8; 21] = [3, 3, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];
    const SECOND: [u8; 21] = [6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3];
    let turns = FIRST.into_iter().zip(SECOND).flat_map(|(first, second)| [first, second]);
    let mirrored = |column: u8| if is_mirrored { 6 - column } else { column };
    let drop = |board: Gravity<7, 6>, column: u8| board.drop(Column::new(mirrored(column)));
    Standard::new(turns.take(pieces).fold(Gravity::EMPTY, drop))
}
