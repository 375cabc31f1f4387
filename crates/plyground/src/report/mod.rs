//! What is more than a command's output: the match of CS4750, the standings of tournaments as text
//! for people and in forms for programs, a tournament as a page for browsers, and times of searches with plots.

pub(crate) mod cs4750;
pub(crate) mod document;
pub(crate) mod estimate;
pub(crate) mod html;
pub(crate) mod marks;
pub(crate) mod page;
pub(crate) mod pdf;
pub(crate) mod profile;
pub(crate) mod standings;
pub(crate) mod tournament;
