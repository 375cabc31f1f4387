//! Games between programs and their results: [`fault`]s and the rules for them, the [`record`]
//! of a game turn by turn ([`event`]) and its [`result`], [`planned`] games and [`schedule`]s, [`standings`],
//! [`rating`]s, [`ladder`]s and statistics ([`stats`], [`sprt`]).
//!
//! This crate is pure: it starts no program, reads no file and no clock, and uses no unseeded randomness.
#![forbid(unsafe_code)]

pub mod event;
pub mod fault;
pub mod ladder;
pub mod openings;
pub mod planned;
pub mod rating;
pub mod record;
pub mod result;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod stats;
