//! Which mistake gives exactly these answers.
//!
//! For each assignment there is a list of mistakes that people make, and a program that makes any of them on
//! demand. All answers of a program are compared at once with what each mistake would have answered, alone
//! or together with others: the best explanation is the one that agrees with most of them, right answers included.
//! Where none does, it is said what the wrong answers have in common. Nothing of this is needed to mark; a program is
//! right or wrong by the reference alone.

mod common;
mod diagnosis;
mod evidence;
mod explain;
mod mistakes;

#[cfg(target_os = "linux")]
pub(crate) use common::count;
pub use common::{Common, Example, Feature, Plain, Sample, alike, common};
pub use diagnosis::{Confidence, Diagnosis, Explanation, Finding, Inquired};
pub(crate) use explain::has_same_tokens;
pub use explain::{Explain, explain, left};
pub(crate) use mistakes::MistakeSet;
pub use mistakes::{KnownMistake, MistakeText, NoMistake};
