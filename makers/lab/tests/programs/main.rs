//! `plyground-lab` as people run it: interrupted, killed, twice at once, and checked by another program.

#![cfg(target_os = "linux")]

mod book;
mod coq;
#[path = "../../../../crates/plyground/tests/interrupt/mod.rs"]
mod interrupt;
mod measure;
#[path = "../../../../crates/sandbox/tests/needs/mod.rs"]
mod needs;
mod proofs;
mod solve_job;

/// Whether everything is tried, not a sample of it: continuous integration sets `PLYGROUND_LONG`.
fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some()
}
