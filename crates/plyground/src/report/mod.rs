//! What is more than a command's output: the match of CS4750, the standings of tournaments as text
//! for people and in forms for programs, a tournament as a page for browsers, and times of searches with plots.

pub mod cs4750;
pub(crate) mod document;
pub mod estimate;
pub(crate) mod html;
pub mod marks;
pub(crate) mod page;
pub(crate) mod pdf;
pub mod profile;
pub mod standings;
pub(crate) mod tables;
pub mod tournament;
