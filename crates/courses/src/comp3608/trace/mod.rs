//! Traces: where a program's search first differs from the right one.
//!
//! A program may write a line for each node on standard error, when it leaves the node:
//!
//! ```text
//! node PATH ALPHA BETA VALUE
//! ```
//!
//! PATH is the columns from the root, such as `304`, and `-` for the root itself. ALPHA and BETA are the bounds that
//! the node was given, from red's point of view, or `-` where there are none. Bounds beyond 10000 count as infinite.
//! VALUE is what the node returns, also from red's point of view. Other lines are left out.

mod difference;
mod events;
mod lines;

use super::program::{Program, WORD};
use super::{EVERYTHING, Mistake, Question};
use crate::engine::diagnose::MistakeSet;
pub use difference::{Difference, first_difference};

/// The most nodes of a trace that is compared.
pub const MOST_NODES: usize = 100_000;

/// A trace that cannot be compared: where, why, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TraceError(pub(super) String);

/// The trace of a program with these mistakes; without any, the right one.
pub fn trace(question: &Question, mistakes: &[Mistake]) -> String {
    Program::new(question, MistakeSet::new(mistakes), EVERYTHING).traced()
}
