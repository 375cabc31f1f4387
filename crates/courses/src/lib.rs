//! Marking a class: assignments, submissions, cases, what became of each, which mistakes explain it, and marks.
//!
//! Programs are asked and kept apart by `plyground-arena`; what they answer is untrusted.
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
pub mod assignment;
#[cfg(target_os = "linux")]
mod attention;
#[cfg(target_os = "linux")]
pub mod case;
#[cfg(target_os = "linux")]
pub mod course;
pub mod diagnose;
#[cfg(target_os = "linux")]
pub mod grade;
#[cfg(target_os = "linux")]
pub mod intake;
#[cfg(target_os = "linux")]
pub mod moment;
#[cfg(target_os = "linux")]
pub mod outcome;
#[cfg(target_os = "linux")]
mod places;
#[cfg(target_os = "linux")]
pub mod run;
#[cfg(target_os = "linux")]
pub mod task;
#[cfg(target_os = "linux")]
pub mod workshop;
