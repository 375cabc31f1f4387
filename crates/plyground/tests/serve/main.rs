//! The server as people and scripts use it: the examples of its document, many clients at a time, programs,
//! and its end.

#![cfg(target_os = "linux")]

mod client;
mod document;
#[path = "../interrupt/mod.rs"]
mod interrupt;
mod load;
mod process;
mod programs;
#[expect(dead_code, reason = "tests of programs use the rest")]
#[path = "../programs/run.rs"]
mod run;
mod tournaments;
