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
mod inquiry;
mod mistakes;

pub use common::{Common, Example, Feature, Plain, Sample, alike, common};
pub use diagnosis::{Confidence, Diagnosis, Explanation, Finding, Inquired};
pub use explain::{Explain, explain};
pub(crate) use explain::{doubt_groups, has_same_tokens};
pub use inquiry::{Basic, Inquire, Inquiry, PartState, Pool, Put, Shown, TriedBasic, TriedPart, inquire};
pub(crate) use mistakes::MistakeSet;
pub use mistakes::{KnownMistake, MistakeText, NoMistake};
