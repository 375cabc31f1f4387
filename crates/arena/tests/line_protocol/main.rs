//! The line protocol as its document has it, and as the example programs speak it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod agents;
#[path = "../../../sandbox/tests/needs/mod.rs"]
mod needs;
mod plain_process;
mod transcripts;
