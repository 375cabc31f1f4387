//! `ConnectFour`: the program of the COMP3608 Connect Four assignment.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::exit::run("ConnectFour", plyground::compat::connect_four::run)
}
