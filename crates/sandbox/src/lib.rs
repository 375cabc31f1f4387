//! Untrusted programs: how they are kept apart ([`isolation`]), and run, bounded, timed and ended ([`process`]); which
//! way of keeping them apart is taken ([`policy`]); and what to know of the machine that runs them ([`machine`]).
//!
//! This is the only crate with unsafe code, and for Linux alone. It knows nothing of games.
#![cfg(target_os = "linux")]

mod bounds;
pub mod isolation;
pub mod machine;
pub mod policy;
pub mod process;
