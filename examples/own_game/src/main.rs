//! Plyground with one game more, tic-tac-toe, and with an assignment on it.
//!
//! ```sh
//! cargo run --release -p plyground-own-game -- play tic-tac-toe
//! cargo run --release -p plyground-own-game -- assignments
//! ```

// Programs of students are kept apart by means that only Linux has.
#[cfg(target_os = "linux")]
mod best_cell;
mod tic_tac_toe;

use std::process::ExitCode;

use plyground_core::AnyGame;

const GAME: AnyGame = AnyGame::of::<tic_tac_toe::TicTacToe>();

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let assignment = plyground_courses::engine::task::TaskKind::of::<best_cell::BestCell>();
    plyground::Program::new().games([GAME]).assignments([assignment]).run()
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    plyground::Program::new().games([GAME]).run()
}
