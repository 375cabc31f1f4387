//! Which mistake gives exactly these answers.
//!
//! For each assignment there is a list of mistakes that people make, and a program that makes any of them on
//! demand. All answers of a program are compared at once with what each mistake would have answered, alone
//! or two together: the best explanation is the one that agrees with most of them, right answers included.
//! Nothing of this is needed to mark; a program is right or wrong by the reference alone.

mod explain;
mod mistakes;

pub(crate) use explain::has_same_tokens;
pub use explain::{Confidence, Diagnosis, Explain, Explanation, Finding, explain};
pub(crate) use mistakes::MistakeSet;
pub use mistakes::{KnownMistake, MistakeText, NoMistake};
