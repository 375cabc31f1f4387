//! The server as people and scripts use it: the examples of its document, many clients at a time, programs,
//! and its end.

mod client;
mod document;
#[cfg(target_os = "linux")]
#[path = "../interrupt/mod.rs"]
mod interrupt;
mod load;
mod process;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod tournaments;
