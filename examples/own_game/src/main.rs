//! Plyground with one game more, tic-tac-toe, with an assignment on it, and with a subcommand.
//!
//! ```sh
//! cargo run --release -p plyground-own-game -- play tic-tac-toe
//! cargo run --release -p plyground-own-game -- assignments
//! cargo run --release -p plyground-own-game -- results
//! ```

// Programs of students are kept apart by means that only Linux has.
#[cfg(target_os = "linux")]
mod best_cell;
mod results;
mod tic_tac_toe;

use std::process::ExitCode;

use plyground::{Output, Program, Subcommand};
use plyground_core::AnyGame;

fn main() -> ExitCode {
    let program = Program::new()
        .games([AnyGame::of::<tic_tac_toe::TicTacToe>()])
        .subcommands([Subcommand::new("results", Output::AtTheEnd, results::Args::run)]);
    #[cfg(target_os = "linux")]
    let program = program
        .play_rules([(AnyGame::of::<tic_tac_toe::TicTacToe>(), best_cell::play_rules())])
        .assignments([plyground_courses::engine::task::TaskKind::of::<best_cell::BestCell>()]);
    program.run()
}
