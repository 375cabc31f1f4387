//! `maxconnect4`: the program of the Max-Connect-Four assignment.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground::exit::run("maxconnect4", plyground::compat::max_connect_four::run)
}
