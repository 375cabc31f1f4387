//! The programs on a terminal, as people see them: the examples of every help, and the blocks of `sh` of documents.
//!
//! This test marks the processes that it starts by a limit of its process, so no other test may start any in it.

#![cfg(target_os = "linux")]

#[allow(dead_code, unused_macros, reason = "a test for each document is where they run without a terminal")]
#[path = "../blocks/mod.rs"]
mod blocks;
#[expect(dead_code, reason = "the tests of the server use the rest")]
#[path = "../serve/client.rs"]
mod client;
mod examples;
#[path = "../interrupt/mod.rs"]
mod interrupt;
mod interrupts;
mod itself;
mod kin;
mod long;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
mod screen;
mod session;
mod shown;
