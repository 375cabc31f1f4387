//! Assignments, submissions, cases, what explains wrong answers, and marks: as other crates use them.

#[cfg(target_os = "linux")]
mod basics;
mod comp3608;
mod comp3608_traces;
#[cfg(target_os = "linux")]
mod cs3243;
mod cs431;
mod cs4750;
#[cfg(target_os = "linux")]
mod cs4750_printed;
mod diagnosis;
#[cfg(target_os = "linux")]
mod engine;
#[cfg(target_os = "linux")]
mod inquiry;
#[cfg(target_os = "linux")]
mod max_connect_four;
#[cfg(target_os = "linux")]
mod mutants;

use plyground_arena::invoke::Ended;
use plyground_core::games::connect_four::Standard;
use plyground_core::games::gravity::{Column, Gravity};
use plyground_core::rng::Rng;
use plyground_league::event::End;

/// What a program leaves behind that has printed this.
fn ended(stdout: &str) -> Ended {
    Ended { stdout: stdout.as_bytes().to_vec(), ..Ended::without_traces(End::Exited(0)) }
}

/// Any board without floating pieces: unbalanced, full, won by both.
fn random_board(rng: &mut Rng) -> Standard {
    let mut board = Gravity::EMPTY;
    let pieces = rng.below(43);
    let one_sided = rng.below(4) == 0;
    for _ in 0..pieces {
        let column = Column::new(u8::try_from(rng.below(7)).expect("a column"));
        if board.open_columns().any(|open| open == column) {
            board = board.drop(column);
            if rng.below(if one_sided { 2 } else { 8 }) == 0 {
                board = board.skip();
            }
        }
    }
    if rng.below(2) == 0 { Standard::new(board) } else { Standard::new(board.skip()) }
}
