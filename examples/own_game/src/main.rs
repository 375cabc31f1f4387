//! Plyground with one game more: tic-tac-toe.
//!
//! ```sh
//! cargo run --release -p plyground-own-game -- play tic-tac-toe
//! ```

mod tic_tac_toe;

use std::process::ExitCode;

use plyground_core::AnyGame;

fn main() -> ExitCode {
    plyground::run_with_games(&[AnyGame::of::<tic_tac_toe::TicTacToe>()])
}
