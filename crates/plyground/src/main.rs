//! `plyground`: the workbench for two-player board-game agents.

use std::process::ExitCode;

use plyground::cli;

fn main() -> ExitCode {
    plyground::exit::run("plyground", |args, streams| cli::run(args, streams, cli::Terminal::of_process()))
}
