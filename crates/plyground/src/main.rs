//! `plyground`: the workbench for two-player board-game agents.

use std::process::ExitCode;

use plyground::{Program, compat, exit};

fn main() -> ExitCode {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    match compat::PROGRAMS.into_iter().find(|&(name, _)| first == name) {
        Some((name, run)) => {
            exit::run(name, |args, streams| run(args.into_iter().skip(1).collect(), streams))
        }
        None => Program::new().run(),
    }
}
