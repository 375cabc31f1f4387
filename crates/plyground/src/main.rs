//! `plyground`: the workbench for two-player board-game agents.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::Program::new().run()
}
