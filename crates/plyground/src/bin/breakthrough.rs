//! `breakthrough`: the program of the CS3243 Breakthrough assignment.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::exit::run("breakthrough", plyground::compat::breakthrough::run)
}
