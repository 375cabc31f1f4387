//! The programs as processes: exit statuses, streams, signals, files, and the programs of other people that they run.

#![cfg(target_os = "linux")]

mod assignments;
#[allow(dead_code, unused_macros, reason = "tests of documents run what stands in their blocks")]
#[path = "../blocks/mod.rs"]
mod blocks;
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
mod streams;
mod students;
mod submissions;
mod submit;
mod tournament;
mod variants;
mod verdicts;
