//! Untrusted programs: how they are kept apart ([`isolation`]), and run, bounded, timed and ended ([`process`]); and
//! what to know of the machine that runs them ([`machine`]).
//!
//! This is the only crate with unsafe code, and for Linux alone. It knows nothing of games.
#![cfg(target_os = "linux")]

pub mod isolation;
pub mod machine;
pub mod process;
