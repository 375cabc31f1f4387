//! `plyground-lab`: the workbench with what makers of engines need.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyground_lab::program().run()
}
