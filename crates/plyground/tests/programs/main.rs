//! The programs as processes: exit statuses, streams, signals, files, and the programs of other people that they run.

#![cfg(target_os = "linux")]

mod assignments;
mod check;
#[path = "../interrupt/mod.rs"]
mod interrupt;
mod kit;
mod mark;
mod maxconnect4;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
mod profile;
mod referee;
mod run;
#[path = "../shell/mod.rs"]
mod shell;
mod streams;
mod students;
mod submissions;
mod submit;
mod tournament;
mod variants;
mod verdicts;
