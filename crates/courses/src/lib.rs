//! Marking a class: assignments, submissions, cases, what became of each, which mistakes explain it, and marks.
//!
//! Programs are asked and kept apart by `plyground-arena`; what they answer is untrusted. The engine is the same for
//! every kind of assignment; each kind has a separate module.
#![forbid(unsafe_code)]

pub mod comp3608;
#[cfg(target_os = "linux")]
mod connect_four;
#[cfg(target_os = "linux")]
pub mod cs3243;
pub mod cs431;
pub mod cs4750;
pub mod diagnose;
#[cfg(target_os = "linux")]
pub mod engine;
#[cfg(target_os = "linux")]
pub mod max_connect_four;
